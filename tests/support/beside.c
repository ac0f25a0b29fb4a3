/* Games that are played beside those of a bridge, by the functions that `State` calls, and what is
   legal in them, as the numbers that Python has for packed moves.  A game that has ended begins anew
   with the next step. */

#define BESIDE_FAILED API_CODES /* Python raised an exception */

typedef struct {
    const State *root;
    const uint64_t *seen;
    int64_t count, max_moves;
    int64_t size; /* numbers are less */
    int32_t (*number)(Move m); /* -1: it failed */
    bool draws; /* what chance does, else it is played as seats are */
    double (*draw)(void); /* from 0 to 1; NULL: as in games of a seed that are played at once */
    uint64_t seed;
    int32_t *seats, *listed; /* the caller's arrays; who acts, and how many numbers are legal */
    uint8_t *over, *cut;
} BesideRequest;

typedef struct {
    State state;
    History history;
    Rng luck;
    int64_t games, played;
    Move *moves;
    int32_t *numbers;
} BesideGame;

typedef struct {
    BesideRequest request;
    BesideGame *games;
    Move *list;
    uint32_t *stamps, stamp; /* of the numbers that are listed already */
    Move *keys; /* a hash table of numbers; -1: no entry */
    int32_t *numbers;
    uint64_t room, held;
} Beside;

static void beside_put(Beside *b, Move m, int32_t number)
{
    uint64_t at = mixed(m);
    while (b->numbers[at & (b->room - 1)] >= 0) at++;
    b->keys[at & (b->room - 1)] = m;
    b->numbers[at & (b->room - 1)] = number;
}

static bool beside_grow(Beside *b)
{
    Move *keys = b->keys;
    int32_t *numbers = b->numbers;
    uint64_t before = b->room;
    b->room = before ? 2 * before : 1024;
    b->keys = malloc(b->room * sizeof *b->keys);
    b->numbers = malloc(b->room * sizeof *b->numbers);
    if (!b->keys || !b->numbers) return false;
    memset(b->numbers, -1, b->room * sizeof *b->numbers);
    for (uint64_t n = 0; n < before; n++)
        if (numbers[n] >= 0) beside_put(b, keys[n], numbers[n]);
    free(keys);
    free(numbers);
    return true;
}

static int32_t beside_number(Beside *b, Move m)
{
    for (uint64_t at = mixed(m); b->room; at++) {
        uint64_t n = at & (b->room - 1);
        if (b->numbers[n] < 0) break;
        if (b->keys[n] == m) return b->numbers[n];
    }
    int32_t number = b->request.number(m);
    if (number < 0 || (2 * ++b->held > b->room && !beside_grow(b))) return -1;
    beside_put(b, m, number);
    return number;
}

/* Lists what is legal, each number once; of what chance may do, only what it ever does. */
static int32_t beside_list(Beside *b, int64_t i)
{
    BesideGame *g = &b->games[i];
    const State *s = &g->state;
    int32_t count = moves(s, &g->history, b->list, GAME_MOVES), listed = 0;
    if (fault) return api_fault();
    g->moves = realloc(g->moves, (size_t)(count + 1) * sizeof *g->moves);
    g->numbers = realloc(g->numbers, (size_t)(count + 1) * sizeof *g->numbers);
    if (!g->moves || !g->numbers) return API_NO_MEMORY;
    b->stamp++;
    for (int32_t n = 0; n < count; n++) {
        Move m = b->list[n];
        if (actor(s) < 0 && weight(s, &g->history, m) <= 0) continue;
        int32_t number = beside_number(b, m);
        if (number < 0) return BESIDE_FAILED;
        if (b->stamps[number] == b->stamp) continue;
        b->stamps[number] = b->stamp;
        g->moves[listed] = m;
        g->numbers[listed++] = number;
    }
    b->request.listed[i] = listed;
    return API_OK;
}

static int32_t beside_play(BesideGame *g, Move m)
{
    if (!has_room(&g->history, seen_count(&g->state))) return API_NO_MEMORY;
    play(&g->state, &g->history, m);
    return fault ? api_fault() : API_OK;
}

/* What chance does: the first whose sum of weights with those before is more than a part of all. */
static int32_t beside_chance(Beside *b, int64_t i)
{
    BesideGame *g = &b->games[i];
    const State *s = &g->state;
    int32_t count = moves(s, &g->history, b->list, GAME_MOVES), n = 0;
    double total = 0;
    for (n = 0; n < count; n++) total += weight(s, &g->history, b->list[n]);
    double unit = b->request.draw ? b->request.draw() : rng_unit(&g->luck);
    double left = unit * total, sum = 0;
    for (n = 0; n < count; n++)
        if ((sum += weight(s, &g->history, b->list[n])) > left) break;
    return n < count ? beside_play(g, b->list[n]) : BESIDE_FAILED;
}

