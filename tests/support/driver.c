/* Plays a game from C, for tests: behind all other text of a game.

   As a library it tells which moves were drawn.  With DRIVER_MAIN it is a program for the sanitizers:

       driver LAZY TWIN DEPTH SEED

   plays LAZY actions as playouts do, then TWIN actions on two states at once, one lazily and one
   settled, which must be the same game; then counts sequences of DEPTH moves. */

#include <math.h>
#include <stdio.h>

/* Draw `steps` actions from a state, `count` times; the moves go to `out`, ~0 where the game is over. */
int32_t driver_draw(const State *root, const uint64_t *seen, uint64_t seed, int64_t count,
                    int32_t steps, Move *out)
{
    History h;
    Rng rng;
    Kept first;
    if (!copy_history(&h, root, seen)) return API_NO_MEMORY;
    list_kept(&first, root);
    rng_seed(&rng, seed);
    fault = 0;
    int32_t code = API_OK;
    for (int64_t i = 0; i < count && code == API_OK; i++) {
        State s = *root;
        Kept kept = first;
        for (int32_t step = 0; step < steps && code == API_OK; step++) {
            bool acted = false;
            if (!has_room(&h, seen_count(&s))) code = API_NO_MEMORY;
            else acted = !is_over(&s) && next_action(&s, &h, &rng, &kept);
            *out++ = acted ? h.drawn : ~(Move)0;
            if (fault) code = API_FAULT;
        }
    }
    free(h.seen);
    return code;
}

#ifdef DRIVER_MAIN

/* A state with its own history and, of exactly the size that is promised, its list of moves. */
typedef struct {
    State state;
    History history;
    Move *list;
    int32_t count;
} Walk;

static void driver_fail(const char *what, int64_t action)
{
    fprintf(stderr, "action %lld: %s\n", (long long)action, what);
    exit(1);
}

static void driver_room(Walk *w)
{
    if (!has_room(&w->history, seen_count(&w->state))) driver_fail("no memory", 0);
}

static void driver_start(Walk *w)
{
    memset(&w->state, 0, sizeof w->state);
    driver_room(w);
    fault = 0;
    start(&w->state, &w->history);
    if (fault) driver_fail("the start failed", 0);
}

/* The shares of a finished game: one winner, or several that share; in games for points or places,
   parts of the range of results. */
static void driver_check_shares(const State *s, int64_t action)
{
    int32_t wins = 0, halves = 0;
    for (int32_t seat = 0; seat < GAME_SEATS; seat++) {
        double part = share(s, seat);
        if (!(part >= 0 && part <= 1)) driver_fail("a result is out of its range", action);
        if (RESULT_POINTS || RESULT_UNIT != 2) continue;
        if (part != 0 && part != 0.5 && part != 1) driver_fail("a share is no half point", action);
        wins += part == 1;
        halves += part == 0.5;
    }
    if (RESULT_POINTS || RESULT_UNIT != 2) return;
    if (GAME_SEATS == 1) return; /* who plays alone wins, loses or draws */
    if (!((wins == 1 && halves == 0) || (wins == 0 && halves >= 2)))
        driver_fail("the shares do not belong together", action);
}

static void driver_lazy(int64_t actions, Rng *rng)
{
    Walk w = {0};
    int64_t games = 0;
    for (int64_t done = 0; done < actions && games < actions; games++) {
        driver_start(&w);
        Kept kept;
        list_kept(&kept, &w.state);
        while (!is_over(&w.state) && done < actions) {
            driver_room(&w);
            done += next_action(&w.state, &w.history, rng, &kept);
            if (fault) driver_fail("a fault in random_action", done);
        }
        if (is_over(&w.state)) driver_check_shares(&w.state, done);
    }
    free(w.history.seen);
    printf("%lld games of lazy actions\n", (long long)games);
}

/* A list cut short is the beginning of the whole one. */
static void driver_check_limit(const Walk *w, int32_t limit, int64_t action)
{
    Move *part = malloc((size_t)limit * sizeof *part);
    if (!part) driver_fail("no memory", action);
    int32_t count = moves(&w->state, &w->history, part, limit);
    if (count != limit || memcmp(part, w->list, (size_t)limit * sizeof *part))
        driver_fail("a short list of moves is not the beginning of the whole one", action);
    free(part);
}

