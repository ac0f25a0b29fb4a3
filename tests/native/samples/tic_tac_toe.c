/* Three in a row on three by three cells; a move is the number of a cell. */
typedef struct {
    uint16_t taken[2];
    uint16_t turn;
} State;

#define GAME_SEATS 2
#define GAME_MOVES 9
#define GAME_SEEN 0
#define GAME_CHANCE 0
#define RESULT_DRAW 1
#define RESULT_POINTS 0
#define RESULT_UNIT 2
#define SHARE_OF(units) ((units) / 2.0)

static bool has_line(uint16_t cells)
{
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++)
        if ((cells & lines[i]) == lines[i])
            return true;
    return false;
}

static bool is_over(const State *s)
{
    return s->turn == 9 || has_line(s->taken[0]) || has_line(s->taken[1]);
}

static int32_t actor(const State *s)
{
    return s->turn % 2;
}

static double share(const State *s, int32_t seat)
{
    return has_line(s->taken[seat]) ? 1 : has_line(s->taken[1 - seat]) ? 0 : 0.5;
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
    (void)h;
    for (uint32_t cell = 0; cell < 9 && count < limit; cell++)
        if (!((s->taken[0] | s->taken[1]) >> cell & 1))
            out[count++] = cell;
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
    s->taken[s->turn % 2] |= (uint16_t)(1u << m);
    s->turn++;
}

static bool random_action(State *s, History *h, Rng *r)
{
    Move list[9];
    int32_t count = moves(s, h, list, 9);
    h->drawn = list[rng_below(r, (uint32_t)count)];
    play(s, h, h->drawn);
    return true;
}

static uint64_t hash_state(const State *s)
{
    return ((uint64_t)s->taken[0] << 16 | s->taken[1]) * 0x9e3779b97f4a7c15u;
}
