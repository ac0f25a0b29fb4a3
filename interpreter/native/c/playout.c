/* One uniformly random game.

   Game number i of a seed is the same on any number of threads and in any lane; sums of whole numbers
   are exact. */

typedef struct {
    int64_t games, draws, actions, unfinished;
    int64_t units[GAME_SEATS];
} PlayoutSums;

typedef struct {
    State root;
    Kept kept; /* of the root */
    const uint64_t *seen;
    int64_t end, max_actions;
    uint64_t seed;
    const volatile int32_t *stop;
    atomic_int_fast64_t next;
    atomic_int code;
} PlayoutJob;

/* Where a game was cut off, perhaps nobody can move, which only the next action shows. */
static int32_t playout_last(State *s, History *h, Rng *rng)
{
    State next = *s;
    if (!has_room(h, seen_count(s))) return API_NO_MEMORY;
    if (!random_action(&next, h, rng)) *s = next;
    return fault ? api_fault() : API_OK;
}

/* One game, from `s` to its end or to the limit of actions; `moves` (or NULL) has room for them. */
static PLAYED int32_t playout_game(const PlayoutJob *job, int64_t number, State *s, History *h,
                                   int64_t *actions, Move *moves)
{
    Rng rng;
    Kept kept = job->kept;
    mark_afresh(h, seen_count(&job->root));
    rng_seed(&rng, mixed(job->seed) + (uint64_t)number);
    *s = job->root;
    for (*actions = 0; !is_over(s) && *actions < job->max_actions;) {
        if (!has_room(h, seen_count(s))) return API_NO_MEMORY;
        if (next_action(s, h, &rng, &kept)) {
            if (moves) moves[*actions] = h->drawn;
            ++*actions;
        } else if (fault) {
            return api_fault();
        }
        if ((*actions & 4095) == 0 && *job->stop) return API_STOPPED;
    }
    if (is_over(s) || fault) return fault ? api_fault() : API_OK; /* read once: thread-local */
    return playout_last(s, h, &rng);
}

/* What a seat gets, in units; as in a draw if the game is not over. */
static int32_t playout_units(const State *s, int32_t seat)
{
    return is_over(s) ? units(s, seat) : RESULT_DRAW;
}

static void playout_count(PlayoutSums *sums, const State *s, int64_t actions)
{
    sums->games++;
    sums->actions += actions;
    int32_t top = RESULT_LOW, best = 0; /* seats that have the most */
    for (int32_t seat = 0; seat < GAME_SEATS; seat++) {
        int32_t got = playout_units(s, seat);
        sums->units[seat] += got;
        best = got > top ? 1 : best + (got == top);
        top = got > top ? got : top;
    }
    sums->unfinished += !is_over(s);
    sums->draws += is_over(s) && (GAME_SEATS == 1 ? top == RESULT_DRAW : best > 1);
}

/* Adds the sums of some games, as often as there are such games. */
static void playout_add(PlayoutSums *sums, const PlayoutSums *more, int64_t times)
{
    sums->games += times * more->games;
    sums->draws += times * more->draws;
    sums->actions += times * more->actions;
    sums->unfinished += times * more->unfinished;
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        sums->units[seat] += times * more->units[seat];
}
