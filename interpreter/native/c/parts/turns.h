/* Turns: how they begin, go on and end. */

/// first
static double weight(const State *before, const History *h, Move m);

/* What only the turn that goes on knows. */
static inline void forget_turn(State *s)
{
    s->last = -1;
$clear}

static inline void over(State *s, int32_t ended)
{
    forget_turn(s);
    s->over = 1;
    s->ended = ended;
    s->menu = 0;
}

/* Everybody gets what a draw is worth. */
static inline void share_draw(State *s)
{
    for (int32_t colour = 0; colour < GAME_SEATS; colour++) s->result[colour] = RESULT_DRAW;
}

/* Some colours share the win: in points each loser pays one, otherwise several get one half. */
static inline void share_win(State *s, uint32_t winners)
{
    int32_t count = 0;
    for (int32_t colour = 0; colour < GAME_SEATS; colour++) count += winners >> colour & 1;
    int32_t won = RESULT_POINTS ? RESULT_UNIT * (GAME_SEATS - count) / (count ? count : 1)
                                : count == 1 ? RESULT_UNIT : RESULT_UNIT / 2;
    for (int32_t colour = 0; colour < GAME_SEATS; colour++)
        s->result[colour] = winners >> colour & 1 ? won : RESULT_POINTS ? -RESULT_UNIT : 0;
}

/* One colour loses: in points it pays one to each of the others, who otherwise share the win. */
static inline void share_loss(State *s, int32_t loser)
{
    share_win(s, ((1u << GAME_SEATS) - 1) & ~(1u << loser));
    if (RESULT_POINTS)
        for (int32_t colour = 0; colour < GAME_SEATS; colour++)
            s->result[colour] = colour == loser ? RESULT_UNIT * (1 - GAME_SEATS) : RESULT_UNIT;
}

/* Colours that are ahead of all others of `rest` share the best places that are left. */
static inline void share_places(State *s, uint32_t best, uint32_t rest)
{
    int32_t left = 0, count = 0;
    for (int32_t colour = 0; colour < GAME_SEATS; colour++) {
        left += rest >> colour & 1;
        count += best >> colour & 1;
    }
    for (int32_t colour = 0; colour < GAME_SEATS; colour++)
        if (best >> colour & 1)
            s->result[colour] = GAME_SEATS == 1 ? RESULT_UNIT : 2 * left - count - 1;
}

/// times_seen
/* How often a hash is among those of earlier ends of turns, counted in as many bits as a hash has:
   so it is done for several at once. */
static int32_t times_seen(const State *s, const History *h, uint64_t hash)
{
    uint64_t found = 0;
    if (!may_be_seen(h, hash)) return 0;
    for (int32_t i = 0; i < s->seen_count; i++) found += h->seen[i] == hash;
    return (int32_t)found;
}

/// stuck_after
static _Thread_local bool is_asking;

/* `stuck` at the end of a turn; false where a turn ends that is tried while this is found out. */
static bool is_stuck_after(const State *s, const History *h)
{
    if (is_asking) return false;
    is_asking = true;
    const bool stuck = is_stuck(s, h);
    is_asking = false;
    return stuck;
}

/// may_be_over
static bool may_be_over(const State *s, const History *h)
{
    State u = *s;
    History g = *h;
    return finish(&u, &g);
}

/// stuck
static bool is_stuck(const State *s, const History *h)
{
    State next = *s;
    begin(&next);
    return !has_way(&next, h, whole_turn(&next, h));
}

/// begin
/* The next seat acts. */
static inline void begin(State *s)
{
$pass_over    s->seat = s->next_seat;
    s->next_seat = (s->seat + 1) % GAME_SEATS;
    s->mover = s->colour_of[s->seat];
    forget_turn(s);
}

/// pass_over
    for (int32_t i = 0; i < GAME_SEATS && !plays(s, s->next_seat); i++)
        s->next_seat = (s->next_seat + 1) % GAME_SEATS;

/// plays
/* Whether a seat still takes turns, and whether any does. */
static inline bool plays(const State *s, int32_t seat)
{
    return s->v_playing.w[0] >> s->colour_of[seat] & 1;
}
static inline bool is_deserted(const State *s) { return !s->v_playing.w[0]; }

