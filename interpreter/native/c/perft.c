/* Counting sequences of moves of a given length; the last move of each is counted, not played. */

typedef struct {
    State state;
    Move *list;
    int32_t count, next;
} PerftLevel;

typedef struct {
    PerftLevel *levels;
    Move *scratch; /* room for the moves of any state */
    History history;
    const volatile int32_t *stop;
    uint64_t found;
    int32_t last; /* the level whose moves are only counted */
} Perft;

/* Lists the moves of a level's state; on the last level it only counts them. */
static int32_t perft_enter(Perft *p, int32_t at)
{
    PerftLevel *level = &p->levels[at];
    int32_t count = moves(&level->state, &p->history, p->scratch, GAME_MOVES);
    if (fault) return api_fault();
    level->next = level->count = 0;
    if (at == p->last) {
        p->found += (uint64_t)count;
        return API_OK;
    }
    if (!GROWN(level->list, count + 1)) return API_NO_MEMORY;
    memcpy(level->list, p->scratch, (size_t)count * sizeof *level->list);
    level->count = count;
    return API_OK;
}

static int32_t perft_count(Perft *p)
{
    int32_t at = 0, code = perft_enter(p, 0);
    while (code == API_OK && at >= 0) {
        PerftLevel *level = &p->levels[at];
        if (level->next >= level->count) {
            at--;
            continue;
        }
        if (*p->stop) return API_STOPPED;
        if (!has_room(&p->history, seen_count(&level->state))) return API_NO_MEMORY;
        p->levels[at + 1].state = level->state;
        play(&p->levels[at + 1].state, &p->history, level->list[level->next++]);
        code = fault ? api_fault() : perft_enter(p, ++at);
    }
    return code;
}

/* The number of sequences of exactly `depth` moves from a state; shorter games do not count. */
int32_t bw_perft(const State *root, const uint64_t *seen, int32_t depth,
                 const volatile int32_t *stop, uint64_t *found)
{
    *found = 1;
    if (depth <= 0) return API_OK;
    fault = 0;
    Perft p = {.stop = stop, .last = depth - 1};
    p.levels = calloc((size_t)depth, sizeof *p.levels);
    p.scratch = malloc(GAME_MOVES * sizeof *p.scratch);
    int32_t code = API_NO_MEMORY;
    if (p.levels && p.scratch && copy_history(&p.history, root, seen)) {
        p.levels[0].state = *root;
        code = perft_count(&p);
    }
    for (int32_t i = 0; p.levels && i < depth; i++) free(p.levels[i].list);
    free(p.levels);
    free(p.scratch);
    free(p.history.seen);
    *found = p.found;
    return code;
}
