/* What all searches share: the request, the report, the limits, and how a worker plays.

   A search never changes its input: it plays from copies of the root. Its memory is allocated at
   the start and freed at the end; only the history grows with the path. */

#include <math.h>
#include <time.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#define SEARCH_NATURE (-1)          /* the value of actor() where chance decides */
#define SEARCH_UNKNOWN SHARE_OF(RESULT_DRAW) /* of each seat, in a game not played to its end */
#define SEARCH_CHECK_EVERY 1024     /* actions between two checks of the clock: well below 1 ms */

enum { SEARCH_UCT, SEARCH_FLAT, SEARCH_SOLVE };

/* What a search fails with, besides the codes that all files share. */
enum { SEARCH_GAME_OVER = API_CODES, SEARCH_OTHER_HISTORY, SEARCH_NATURE_ACTS, SEARCH_NO_THREAD };

#ifndef GAME_SCORES
#define GAME_SCORES 0               /* 1: the rules of a game for two compare numbers at the end */
#endif

typedef struct {
    const void *state;              /* bytes of a State */
    const uint64_t *seen;           /* the history that belongs to it */
    const volatile int32_t *stop;   /* the search ends soon after this is set; may be NULL */
    void **kept;                    /* for each thread the tree that the last search left, or NULL,
                                       in whose place it leaves its own; NULL: none are left */
    int64_t simulations;            /* playouts, or positions of the solver; 0: no limit */
    int64_t nodes;                  /* of all trees together, or entries of the solver's table */
    int64_t max_actions;            /* of one playout */
    uint64_t seed;
    double seconds;                 /* 0: no limit */
    double exploration;
    double minimax;                 /* how much what the rules compare at the end counts, beside
                                       means, in games for two; 0: it does not, 1: nothing else */
    int64_t amaf;                   /* visits at which a move's own mean counts as much as that of
                                       AMAF; 0: no AMAF */
    int32_t decisive;               /* 1: new nodes look for moves that end the game */
    int32_t seen_count;
    int32_t method;
    int32_t depth;                  /* actions that the solver looks ahead at most */
    int32_t threads;
} SearchRequest;

/* What has been found out about a move of the root. */
typedef struct {
    Move move;
    int64_t visits;
    double sum;                     /* of the shares of the seat that acts at the root */
    double proved;                  /* the certain share if there is a proof, else -1 */
} SearchRow;

typedef struct {
    SearchRow *moves;               /* the caller's, room for GAME_MOVES */
    Move *line;                     /* the caller's: expected play */
    double *shares;                 /* the caller's, room for GAME_SEATS: the value of the root */
    int64_t simulations;
    int64_t nodes;
    int64_t bytes_per_node;
    double seconds;
    int32_t line_room;
    int32_t line_length;
    int32_t move_count;
    int32_t best;                   /* index in moves; -1: none */
    int32_t depth;                  /* deepest finished iteration, or the longest path in a tree */
    int32_t proved;                 /* 1: shares are certain */
    int32_t error;
} SearchReport;

/* One thread of a search. */
typedef struct {
    const SearchRequest *request;
    atomic_int *halt;               /* not 0: a worker has proved the result, or failed */
    State root;
    History history;
    uint64_t marks[MARK_WORDS];
    Rng rng;
    Amaf *amaf;                     /* of the tree; NULL: nothing is learned */
    struct Tree **kept;             /* see the request; NULL: the tree is not kept */
    SearchRow *rows;                /* the moves of the root in their order */
    int32_t row_count;
    int32_t number;                 /* of the thread */
    int32_t error;
    int64_t quota;                  /* simulations that this worker may do */
    int64_t simulations;
    int64_t unchecked;              /* actions since the last check of the clock */
    int64_t nodes;
    double deadline;
    double shares[GAME_SEATS];      /* summed over simulations, or the proved value */
    int32_t depth;
    int32_t best;                   /* index in rows; -1: to be chosen once workers are merged */
    bool proved;
    Move *line;
    int32_t line_room, line_length;
    Move moves[GAME_MOVES];         /* scratch for lists of moves */
} SearchWorker;

