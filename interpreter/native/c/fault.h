/* Set when a bounded search for a way through a turn gave up, or a set-up failed. */
static _Thread_local int32_t fault;
