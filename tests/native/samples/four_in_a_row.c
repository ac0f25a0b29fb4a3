/* Four in a row, dropped into COLUMNS columns of ROWS rows; a move is the number of a column. */
#ifndef COLUMNS
#define COLUMNS 7
#define ROWS 6
#endif
#define COLUMN (ROWS + 1)           /* bits: an empty one above each column parts them */

typedef struct {
    uint64_t taken[2];
    uint32_t turn, won;             /* won: 1 + seat */
} State;

#define GAME_SEATS 2
#define GAME_MOVES COLUMNS
#define GAME_SEEN 0
#define GAME_CHANCE 0
#define RESULT_DRAW 1
#define RESULT_POINTS 0
#define RESULT_UNIT 2
#define SHARE_OF(units) ((units) / 2.0)

static bool has_four(uint64_t cells)
{
    static const int steps[4] = {1, COLUMN, COLUMN - 1, COLUMN + 1};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = cells & cells >> steps[i];
        if (pairs & pairs >> 2 * steps[i])
            return true;
    }
    return false;
}

static bool is_over(const State *s)
{
    return s->won != 0 || s->turn == COLUMNS * ROWS;
}

static int32_t actor(const State *s)
{
    return (int32_t)(s->turn % 2);
}

static double share(const State *s, int32_t seat)
{
    return s->won == 0 ? 0.5 : s->won == (uint32_t)seat + 1;
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
    memset(s, 0, sizeof *s);
}

static int32_t moves(const State *s, const History *h, Move *out, int32_t limit)
{
    int32_t count = 0;
    uint64_t taken = s->taken[0] | s->taken[1];
    (void)h;
    for (uint32_t column = 0; column < COLUMNS && count < limit; column++)
        if (!(taken >> (column * COLUMN + ROWS - 1) & 1))
            out[count++] = column;
    return count;
}

static double weight(const State *s, const History *h, Move m)
{
    (void)s, (void)h, (void)m;
    return 1;
}

static void play(State *s, History *h, Move m)
{
    uint64_t taken = s->taken[0] | s->taken[1];
    uint64_t column = ((1ull << ROWS) - 1) << m * COLUMN;
    uint32_t seat = s->turn % 2;
    (void)h;
    s->taken[seat] |= (taken + (1ull << m * COLUMN)) & column & ~taken;
    s->turn++;
    if (has_four(s->taken[seat]))
        s->won = seat + 1;
}

static bool random_action(State *s, History *h, Rng *r)
{
    Move list[COLUMNS];
    int32_t count = moves(s, h, list, COLUMNS);
    h->drawn = list[rng_below(r, (uint32_t)count)];
    play(s, h, h->drawn);
    return true;
}

static uint64_t hash_state(const State *s)
{
    return s->taken[0] * 0x9e3779b97f4a7c15u ^ (s->taken[1] * 0xd1342543de82ef95u + s->turn);
}