static int32_t beside_arrive(Beside *b, int64_t i)
{
    const BesideRequest *r = &b->request;
    BesideGame *g = &b->games[i];
    int32_t code = API_OK;
    while (r->draws && code == API_OK && !is_over(&g->state) && actor(&g->state) < 0)
        code = beside_chance(b, i);
    r->over[i] = is_over(&g->state);
    r->cut[i] = !r->over[i] && g->played >= r->max_moves;
    r->seats[i] = r->over[i] ? -1 : actor(&g->state);
    r->listed[i] = 0;
    return code == API_OK && !r->over[i] && !r->cut[i] ? beside_list(b, i) : code;
}

static int32_t beside_begin(Beside *b, int64_t i)
{
    BesideGame *g = &b->games[i];
    g->state = *b->request.root;
    free(g->history.seen);
    if (!copy_history(&g->history, &g->state, b->request.seen)) return API_NO_MEMORY;
    rng_seed(&g->luck, mixed(mixed(b->request.seed) + (uint64_t)i) + 2 * (uint64_t)g->games++);
    g->played = 0;
    return beside_arrive(b, i);
}

/* ---- what Python calls ---- */

void bw_beside_close(Beside *b)
{
    for (int64_t i = 0; b->games && i < b->request.count; i++) {
        free(b->games[i].history.seen);
        free(b->games[i].moves);
        free(b->games[i].numbers);
    }
    free(b->games);
    free(b->list);
    free(b->stamps);
    free(b->keys);
    free(b->numbers);
    free(b);
}

Beside *bw_beside_open(const BesideRequest *request)
{
    Beside *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->request = *request;
    b->games = calloc((size_t)request->count, sizeof *b->games);
    b->list = malloc(GAME_MOVES * sizeof *b->list);
    b->stamps = calloc((size_t)request->size, sizeof *b->stamps);
    if (b->games && b->list && b->stamps) return b;
    bw_beside_close(b);
    return NULL;
}

int32_t bw_beside_begin(Beside *b)
{
    int32_t code = API_OK;
    fault = 0;
    for (int64_t i = 0; code == API_OK && i < b->request.count; i++) code = beside_begin(b, i);
    return code;
}

/* Plays the move of a number in each game that has not ended. */
int32_t bw_beside_step(Beside *b, const int32_t *actions)
{
    const BesideRequest *r = &b->request;
    int32_t code = API_OK;
    fault = 0;
    for (int64_t i = 0; code == API_OK && i < r->count; i++) {
        BesideGame *g = &b->games[i];
        if (r->over[i] || r->cut[i]) {
            code = beside_begin(b, i);
            continue;
        }
        int32_t n = 0;
        while (n < r->listed[i] && g->numbers[n] != actions[i]) n++;
        if (n == r->listed[i]) return API_ILLEGAL;
        g->played++;
        code = beside_play(g, g->moves[n]);
        if (code == API_OK) code = beside_arrive(b, i);
    }
    return code;
}

/* How many bits of a mask are set. */
int64_t bw_beside_marked(const int8_t *mask, int64_t size)
{
    int64_t marked = 0, n = 0;
    for (uint64_t word; n + 8 <= size; n += 8) {
        memcpy(&word, mask + n, sizeof word);
        marked += __builtin_popcountll(word);
    }
    for (; n < size; n++) marked += __builtin_popcount((uint8_t)mask[n]);
    return marked;
}

/* Whether a mask has 1 for each legal number of a game, and 0 for all others. */
static bool beside_is_right(const Beside *b, int64_t i, const int8_t *mask, int64_t size)
{
    for (int32_t n = 0; n < b->request.listed[i]; n++) {
        int32_t number = b->games[i].numbers[n];
        if (number >= size || mask[number] != 1) return false;
    }
    return bw_beside_marked(mask, size) == b->request.listed[i];
}

/* The first game whose mask is not right, -1 if there is none. */
int64_t bw_beside_wrong(const Beside *b, const int8_t *masks, int64_t size)
{
    for (int64_t i = 0; i < b->request.count; i++)
        if (!beside_is_right(b, i, masks + i * size, size)) return i;
    return -1;
}

/* A legal number of a game, in the order of its moves, and all of them. */
int32_t bw_beside_pick(const Beside *b, int64_t i, int32_t n) { return b->games[i].numbers[n]; }

void bw_beside_numbers(const Beside *b, int64_t i, int32_t *out)
{
    memcpy(out, b->games[i].numbers, (size_t)b->request.listed[i] * sizeof *out);
}

void bw_beside_state(const Beside *b, int64_t i, State *out) { *out = b->games[i].state; }
