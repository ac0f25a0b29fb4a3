/* Games played again from their moves, for whoever measures them: the state before each move and
   how many moves there were to choose from, and the state at the end. */

/* One game of `count` legal moves from `s`; `states` has room for one more than `legal`. */
static int32_t replay_game(State *s, History *h, const Move *played, int64_t count, Move *list,
                           State *states, int32_t *legal)
{
    for (int64_t i = 0; i < count; i++) {
        states[i] = *s;
        legal[i] = moves(s, h, list, GAME_MOVES);
        if (fault) return api_fault();
        if (!has_room(h, seen_count(s))) return API_NO_MEMORY;
        play(s, h, played[i]);
        if (fault) return api_fault();
    }
    states[count] = *s;
    return API_OK;
}

/* `games` games from a state, one behind another in `played`; `lengths` has their numbers of moves.
   The moves must be legal. */
int32_t bw_replay(const State *root, const uint64_t *seen, int64_t games, const int64_t *lengths,
                  const Move *played, const volatile int32_t *stop, State *states, int32_t *legal)
{
    History h;
    Move *list = malloc(GAME_MOVES * sizeof *list);
    int32_t code = list && copy_history(&h, root, seen) ? API_OK : API_NO_MEMORY;
    if (code != API_OK) {
        free(list);
        return code;
    }
    fault = 0;
    for (int64_t i = 0; i < games && code == API_OK; i++) {
        State s = *root;
        code = *stop ? API_STOPPED : replay_game(&s, &h, played, lengths[i], list, states, legal);
        played += lengths[i];
        legal += lengths[i];
        states += lengths[i] + 1;
    }
    free(h.seen);
    free(list);
    return code;
}
