/* Many games of one kind, each a move on with every call.

   Actions are numbers (`action_number`), of which each game has a list of its legal ones: a number
   that is not in it is never played.  A game depends on the seed, its place and its actions alone,
   whatever the number of games and of threads.  A game that has ended begins anew with the next call,
   whatever its action.  Where the caller has the luck, a game in which chance acts waits for the next
   call, which takes its number instead of an action. */

#include <unistd.h>

#define VECTOR_BLOCK 32 /* games that a thread takes at a time */
#define VECTOR_LANES 8 /* numbers that are compared at once */
#define VECTOR_WIDE 16 /* numbers that are cleared as soon as one */

typedef struct {
    const State *root; /* where every game begins, and its history */
    const uint64_t *seen;
    int64_t count;
    int64_t max_moves; /* of the seats, after which a game is cut off */
    uint64_t seed;
    int32_t threads;
    int32_t size; /* how many actions there are */
    int32_t *actions; /* the caller's: what is to be played, or was drawn */
    int8_t *masks; /* the caller's arrays too, which are written in place */
    float *rewards;
    int32_t *seats;
    uint8_t *terminated, *truncated;
    float *observations;
    const double *luck; /* the caller's, a number from 0 to 1 for each game; NULL: C draws them */
} VectorRequest;

typedef struct {
    State state;
    History history;
    Rng chance, chooser;
    int64_t games, actions; /* that were begun at this place; of the seats in this one */
    Move *moves;
    int32_t *numbers; /* of the same moves */
    int32_t listed, room;
    bool ended;
    int32_t held;
    State *kept; /* HISTORY of them: where this turn began, and the turns before, newest first */
#if GAME_SEEN
    uint64_t marks[MARK_WORDS];
#endif
} VectorSlot;

typedef struct Vector Vector;

typedef struct {
    Vector *vector;
    Move *list; /* room for the moves of any state */
    int32_t *faulty; /* where its thread notes faults */
    pthread_t thread;
} VectorWorker;

struct Vector {
    VectorRequest request;
    State root;
    uint64_t *seen;
    VectorSlot *games;
    bool anew; /* games begin, whether they have ended or not */
    atomic_int_fast64_t next;
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    VectorWorker *workers; /* the first one is whoever calls */
    int32_t started, busy;
    int64_t round; /* of work */
    bool leaves;
    pid_t process; /* whose threads these are */
    int32_t code; /* of the first game that failed, and its place */
    int64_t failed;
};

/* ---- one game ---- */

static void vector_unlist(Vector *v, int64_t i)
{
    VectorSlot *g = &v->games[i];
    int8_t *mask = v->request.masks + i * v->request.size;
    if (g->listed > v->request.size / VECTOR_WIDE) memset(mask, 0, (size_t)v->request.size);
    else for (int32_t n = 0; n < g->listed; n++) mask[g->numbers[n]] = 0;
    g->listed = 0;
}

/* Reports the first game that fails. */
static void vector_report(Vector *v, int64_t i, int32_t code)
{
    pthread_mutex_lock(&v->lock);
    if (v->code == API_OK || i < v->failed) {
        v->code = code;
        v->failed = i;
    }
    pthread_mutex_unlock(&v->lock);
}

/* The game cannot go on: it is cut off, and whatever its state says is no result. */
static void vector_fail(Vector *v, int64_t i, int32_t code)
{
    vector_unlist(v, i);
    v->games[i].ended = true;
    v->request.terminated[i] = 0;
    v->request.truncated[i] = 1;
    for (int32_t seat = 0; seat < GAME_SEATS; seat++) v->request.rewards[i * GAME_SEATS + seat] = 0;
    vector_report(v, i, code);
}

/* Room for twice as many moves, as far as there can be any. */
static bool vector_grow(VectorSlot *g)
{
    int32_t room = g->room ? 2 * g->room : 32;
    if (room > GAME_MOVES || room < 0) room = GAME_MOVES;
    if (!GROWN(g->moves, room) || !GROWN(g->numbers, (size_t)room + VECTOR_LANES)) return false;
    g->room = room;
    return true;
}

/* The place of an action, from 0 on, among the legal ones; -1: it is not legal.  It is compared with
   some at once, of which those after the last are -1. */
