/* What all run-time files share: codes of errors, and histories of their own. */

#include <pthread.h>
#include <stdatomic.h>

enum { API_OK, API_ILLEGAL, API_FAULT, API_NO_MEMORY, API_STOPPED, API_SET_UP, API_CODES };

/* What went wrong: a turn that takes too long to look through, or a set-up that failed. */
static int32_t api_fault(void) { return fault == SET_UP_FAULT ? API_SET_UP : API_FAULT; }

/* A history of one's own, which begins with those entries of a state. */
static bool api_history(History *h, const State *s, const uint64_t *seen)
{
    *h = (History){0};
    if (GAME_SEEN == 0) return true;
    if (!has_room(h, seen_count(s))) return false;
    memcpy(h->seen, seen, (size_t)seen_count(s) * sizeof *seen);
    return true;
}
