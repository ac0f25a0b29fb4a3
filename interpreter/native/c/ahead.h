/* What the rules of a game use to look ahead in a turn, within bounds. */

/* Set when a bounded search for a way through a turn gave up, or a set-up failed. */
static _Thread_local int32_t fault;

/* Looking for a way through a turn ends, with a fault, after so many situations, and after so many
   actions ahead: each of them holds a state on the stack. */
#define MOST_LOOKS 1000000
#define DEEPEST_LOOK 400
static _Thread_local int32_t looks, depth_of_looks;
static inline bool look(void)
{
    if (depth_of_looks++ == 0) looks = 0;
    if (++looks > MOST_LOOKS || depth_of_looks > DEEPEST_LOOK) fault = 1;
    return fault == 0;
}
