
static int32_t *fault_here(void) { return &fault; }

/* Keeps gcc 12 from inlining `random_action` into the loop of random games, as it does if only they
   call it; games of few actions would be a tenth slower. */
static __attribute__((noinline)) bool lent_action(State *s, History *h, Rng *r)
{
    return random_action(s, h, r);
}

const Rules bw_rules = {
    moves, play, lent_action, weight, hash_state, within_turn, between_turns, any_time, fault_here,
};
