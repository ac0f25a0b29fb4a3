
/* ---- the functions of the header ---- */

_Static_assert(sizeof(State) == sizeof(((prefix_state *)0)->words), "the size in the header");
_Static_assert(sizeof(Rng) == sizeof(prefix_random), "the size in the header");

/* The State inside the words of the caller, copied so that no rule of aliasing is broken. */
static State opened(const prefix_state *state)
{
    State s;
    memcpy(&s, state->words, sizeof s);
    return s;
}

static void closed(prefix_state *state, const State *s, const History *h)
{
    memcpy(state->words, s, sizeof *s);
    state->seen = h->seen;
    state->room = h->room;
}

/* The history of a state, with room for the next action; false if there is no memory. */
static bool opened_history(prefix_state *state, const State *s, History *h)
{
    *h = (History){.seen = state->seen, .room = state->room};
    if (!has_room(h, seen_count(s))) return false;
    state->seen = h->seen;
    state->room = h->room;
    return true;
}

int prefix_start(prefix_state *state)
{
    State s;
    History h = {0};
    memset(state, 0, sizeof *state);
    if (!has_room(&h, 0)) return PREFIX_NO_MEMORY;
    fault = 0;
    start(&s, &h);
    if (fault) free(h.seen);
    else closed(state, &s, &h);
    return fault ? PREFIX_TOO_LONG : PREFIX_OK;
}

int prefix_copy(prefix_state *to, const prefix_state *from)
{
    State s = opened(from);
    History h;
    memset(to, 0, sizeof *to);
    if (!copy_history(&h, &s, from->seen)) return PREFIX_NO_MEMORY;
    closed(to, &s, &h);
    return PREFIX_OK;
}

void prefix_free(prefix_state *state)
{
    free(state->seen);
    memset(state, 0, sizeof *state);
}

/* A function that only tells something of a position. */
#define PREFIX_TELLS(type, head, told) type head { const State s = opened(state); return told; }
PREFIX_TELLS(bool, prefix_is_over(const prefix_state *state), is_over(&s))
PREFIX_TELLS(int, prefix_seat(const prefix_state *state), is_over(&s) ? PREFIX_NOBODY : actor(&s))
PREFIX_TELLS(int, prefix_colour(const prefix_state *state, int seat), s.colour_of[seat])
PREFIX_TELLS(double, prefix_result(const prefix_state *state, int seat),
             is_over(&s) ? result(&s, seat) : 0)
PREFIX_TELLS(int, prefix_turn(const prefix_state *state), s.turns)
PREFIX_TELLS(int, prefix_owner(const prefix_state *state, int cell), owner_at(&s, cell_codes[cell]))
PREFIX_TELLS(int, prefix_kind(const prefix_state *state, int cell),
             owner_at(&s, cell_codes[cell]) == PREFIX_NOBODY ? PREFIX_NOBODY
                                                             : kind_at(&s, cell_codes[cell]))
PREFIX_TELLS(uint64_t, prefix_hash(const prefix_state *state), hash_state(&s))

int prefix_moves(prefix_state *state, prefix_move *list)
{
    State s = opened(state);
    History h;
    if (!opened_history(state, &s, &h)) return PREFIX_NO_MEMORY;
    fault = 0;
    int32_t count = moves(&s, &h, list, GAME_MOVES);
    return fault ? PREFIX_TOO_LONG : count;
}

double prefix_weight(prefix_state *state, prefix_move move)
{
    State s = opened(state);
    const History h = {.seen = state->seen, .room = state->room};
    begin_step();
    return !is_over(&s) && actor(&s) < 0 ? weight(&s, &h, move) : 1;
}

int prefix_play(prefix_state *state, prefix_move move)
{
    State before = opened(state);
    Move *list = malloc(GAME_MOVES * sizeof *list);
    if (!list) return PREFIX_NO_MEMORY;
    int count = prefix_moves(state, list), code = count < 0 ? count : PREFIX_ILLEGAL;
    for (int i = 0; i < count && code != PREFIX_OK; i++)
        if (list[i] == move) code = PREFIX_OK;
    free(list);
    if (code == PREFIX_OK) code = prefix_play_legal(state, move);
    if (code == PREFIX_TOO_LONG) memcpy(state->words, &before, sizeof before);
    return code;
}