static inline int32_t vector_find(const VectorSlot *g, int32_t action)
{
    for (int32_t n = 0; n < g->listed; n += VECTOR_LANES) {
        uint32_t equal = 0;
        for (int32_t k = 0; k < VECTOR_LANES; k++)
            equal |= (uint32_t)(g->numbers[n + k] == action) << k;
        if (equal) return n + __builtin_ctz(equal);
    }
    return -1;
}

/* Notes a state in which a seat acts, or the end. */
static void vector_note(VectorSlot *g)
{
    if (HISTORY == 1 || (g->held && g->kept[0].turns == g->state.turns)) return;
    int32_t last = g->held < HISTORY ? g->held : HISTORY - 1;
    memmove(g->kept + 1, g->kept, (size_t)last * sizeof *g->kept);
    g->kept[0] = g->state;
    g->held = last + 1;
}

/* Writes what a seat sees of a game. */
void bw_vector_observe(const Vector *v, int64_t i, int32_t seat, float *out)
{
#if OBSERVED
    const VectorSlot *g = &v->games[i];
    bw_observe(&g->state, g->kept + 1, g->held - 1, seat, out);
#else
    (void)v; (void)i; (void)seat; (void)out;
#endif
}

/* Whether chance acts. */
static inline bool vector_waits(const VectorSlot *g)
{
    return GAME_CHANCE && !is_over(&g->state) && actor(&g->state) < 0;
}

/* Lists the legal actions. */
static int32_t vector_list(Vector *v, int64_t i)
{
    VectorSlot *g = &v->games[i];
    int8_t *mask = v->request.masks + i * v->request.size;
    if (g->room == 0 && !vector_grow(g)) return API_NO_MEMORY;
    int32_t count;
    for (;;) {
        count = moves(&g->state, &g->history, g->moves, g->room);
        if (count < g->room || g->room == GAME_MOVES) break;
        if (!vector_grow(g)) return API_NO_MEMORY;
    }
    if (count == 0) return API_FAULT; /* a game that is not over has some */
    action_numbers(g->moves, count, g->numbers);
    for (int32_t n = 0; n < count; n++) mask[g->numbers[n]] = 1;
    for (int32_t n = 0; n < VECTOR_LANES; n++) g->numbers[count + n] = -1;
    g->listed = count;
    return API_OK;
}

/* Plays what chance does, drawn with a number from 0 to 1 as Python's `choices` draws it. */
static int32_t vector_chance(VectorSlot *g, VectorWorker *w, double unit)
{
    int32_t count = moves(&g->state, &g->history, w->list, GAME_MOVES);
    int32_t chosen = drawn_by_weight(&g->state, &g->history, w->list, count, unit);
    if (*w->faulty || chosen < 0) return API_FAULT;
    if (!has_room(&g->history, seen_count(&g->state))) return API_NO_MEMORY;
    play(&g->state, &g->history, w->list[chosen]);
    return API_OK;
}

/* On to what a seat may do, or to the end; writes all that the caller sees. */
static void vector_arrive(Vector *v, VectorWorker *w, int64_t i)
{
    VectorSlot *g = &v->games[i];
    const VectorRequest *r = &v->request;
    int32_t code = API_OK;
    vector_unlist(v, i);
    while (!r->luck && code == API_OK && !*w->faulty && vector_waits(g))
        code = vector_chance(g, w, rng_unit(&g->chance));
    const bool over = is_over(&g->state), waits = vector_waits(g);
    const bool late = !over && !waits && g->actions >= r->max_moves;
    if (code == API_OK && !over && !late && !waits) code = vector_list(v, i);
    r->seats[i] = waits ? -1 : g->state.seat;
    r->terminated[i] = over;
    r->truncated[i] = late;
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        r->rewards[i * GAME_SEATS + seat] = over ? (float)result(&g->state, seat) : 0;
    g->ended = over || late;
    if (*w->faulty) code = api_fault();
    *w->faulty = 0;
    if (code != API_OK) vector_fail(v, i, code);
    if (waits) return;
    vector_note(g);
    bw_vector_observe(v, i, g->state.seat, r->observations + i * OBSERVED);
}

static void vector_begin(Vector *v, VectorWorker *w, int64_t i)
{
    VectorSlot *g = &v->games[i];
    uint64_t place = mixed(mixed(v->request.seed) + (uint64_t)i) + 2 * (uint64_t)g->games++;
    rng_seed(&g->chance, place);
    rng_seed(&g->chooser, place + 1);
    g->state = v->root;
    g->actions = 0;
    g->held = 0;
#if GAME_SEEN
    memcpy(g->history.seen, v->seen, (size_t)seen_count(&g->state) * sizeof *v->seen);
    g->history.marks = g->marks;
    mark_afresh(&g->history, seen_count(&g->state));
#endif
    vector_arrive(v, w, i);
}

