/* Flat Monte Carlo: playouts after each move of the root, and no tree below it.

   SEARCH_FLAT gives every move the same number of playouts, SEARCH_UCB more to better ones. */

static int32_t flat_best_bound(const SearchWorker *w)
{
    double width = w->request->exploration * sqrt(log((double)w->simulations));
    double best_bound = -1;
    int32_t best = 0;
    for (int32_t i = 0; i < w->row_count; i++) {
        const SearchRow *row = &w->rows[i];
        double bound = row->proved == 0 ? 0 : search_mean(row) + width / sqrt((double)row->visits);
        if (bound > best_bound) {
            best_bound = bound;
            best = i;
        }
    }
    return best;
}

static int32_t flat_pick(const SearchWorker *w, int32_t first)
{
    if (w->request->method == SEARCH_FLAT || w->simulations < w->row_count)
        return (int32_t)((first + w->simulations) % w->row_count);
    return flat_best_bound(w);
}

static int64_t flat_simulate(SearchWorker *w, SearchRow *row, int32_t seat)
{
    float shares[GAME_SEATS];
    State s = search_begin(w);
    if (!search_play(w, &s, row->move))
        return 0;
    if (is_over(&s))
        row->proved = share(&s, seat);
    int64_t actions = search_playout(w, &s, shares) + 1;
    row->visits++;
    row->sum += shares[seat];
    for (int32_t i = 0; i < GAME_SEATS; i++)
        w->shares[i] += shares[i];
    return actions;
}

/* Needs the rows of w. A worker begins its rounds at a move that depends on the seed and on its
   number, so that threads that stop within a round have not all tried the same moves. */
static void flat_search(SearchWorker *w, int32_t number)
{
    int32_t seat = actor(&w->root);
    uint32_t count = (uint32_t)w->row_count;
    int32_t first = (int32_t)((mixed(w->request->seed) + (uint64_t)number) % count);
    int64_t actions = 0;
    while (!search_ended(w, actions)) {
        actions = flat_simulate(w, &w->rows[flat_pick(w, first)], seat);
        w->simulations++;
    }
}
