/* Alpha-beta for two seats without chance: what is the position certainly worth?

   A position is asked two questions: does seat 0 get at least one half point (question 1: it
   does not lose), and two (question 2: it wins). The answer is no, unknown to this depth, or yes,
   and alpha-beta runs over these three. A yes or no holds at any depth, so that the table can keep
   it for good. A seat may act several times in a row: seat 0 wants yes and seat 1 no, whoever acted
   before. */

#if DEEP_TWO_SEATS

enum { AB_NO, AB_UNKNOWN, AB_YES };
enum { AB_LOSS, AB_DRAW, AB_WIN };  /* half points of seat 0; the last two are also the questions */

typedef struct {
    int32_t question;
    int32_t alpha, beta;            /* only an answer between them need be exact */
} AbWindow;

static int32_t ab_half_points(const State *s)
{
    return (int32_t)(2 * share(s, 0) + 0.5);
}

static int32_t ab_answer(int32_t low, int32_t high, int32_t question)
{
    return low >= question ? AB_YES : high < question ? AB_NO : AB_UNKNOWN;
}

/* The window that the table leaves; it is empty if the answer is known well enough. */
static AbWindow ab_recall(const DeepEntry *entry, AbWindow window, int32_t depth)
{
    int32_t low = AB_NO, high = AB_YES, i = window.question - 1;
    int32_t answer = ab_answer(entry->low, AB_WIN - entry->gap, window.question);
    if (answer != AB_UNKNOWN)
        low = high = answer;
    else {
        low = entry->not_no[i] >= depth ? AB_UNKNOWN : AB_NO;
        high = entry->not_yes[i] >= depth ? AB_UNKNOWN : AB_YES;
    }
    window.alpha = low > window.alpha ? low : window.alpha;
    window.beta = high < window.beta ? high : window.beta;
    return window;
}

/* Stores what an answer that was found in a window means: above alpha it is a lower bound, below
   beta an upper one. */
static void ab_remember(DeepEntry *entry, AbWindow window, int32_t depth, int32_t answer)
{
    int32_t question = window.question;
    uint16_t *not_yes = &entry->not_yes[question - 1], *not_no = &entry->not_no[question - 1];
    if (answer == AB_YES && entry->low < question)
        entry->low = (uint8_t)question;
    if (answer == AB_NO && entry->gap <= AB_WIN - question)
        entry->gap = (uint8_t)(AB_WIN - question + 1);
    if (answer == AB_UNKNOWN && answer > window.alpha && *not_no < depth)
        *not_no = (uint16_t)depth;
    if (answer == AB_UNKNOWN && answer < window.beta && *not_yes < depth)
        *not_yes = (uint16_t)depth;
}

/* Records what an answer means for a move of the root. */
static void ab_note(Deep *d, uint32_t place, int32_t question, int32_t answer, int64_t positions)
{
    d->w->rows[place].visits += positions;
    if (answer == AB_YES && d->low[place] < question)
        d->low[place] = (uint8_t)question;
    if (answer == AB_NO && d->high[place] >= question)
        d->high[place] = (uint8_t)(question - 1);
}

static int32_t ab_search(Deep *d, int32_t ply, int32_t depth, AbWindow window);

static int32_t ab_try(Deep *d, int32_t ply, int32_t depth, AbWindow window, size_t list,
                      uint32_t place)
{
    int64_t before = d->w->simulations;
    if (!deep_play(d, ply, d->moves[list + place])) {
        d->cut_short = true;
        return AB_UNKNOWN;
    }
    int32_t answer = ab_search(d, ply + 1, depth - 1, window);
    if (ply == 0 && !d->cut_short)
        ab_note(d, place, window.question, answer, d->w->simulations - before);
    return answer;
}

/* Tries the moves at a ply; best becomes the first with the resulting answer, and stays unset if
   all moves have the answer that the seat wants least. */
static int32_t ab_try_all(Deep *d, int32_t ply, int32_t depth, AbWindow window, int32_t count,
                          uint32_t *best)
{
    size_t list = d->top - (size_t)count;
    int32_t seat = actor(&d->states[ply]), result = seat == 0 ? AB_NO : AB_YES;
    for (int32_t i = 0; i < count && window.alpha < window.beta && !d->cut_short; i++) {
        uint32_t place = deep_next(d, list, i, count);
        int32_t answer = ab_try(d, ply, depth, window, list, place);
        if (seat == 0 ? answer > result : answer < result) {
            result = answer;
            *best = place;
        }
        if (seat == 0 && result > window.alpha)
            window.alpha = result;
        if (seat == 1 && result < window.beta)
            window.beta = result;
    }
    if (window.alpha >= window.beta && *best != UINT32_MAX)
        *deep_cuts(d, seat, d->moves[list + *best]) += (int64_t)depth * depth;
    return result;
}

