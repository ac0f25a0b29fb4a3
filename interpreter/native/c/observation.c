/* What `viewer` sees of a state, and of the `count` states in which earlier turns began, newest first;
   `out` has OBSERVED numbers, of which those where no cell is are 0 already. */
void bw_observe(const State *s, const State *earlier, int32_t count, int32_t viewer, float *out)
{
    int32_t col[GAME_SEATS];
    for (int32_t n = 0; n < GAME_SEATS; n++) col[n] = s->colour_of[(viewer + n) % GAME_SEATS];
    observe_board(s, col, viewer, out);
    for (int32_t age = 1; age < HISTORY; age++) {
        float *then = out + age * OBSERVED_BOARD;
        if (age <= count) observe_board(&earlier[age - 1], col, viewer, then);
        else memset(then, 0, OBSERVED_BOARD * sizeof *then);
    }
    observe_rest(s, col, viewer, out);
}
