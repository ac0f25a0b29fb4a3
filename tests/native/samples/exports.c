/* How the tests come to positions: a state and its history, after some moves from the start. */
void sample_start(State *s, uint64_t *seen, int32_t room)
{
    History h = {.seen = seen, .room = room};
    memset(s, 0, sizeof *s);
    start(s, &h);
}

void sample_play(State *s, uint64_t *seen, int32_t room, Move move)
{
    History h = {.seen = seen, .room = room};
    play(s, &h, move);
}

int32_t sample_seen_count(const State *s)
{
    return seen_count(s);
}