static void vector_play(Vector *v, VectorWorker *w, int64_t i)
{
    VectorSlot *g = &v->games[i];
    int32_t code = API_OK;
    if (vector_waits(g)) code = vector_chance(g, w, v->request.luck[i]);
    else {
        int32_t place = vector_find(g, v->request.actions[i]);
        if (place < 0) {
            vector_report(v, i, API_ILLEGAL);
            return;
        }
        play(&g->state, &g->history, g->moves[place]);
        g->actions++;
    }
    if (code == API_OK) vector_arrive(v, w, i);
    else vector_fail(v, i, code);
}

/* ---- all games, shared between threads ---- */

static inline void vector_fetch(const void *from, size_t size)
{
    for (size_t at = 0; at < size; at += 64) __builtin_prefetch((const char *)from + at, 1);
}

/* Calls for what the next game needs, as thousands of games are more than a cache holds. */
static void vector_prepare(const Vector *v, int64_t i)
{
    const VectorSlot *g = &v->games[i];
    vector_fetch(g, sizeof *g);
    vector_fetch(v->request.observations + i * OBSERVED, OBSERVED * sizeof(float));
    const int8_t *mask = v->request.masks + i * v->request.size;
    if (v->request.size <= 1024) vector_fetch(mask, (size_t)v->request.size);
}

/* The same for what the game itself says where to find. */
static void vector_prepare_lists(const Vector *v, int64_t i)
{
    const VectorSlot *g = &v->games[i];
    const int8_t *mask = v->request.masks + i * v->request.size;
    vector_fetch(g->moves, (size_t)g->listed * sizeof *g->moves);
    if (v->request.size > 1024)
        for (int32_t n = 0; n < g->listed; n++) __builtin_prefetch(mask + g->numbers[n], 1);
    else vector_fetch(g->numbers, (size_t)g->listed * sizeof *g->numbers);
}

static void vector_share(Vector *v, VectorWorker *w)
{
    const int64_t count = v->request.count;
    w->faulty = &fault;
    *w->faulty = 0;
    for (;;) {
        int64_t first = atomic_fetch_add(&v->next, VECTOR_BLOCK);
        if (first >= count) return;
        int64_t end = first + VECTOR_BLOCK < count ? first + VECTOR_BLOCK : count;
        for (int64_t i = first; i < end; i++) {
            if (i + 2 < end) vector_prepare(v, i + 2); /* the others are other threads' */
            if (i + 1 < end) vector_prepare_lists(v, i + 1);
            VectorSlot *g = &v->games[i];
            const bool anew = v->anew || g->ended;
            if (!has_room(&g->history, seen_count(anew ? &v->root : &g->state)))
                vector_fail(v, i, API_NO_MEMORY);
            else if (anew) vector_begin(v, w, i);
            else vector_play(v, w, i);
        }
    }
}

static void *vector_wait(void *argument)
{
    VectorWorker *w = argument;
    Vector *v = w->vector;
    int64_t round = 0;
    pthread_mutex_lock(&v->lock);
    for (;;) {
        while (v->round == round && !v->leaves) pthread_cond_wait(&v->begun, &v->lock);
        if (v->leaves) break;
        round = v->round;
        pthread_mutex_unlock(&v->lock);
        vector_share(v, w);
        pthread_mutex_lock(&v->lock);
        if (--v->busy == 0) pthread_cond_signal(&v->done);
    }
    pthread_mutex_unlock(&v->lock);
    return NULL;
}

/* Starts the threads; fewer, where the system has no more.  A process that was forked has none. */
static void vector_start(Vector *v)
{
    pthread_mutex_init(&v->lock, NULL);
    pthread_cond_init(&v->begun, NULL);
    pthread_cond_init(&v->done, NULL);
    v->process = getpid();
    v->round = 0;
    for (v->started = 1; v->started < v->request.threads; v->started++) {
        VectorWorker *w = &v->workers[v->started];
        if (pthread_create(&w->thread, NULL, vector_wait, w)) break;
    }
}

