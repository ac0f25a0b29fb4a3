/* The graph of all positions that can be reached, and who wins in it.

   `any_time` of the game zeroes what does not tell positions apart; the layers of positions.c keep
   the positions here too. Positions are numbered in breadth-first order; the start is number 0. The
   caller owns the arrays and frees them with bw_graph_free(). */

#define GRAPH_NATURE (-1)
#define GRAPH_OVER (-2)

typedef struct {
    int64_t positions, edges;
    int64_t *first; /* by position, and one more at the end: its first edge */
    uint32_t *targets; /* by edge */
    double *weights; /* by edge; only in games with chance */
    int8_t *actors; /* by position: a seat, nature or over */
    int32_t *results; /* by position and seat: units where the game is over */
    int64_t position_room, edge_room;
} Graph;

typedef struct {
    Graph *graph;
    Layer all;
    Move *list;
    int64_t limit; /* positions */
    const volatile int32_t *stop;
    volatile int64_t *met; /* positions so far, for the thread that watches */
} GraphWork;

enum { GRAPH_FULL = API_CODES };

static bool graph_position_room(Graph *g)
{
    if (g->positions < g->position_room) return true;
    int64_t room = 2 * g->position_room + 64;
    if (!GROWN(g->first, room + 1) || !GROWN(g->actors, room)
        || !GROWN(g->results, room * GAME_SEATS))
        return false;
    g->position_room = room;
    return true;
}

static bool graph_edge_room(Graph *g)
{
    if (g->edges < g->edge_room) return true;
    int64_t room = 2 * g->edge_room + 256;
    if (!GROWN(g->targets, room) || (GAME_CHANCE && !GROWN(g->weights, room))) return false;
    g->edge_room = room;
    return true;
}

/* Sets the number of a position, which is added if it is new. */
static int32_t graph_number(GraphWork *w, const State *s, uint32_t *number)
{
    int64_t place;
    if (!layer_add(&w->all, s, &place)) return API_NO_MEMORY;
    *number = (uint32_t)place;
    return w->all.count > w->limit ? GRAPH_FULL : API_OK;
}

/* Adds one edge; a chance action of weight 0 has none. */
static int32_t graph_edge(GraphWork *w, const State *s, Move move)
{
    Graph *g = w->graph;
    const History none = {0};
    double part = actor(s) == GRAPH_NATURE ? weight(s, &none, move) : 1;
    if (part == 0) return API_OK;
    State later = *s;
    History h = none;
    play(&later, &h, move);
    if (fault) return api_fault();
    if (!graph_edge_room(g)) return API_NO_MEMORY;
    if (GAME_CHANCE) g->weights[g->edges] = part;
    return graph_number(w, &later, &g->targets[g->edges++]);
}

/* Adds what is kept of the next position, and its edges. */
static int32_t graph_position(GraphWork *w)
{
    Graph *g = w->graph;
    if (!graph_position_room(g)) return API_NO_MEMORY;
    const State s = w->all.states[g->positions];
    const History h = {0};
    g->first[g->positions] = g->edges;
    g->actors[g->positions] = (int8_t)(is_over(&s) ? GRAPH_OVER : actor(&s));
    int32_t *results = &g->results[g->positions * GAME_SEATS];
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        results[seat] = is_over(&s) ? units(&s, seat) : 0;
    int32_t count = moves(&s, &h, w->list, GAME_MOVES), code = fault ? api_fault() : API_OK;
    for (int32_t i = 0; i < count && code == API_OK; i++) code = graph_edge(w, &s, w->list[i]);
    g->first[++g->positions] = g->edges;
    return code;
}

static int32_t graph_all(GraphWork *w, const State *root)
{
    uint32_t number;
    int32_t code = graph_number(w, root, &number);
    while (code == API_OK && w->graph->positions < w->all.count) {
        if (*w->stop) return API_STOPPED;
        code = graph_position(w);
        *w->met = w->all.count;
    }
    return code;
}

