/* What the library that plays a game lends to the one that searches and counts in it. */
typedef struct {
    int32_t (*moves)(const State *s, const History *h, Move *out, int32_t limit);
    void (*play)(State *s, History *h, Move m);
    bool (*random_action)(State *s, History *h, Rng *r);
    double (*weight)(const State *before, const History *h, Move m);
    uint64_t (*hash_state)(const State *s);
    void (*within_turn)(State *s);
    void (*between_turns)(State *s);
    void (*any_time)(State *s);
    int32_t *(*fault_here)(void); /* of the thread that asks */
#if GAME_SCORES
    void (*scores)(State *s, History *h, double out[GAME_SEATS]);
#endif
} Rules;
