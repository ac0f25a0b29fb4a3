/* Random moves. */

/// kept
/* Sets of candidates, each as an array that begins with its elements in any order: part of a random
   game, and not of its states.  */
typedef struct {
$fields} Kept;

/// list_kept
RARE static void list_kept_$number(Kept *kept, const State *s)
{
$body}

/// list_all_kept
static void list_kept(Kept *kept, const State *s)
{
    (void)kept; (void)s;
$lists}

/// weighed
    int32_t n = 0;
$lists    if (n == 0) return 0;
    h->drawn = scratch[drawn_by_weight(s, h, scratch, n, rng_unit(r))];
    take(s, h, h->drawn, true);
$anew    return 1;

/// random
/* Play one uniformly random move, or what chance does; false where the game turns out to be over.
   What is kept was kept since the last action; NULL where nobody keeps it. */
static bool next_action(State *s, History *h, Rng *r, Kept *kept)
{
$counted$ahead    int32_t idle = 0;
    while (idle < GAME_SEATS) {
        int32_t got = 0, point = s->menu - UNRESOLVED;
        const bool begins = $begins;
        switch (s->menu) {
$menus        default: break;
        }
        if (got > 0) return true;
        if (got == 0) {
            if (!begins) break;
            cannot_go_on(s, h);
            return false;
        }
        idle += begins;
$end        if (s->over) return false;
    }
    drawn(s);
    return false;
}

/* Apart, since gcc 12 would inline it into the loop of random games, and games of few actions would
   be a tenth slower. */
APART static bool random_action(State *s, History *h, Rng *r)
{
    return next_action(s, h, r, NULL);
}

/// end_surely
        end_turn(s, h, true);

/// end_or_go_back
        const State before = *s;
        if (!end_turn(s, h, true)) {
            if (!begins) {
                fault = 4;
                break;
            }
            *s = before;
            cannot_go_on(s, h);
            return false;
        }

/// take_ahead
    if (s->ahead) {
        h->drawn = s->ahead - 1;
        s->ahead = 0;
        take(s, h, h->drawn, true);
$anew        return true;
    }
