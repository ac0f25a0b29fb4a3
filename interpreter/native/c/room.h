/* Room for the hashes of a history, and private copies of it. */

#define HISTORY_MORE (2 * GAME_SEEN * (GAME_SEATS + 1)) /* what one action may add */

/* Room for what the next action may write; false where there is no memory. */
static bool has_room(History *h, int32_t count)
{
    int64_t wanted = (int64_t)count + HISTORY_MORE;
    if (GAME_SEEN == 0 || h->room >= wanted) return true;
    wanted += wanted / 2 + 64;
    if (wanted > INT32_MAX) return false;
    if (!GROWN(h->seen, wanted)) return false;
    h->room = (int32_t)wanted;
    return true;
}

/* A private history that begins with the entries of a state; false if there is no memory. */
static bool copy_history(History *h, const State *s, const uint64_t *seen)
{
    *h = (History){0};
    if (GAME_SEEN == 0) return true;
    if (!has_room(h, seen_count(s))) return false;
    memcpy(h->seen, seen, (size_t)seen_count(s) * sizeof *seen);
    return true;
}
