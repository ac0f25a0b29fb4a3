/* Writes 1 for each of some moves to a mask. */
void bw_mask(const Move *list, int32_t count, int8_t *mask)
{
    int32_t numbers[64];
    for (int32_t i = 0; i < count; i += 64) {
        int32_t some = count - i < 64 ? count - i : 64;
        action_numbers(list + i, some, numbers);
        for (int32_t n = 0; n < some; n++) mask[numbers[n]] = 1;
    }
}

/* The numbers of some moves. */
void bw_numbers(const Move *list, int32_t count, int32_t *numbers)
{
    action_numbers(list, count, numbers);
}
