/* What Python calls to play a game: its start, the moves of a state, and the state after a move.

   A state that Python holds is settled: its menu is known. Its history is passed as hashes.
   Calls from Python are slow in any case: what only they need is RARE, which is compiled sooner. */

typedef struct {
    int64_t state_bytes, seats, moves, seen, more, rounds_fault;
} ApiSizes;

RARE void bw_sizes(ApiSizes *sizes)
{
    *sizes = (ApiSizes){sizeof(State), GAME_SEATS, GAME_MOVES, GAME_SEEN, HISTORY_MORE,
                         ROUNDS_FAULT};
}

/* Copies the hashes after the first `count` ones to `fresh`. */
static void api_fresh(const History *h, const State *s, int32_t count, uint64_t *fresh)
{
    if (GAME_SEEN == 0) return;
    memcpy(fresh, h->seen + count, (size_t)(seen_count(s) - count) * sizeof *fresh);
}

/* The state at the start; `fresh` has room for HISTORY_MORE hashes. */
RARE int32_t bw_start(State *s, uint64_t *fresh)
{
    History h = {0};
    if (!has_room(&h, 0)) return API_NO_MEMORY;
    fault = 0;
    start(s, &h);
    if (!fault) api_fresh(&h, s, 0, fresh);
    free(h.seen);
    return fault ? api_fault() : API_OK;
}

/* Lists at most `limit` moves; returns their number, or less than 0 for the code of a fault. */
int32_t bw_moves(const State *s, const uint64_t *seen, Move *out, int32_t limit)
{
    const History h = {.seen = (uint64_t *)seen, .room = seen_count(s)};
    fault = 0;
    int32_t count = moves(s, &h, out, limit);
    return fault ? -api_fault() : count;
}

/* The weights of some of the moves of a state at which chance decides: together one step. */
RARE int32_t bw_weights(const State *s, const uint64_t *seen, const Move *list, int32_t count,
                        double *out)
{
    const History h = {.seen = (uint64_t *)seen, .room = seen_count(s)};
    fault = 0;
    begin_step();
    for (int32_t i = 0; i < count && !fault; i++) out[i] = weight(s, &h, list[i]);
    return fault ? api_fault() : API_OK;
}

/* Whether a move is legal in a state with this history, on which the legal moves may depend. */
static bool api_is_legal(const State *s, const uint64_t *seen, Move m, Move *list)
{
    const History h = {.seen = (uint64_t *)seen, .room = seen_count(s)};
    int32_t count = moves(s, &h, list, GAME_MOVES);
    for (int32_t i = 0; i < count; i++)
        if (list[i] == m) return true;
    return false;
}

/* The state after a move, the hashes that the move added, and which attempt failed (0: none).
   `list` has room for GAME_MOVES moves; without one, the move is known to be legal. */
RARE int32_t bw_play(const State *before, const uint64_t *seen, Move m, State *after,
                     uint64_t *fresh, int32_t *failed, Move *list)
{
    fault = 0;
    if (list && !api_is_legal(before, seen, m, list)) return fault ? api_fault() : API_ILLEGAL;
    History h;
    if (!copy_history(&h, before, seen)) return API_NO_MEMORY;
    *after = *before;
    *failed = attempt(before, &h, m);
    play(after, &h, m);
    if (!fault) api_fresh(&h, after, seen_count(before), fresh);
    free(h.seen);
    return fault ? api_fault() : API_OK;
}

/* Completes a state whose fields Python has written: the fields derived from the board, and the
   menu of the point at which its turn goes on (-1: it does not). */
RARE int32_t bw_settle(State *s, const uint64_t *seen, int32_t point)
{
    const History h = {.seen = (uint64_t *)seen, .room = seen_count(s)};
    fault = 0;
    begin_step();
    rebuild(s);
    if (point < 0) return API_OK;
    int32_t menu = resolve(s, &h, point);
    if (fault || menu < 0) return fault ? api_fault() : API_ILLEGAL;
    arrive(s, &h, menu);
    return API_OK;
}

/* The GAME_SEEN hashes of a state at the end of a turn. */
RARE void bw_hashes(const State *s, uint64_t *out)
{
    State copy = *s;
    History h = {.seen = out, .room = GAME_SEEN};
    copy.seen_count = 0;
    fault = 0;
    begin_step();
    remember(&copy, &h);
}

/* A state but for what makes no difference to what may follow it: nothing can, once it is over. */
RARE void bw_key(const State *s, State *key)
{
    *key = *s;
    any_time(key);
    if (key->over) key->seat = key->turns = 0;
}