/* Goes on with every game, or begins it anew; the code and the place of the first that failed. */
static int32_t vector_do(Vector *v, bool anew, int64_t *place)
{
    if (v->request.threads > 1 && v->process != getpid()) vector_start(v);
    v->code = API_OK;
    v->anew = anew;
    atomic_store(&v->next, 0);
    if (v->started > 1) {
        pthread_mutex_lock(&v->lock);
        v->busy = v->started - 1;
        v->round++;
        pthread_cond_broadcast(&v->begun);
        pthread_mutex_unlock(&v->lock);
    }
    vector_share(v, &v->workers[0]);
    if (v->started > 1) {
        pthread_mutex_lock(&v->lock);
        while (v->busy) pthread_cond_wait(&v->done, &v->lock);
        pthread_mutex_unlock(&v->lock);
    }
    *place = v->failed;
    return v->code;
}

/* ---- what Python calls ---- */

void bw_vector_close(Vector *v)
{
    if (v->started > 1 && v->process == getpid()) {
        pthread_mutex_lock(&v->lock);
        v->leaves = true;
        pthread_cond_broadcast(&v->begun);
        pthread_mutex_unlock(&v->lock);
        for (int32_t n = 1; n < v->started; n++) pthread_join(v->workers[n].thread, NULL);
    }
    for (int64_t i = 0; v->games && i < v->request.count; i++) {
        free(v->games[i].history.seen);
        free(v->games[i].kept);
        free(v->games[i].moves);
        free(v->games[i].numbers);
    }
    for (int32_t n = 0; v->workers && n < v->request.threads; n++) free(v->workers[n].list);
    free(v->workers);
    free(v->games);
    free(v->seen);
    free(v);
}

/* The games of a request, none of them begun; NULL: there is no memory. */
Vector *bw_vector_open(const VectorRequest *request)
{
    Vector *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    v->request = *request;
    v->root = *request->root;
    size_t seen = (size_t)seen_count(&v->root) * sizeof *v->seen;
    v->seen = malloc(seen + 1);
    v->games = calloc((size_t)request->count, sizeof *v->games);
    v->workers = calloc((size_t)request->threads, sizeof *v->workers);
    bool complete = v->seen && v->games && v->workers;
    for (int32_t n = 0; complete && n < request->threads; n++) {
        v->workers[n].vector = v;
        v->workers[n].list = malloc(GAME_MOVES * sizeof *v->workers[n].list);
        complete = v->workers[n].list != NULL;
    }
    for (int64_t i = 0; complete && HISTORY > 1 && i < request->count; i++)
        complete = (v->games[i].kept = malloc(HISTORY * sizeof(State))) != NULL;
    if (!complete) {
        bw_vector_close(v);
        return NULL;
    }
    if (seen) memcpy(v->seen, request->seen, seen);
    vector_start(v);
    return v;
}

/* All games anew; with a new seed as if they had just been opened. */
int32_t bw_vector_reset(Vector *v, const uint64_t *seed, int64_t *place)
{
    if (seed) {
        v->request.seed = *seed;
        for (int64_t i = 0; i < v->request.count; i++) v->games[i].games = 0;
    }
    return vector_do(v, true, place);
}

/* Plays an action in each game; none at all if one of them is not legal.  That is seen from the masks,
   which a caller may have written to; then the other games are played. */
int32_t bw_vector_step(Vector *v, int64_t *place)
{
    const int32_t *actions = v->request.actions;
    const uint32_t size = (uint32_t)v->request.size;
    for (int64_t i = 0; i < v->request.count; i++) {
        bool legal = (uint32_t)actions[i] < size && v->request.masks[i * size + actions[i]];
        if (!legal && !v->games[i].ended && !vector_waits(&v->games[i])) {
            *place = i;
            return API_ILLEGAL;
        }
    }
    return vector_do(v, false, place);
}

/* Draws a legal action of each game, all equally likely; -1 for one that has ended. */
void bw_vector_sample(Vector *v)
{
    int32_t *actions = v->request.actions;
    for (int64_t i = 0; i < v->request.count; i++) {
        VectorSlot *g = &v->games[i];
        bool none = g->listed == 0;
        actions[i] = none ? -1 : g->numbers[rng_below(&g->chooser, (uint32_t)g->listed)];
    }
}

/* How many actions are legal in a game, and their numbers, in the order of its moves. */
int32_t bw_vector_legal(const Vector *v, int64_t i, const int32_t **numbers)
{
    *numbers = v->games[i].numbers;
    return v->games[i].listed;
}

/* The state of a game. */
void bw_vector_state(const Vector *v, int64_t i, State *out) { *out = v->games[i].state; }
