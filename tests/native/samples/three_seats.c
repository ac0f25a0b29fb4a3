/* Three seats take LEAST to 2 things from a heap of HEAP; a move is their number. Who takes the
   last one gets 1, the seat after it one half, the third nothing. With LEAST 0 play may go on for
   ever. */
#ifndef HEAP
#define HEAP 12
#endif
#ifndef LEAST
#define LEAST 1
#endif

typedef struct {
    int32_t heap, seat;
} State;

#define GAME_SEATS 3
#define GAME_MOVES 3
#define GAME_SEEN 0
#define GAME_CHANCE 0
#define RESULT_DRAW 1
#define RESULT_POINTS 0
#define RESULT_UNIT 2
#define SHARE_OF(units) ((units) / 2.0)

static bool is_over(const State *s)
{
    return s->heap == 0;
}

static int32_t actor(const State *s)
{
    return s->seat;
}

static double share(const State *s, int32_t seat)
{
    return seat == (s->seat + 2) % 3 ? 1 : seat == s->seat ? 0.5 : 0;
}

static bool acts_blindly(const State *s)
{
    (void)s;
    return false;
}

static int32_t seen_count(const State *s)
{
    (void)s;
    return 0;
}

static void start(State *s, History *h)
{
    (void)h;
    s->heap = HEAP;
    s->seat = 0;
}

static int32_t moves(const State *s, const History *h, Move *out, int32_t limit)
{
    int32_t count = 0;
    (void)h;
    for (int32_t number = LEAST; number <= 2 && number <= s->heap && count < limit; number++)
        out[count++] = (Move)number;
    return count;
}

static double weight(const State *s, const History *h, Move m)
{
    (void)s, (void)h, (void)m;
    return 1;
}

static void play(State *s, History *h, Move m)
{
    (void)h;
    s->heap -= (int32_t)m;
    s->seat = (s->seat + 1) % 3;
}

static bool random_action(State *s, History *h, Rng *r)
{
    Move list[3];
    int32_t count = moves(s, h, list, 3);
    h->drawn = list[rng_below(r, (uint32_t)count)];
    play(s, h, h->drawn);
    return true;
}

static uint64_t hash_state(const State *s)
{
    return ((uint64_t)s->heap << 2 | (uint64_t)s->seat) * 0x9e3779b97f4a7c15u;
}
