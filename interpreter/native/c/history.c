/* What all run-time files share: codes of errors, and room for the hashes of a history. */

#include <pthread.h>
#include <stdatomic.h>

enum { API_OK, API_ILLEGAL, API_FAULT, API_NO_MEMORY, API_STOPPED, API_SET_UP };

/* What went wrong: a turn that takes too long to look through, or a set-up that failed. */
static int32_t api_fault(void) { return fault == SET_UP_FAULT ? API_SET_UP : API_FAULT; }

#define API_MORE (2 * GAME_SEEN * (GAME_SEATS + 1)) /* what one action may add to a history */

/* Room for what the next action may write; false where there is no memory. */
static bool api_room(History *h, int32_t count)
{
    int64_t wanted = (int64_t)count + API_MORE;
    if (GAME_SEEN == 0 || h->room >= wanted) return true;
    wanted += wanted / 2 + 64;
    if (wanted > INT32_MAX) return false;
    uint64_t *seen = realloc(h->seen, (size_t)wanted * sizeof *seen);
    if (!seen) return false;
    h->seen = seen;
    h->room = (int32_t)wanted;
    return true;
}

/* A history of one's own, which begins with those entries of a state. */
static bool api_history(History *h, const State *s, const uint64_t *seen)
{
    *h = (History){0};
    if (GAME_SEEN == 0) return true;
    if (!api_room(h, seen_count(s))) return false;
    memcpy(h->seen, seen, (size_t)seen_count(s) * sizeof *seen);
    return true;
}
