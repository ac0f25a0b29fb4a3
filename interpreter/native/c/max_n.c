/* Exhaustive search for games of one seat, of three or more seats, or with chance.

   Each seat maximises its own share and takes the first of equal moves; chance gives the mean by
   weight. Only a certain win of the seat that acts prunes the other moves: with more than two
   seats, or with chance, a good move of one seat says little about the rest. */

#if !DEEP_TWO_SEATS

typedef struct {
    double shares[GAME_SEATS];
    bool proved;
    uint32_t best;
} MaxNValue;

static MaxNValue max_n_search(Deep *d, int32_t ply, int32_t depth);

static MaxNValue max_n_flat(const State *s)
{
    MaxNValue value = {.proved = is_over(s)};
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        value.shares[seat] = value.proved ? share(s, seat) : SEARCH_UNKNOWN;
    return value;
}

static MaxNValue max_n_try(Deep *d, int32_t ply, int32_t depth, size_t list, uint32_t place)
{
    int64_t before = d->w->simulations;
    if (!deep_play(d, ply, d->moves[list + place])) {
        d->cut_short = true;
        return max_n_flat(&d->states[ply]);
    }
    MaxNValue value = max_n_search(d, ply + 1, depth - 1);
    if (ply == 0 && !d->cut_short) {
        SearchRow *row = &d->w->rows[place];
        double mean = value.shares[actor(&d->states[0])];
        row->visits += d->w->simulations - before;
        row->sum = mean * (double)row->visits;
        row->proved = value.proved ? mean : -1;
    }
    return value;
}

static MaxNValue max_n_chance(Deep *d, int32_t ply, int32_t depth, int32_t count)
{
    size_t list = d->top - (size_t)count;
    MaxNValue mean = {.proved = true};
    double total = 0;
    for (int32_t i = 0; i < count && !d->cut_short; i++) {
        double part = weight(&d->states[ply], &d->w->history, d->moves[list + (size_t)i]);
        MaxNValue value = max_n_try(d, ply, depth, list, (uint32_t)i);
        mean.proved &= value.proved;
        total += part;
        for (int32_t seat = 0; seat < GAME_SEATS; seat++)
            mean.shares[seat] += part * value.shares[seat];
    }
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        mean.shares[seat] /= total;
    return mean;
}

static MaxNValue max_n_seat(Deep *d, int32_t ply, int32_t depth, int32_t count)
{
    size_t list = d->top - (size_t)count;
    int32_t seat = actor(&d->states[ply]);
    MaxNValue best = {.proved = false};
    bool all_proved = true;
    for (int32_t i = 0; i < count && !d->cut_short; i++) {
        uint32_t place = deep_next(d, list, i, count);
        MaxNValue value = max_n_try(d, ply, depth, list, place);
        all_proved &= value.proved;
        if (i == 0 || value.shares[seat] > best.shares[seat]) {
            best = value;
            best.best = place;
        }
        if (value.proved && value.shares[seat] >= 1)
            break;
    }
    best.proved = all_proved || (best.proved && best.shares[seat] >= 1);
    if (best.proved)
        *deep_cuts(d, seat, d->moves[list + best.best]) += (int64_t)depth * depth;
    return best;
}

static MaxNValue max_n_expand(Deep *d, int32_t ply, int32_t depth, const DeepEntry *entry)
{
    int32_t count = deep_list(d, ply, entry, depth > 1);
    if (search_ended(d->w, count)) {
        d->cut_short = true;
        return max_n_flat(&d->states[ply]);
    }
    d->top += (size_t)count;
    MaxNValue value = actor(&d->states[ply]) == SEARCH_NATURE
        ? max_n_chance(d, ply, depth, count) : max_n_seat(d, ply, depth, count);
    d->top -= (size_t)count;
    return value;
}

/* The value of the position at a ply, from a search that many actions deep. */
static MaxNValue max_n_search(Deep *d, int32_t ply, int32_t depth)
{
    int64_t before = d->w->simulations;
    if (!deep_count(d) || is_over(&d->states[ply]) || depth == 0)
        return max_n_flat(&d->states[ply]);
    uint64_t key = deep_key(d, ply);
    const DeepEntry *entry = deep_find(d, key);
    if (ply > 0 && entry != NULL && (entry->proved || entry->depth >= depth)) {
        MaxNValue known = {.proved = entry->proved, .best = entry->best};
        memcpy(known.shares, entry->shares, sizeof known.shares);
        return known;
    }
    MaxNValue value = max_n_expand(d, ply, depth, entry);
    if (d->cut_short)
        return value;
    DeepEntry *kept = deep_claim(d, key, d->w->simulations - before);
    memcpy(kept->shares, value.shares, sizeof kept->shares);
    kept->proved = value.proved;
    kept->best = value.best;
    kept->depth = (uint16_t)depth;
    return value;
}

/* The best moves in the table, as far as they are proved, up to the next chance action. */
static void max_n_fill_line(Deep *d)
{
    for (int32_t ply = 0; ply < d->w->depth && !is_over(&d->states[ply]); ply++) {
        const DeepEntry *entry = deep_find(d, deep_key(d, ply));
        int32_t count = search_moves(d->w, &d->states[ply], d->moves);
        if (actor(&d->states[ply]) == SEARCH_NATURE || entry == NULL || !entry->proved
            || entry->best >= (uint32_t)count || !deep_play(d, ply, d->moves[entry->best]))
            return;
        search_add_to_line(d->w, d->moves[entry->best]);
    }
}

/* Searches ever deeper, until the value is certain or a limit is reached. */
static void deep_run(Deep *d, int32_t most)
{
    SearchWorker *w = d->w;
    MaxNValue value = max_n_flat(&d->states[0]);
    for (int32_t depth = 1; depth <= most && !value.proved && !d->cut_short; depth++) {
        deep_age_cuts(d);
        MaxNValue found = max_n_search(d, 0, depth);
        if (d->cut_short)
            break;
        value = found;
        w->depth = depth;
    }
    w->proved = value.proved;
    w->best = (int32_t)value.best;
    memcpy(w->shares, value.shares, sizeof w->shares);
    max_n_fill_line(d);
}

#endif
