/* Uniformly random games, shared between threads. */

typedef struct {
    PlayoutJob *job;
    PlayoutSums sums;
    pthread_t thread;
} PlayoutWorker;

static void *playout_work(void *argument)
{
    PlayoutWorker *w = argument;
    PlayoutJob *job = w->job;
    History h;
    fault = 0;
    uint64_t marks[MARK_WORDS];
    int32_t code = copy_history(&h, &job->root, job->seen) ? API_OK : API_NO_MEMORY;
    h.marks = marks;
#ifdef HAS_LANES
    if (code == API_OK) code = play_in_lanes(job, &w->sums, &h);
#endif
    while (code == API_OK && atomic_load(&job->code) == API_OK) {
        int64_t number = atomic_fetch_add(&job->next, 1);
        if (number >= job->end) break;
        State s;
        int64_t actions;
        code = *job->stop ? API_STOPPED : playout_game(job, number, &s, &h, &actions, NULL);
        if (code == API_OK) playout_count(&w->sums, &s, actions);
    }
    if (code != API_OK) atomic_store(&job->code, code);
    free(h.seen);
    return NULL;
}

/* `count` games from a state, from number `first` on; `sums` has games, draws, actions, unfinished games, and what
   each seat got, in units. The calling thread is one of the `threads`. */
int32_t bw_playouts(const State *root, const uint64_t *seen, int64_t first, int64_t count,
                    uint64_t seed, int32_t threads, int64_t max_actions,
                    const volatile int32_t *stop, int64_t *sums)
{
    PlayoutJob job = {.root = *root, .seen = seen, .end = first + count, .next = first,
                      .max_actions = max_actions, .seed = seed, .stop = stop};
    list_kept(&job.kept, root);
    PlayoutWorker *workers = calloc((size_t)threads, sizeof *workers);
    if (!workers) return API_NO_MEMORY;
    int32_t started = 1;
    workers[0].job = &job;
    for (; started < threads; started++) {
        workers[started].job = &job;
        if (pthread_create(&workers[started].thread, NULL, playout_work, &workers[started])) break;
    }
    playout_work(&workers[0]);
    PlayoutSums all = workers[0].sums;
    for (int32_t i = 1; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        playout_add(&all, &workers[i].sums, 1);
    }
    free(workers);
    memcpy(sums, &all, sizeof all); /* which has nothing but numbers of 64 bits, in this order */
    return atomic_load(&job.code);
}

/* Games one after the other, from number `first` on, for whoever wants more of them than sums: for
   each its actions, turns, whether it is over, and what each seat gets, in units, as a row; and its
   moves, cut off at `max_actions`; either may be NULL. `actions` has those of the last game. */
RARE int32_t bw_playout_each(const State *root, const uint64_t *seen, int64_t first, int64_t count,
                             uint64_t seed, int64_t max_actions, const volatile int32_t *stop,
                             int32_t *rows, Move *moves, int64_t *actions)
{
    PlayoutJob job = {.root = *root, .seed = seed, .max_actions = max_actions, .stop = stop};
    list_kept(&job.kept, root);
    History h;
    uint64_t marks[MARK_WORDS];
    if (!copy_history(&h, root, seen)) return API_NO_MEMORY;
    h.marks = marks;
    fault = 0;
    int32_t code = API_OK;
    for (int64_t i = 0; i < count && code == API_OK; i++) {
        State s;
        code = *stop ? API_STOPPED : playout_game(&job, first + i, &s, &h, actions, moves);
        if (code != API_OK || !rows) continue;
        *rows++ = (int32_t)*actions;
        *rows++ = s.turns;
        *rows++ = is_over(&s);
        for (int32_t seat = 0; seat < GAME_SEATS; seat++) *rows++ = playout_units(&s, seat);
    }
    free(h.seen);
    return code;
}
