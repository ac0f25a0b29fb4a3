/* Random games side by side. Lanes do what all of them can do at once; whatever else comes up in one
   of them, such as a count at the end of a game, is done as when it is played alone. */
#ifdef HAS_LANES

typedef struct {
    PlayoutJob *job;
    PlayoutSums *sums;
    History *history; /* of no use: games that need one are played alone */
    Many many;
    State state[LANES]; /* of games that are out of their lanes, and what lanes do not change */
    Kept kept[LANES];
    Flags used, done;    /* the lanes that have a game, and those in which it has been counted */
    Lanes seeds[2][5];   /* of games that have been fetched, and whether there are such games */
    uint64_t next;       /* the first of these that has not begun */
    uint64_t played, alone; /* actions in lanes, and how often a game was out of its lane meanwhile */
    bool is_slow;        /* whether that was so often that no more games begin in lanes */
} Side;

/* Fetches and seeds the next games; none where games are out of their lanes at more than a third of
   their actions: then one at a time is faster. */
static void fetch_games(Side *side, int block)
{
    PlayoutJob *job = side->job;
    int64_t first = 0, left = 0;
    side->is_slow |= 3 * side->alone > side->played;
    if (!side->is_slow && atomic_load(&job->code) == API_OK) {
        first = atomic_fetch_add(&job->next, LANES);
        left = first < job->end ? job->end - first : 0;
    }
    seed_lanes(side->seeds[block], mixed(job->seed) + (uint64_t)first);
    side->seeds[block][4] = lanes_only(lanes_less(EACH_LANE, lanes_of((uint64_t)left)), lanes_of(1));
}

/* The next games, from the root, in some lanes; these are empty where there is none. */
static void begin_in_lanes(Side *side, Flags lanes)
{
    Many *m = &side->many;
    const PlayoutJob *job = side->job;
    const Lanes before = (lanes_of(1) << EACH_LANE) - lanes_of(1);
    const Lanes place = lanes_of(side->next) + lanes_count(lanes_of(lanes) & before);
    Lanes seed[5];
    for (int k = 0; k < 5; k++)
        seed[k] = __builtin_shuffle(side->seeds[0][k], side->seeds[1][k], place);
    side->next += (uint64_t)__builtin_popcount(lanes);
    if (side->next >= LANES) {
        memcpy(side->seeds[0], side->seeds[1], sizeof side->seeds[0]);
        fetch_games(side, 1);
        side->next -= LANES;
    }
    for (int k = 0; k < 4; k++) m->rng[k] = lanes_if(lanes, seed[k], m->rng[k]);
    m->actions = lanes_only(~lanes, m->actions);
    put_in_lanes(m, lanes, &job->root, &job->kept);
    const Flags there = lanes_some(seed[4]);
    m->menu_0_0 = lanes_if(lanes & ~there, lanes_of(-1ull), m->menu_0_0); /* the lane is empty */
    side->used = lanes_if(lanes, there, side->used);
    for (; lanes; lanes &= (Flags)(lanes - 1)) {
        side->state[__builtin_ctz(lanes)] = job->root;
        side->kept[__builtin_ctz(lanes)] = job->kept;
    }
}

/* Puts what goes on back into its lane; counts a game that is over or was cut off. */
static int32_t settle_in_lane(Side *side, int i)
{
    Many *m = &side->many;
    State *s = &side->state[i];
    if (fault) return api_fault();
    if (!is_over(s) && (int64_t)m->actions[i] < side->job->max_actions) {
        put_in_lanes(m, lane_of(i), s, &side->kept[i]);
        return API_OK;
    }
    if (!is_over(s)) {
        Rng r = rng_of_lane(m->rng, i);
        const int32_t code = playout_last(s, side->history, &r);
        if (code != API_OK) return code;
    }
    playout_count(side->sums, s, (int64_t)m->actions[i]);
    side->done |= lane_of(i);
    return API_OK;
}

/* One game out of its lane, for an action, or for the rest of one and of its turn if it `ended`. */
static int32_t play_alone(Side *side, int i, bool ended)
{
    State *s = &side->state[i];
    take_from_lane(&side->many, i, s, &side->kept[i]);
    if (ended) {
        if (!ends_at_once(s, side->history)) end_turn(s, side->history, true);
    } else {
        Rng r = rng_of_lane(side->many.rng, i);
        if (next_action(s, side->history, &r, &side->kept[i])) side->many.actions = lanes_more(side->many.actions, lane_of(i));
        set_rng_of_lane(side->many.rng, i, &r);
    }
    return settle_in_lane(side, i);
}

/* Adds games that ended in the same way: as many as all lanes have had. */
static void add_ended(Side *side, const State *s, Lanes each)
{
    PlayoutSums one = {0};
    int64_t times = 0;
    playout_count(&one, s, 0);
    for (int i = 0; i < LANES; i++) times += (int64_t)each[i];
    playout_add(side->sums, &one, times);
}

/* Adds the games that were decided in lanes. */
static void add_decided(Side *side, const LaneEnds *ends)
{
    State s = side->job->root;
    over(&s, 1);
    share_draw(&s);
    add_ended(side, &s, ends->drawn);
    for (int32_t seat = 0; seat < GAME_SEATS; seat++) {
        share_win(&s, 1u << s.colour_of[seat]);
        add_ended(side, &s, ends->won[seat]);
        share_loss(&s, s.colour_of[seat]);
        add_ended(side, &s, ends->lost[seat]);
    }
}

/* One action in each lane. */
static int32_t play_round(Side *side, Lanes most, Lanes *actions)
{
    Many *m = &side->many;
    m->over = m->done = 0;
    const Flags played = lanes_step(m, side->state, side->kept, most), over = m->over;
    uint32_t left = over | (side->used & ~played);
    side->done = m->done;
    side->played += (uint64_t)__builtin_popcount(side->used);
    side->alone += (uint64_t)__builtin_popcount(left);
    *actions += lanes_only(m->done, m->actions);
    for (; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const int32_t code = play_alone(side, i, over >> i & 1);
        if (code != API_OK) return code;
    }
    uint32_t cut = ~lanes_less(m->actions, most) & side->used & ~side->done;
    for (; cut; cut &= cut - 1) {
        const int i = __builtin_ctz(cut);
        take_from_lane(m, i, &side->state[i], &side->kept[i]);
        const int32_t code = settle_in_lane(side, i);
        if (code != API_OK) return code;
    }
    if (side->done) begin_in_lanes(side, side->done);
    return API_OK;
}

/* Plays games until none is left to begin and all are over. */
static int32_t play_in_lanes(PlayoutJob *job, PlayoutSums *sums, History *h)
{
    Side side = {.job = job, .sums = sums, .history = h};
    const Lanes most = lanes_of((uint64_t)job->max_actions);
    Lanes actions = lanes_of(0);
    int32_t code = API_OK;
    if (is_over(&job->root) || job->max_actions <= 0) return API_OK; /* nothing is played */
    fetch_games(&side, 0);
    fetch_games(&side, 1);
    begin_in_lanes(&side, (Flags)-1);
    for (uint32_t round = 1; side.used && code == API_OK; round++) {
        code = play_round(&side, most, &actions);
        if ((round & 1023) == 0 && *job->stop) code = API_STOPPED;
    }
    for (int i = 0; i < LANES; i++) sums->actions += (int64_t)actions[i];
    add_decided(&side, &side.many.ends);
    return code;
}
#endif
