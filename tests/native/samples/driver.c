/* Every search from some positions, as a program of its own: for the sanitizers, which cannot watch
   a library within Python. */
#include <stdio.h>

#define DRIVER_HISTORY 4096

/* With `kept`, UCT goes on with the trees of the last position, with AMAF and decisive moves. */
static int driver_search(const State *s, const uint64_t *seen, int32_t method, int32_t threads,
                         int64_t nodes, void **kept)
{
    static SearchRow list[GAME_MOVES];
    Move line[8];
    double shares[GAME_SEATS];
    SearchRequest q = {
        .state = s, .seen = seen, .seen_count = seen_count(s), .method = method, .threads = threads,
        .nodes = nodes, .simulations = 3000, .max_actions = 300, .seed = 5,
        .exploration = 1.4, .seconds = 20, .depth = 100,
        .kept = kept, .amaf = kept == NULL ? 0 : 100, .decisive = kept != NULL,
    };
    SearchReport report = {.moves = list, .line = line, .line_room = 8, .shares = shares};
    bw_search(&q, &report);
    printf("method %d: error %d, best %d of %d\n", method, report.error, report.best,
           report.move_count);
    return report.error == API_OK && (report.best < 0 || report.line_length < 1);
}

int main(void)
{
    static uint64_t seen[DRIVER_HISTORY];
    static void *kept[1], *more_kept[3];
    State s;
    Rng rng;
    int wrong = 0;
    History h = {.seen = seen, .room = DRIVER_HISTORY};
    rng_seed(&rng, 1);
    sample_start(&s, seen, DRIVER_HISTORY);
    for (int32_t ply = 0; ply < 4 && !is_over(&s); ply++) {
        for (int32_t method = 0; method <= SEARCH_SOLVE; method++) {
            wrong += driver_search(&s, seen, method, 1, 1 << 16, NULL);
            wrong += driver_search(&s, seen, method, 3, 40, NULL);
        }
        wrong += driver_search(&s, seen, SEARCH_UCT, 1, 1 << 16, kept);
        wrong += driver_search(&s, seen, SEARCH_UCT, 3, 400, more_kept);
        Move list[GAME_MOVES];
        int32_t count = moves(&s, &h, list, GAME_MOVES);
        play(&s, &h, list[rng_below(&rng, (uint32_t)count)]);
    }
    bw_search_drop(kept[0]);
    for (int32_t i = 0; i < 3; i++)
        bw_search_drop(more_kept[i]);
    return wrong;
}