int prefix_play_legal(prefix_state *state, prefix_move move)
{
    State s = opened(state);
    History h;
    if (!opened_history(state, &s, &h)) return PREFIX_NO_MEMORY;
    fault = 0;
    play(&s, &h, move);
    closed(state, &s, &h);
    return fault ? PREFIX_TOO_LONG : PREFIX_OK;
}

int prefix_move_text(prefix_move move, char *buffer, int size)
{
    const MoveForm *form = form_of(move);
    int length = 0;
    for (int i = -1; form && i < form->count; i++) {
        const char *word = form->name;
        if (i >= 0) {
            const MoveWords *part = &words_of[form->first + i];
            int32_t place = (int32_t)(move >> part->shift & part->mask);
            word = place < part->count ? part->texts[place] : "?";
            if (length + 1 < size) buffer[length] = ' ';
            length++;
        }
        for (; *word; word++, length++)
            if (length + 1 < size) buffer[length] = *word;
    }
    if (size > 0) buffer[length < size ? length : size - 1] = 0;
    return length;
}

int prefix_find_move(prefix_state *state, const char *text, prefix_move *move)
{
    char words[PREFIX_MAX_TEXT];
    Move *list = malloc(GAME_MOVES * sizeof *list);
    if (!list) return PREFIX_NO_MEMORY;
    int count = prefix_moves(state, list), code = count < 0 ? count : PREFIX_ILLEGAL;
    for (int i = 0; i < count && code != PREFIX_OK; i++) {
        prefix_move_text(list[i], words, sizeof words);
        if (strcmp(words, text)) continue;
        *move = list[i];
        code = PREFIX_OK;
    }
    free(list);
    return code;
}

/* ---- random play ---- */

void prefix_seed(prefix_random *random, uint64_t seed)
{
    Rng r;
    rng_seed(&r, seed);
    memcpy(random->words, &r, sizeof r);
}

int prefix_random_move(prefix_state *state, prefix_random *random, prefix_move *move)
{
    Move *list = malloc(GAME_MOVES * sizeof *list);
    if (!list) return PREFIX_NO_MEMORY;
    int count = prefix_moves(state, list);
    if (count > 0) {
        Rng r;
        memcpy(&r, random->words, sizeof r);
        State s = opened(state);
        const History h = {.seen = state->seen, .room = state->room};
        *move = list[actor(&s) < 0 ? drawn_by_weight(&s, &h, list, count, rng_unit(&r))
                                   : (int32_t)rng_below(&r, (uint32_t)count)];
        memcpy(random->words, &r, sizeof r);
    }
    free(list);
    return count < 0 ? count : count ? PREFIX_OK : PREFIX_ILLEGAL;
}

int64_t prefix_playout(const prefix_state *state, prefix_random *random, int64_t most,
                       double results[PREFIX_SEATS])
{
    State s = opened(state);
    History h;
    Rng r;
    memcpy(&r, random->words, sizeof r);
    if (!copy_history(&h, &s, state->seen)) return PREFIX_NO_MEMORY;
    uint64_t marks[MARK_WORDS];
    h.marks = marks;
    mark_afresh(&h, seen_count(&s));
    int64_t count = 0, code = PREFIX_OK;
    fault = 0;
    while (code == PREFIX_OK && count < most && !is_over(&s)) {
        if (!has_room(&h, seen_count(&s))) code = PREFIX_NO_MEMORY;
        else count += random_action(&s, &h, &r);
        if (fault) code = PREFIX_TOO_LONG;
    }
    for (int seat = 0; seat < PREFIX_SEATS; seat++)
        results[seat] = is_over(&s) ? result(&s, seat) : (double)RESULT_DRAW / RESULT_UNIT;
    free(h.seen);
    memcpy(random->words, &r, sizeof r);
    return code == PREFIX_OK ? count : code;
}
