
static int32_t *fault_here(void) { return &fault; }

const Rules bw_rules = {
    moves, play, random_action, weight, hash_state, within_turn, between_turns, any_time, fault_here,
#if GAME_SCORES
    scores,
#endif
};
