/* Random games side by side. Lanes do what all of them can do at once; whatever else comes up in one
   of them, such as the end of a game, is done as when it is played alone. */
#ifdef HAS_LANES

typedef struct {
    PlayoutJob *job;
    PlayoutSums *sums;
    History *history; /* of no use: games that need one are played alone */
    Many many;
    State state[LANES]; /* of games that are out of their lanes, and what lanes do not change */
    Kept kept[LANES];
    uint32_t used; /* the lanes that have a game */
    Lanes seeds[4]; /* of games that have been fetched, from number `next` on up to `end` */
    int next, end;
} Side;

/* The next game, from the root; false where there is none. Games are fetched and seeded LANES at once. */
static bool begin_in_lane(Side *side, int i)
{
    PlayoutJob *job = side->job;
    side->used &= ~(1u << i);
    if (side->next == side->end) {
        const int64_t first = atomic_fetch_add(&job->next, LANES), left = job->end - first;
        if (left <= 0 || atomic_load(&job->code) != API_OK) return false;
        seed_lanes(side->seeds, mixed(job->seed) + (uint64_t)first);
        side->next = 0;
        side->end = left < LANES ? (int)left : LANES;
    }
    const Rng r = rng_of_lane(side->seeds, side->next++);
    set_rng_of_lane(side->many.rng, i, &r);
    side->state[i] = job->root;
    side->kept[i] = job->kept;
    side->many.actions &= ~lane_of(i);
    side->used |= 1u << i;
    return true;
}

/* Puts what goes on back into its lane; counts a game that is over or was cut off, and begins another. */
static int32_t settle_in_lane(Side *side, int i)
{
    Many *m = &side->many;
    State *s = &side->state[i];
    if (fault) return api_fault();
    while (is_over(s) || (int64_t)m->actions[i] >= side->job->max_actions) {
        if (!is_over(s)) {
            Rng r = rng_of_lane(m->rng, i);
            const int32_t code = playout_last(s, side->history, &r);
            if (code != API_OK) return code;
        }
        playout_count(side->sums, s, (int64_t)m->actions[i]);
        if (begin_in_lane(side, i)) continue;
        m->menu_0_0 |= lane_of(i); /* no menu: the lane is empty */
        return API_OK;
    }
    put_in_lane(m, i, s, &side->kept[i]);
    return API_OK;
}

/* One game out of its lane, for the rest of a turn (if it `ended`) or for an action. */
static int32_t play_alone(Side *side, int i, bool ended)
{
    State *s = &side->state[i];
    take_from_lane(&side->many, i, s, &side->kept[i]);
    if (ended) {
        end_turn(s, side->history, true);
    } else {
        Rng r = rng_of_lane(side->many.rng, i);
        if (next_action(s, side->history, &r, &side->kept[i])) side->many.actions -= lane_of(i);
        set_rng_of_lane(side->many.rng, i, &r);
    }
    return settle_in_lane(side, i);
}

/* Plays games until none is left to begin and all are over. */
static int32_t play_in_lanes(PlayoutJob *job, PlayoutSums *sums, History *h)
{
    Side side = {.job = job, .sums = sums, .history = h};
    const Lanes most = lanes_of((uint64_t)job->max_actions);
    int32_t code = API_OK;
    for (int i = 0; i < LANES; i++) {
        side.many.menu_0_0 |= lane_of(i);
        if (begin_in_lane(&side, i)) code = settle_in_lane(&side, i);
        if (code != API_OK) return code;
    }
    for (uint32_t round = 1; side.used; round++) {
        uint32_t over, played = lanes_step(&side.many, side.state, side.kept, most, &over);
        uint32_t alone = side.used & ~played;
        for (uint32_t left = over | alone; left; left &= left - 1) {
            const int i = __builtin_ctz(left);
            code = play_alone(&side, i, over >> i & 1);
            if (code != API_OK) return code;
        }
        uint32_t cut = lanes_bits(~lanes_less(side.many.actions, most)) & side.used;
        for (; cut; cut &= cut - 1) {
            const int i = __builtin_ctz(cut);
            take_from_lane(&side.many, i, &side.state[i], &side.kept[i]);
            code = settle_in_lane(&side, i);
            if (code != API_OK) return code;
        }
        if ((round & 1023) == 0 && *job->stop) return API_STOPPED;
    }
    return code;
}
#endif
