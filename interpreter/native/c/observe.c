/* How planes are written: what is special to a game calls these.  A plane has PLANE numbers, those of
   cells at `plane_places`; the others are never anything but 0. */

static inline void plane_fill(float *out, float value)
{
    for (int32_t i = 0; i < PLANE; i++) out[i] = value;
}

static inline void plane_clear(float *out) { memset(out, 0, PLANE * sizeof *out); }

/* `count` cells side by side, at most 32, of the bits of a word. */
static inline void plane_bits(float *out, uint32_t bits, int32_t count)
{
    for (int32_t i = 0; i < count; i++) out[i] = (float)(bits >> i & 1);
}

static inline bool plane_has(const uint64_t *set, int32_t bit)
{
    return bit >= 0 && (set[bit >> 6] >> (bit & 63) & 1);
}

/* How many of some numbers, which are sorted, are less than one. */
static inline int32_t plane_rank(const double *numbers, int32_t count, double one)
{
    int32_t low = 0, high = count;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (numbers[middle] < one) low = middle + 1;
        else high = middle;
    }
    return low;
}
