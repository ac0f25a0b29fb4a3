/* All moves as first (AMAF; Brügmann 1993): how the moves of each seat have done wherever in a
   simulation they were played. A move of a node that was hardly tried there is judged by these
   means, the sooner left the more often it is tried (RAVE; Gelly and Silver 2011).

   A node keeps the means of its own moves. While it has few visits, those of all simulations serve
   (the idea of GRAVE, with the root as the only reference; Cazenave 2015).

   Moves get numbers in the order in which they are met. Those that find no number are known by their own
   visits only, so the table never grows. */

#define AMAF_MOVES 8192             /* a power of two; the number 0 means none */
#define AMAF_REFERENCE 20           /* visits of a node from which on its own means serve */

typedef struct {
    uint32_t visits;
    float sum;                      /* of the shares of the seat that played the move */
} AmafMean;

typedef struct {
    uint16_t numbers[2 * AMAF_MOVES];       /* open addressing */
    Move moves[AMAF_MOVES];         /* by number */
    AmafMean means[AMAF_MOVES][GAME_SEATS];
    uint32_t played[AMAF_MOVES][GAME_SEATS];        /* the simulation that played it last */
    uint32_t noted[AMAF_MOVES * GAME_SEATS];        /* what this simulation has played, in order */
    uint32_t count, note_count, simulation;
} Amaf;

/* The number of a move, a new one if it has none; 0 if the table is full. */
static uint16_t amaf_number(Amaf *a, Move move)
{
    uint32_t mask = 2 * AMAF_MOVES - 1, at = (uint32_t)((move * 0x9e3779b97f4a7c15u) >> 40) & mask;
    for (; a->numbers[at] != 0; at = (at + 1) & mask)
        if (a->moves[a->numbers[at]] == move)
            return a->numbers[at];
    if (a->count + 1 >= AMAF_MOVES)
        return 0;
    a->moves[++a->count] = move;
    return a->numbers[at] = (uint16_t)a->count;
}

static void amaf_begin(Amaf *a)
{
    a->simulation++;
    a->note_count = 0;
}

static void amaf_note(Amaf *a, int32_t seat, uint16_t number)
{
    if (number == 0 || a->played[number][seat] == a->simulation)
        return;
    a->played[number][seat] = a->simulation;
    a->noted[a->note_count++] = (uint32_t)number * GAME_SEATS + (uint32_t)seat;
}

static bool amaf_has(const Amaf *a, int32_t seat, uint16_t number)
{
    return number != 0 && a->played[number][seat] == a->simulation;
}

/* Adds the result of a simulation to the means of all that it has played. */
static void amaf_add(Amaf *a, const float shares[GAME_SEATS])
{
    for (uint32_t i = 0; i < a->note_count; i++) {
        uint32_t seat = a->noted[i] % GAME_SEATS;
        AmafMean *mean = &a->means[a->noted[i] / GAME_SEATS][seat];
        mean->visits++;
        mean->sum += shares[seat];
    }
}
