/* Drives the run-time files from C, for the sanitizers: random games, and each way of counting. */
int main(void)
{
    ApiSizes sizes;
    bw_sizes(&sizes);
    State s, after;
    int32_t room = 1 << 16, failed, stop = 0;
    uint64_t *seen = calloc((size_t)room, sizeof *seen), found;
    uint64_t *fresh = calloc((size_t)(sizes.more + 1), sizeof *fresh);
    Move *list = malloc(GAME_MOVES * sizeof *list), *other = malloc(GAME_MOVES * sizeof *other);
    int64_t sums[4 + GAME_SEATS], counts[3], overs[3];
    int32_t rows[3 * (3 + GAME_SEATS)];
    int64_t actions;
    Rng rng;
    rng_seed(&rng, 7);
    for (int game = 0; game < GAMES; game++) {
        if (bw_start(&s, seen)) return 1;
        for (int i = 0; i < 400 && !s.over; i++) {
            int32_t count = bw_moves(&s, seen, list, GAME_MOVES);
            if (count <= 0 || seen_count(&s) + sizes.more > room) break;
            Move m = list[rng_below(&rng, (uint32_t)count)];
            double w;
            bw_weights(&s, seen, &m, 1, &w);
            if (!(w >= 0)) return 3;
            int32_t had = seen_count(&s);
            if (bw_play(&s, seen, m, &after, fresh, &failed, other)) return 4;
            if (GAME_SEEN)
                memcpy(seen + had, fresh, (size_t)(seen_count(&after) - had) * sizeof *seen);
            hash_state(&after);
            s = after;
        }
    }
    if (bw_start(&s, seen)) return 5;
    if (bw_playouts(&s, seen, 0, GAMES, 1, 2, 3000, &stop, sums)) return 6;
    if (bw_playout_each(&s, seen, 5, 3, 1, 3000, &stop, rows, NULL, &actions)) return 2;
    Move played[300];
    if (bw_playout_each(&s, seen, 5, 1, 1, 300, &stop, NULL, played, &actions)) return 9;
    if (bw_perft(&s, seen, GAME_MOVES > 300 ? 1 : 2, &stop, &found)) return 7;
    if (POSITIONS && GAME_SEEN == 0 && bw_positions(&s, 1, &stop, counts, overs)) return 8;
    free(seen);
    free(fresh);
    free(list);
    free(other);
    return 0;
}
