/* What all run-time files share: error codes, and private copies of histories. */

#include <pthread.h>
#include <stdatomic.h>

enum { API_OK, API_ILLEGAL, API_FAULT, API_NO_MEMORY, API_STOPPED, API_SET_UP, API_CODES };

/* The code of a fault: a turn that is too long for the look-ahead, or a set-up that failed. */
static int32_t api_fault(void) { return fault == SET_UP_FAULT ? API_SET_UP : API_FAULT; }

/* A private history that begins with the entries of a state; false if there is no memory. */
static bool api_history(History *h, const State *s, const uint64_t *seen)
{
    *h = (History){0};
    if (GAME_SEEN == 0) return true;
    if (!has_room(h, seen_count(s))) return false;
    memcpy(h->seen, seen, (size_t)seen_count(s) * sizeof *seen);
    return true;
}
