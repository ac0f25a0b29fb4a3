/* Each seat may stand on 7 (move 0) or throw two dice (move 1) and then keep them (0) or throw once
   more (1) and keep that. The higher number wins, equal ones are a draw. A move of nature is the
   sum of the dice. */
typedef struct {
    int8_t number[2];
    int8_t seat;
    int8_t throws;                  /* of this seat so far */
    int8_t thrown;                  /* the dice are in the air */
} State;

#define GAME_SEATS 2
#define GAME_MOVES 11
#define GAME_SEEN 0
#define GAME_CHANCE 1
#define RESULT_DRAW 1
#define RESULT_POINTS 0
#define RESULT_UNIT 2
#define SHARE_OF(units) ((units) / 2.0)

static bool is_over(const State *s)
{
    return s->seat == 2;
}

static int32_t actor(const State *s)
{
    return s->thrown ? -1 : s->seat;
}

static double share(const State *s, int32_t seat)
{
    int32_t more = s->number[seat] - s->number[1 - seat];
    return more > 0 ? 1 : more == 0 ? 0.5 : 0;
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
    s->number[0] = s->number[1] = 7;
}

static int32_t moves(const State *s, const History *h, Move *out, int32_t limit)
{
    int32_t count = s->thrown ? 11 : 2;
    (void)h;
    for (int32_t i = 0; i < count && i < limit; i++)
        out[i] = (Move)(s->thrown ? i + 2 : i);
    return count < limit ? count : limit;
}

static double weight(const State *s, const History *h, Move m)
{
    (void)s, (void)h;
    return m <= 7 ? (double)m - 1 : 13 - (double)m;
}

static void end_turn(State *s)
{
    s->seat++;
    s->throws = 0;
}

static void play(State *s, History *h, Move m)
{
    (void)h;
    if (s->thrown) {
        s->number[s->seat] = (int8_t)m;
        s->thrown = 0;
        if (++s->throws == 2)
            end_turn(s);
    } else if (m == 1)
        s->thrown = 1;
    else
        end_turn(s);
}

static bool random_action(State *s, History *h, Rng *r)
{
    h->drawn = s->thrown ? 2 + rng_below(r, 6) + rng_below(r, 6) : rng_below(r, 2);
    play(s, h, h->drawn);
    return true;
}

static uint64_t hash_state(const State *s)
{
    return ((uint64_t)(uint8_t)s->number[0] << 32 | (uint64_t)(uint8_t)s->number[1] << 24
        | (uint64_t)(uint8_t)s->seat << 16 | (uint64_t)(uint8_t)s->throws << 8
        | (uint64_t)(uint8_t)s->thrown) * 0x9e3779b97f4a7c15u;
}
