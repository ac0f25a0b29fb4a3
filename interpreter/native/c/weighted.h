/* The place in a list of chance actions of one that is drawn by weight. */
static int32_t drawn_by_weight(const State *s, const History *h, const Move *list, int32_t count,
                               Rng *r)
{
    double total = 0;
    for (int32_t i = 0; i < count; i++) total += weight(s, h, list[i]);
    double left = rng_unit(r) * total;
    int32_t last = 0;
    for (int32_t i = 0; i < count; i++) {
        double part = weight(s, h, list[i]);
        if (part <= 0) continue;
        if (left < part) return i;
        left -= part;
        last = i;
    }
    return last; /* rounded sums may fall short of the total */
}
