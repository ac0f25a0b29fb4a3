
static int32_t *fault_here(void) { return &fault; }

/* A function of its own: where only random games call `random_action`, gcc 12 copies it into their
   loop, and games of few actions are a tenth slower. */
static __attribute__((noinline)) bool lent_action(State *s, History *h, Rng *r)
{
    return random_action(s, h, r);
}

const Rules bw_rules = {
    moves, play, lent_action, weight, hash_state, within_turn, between_turns, any_time, fault_here,
};
