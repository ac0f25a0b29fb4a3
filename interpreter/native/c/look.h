/* Looking for a way through a turn ends, with a fault, after MAX_LOOKS positions from which actions
   have to be tried, and after MAX_LOOKS_DEEP actions ahead: each of them holds a state on the stack.
   The reference engine counts in the same way. */
static _Thread_local uint32_t looks, depth_of_looks, most_looks = MAX_LOOKS;

static inline void begin_look(void)
{
    if (depth_of_looks++ == 0) looks = 0;
}

/* Whether actions may be tried from one position more. */
static inline bool look(void)
{
    if (++looks > most_looks || depth_of_looks > MAX_LOOKS_DEEP) fault = 1;
    return fault == 0;
}

/* A position one action on, where a condition says whether there is a way. */
static inline void look_ahead(void)
{
    looks++;
    if (depth_of_looks >= MAX_LOOKS_DEEP) fault = 1;
}

static inline void end_look(void)
{
    if (--depth_of_looks == 0 && looks > MAX_LOOKS) fault = 1;
}

/* Counts the positions of an outermost look with the step of play, all at once. */
static inline void count_looks(void)
{
    if (depth_of_looks == 0 && fault == 0) count_rounds(LOOKS, (int64_t)looks * ROUNDS_A_LOOK);
}