/// all_play
static inline bool is_deserted(const State *s) { (void)s; return false; }

/// no_late_ends
#define ends_lazily ends

/// go_on
static void drawn(State *s)
{
    share_draw(s);
    over(s, 0);
}

/* The next turn that is not over at once; the game is drawn where nobody can go on.
   With `lazily` the next menu is looked for when it is drawn from. */
static bool next_turn(State *s, History *h, bool lazily)
{
    for (int32_t i = 0; i < GAME_SEATS && !is_deserted(s); i++) {
        begin(s);
        int32_t point = whole_turn(s, h);
        if (lazily) {
            s->menu = UNRESOLVED + point;
            return true;
        }
        if (!has_way(s, h, point)) break;
        int32_t menu = resolve(s, h, point);
        if (menu >= 0) {
            arrive(s, h, menu);
            return true;
        }
        if (!finish(s, h)) return false;
        if (ends(s, h)) return true;
        remember(s, h);
    }
    drawn(s);
    return true;
}

/* The end of a turn; false where the rules refuse it. */
static bool end_turn(State *s, History *h, bool lazily)
{
    if (!finish(s, h)) return false;
    if (lazily ? ends_lazily(s, h) : ends(s, h)) return true;
    remember(s, h);
$keep_seat    return next_turn(s, h, lazily);
}

/* On to what remains of the turn. */
static inline bool go_on(State *s, History *h, int32_t point, bool lazily)
{
    if (lazily && point != 0) {
        s->menu = UNRESOLVED + point;
        return true;
    }
    int32_t menu = resolve(s, h, point);
    if (menu < 0) return end_turn(s, h, lazily);
    arrive(s, h, menu);
    return true;
}

/// keep_seat
    if (lazily) {
        s->was_seat = s->seat;
        s->was_last = s->last;
    }

/// not_late
static void cannot_go_on(State *s, History *h) { (void)h; drawn(s); }

/// late
/* The turn that has just begun has no way through: back to the end of the one before, where a line
   of the rules asks for that; before the first turn none does. */
static void cannot_go_on(State *s, History *h)
{
    if (s->turns == 0) {
        drawn(s);
        return;
    }
    s->next_seat = s->seat;
    s->seat = s->was_seat;
    s->mover = s->colour_of[s->seat];
    s->last = s->was_last;
    s->seen_count -= GAME_SEEN;
    end_$late(s, h);
}

/// moves
static int32_t moves(const State *s, const History *h, Move *out, int32_t limit)
{
    int32_t n = 0;
    if (s->over) return 0;
$counted    switch (s->menu) {
$cases    default: break;
    }
    return n;
}

static inline void take(State *s, History *h, Move m, bool lazily)
{
    switch ((int32_t)(m & ((1 << $bits) - 1))) {
$takes    default: break;
    }
}

static void play(State *s, History *h, Move m) { ${begun}take(s, h, m, false); }

/// rest
#define OPENINGS $openings

static double weight(const State *before, const History *h, Move m)
{
    (void)before; (void)h; (void)m;
    switch ((int32_t)(m & $mask)) {
$weights    default: return 1;
    }
}

/* Of all that matters to the future but the history. */
static uint64_t hash_state(const State *s)
{
    State copy = *s;
    forget_derived(&copy);
    copy.seen_count = 0;
    copy.ended = 0;
$turns    uint64_t words[sizeof copy / 8];
    memcpy(words, &copy, sizeof copy);
    return mixed_words(words, sizeof copy / 8);
}

/// few_turns
    copy.turns = copy.turns < OPENINGS ? copy.turns : OPENINGS;

/// derived
/* What is computed from the board beside it: not part of what makes two states equal. */
static void forget_derived(State *s)
{
    (void)s;
$forget}
static void rebuild(State *s)
{
    forget_derived(s);
$rebuild}

/// rebuild_groups
    for (int32_t colour = 0; colour < GAME_SEATS; colour++) {
        Set$size done = {{0}}, left = s->own[colour];
        for (int32_t c = set${size}_first(left); c >= 0; c = set${size}_first(left)) {
            set${size}_drop(&left, c);
            done = set${size}_union(done, set${size}_bit(c));
            join_groups(&s->groups, &done, c, colour);
        }
    }
