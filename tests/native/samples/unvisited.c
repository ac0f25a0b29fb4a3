/* A token walks over a grid of SIDE by SIDE cells from cell FROM, each seat in turn, never to a
   cell where it was before; who cannot move loses. Where it was stands in the history only. A move
   is the number of a cell. With FAULT_AT the rules give up at that turn. */
#ifndef SIDE
#define SIDE 3
#endif
#ifndef FROM
#define FROM 0
#endif
#ifndef FAULT_AT
#define FAULT_AT -1
#endif

typedef struct {
    int32_t cell, turn, over;
} State;

#define GAME_SEATS 2
#define GAME_MOVES 4
#define GAME_SEEN 1
#define GAME_CHANCE 0
#define RESULT_DRAW 1
#define RESULT_POINTS 0
#define RESULT_UNIT 2
#define SHARE_OF(units) ((units) / 2.0)

static bool is_over(const State *s)
{
    return s->over;
}

static int32_t actor(const State *s)
{
    return s->turn % 2;
}

static double share(const State *s, int32_t seat)
{
    return seat != s->turn % 2;
}

static bool acts_blindly(const State *s)
{
    (void)s;
    return false;
}

static int32_t seen_count(const State *s)
{
    return s->turn + 1;
}

static bool was_at(const State *s, const History *h, int32_t cell)
{
    for (int32_t i = 0; i <= s->turn; i++)
        if (h->seen[i] == (uint64_t)cell)
            return true;
    return false;
}

static int32_t moves(const State *s, const History *h, Move *out, int32_t limit)
{
    static const int32_t steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int32_t count = 0;
    for (int32_t i = 0; i < 4 && count < limit; i++) {
        int32_t row = s->cell / SIDE + steps[i][0], column = s->cell % SIDE + steps[i][1];
        bool inside = row >= 0 && row < SIDE && column >= 0 && column < SIDE;
        if (inside && !was_at(s, h, row * SIDE + column))
            out[count++] = (Move)(row * SIDE + column);
    }
    if (s->turn == FAULT_AT)
        fault = 1;
    return count;
}

static double weight(const State *s, const History *h, Move m)
{
    (void)s, (void)h, (void)m;
    return 1;
}

static void step(State *s, History *h, Move m)
{
    s->cell = (int32_t)m;
    s->turn++;
    h->seen[s->turn] = m;
}

static void start(State *s, History *h)
{
    *s = (State){FROM, 0, 0};
    h->seen[0] = FROM;
}

static void play(State *s, History *h, Move m)
{
    Move list[4];
    step(s, h, m);
    s->over = moves(s, h, list, 4) == 0;
}

static bool random_action(State *s, History *h, Rng *r)
{
    Move list[4];
    int32_t count = moves(s, h, list, 4);
    if (count == 0) {
        s->over = 1;
        return false;
    }
    step(s, h, list[rng_below(r, (uint32_t)count)]);
    return true;
}

static uint64_t hash_state(const State *s)
{
    return ((uint64_t)s->cell << 1 | (uint64_t)(s->turn % 2)) * 0x9e3779b97f4a7c15u;
}
