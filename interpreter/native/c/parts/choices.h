/* Choices that all make at once. */

/// legal
static bool legal_$number(const State *s, const History *h, Move given)
{
    (void)s; (void)h; (void)given;
    Move out[1];
    const int32_t limit = 1;
$body    return n;
}

/// carry_out
static void to_seat(State *s, int32_t seat)
{
    s->seat = seat % GAME_SEATS;
    s->mover = s->colour_of[s->seat];
}

/* What all chose is carried out in the order of play; what has become impossible does nothing. */
static void carry_out(State *s, History *h)
{
    int64_t chosen[GAME_SEATS];
    memcpy(chosen, s->chosen, sizeof chosen);
    memset(&s->chosen, 0, sizeof s->chosen);
    s->decided = 0;
    for (int32_t i = 0; i < GAME_SEATS; i++) {
        const Move m = (Move)chosen[i] - 1;
        if (chosen[i]) switch ((int32_t)(m & $mask)) {
$cases        default: break;
        }
        to_seat(s, s->seat + 1);
    }
}

/// next_chooser
/* On to the next seat that can choose; false where none is left, and the mover acts again. */
static bool next_chooser_$point(State *s, const History *h)
{
    Move one;
    (void)one;
    for (; s->decided < GAME_SEATS; s->decided++) {
        if ($lists) return true;
        to_seat(s, s->seat + 1);
    }
    return false;
}

static bool open_$point(State *s, const History *h)
{
    if (next_chooser_$point(s, h)) return true;
    s->decided = 0;
    return false;
}

static bool any_choice_$point(const State *s, const History *h)
{
    State copy = *s;
    return open_$point(&copy, h);
}

/// arrive
/* The turn stands at a menu: where all choose at once, at that of the first who can. */
static inline void arrive(State *s, const History *h, int32_t menu)
{
    (void)h;
    s->menu = menu;
$opened}

/// choose
static bool choose_$point(State *s, History *h, Move m, bool lazily)
{
    s->chosen[s->decided++] = (int64_t)(m + 1);
    to_seat(s, s->seat + 1);
    if (next_chooser_$point(s, h)) {
        s->menu = $menu;
        return true;
    }
    carry_out(s, h);
$ends    return go_on(s, h, $rest, lazily);
}
