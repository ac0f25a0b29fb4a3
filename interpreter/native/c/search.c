/* The interface of the searches: bw_search() and bw_search_sizes().

   Threads work independently, each with a tree and random numbers, and are merged in order. */

/* Makes a row for each of the root's moves; false if there is no memory or no move. */
static bool search_list_rows(SearchWorker *w)
{
    int32_t count = search_moves(w, &w->root, w->moves);
    if (w->error != API_OK)
        return false;
    w->rows = malloc((size_t)count * sizeof *w->rows);
    if (w->rows == NULL) {
        w->error = API_NO_MEMORY;
        return false;
    }
    w->row_count = count;
    for (int32_t i = 0; i < count; i++)
        w->rows[i] = (SearchRow){w->moves[i], 0, 0, -1};
    return true;
}

static void search_solve(SearchWorker *w)
{
    Deep *d = deep_open(w, w->request->depth);
    if (d == NULL) {
        w->error = API_NO_MEMORY;
        return;
    }
    deep_run(d, w->request->depth);
    w->nodes = (int64_t)d->mask + 1;
    deep_close(d);
}

/* The work of one thread, which shares only the request and halt with others. */
static void *search_work(void *worker)
{
    SearchWorker *w = worker;
    fault = 0;
    memcpy(&w->root, w->request->state, sizeof w->root);
    /* An odd factor that the seeding does not use, so that no two streams overlap. */
    rng_seed(&w->rng, w->request->seed ^ ((uint64_t)w->number * 0xd1342543de82ef95u));
    if (!copy_history(&w->history, &w->root, w->request->seen)) {
        w->error = API_NO_MEMORY;
    } else if (search_list_rows(w)) {
        if (w->request->method == SEARCH_SOLVE)
            search_solve(w);
        else if (w->request->method == SEARCH_UCT)
            uct_search(w);
        else
            flat_search(w);
    }
    if (w->error == API_OK && fault != 0)
        w->error = api_fault(); /* in a move after which nothing was listed */
    if (w->error != API_OK)
        atomic_store(w->halt, 1);
    free(w->history.seen);
    fault = 0;                      /* it is in the report; the thread may do other work later */
    return NULL;
}

typedef struct {
    SearchWorker worker;
    pthread_t thread;
    bool started;
} SearchThread;

static void search_run_threads(SearchThread *threads, int32_t count, atomic_int *halt)
{
    for (int32_t i = 1; i < count; i++) {
        SearchThread *t = &threads[i];
        t->started = pthread_create(&t->thread, NULL, search_work, &t->worker) == 0;
        if (!t->started) {
            t->worker.error = SEARCH_NO_THREAD;
            atomic_store(halt, 1);
        }
    }
    search_work(&threads[0].worker);
    for (int32_t i = 1; i < count; i++)
        if (threads[i].started)
            pthread_join(threads[i].thread, NULL);
}

/* The number of simulations of one thread. */
static int64_t search_quota(const SearchRequest *q, int32_t number)
{
    /* A node counts its visits in 31 bits. */
    int64_t most = q->method == SEARCH_SOLVE ? INT64_MAX : INT32_MAX;
    if (q->simulations == 0)
        return most;
    int64_t part = q->simulations / q->threads + (number < q->simulations % q->threads);
    return part < most ? part : most;
}

static void search_prepare(SearchThread *threads, const SearchRequest *q, SearchReport *report,
                           atomic_int *halt, double began)
{
    for (int32_t i = 0; i < q->threads; i++) {
        SearchWorker *w = &threads[i].worker;
        w->number = i;
        w->request = q;
        w->halt = halt;
        w->best = -1;
        w->kept = q->kept == NULL ? NULL : (struct Tree **)&q->kept[i];
        w->deadline = began + q->seconds;
        w->quota = search_quota(q, i);
    }
    threads[0].worker.line = report->line;
    threads[0].worker.line_room = report->line_room;
}

