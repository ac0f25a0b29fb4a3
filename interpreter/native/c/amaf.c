/* All moves as first (AMAF; Brügmann 1993): how the moves of each seat have done wherever in a
   simulation they were played. A move of a node that was hardly tried there is judged by these
   means, the sooner left the more often it is tried (RAVE; Gelly and Silver 2011).

   A node keeps the means of its own moves; they begin with what all simulations know of them.

   The number of a move is its place in a table of moves that never grows; those that find no place
   have the number 0 and are known by their own visits only. */

#define AMAF_MOVES 8192             /* a power of two */
#define AMAF_MOST (AMAF_MOVES / 4 * 3)          /* so that places are found soon */
#define AMAF_FULL (1 << 23)          /* visits from which on means stay: floats count so far */

#define AMAF_PRIOR 20               /* visits of a node's move at its beginning, at most */
#define AMAF_EARLY 4096             /* simulations that all add to what all know, */
#define AMAF_EVERY 4                /* and of so many later ones, one does */

typedef struct {
    float visits;
    float sum;                      /* of the shares of the seat that played the move */
} AmafMean;

typedef struct {
    Move keys[AMAF_MOVES];          /* 1 + the move; 0: nobody's place */
    uint32_t played[GAME_SEATS][AMAF_MOVES];    /* the number of the simulation that last did */
    AmafMean means[AMAF_MOVES][GAME_SEATS];
    uint32_t noted[AMAF_MOVES * GAME_SEATS];    /* what this simulation has played, in order */
    uint32_t now;                   /* the number of this simulation, from 1 on */
    uint32_t count, note_count;
} Amaf;

static uint16_t amaf_new_number(Amaf *a, Move move, uint32_t at)
{
    for (; a->keys[at] != 0 || at == 0; at = (at + 1) & (AMAF_MOVES - 1))
        if (a->keys[at] == move + 1)
            return (uint16_t)at;
    if (a->count >= AMAF_MOST)
        return 0;
    a->count++;
    a->keys[at] = move + 1;
    return (uint16_t)at;
}

/* The number of a move, a new one if it has none; 0 if the table is full. */
static inline uint16_t amaf_number(Amaf *a, Move move)
{
    uint32_t at = (uint32_t)((move * 0x9e3779b97f4a7c15u) >> 40) & (AMAF_MOVES - 1);
    return a->keys[at] == move + 1 ? (uint16_t)at : amaf_new_number(a, move, at);
}

static inline void amaf_note(Amaf *a, int32_t seat, uint16_t number)
{
    if (number == 0 || a->played[seat][number] == a->now)
        return;
    a->played[seat][number] = a->now;
    a->noted[a->note_count++] = (uint32_t)number * GAME_SEATS + (uint32_t)seat;
}

/* Adds the result of a simulation to the means of all that it has played, and forgets that. */
static void amaf_add(Amaf *a, const float shares[GAME_SEATS])
{
    bool adds = a->now < AMAF_EARLY || a->now % AMAF_EVERY == 0;
    for (uint32_t i = 0; i < a->note_count && adds; i++) {
        uint32_t seat = a->noted[i] % GAME_SEATS;
        AmafMean *mean = &a->means[a->noted[i] / GAME_SEATS][seat];
        if (mean->visits < AMAF_FULL) {
            mean->visits++;
            mean->sum += shares[seat];
        }
    }
    a->note_count = 0;
    if (++a->now == 0) {            /* numbers begin again: nothing may look as if just played */
        memset(a->played, 0, sizeof a->played);
        a->now = 1;
    }
}
