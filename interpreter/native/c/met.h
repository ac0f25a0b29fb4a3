/* A look that comes to more than FEW_LOOKS positions begins again, and remembers from then on those
   within a repetition from which actions were tried: they are not tried again with as many rounds left
   or fewer.  The reference engine does the same. */
static _Thread_local bool remembers;
static _Thread_local Known met;

/* Begins a look for a way; whether it is no part of another. */
static inline bool begin_way(void)
{
    begin_look();
    if (depth_of_looks > 1 || fault != 0) return false;
    most_looks = FEW_LOOKS;
    return true;
}

/* After an outermost look: whether it begins again. */
static inline bool look_again(void)
{
    most_looks = MAX_LOOKS;
    if (looks <= FEW_LOOKS) return false;
    fault = 0;
    looks = 0;
    remembers = true;
    return true;
}

RARE static void end_memory(void)
{
    remembers = false;
    forget_known(&met);
    met = (Known){0};
}

/* Whether actions were tried from a state, but for its rounds; now they are. */
static bool meets_again(State *key, int32_t point, Best now)
{
    const uint64_t hash = known_key(key, point);
    Best *before = find_known(&met, key, hash);
    if (!before) {
        keep_known(&met, key, hash, now);
        return false;
    }
    bool is_less = true;
    for (size_t i = 0; i < sizeof now.left / sizeof *now.left; i++)
        is_less = is_less && now.left[i] <= before->left[i];
    if (!is_less) *before = now;
    return is_less;
}