/* Adds what worker w found to what the first one found. */
static void search_merge(SearchWorker *first, const SearchWorker *w)
{
    for (int32_t i = 0; i < first->row_count; i++) {
        first->rows[i].visits += w->rows[i].visits;
        first->rows[i].sum += w->rows[i].sum;
        if (w->rows[i].proved >= 0)
            first->rows[i].proved = w->rows[i].proved;
    }
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        if (w->proved)
            first->shares[seat] = w->shares[seat];
        else if (!first->proved)
            first->shares[seat] += w->shares[seat];
    first->proved |= w->proved;
    first->simulations += w->simulations;
    first->nodes += w->nodes;
    first->depth = w->depth > first->depth ? w->depth : first->depth;
}

/* Whether the state can be searched; who asks has looked at the rest of the request. */
static int32_t search_check(const SearchRequest *q)
{
    State root;
    memcpy(&root, q->state, sizeof root);
    if (seen_count(&root) != q->seen_count)
        return SEARCH_OTHER_HISTORY;
    if (is_over(&root))
        return SEARCH_GAME_OVER;
    return actor(&root) == SEARCH_NATURE ? SEARCH_NATURE_ACTS : API_OK;
}

static void search_fill_report(SearchWorker *w, SearchReport *report)
{
    bool sampled = w->request->method != SEARCH_SOLVE;
    bool by_value = w->proved || w->request->method == SEARCH_FLAT;
    report->best = w->best >= 0 ? w->best : search_choose(w->rows, w->row_count, by_value);
    memcpy(report->moves, w->rows, (size_t)w->row_count * sizeof *w->rows);
    /* The line is that of the first thread, which may have preferred another move. */
    Move best = w->rows[report->best].move;
    if (w->line_length == 0 || w->line[0] != best) {
        w->line_length = 0;
        search_add_to_line(w, best);
    }
    double part = sampled && !w->proved && w->simulations > 0 ? 1.0 / (double)w->simulations : 1;
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        report->shares[seat] = w->shares[seat] * part;
    report->move_count = w->row_count;
    report->line_length = w->line_length;
    report->simulations = w->simulations;
    report->nodes = w->nodes;
    report->bytes_per_node = sampled ? TREE_BYTES : (int64_t)sizeof(DeepEntry);
    report->depth = w->depth;
    report->proved = w->proved;
}

static void search_collect(SearchThread *threads, int32_t count, SearchReport *report)
{
    SearchWorker *first = &threads[0].worker;
    for (int32_t i = 0; i < count && report->error == API_OK; i++)
        report->error = threads[i].worker.error;
    for (int32_t i = 1; i < count && report->error == API_OK; i++)
        search_merge(first, &threads[i].worker);
    if (report->error == API_OK)
        search_fill_report(first, report);
    for (int32_t i = 0; i < count; i++)
        free(threads[i].worker.rows);
}

/* The sizes that Python needs to allocate reports. */
void bw_search_sizes(int64_t *sizes)
{
    memcpy(sizes, (int64_t[]){sizeof(State), GAME_SEATS, GAME_MOVES}, 3 * sizeof *sizes);
}

/* Searches, and returns the error that is in the report too. Nothing else in a report with an error
   has a meaning. */
int32_t bw_search(const SearchRequest *request, SearchReport *report)
{
    double began = search_now();
    SearchRequest q = *request;
    atomic_int halt = 0;
    report->best = -1;
    report->error = search_check(&q);
    if (report->error != API_OK)
        return report->error;
    if (q.method == SEARCH_SOLVE)
        q.threads = 1;              /* trees can be merged, proofs cannot */
    if (!GAME_SCORES)
        q.minimax = 0;
    SearchThread *threads = calloc((size_t)q.threads, sizeof *threads);
    if (threads == NULL)
        return report->error = API_NO_MEMORY;
    search_prepare(threads, &q, report, &halt, began);
    search_run_threads(threads, q.threads, &halt);
    search_collect(threads, q.threads, report);
    free(threads);
    report->seconds = search_now() - began;
    return report->error;
}
