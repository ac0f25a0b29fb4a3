/* Set when a bounded search for a way through a turn gave up, or a set-up failed. */
static _Thread_local int32_t fault;

/* What the loops that are counted may still go through in this step of play. */
static _Thread_local int64_t rounds_left;

static inline void begin_step(void)
{
    if (fault < ROUNDS_FAULT) rounds_left = MAX_IN_PLAY; /* else nothing goes round any more */
}

APART static bool too_many_rounds(int32_t loop)
{
    if (fault == 0) fault = ROUNDS_FAULT + loop;
    return false;
}

/* Whether a loop may go round for so much: once more, or all at once. */
static inline bool count_rounds(int32_t loop, int64_t price)
{
    rounds_left -= price;
    return __builtin_expect(rounds_left >= 0, 1) || too_many_rounds(loop);
}