static double search_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Whether the worker must end, having carried out that many more actions. */
static bool search_ended(SearchWorker *w, int64_t actions)
{
    if (w->error != API_OK || w->simulations >= w->quota)
        return true;
    w->unchecked += actions;
    if (w->unchecked < SEARCH_CHECK_EVERY)
        return false;
    w->unchecked = 0;
    const volatile int32_t *stop = w->request->stop;
    return (stop != NULL && *stop != 0) || atomic_load(w->halt) != 0
        || (w->request->seconds > 0 && search_now() >= w->deadline);
}

/* Makes room for what one more action adds to the history of s; false if there is no memory. */
static bool search_room(SearchWorker *w, const State *s)
{
    if (has_room(&w->history, seen_count(s)))
        return true;
    w->error = API_NO_MEMORY;
    return false;
}

/* A copy of the root for a simulation, with the marks of its history set anew. */
static State search_begin(SearchWorker *w)
{
    w->history.marks = w->marks;
    mark_afresh(&w->history, seen_count(&w->root));
    return w->root;
}

static bool search_play(SearchWorker *w, State *s, Move move)
{
    if (!search_room(w, s))
        return false;
    play(s, &w->history, move);
    return true;
}

/* Lists the moves of s in out; none is an error, since a game that is not over has some. */
static int32_t search_moves(SearchWorker *w, const State *s, Move *out)
{
    if (!search_room(w, s))
        return 0;
    int32_t count = moves(s, &w->history, out, GAME_MOVES);
    if (fault != 0 || count == 0)
        w->error = api_fault();
    return count;
}

/* Plays s at random to its end, or to the limit; returns the number of actions. */
static int64_t search_playout(SearchWorker *w, State *s, float shares[GAME_SEATS])
{
    int64_t actions = 0;
    while (!is_over(s) && actions < w->request->max_actions && search_room(w, s)) {
        int32_t seat = actor(s);
        bool played = random_action(s, &w->history, &w->rng);
        if (w->amaf != NULL && played && seat != SEARCH_NATURE)
            amaf_note(w->amaf, seat, amaf_number(w->amaf, w->history.drawn));
        actions++;
    }
    bool over = is_over(s);
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        shares[seat] = over ? (float)share(s, seat) : (float)SEARCH_UNKNOWN;
    if (fault != 0)
        w->error = api_fault();
    return actions;
}

static double search_mean(const SearchRow *row)
{
    return row->visits > 0 ? row->sum / (double)row->visits : 0.0;
}

static double search_value(const SearchRow *row)
{
    return row->proved >= 0 ? row->proved : search_mean(row);
}

/* Whether a ranks before b: a certain win first and a certain loss last, then by value (only with
   by_value: without it, visits already went to the better moves), then by visits. */
static bool search_better(const SearchRow *a, const SearchRow *b, bool by_value)
{
    int32_t rank_a = a->proved >= 1 ? 2 : a->proved != 0;
    int32_t rank_b = b->proved >= 1 ? 2 : b->proved != 0;
    if (rank_a != rank_b)
        return rank_a > rank_b;
    if (by_value && search_value(a) != search_value(b))
        return search_value(a) > search_value(b);
    if (a->visits != b->visits)
        return a->visits > b->visits;
    return search_mean(a) > search_mean(b);
}

/* The best row; a certain share is better than a lower mean, however often that was tried. */
static int32_t search_choose(const SearchRow *rows, int32_t count, bool by_value)
{
    int32_t best = 0;
    for (int32_t i = 1; i < count; i++)
        if (search_better(&rows[i], &rows[best], by_value))
            best = i;
    for (int32_t i = 0; i < count; i++)
        if (rows[i].proved > search_value(&rows[best]))
            best = i;
    return best;
}

static void search_add_to_line(SearchWorker *w, Move move)
{
    if (w->line_length < w->line_room)
        w->line[w->line_length++] = move;
}
