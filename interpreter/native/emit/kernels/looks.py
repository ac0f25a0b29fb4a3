"""The parts of a C text that look ahead at the end of a turn, or at the turn after it."""

from __future__ import annotations

STUCK_AFTER = """
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
"""


MAY_BE_OVER = """
static bool may_be_over(const State *s, const History *h)
{
    State u = *s;
    History g = *h;
    return finish(&u, &g);
}
"""


STUCK = """
static bool is_stuck(const State *s, const History *h)
{
    State next = *s;
    begin(&next);
    return !has_way(&next, h, whole_turn(&next, h));
}
"""