/* All positions from a state on, at most `limit`: GRAPH_FULL if there are more. For games
   without memory of earlier positions. */
int32_t bw_graph(const State *root, int64_t limit, const volatile int32_t *stop,
                 volatile int64_t *met, Graph *g)
{
    *g = (Graph){0};
    fault = 0;
    GraphWork w = {.graph = g, .limit = limit, .stop = stop, .met = met};
    w.all.canonical = any_time;
    w.list = malloc(GAME_MOVES * sizeof *w.list);
    int32_t code = API_NO_MEMORY;
    if (w.list) code = graph_all(&w, root);
    layer_close(&w.all);
    free(w.list);
    return code;
}

void bw_graph_free(Graph *g)
{
    free(g->first);
    free(g->targets);
    free(g->weights);
    free(g->actors);
    free(g->results);
    *g = (Graph){0};
}

/* ---- retrograde analysis ---- */

typedef struct {
    int64_t *first; /* by position, and one more at the end: its first edge backwards */
    uint32_t *sources; /* by edge backwards */
    uint32_t *left; /* by position: moves not known to lose */
    uint32_t *queue;
} Backward;

static bool backward_open(Backward *b, const Graph *g)
{
    int64_t n = g->positions;
    b->first = calloc((size_t)n + 2, sizeof *b->first);
    b->sources = malloc((size_t)(g->edges + 1) * sizeof *b->sources);
    b->left = malloc((size_t)n * sizeof *b->left);
    b->queue = malloc((size_t)n * sizeof *b->queue);
    if (!b->first || !b->sources || !b->left || !b->queue) return false;
    for (int64_t e = 0; e < g->edges; e++) b->first[g->targets[e] + 2]++;
    for (int64_t i = 2; i <= n; i++) b->first[i] += b->first[i - 1];
    for (int64_t i = 0; i < n; i++) {
        b->left[i] = (uint32_t)(g->first[i + 1] - g->first[i]);
        for (int64_t e = g->first[i]; e < g->first[i + 1]; e++)
            b->sources[b->first[g->targets[e] + 1]++] = (uint32_t)i;
    }
    return true;
}

static void backward_close(Backward *b)
{
    free(b->first);
    free(b->sources);
    free(b->left);
    free(b->queue);
}

/* Backwards from the ends: a win is known with its first winning move, a loss with its last losing
   move. Positions that are never reached are drawn. */
static int32_t backward_run(Backward *b, const Graph *g, int8_t *winners, int32_t *lengths,
                            const volatile int32_t *stop)
{
    int64_t count = 0;
    for (int64_t i = 0; i < g->positions; i++) {
        const int32_t *results = &g->results[2 * i];
        winners[i] = g->actors[i] != GRAPH_OVER || results[0] == results[1] ? -1 : results[0] < results[1];
        lengths[i] = 0;
        if (winners[i] >= 0) b->queue[count++] = (uint32_t)i;
    }
    for (int64_t at = 0; at < count; at++) {
        if ((at & 4095) == 0 && *stop) return API_STOPPED;
        uint32_t target = b->queue[at];
        for (int64_t e = b->first[target]; e < b->first[target + 1]; e++) {
            uint32_t source = b->sources[e];
            bool wins = g->actors[source] == winners[target];
            if (winners[source] >= 0 || (!wins && --b->left[source])) continue;
            winners[source] = winners[target];
            lengths[source] = lengths[target] + 1;
            b->queue[count++] = source;
        }
    }
    return API_OK;
}

/* Who wins each position of a game for two without chance, -1 if nobody does, and in how many moves
   if the winner wins as soon as possible and the loser delays it. */
int32_t bw_retrograde(const Graph *g, const volatile int32_t *stop, int8_t *winners,
                      int32_t *lengths)
{
    Backward b = {0};
    int32_t code = API_NO_MEMORY;
    if (backward_open(&b, g)) code = backward_run(&b, g, winners, lengths, stop);
    backward_close(&b);
    return code;
}
