/* What a page calls: one match, its moves, and a search from where it stands.

   Only numbers go in and out; moves are listed in memory, and their words are the page's. */

#define PAGE_EXPORT(name) __attribute__((export_name(#name)))

static State page_state;            /* where the match stands */
static State page_kept;             /* where it stood before a move was tried */
static History page_history;
static Rng page_rng;
static Move page_list[GAME_MOVES];  /* its legal moves, once they have been listed */
static int32_t page_count;
static int32_t page_places[GAME_FIELDS];
static SearchRow page_rows[GAME_MOVES];
static Move page_line[512];
static double page_shares[GAME_SEATS];
static SearchReport page_report;

PAGE_EXPORT(state) const State *page_at(void) { return &page_state; }
PAGE_EXPORT(list) const Move *page_moves_at(void) { return page_list; }
PAGE_EXPORT(shares) const double *page_shares_at(void) { return page_shares; }

/* Where each field of the state begins, in the order of their names. */
PAGE_EXPORT(places) const int32_t *page_places_at(void)
{
    bw_offsets(page_places);
    return page_places;
}

PAGE_EXPORT(seed) void page_seed(double seed) { rng_seed(&page_rng, (uint64_t)seed); }

/* Puts the match at its start; API_OK or another code of errors. */
PAGE_EXPORT(start) int32_t page_start(void)
{
    page_count = 0;
    looks = depth_of_looks = 0;     /* an exception may have ended a look ahead */
    if (!has_room(&page_history, 0)) return API_NO_MEMORY;
    fault = 0;
    start(&page_state, &page_history);
    return fault ? api_fault() : API_OK;
}

/* Lists the legal moves; their number, or the code of an error as a negative number. */
PAGE_EXPORT(moves) int32_t page_moves(void)
{
    page_count = 0;
    if (is_over(&page_state)) return 0;
    if (!has_room(&page_history, seen_count(&page_state))) return -API_NO_MEMORY;
    fault = 0;
    int32_t count = moves(&page_state, &page_history, page_list, GAME_MOVES);
    if (fault) return -api_fault();
    return page_count = count;
}

/* How likely a listed move of chance is, in proportion to the others. */
PAGE_EXPORT(weight) double page_weight(int32_t i)
{
    if (i < 0 || i >= page_count) return 0;
    begin_step();
    return actor(&page_state) < 0 ? weight(&page_state, &page_history, page_list[i]) : 1;
}

/* The place in the list of a move drawn at random, each as likely as the others, or by weight where
   chance acts; -1 if none is listed. */
PAGE_EXPORT(draw) int32_t page_draw(void)
{
    if (page_count == 0) return -1;
    return actor(&page_state) < 0
        ? drawn_by_weight(&page_state, &page_history, page_list, page_count,
                          rng_unit(&page_rng))
        : (int32_t)rng_below(&page_rng, (uint32_t)page_count);
}

/* Plays a move that was listed here, or in an earlier match that went the same way. */
PAGE_EXPORT(play) int32_t page_play(Move move)
{
    page_count = 0;
    if (!has_room(&page_history, seen_count(&page_state))) return API_NO_MEMORY;
    fault = 0;
    play(&page_state, &page_history, move);
    return fault ? api_fault() : API_OK;
}

/* Plays a listed move to look at what it does; `back` takes it back. */
PAGE_EXPORT(attempt) int32_t page_attempt(Move move)
{
    page_kept = page_state;
    return page_play(move);
}

PAGE_EXPORT(back) void page_back(void) { page_state = page_kept; }

PAGE_EXPORT(seat) int32_t page_seat(void) { return is_over(&page_state) ? -2 : actor(&page_state); }
PAGE_EXPORT(over) int32_t page_over(void) { return is_over(&page_state); }

/* What a seat gets; 0 while the match goes on. */
PAGE_EXPORT(result) double page_result(int32_t seat)
{
    return is_over(&page_state) ? result(&page_state, seat) : 0;
}

/* The number of ways to go on by so many moves; -1 after an error. */
PAGE_EXPORT(perft) double page_perft(int32_t depth)
{
    uint64_t found = 0;
    int32_t stop = 0;
    int32_t code = bw_perft(&page_state, page_history.seen, depth, &stop, &found);
    return code == API_OK ? (double)found : -1;
}

/* Searches by UCT from here; 0 or the error of the search. `seconds` and `simulations`: 0 is none. */
PAGE_EXPORT(search) int32_t page_search(double simulations, double seconds, double nodes,
                                        double seed)
{
    const SearchRequest request = {
        .state = &page_state, .seen = page_history.seen, .simulations = (int64_t)simulations,
        .nodes = (int64_t)nodes, .max_actions = USUAL_ACTIONS, .seed = (uint64_t)seed,
        .seconds = seconds, .exploration = USUAL_EXPLORATION, .amaf = USUAL_AMAF,
        .minimax = USUAL_MINIMAX, .decisive = 1,
        .seen_count = seen_count(&page_state), .method = SEARCH_UCT, .depth = 1, .threads = 1,
    };
    page_report = (SearchReport){
        .moves = page_rows, .line = page_line, .shares = page_shares,
        .line_room = sizeof page_line / sizeof *page_line,
    };
    return bw_search(&request, &page_report);
}

/* What the last search found of a move of the root, in the order of the rules. */
PAGE_EXPORT(found) int32_t page_found(void) { return page_report.move_count; }
PAGE_EXPORT(best) int32_t page_best(void) { return page_report.best; }
PAGE_EXPORT(simulations) double page_simulations(void) { return (double)page_report.simulations; }
PAGE_EXPORT(move) Move page_move(int32_t i) { return page_rows[i].move; }
PAGE_EXPORT(visits) double page_visits(int32_t i) { return (double)page_rows[i].visits; }
PAGE_EXPORT(mean) double page_mean(int32_t i) { return search_mean(&page_rows[i]); }
PAGE_EXPORT(proved) double page_proved(int32_t i) { return page_rows[i].proved; }
