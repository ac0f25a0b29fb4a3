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

/* Counts the positions of an outermost look with the step of play, all at once. */
APART static void end_long_look(void)
{
    if (looks > MAX_LOOKS) fault = 1;
    if (fault == 0) count_rounds(LOOKS, (int64_t)looks * ROUNDS_A_LOOK);
}

/* Short looks, of which there are at most a few for each move, are not counted: it would cost time.
   Where looks cannot come to much in a step, SHORT_LOOK is MAX_LOOKS. */
static inline void end_look(void)
{
    if (--depth_of_looks == 0 && looks > SHORT_LOOK) end_long_look();
}