/* Searches a position that the table does not answer; entry is what it knows, or NULL. */
static int32_t ab_expand(Deep *d, int32_t ply, int32_t depth, AbWindow window,
                         const DeepEntry *entry, uint64_t key)
{
    int64_t before = d->w->simulations;
    int32_t count = deep_list(d, ply, entry, depth > 1);
    if (search_ended(d->w, count)) {
        d->cut_short = true;
        return AB_UNKNOWN;
    }
    uint32_t best = UINT32_MAX;
    d->top += (size_t)count;
    int32_t answer = ab_try_all(d, ply, depth, window, count, &best);
    d->top -= (size_t)count;
    if (d->cut_short)
        return AB_UNKNOWN;
    DeepEntry *kept = deep_claim(d, key, d->w->simulations - before);
    ab_remember(kept, window, depth, answer);
    if (best != UINT32_MAX)
        kept->best = best;
    return answer;
}

/* Answers a question about the position at a ply; an answer outside of the window is a bound. */
static int32_t ab_search(Deep *d, int32_t ply, int32_t depth, AbWindow window)
{
    const State *s = &d->states[ply];
    if (!deep_count(d))
        return AB_UNKNOWN;
    if (is_over(s))
        return ab_half_points(s) >= window.question ? AB_YES : AB_NO;
    if (depth == 0)
        return AB_UNKNOWN;
    uint64_t key = deep_key(d, ply);
    const DeepEntry *entry = deep_find(d, key);
    if (entry == NULL || ply == 0)  /* at the root each move has to be searched */
        return ab_expand(d, ply, depth, window, entry, key);
    AbWindow left = ab_recall(entry, window, depth);
    if (left.alpha >= left.beta)
        return left.alpha > window.alpha ? left.alpha : left.beta;
    return ab_expand(d, ply, depth, left, entry, key);
}

/* Whether it is known that the seat that moved to this ply gets what the game is worth. */
static bool ab_keeps(const Deep *d, int32_t ply, int32_t seat, int32_t half_points)
{
    const State *s = &d->states[ply];
    const DeepEntry *entry = deep_find(d, deep_key(d, ply));
    if (is_over(s))
        return ab_half_points(s) == half_points;
    if (entry == NULL)
        return false;
    return seat == 0 ? entry->low >= half_points : AB_WIN - entry->gap <= half_points;
}

/* Plays a move to the next ply that keeps what the game is worth; false if none is known. */
static bool ab_keep(Deep *d, int32_t ply, int32_t half_points)
{
    int32_t seat = actor(&d->states[ply]);
    int32_t count = deep_list(d, ply, deep_find(d, deep_key(d, ply)), true);
    for (int32_t i = 0; i < count; i++) {
        Move move = d->moves[d->top + deep_next(d, d->top, i, count)];
        if (!deep_play(d, ply, move))
            return false;
        if (ab_keeps(d, ply + 1, seat, half_points)) {
            search_add_to_line(d->w, move);
            return true;
        }
    }
    return false;
}

/* Fills the rows: half points of seat 0 become shares of the seat that acts. */
static void ab_fill_rows(Deep *d, int32_t low, int32_t high)
{
    SearchWorker *w = d->w;
    bool first = actor(&w->root) == 0;
    w->proved = low == high;
    w->shares[0] = (low + high) / 4.0;
    w->shares[1] = 1 - w->shares[0];
    for (int32_t i = 0; i < w->row_count; i++) {
        SearchRow *row = &w->rows[i];
        double middle = (d->low[i] + d->high[i]) / 4.0;
        middle = first ? middle : 1 - middle;
        row->proved = d->low[i] == d->high[i] ? middle : -1;
        row->sum = middle * (double)row->visits;
    }
    w->best = search_choose(w->rows, w->row_count, true);
}

/* The line from the best move on, for as long as the table knows moves that keep its value. */
static void ab_fill_line(Deep *d, int32_t half_points)
{
    SearchWorker *w = d->w;
    Move best = w->rows[w->best].move;
    if (!deep_play(d, 0, best))
        return;
    search_add_to_line(w, best);
    for (int32_t ply = 1; ply < w->depth && !is_over(&d->states[ply]); ply++)
        if (!ab_keep(d, ply, half_points))
            return;
}

/* Asks both questions at increasing depth, until the value is certain or a limit is reached. */
static void deep_run(Deep *d, int32_t most)
{
    int32_t low = AB_LOSS, high = AB_WIN;
    memset(d->high, AB_WIN, sizeof d->high);
    for (int32_t depth = 1; depth <= most && low < high && !d->cut_short; depth++) {
        deep_age_cuts(d);
        for (int32_t question = high; question > low && !d->cut_short; question--) {
            int32_t answer = ab_search(d, 0, depth, (AbWindow){question, AB_NO, AB_YES});
            low = answer == AB_YES ? question : low;
            high = answer == AB_NO ? question - 1 : high;
        }
        d->w->depth = d->cut_short ? depth - 1 : depth;
    }
    ab_fill_rows(d, low, high);
    if (low == high)
        ab_fill_line(d, low);
}

#endif