/* The moves of a settled state, and what else may be asked of it. */
static void driver_look(Walk *w, int64_t action)
{
    const State before = w->state;
    w->count = moves(&w->state, &w->history, w->list, GAME_MOVES);
    if (fault) driver_fail("a fault in moves", action);
    if (is_over(&w->state) != (w->count == 0)) driver_fail("no moves and not over", action);
    if (is_over(&w->state)) {
        driver_check_shares(&w->state, action);
        return;
    }
    int32_t seat = actor(&w->state);
    if (seat < -1 || seat >= GAME_SEATS || (seat == -1 && !GAME_CHANCE))
        driver_fail("nobody acts", action);
    double sum = 0;
    for (int32_t i = 0; seat == -1 && i < w->count; i++) {
        double one = weight(&w->state, &w->history, w->list[i]);
        if (!(one >= 0) || !isfinite(one)) driver_fail("a weight is no weight", action);
        sum += one;
    }
    if (seat == -1 && sum <= 0) driver_fail("chance has no weight", action);
    if (action % 16 == 0) driver_check_limit(w, 1 + (int32_t)((action / 16) % w->count), action);
    if (memcmp(&before, &w->state, sizeof before)) driver_fail("looking changes a state", action);
}

static bool driver_has(const Walk *w, Move m)
{
    for (int32_t i = 0; i < w->count; i++)
        if (w->list[i] == m) return true;
    return false;
}

/* Both games are over: they have ended in the same way. */
static void driver_check_ends(const Walk *lazy, const Walk *settled, int64_t action)
{
    if (!is_over(&lazy->state) || !is_over(&settled->state))
        driver_fail("one of the twins is over, the other one is not", action);
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        if (share(&lazy->state, seat) != share(&settled->state, seat))
            driver_fail("the twins have different results", action);
    if (lazy->state.ended != settled->state.ended)
        driver_fail("the twins were ended by different lines", action);
}

/* One game on two states. The lazy one may find out one step later that it is over. */
static int64_t driver_twins(Walk *lazy, Walk *settled, int64_t action, int64_t most, Rng *rng)
{
    driver_start(lazy);
    driver_start(settled);
    while (action < most) {
        driver_room(lazy);
        driver_room(settled);
        driver_look(settled, action);
        bool acted = !is_over(&lazy->state) && random_action(&lazy->state, &lazy->history, rng);
        if (fault) driver_fail("a fault in random_action", action);
        if (!acted) {
            driver_check_ends(lazy, settled, action);
            return action;
        }
        const Move m = lazy->history.drawn;
        if (!driver_has(settled, m)) driver_fail("an illegal move was drawn", action);
        uint64_t before = hash_state(&settled->state);
        State other = settled->state;
        play(&settled->state, &settled->history, m);
        if (fault) driver_fail("a fault in play", action);
        if (hash_state(&other) != before) driver_fail("the hash of a copy differs", action);
        play(&other, &settled->history, m);
        if (memcmp(&other, &settled->state, sizeof other))
            driver_fail("the same move leads to different bytes", action);
        action++;
    }
    return action;
}

static void driver_both(int64_t actions, Rng *rng)
{
    Walk lazy = {0}, settled = {0};
    settled.list = malloc(GAME_MOVES * sizeof *settled.list);
    if (!settled.list) driver_fail("no memory", 0);
    int64_t games = 0;
    for (int64_t done = 0; done < actions && games < actions; games++)
        done = driver_twins(&lazy, &settled, done, actions, rng);
    free(settled.list);
    free(lazy.history.seen);
    free(settled.history.seen);
    printf("%lld games of twins\n", (long long)games);
}

static void driver_perft(int32_t depth)
{
    int32_t stop = 0;
    uint64_t found = 0;
    Walk w = {0};
    driver_start(&w);
    if (bw_perft(&w.state, w.history.seen, depth, &stop, &found)) driver_fail("perft failed", 0);
    free(w.history.seen);
    printf("perft %d = %llu\n", depth, (unsigned long long)found);
}

int main(int count, char **words)
{
    if (count != 5) {
        fprintf(stderr, "usage: driver LAZY TWIN DEPTH SEED\n");
        return 2;
    }
    Rng rng;
    rng_seed(&rng, strtoull(words[4], NULL, 10));
    driver_lazy(atoll(words[1]), &rng);
    driver_both(atoll(words[2]), &rng);
    driver_perft(atoi(words[3]));
    return 0;
}

#endif
