/* The place in a list of chance actions of one that is drawn by weight with a number from 0 to 1; -1
   where none has a weight. */
static inline int32_t drawn_by_weight(const State *s, const History *h, const Move *list,
                                      int32_t count, double unit)
{
    int32_t chosen = -1;
    double total = 0, sum = 0;
    for (int32_t i = 0; i < count; i++) total += weight(s, h, list[i]);
    for (int32_t i = 0; i < count && (chosen < 0 || sum <= unit * total); i++) {
        double part = weight(s, h, list[i]);
        if (part > 0) chosen = i;
        sum += part;
    }
    return chosen;
}
