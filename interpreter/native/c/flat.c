/* Flat Monte Carlo: the same number of playouts after each move of the root, and no tree below it. */

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
static void flat_search(SearchWorker *w)
{
    int32_t seat = actor(&w->root);
    uint32_t count = (uint32_t)w->row_count;
    int32_t first = (int32_t)((mixed(w->request->seed) + (uint64_t)w->number) % count);
    int64_t actions = 0;
    while (!search_ended(w, actions)) {
        actions = flat_simulate(w, &w->rows[(first + w->simulations) % count], seat);
        w->simulations++;
    }
}
