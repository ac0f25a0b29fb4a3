/* The rules of the game, compiled into another library: `bw_bind` must be called first. */

static const Rules *lent;

void bw_bind(const Rules *rules) { lent = rules; }

#define fault (*lent->fault_here())

static inline int32_t moves(const State *s, const History *h, Move *out, int32_t limit)
{
    return lent->moves(s, h, out, limit);
}

static inline void play(State *s, History *h, Move m) { lent->play(s, h, m); }

static inline bool random_action(State *s, History *h, Rng *r)
{
    return lent->random_action(s, h, r);
}

static inline double weight(const State *before, const History *h, Move m)
{
    return lent->weight(before, h, m);
}

static inline uint64_t hash_state(const State *s) { return lent->hash_state(s); }
static void within_turn(State *s) { lent->within_turn(s); }
static void between_turns(State *s) { lent->between_turns(s); }
static void any_time(State *s) { lent->any_time(s); }

#if GAME_SCORES
static void scores(State *s, History *h, double out[GAME_SEATS]) { lent->scores(s, h, out); }
#endif
