@TITLE@
/* A library in C11, written by boardwright @VERSION@ from rules @HASH@.

   Build:    cc @FLAGS@ -c prefix_.c    (any C11 compiler with GCC's built-in functions)
   Use:      #include "prefix_.h", and link prefix_.o; nothing else is needed.
   Example:  cc @FLAGS@ -o example example.c prefix_.c && ./example 7

   Positions   prefix_start() or prefix_copy() makes a prefix_state, prefix_free() ends it.@MEMORY@
   Moves       are numbers. A number has the same words in all positions: prefix_move_text().
   Seats       count from 0. PREFIX_NATURE acts where chance decides. A pass is a move like others.
   Results     1 for a win, 0.5 for a draw or a shared win, 0 for a loss; or points.
   Chance      prefix_random_move() and prefix_playout() draw it with its weights; prefix_weight()
               tells them.
   Luck        comes from a prefix_random only (xoshiro256**). The same seed gives the same moves on
               every machine.
   Threads     There is no global state. Threads may work at once on states and prefix_randoms of
               their own; no two may use the same one at the same time, not even to read it.
   Hidden      A state holds everything, also what the rules hide from a seat. */
#ifndef PREFIX_H
#define PREFIX_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PREFIX_SEATS = @SEATS@,
    PREFIX_CELLS = @CELLS@,
    PREFIX_KINDS = @KINDS@,
    PREFIX_MAX_MOVES = @MOVES@,     /* no position has more */
    PREFIX_MAX_TEXT = @TEXT@,      /* bytes of the longest text of a move, with the 0 at its end */
    PREFIX_HAS_CHANCE = @CHANCE@,
    PREFIX_HAS_MEMORY = @HAS_MEMORY@
};

enum { PREFIX_NATURE = -1, PREFIX_NOBODY = -2 };

/* What functions return that can fail. */
enum {
    PREFIX_OK = 0,
    PREFIX_ILLEGAL = -1,        /* not a legal move here */
    PREFIX_TOO_LONG = -2,       /* the rules could not find a way through the turn in their bounds */
    PREFIX_NO_MEMORY = -3
};

/* A position; what is in it is the library's business. */
typedef struct {
    uint64_t words[@WORDS@];
    uint64_t *seen;             /* earlier positions, where PREFIX_HAS_MEMORY; else NULL */
    int32_t room;
} prefix_state;

typedef uint64_t prefix_move;
typedef struct { uint64_t words[4]; } prefix_random;

/* Names, in the order of their numbers. */
extern const char *const prefix_cells[];   /* PREFIX_CELLS of them */
extern const char *const prefix_colours[PREFIX_SEATS];
extern const char *const prefix_kinds[];   /* PREFIX_KINDS of them */

/* ---- positions ---- */

/* The position at the start. PREFIX_OK, PREFIX_TOO_LONG or PREFIX_NO_MEMORY. */
int prefix_start(prefix_state *state);

/* Make another position the same; `to` must hold none. PREFIX_OK or PREFIX_NO_MEMORY. */
int prefix_copy(prefix_state *to, const prefix_state *from);

/* Give back the memory of a position. */
void prefix_free(prefix_state *state);

bool prefix_is_over(const prefix_state *state);

/* The seat that acts, PREFIX_NATURE, or PREFIX_NOBODY when the game is over. */
int prefix_seat(const prefix_state *state);

/* The number of the colour that a seat plays. */
int prefix_colour(const prefix_state *state, int seat);

/* What a seat gets; 0 while the game goes on. */
double prefix_result(const prefix_state *state, int seat);

/* The number of complete turns so far. */
int prefix_turn(const prefix_state *state);

/* Whose piece stands on a cell: a colour's number, PREFIX_NATURE for a piece that nobody owns,
   PREFIX_NOBODY where no piece stands. */
int prefix_owner(const prefix_state *state, int cell);

/* The number of the kind of the piece on a cell; PREFIX_NOBODY where no piece stands. */
int prefix_kind(const prefix_state *state, int cell);

/* Equal for equal positions; what was seen earlier does not count. Only for this build. */
uint64_t prefix_hash(const prefix_state *state);

/* ---- moves ---- */

/* The legal moves, in a fixed order; `moves` has room for PREFIX_MAX_MOVES. How many there are, or
   PREFIX_TOO_LONG or PREFIX_NO_MEMORY. */
int prefix_moves(prefix_state *state, prefix_move *moves);

/* How likely a move of nature is, in proportion to the others; 1 for a move of a seat. */
double prefix_weight(prefix_state *state, prefix_move move);

/* Play a move. PREFIX_OK, or why not, and then the position is as before. */
int prefix_play(prefix_state *state, prefix_move move);

/* Play a move that prefix_moves() gave for this very position: the same without looking whether it
   is legal, which is faster. After PREFIX_TOO_LONG the position is not to be used. */
int prefix_play_legal(prefix_state *state, prefix_move move);

/* The words of a move as in `snprintf`: at most `size` bytes with the 0 at the end; returns how long
   the whole text is, without it. Of what is no move of this game the text says nothing. */
int prefix_move_text(prefix_move move, char *buffer, int size);

/* The legal move of a text. PREFIX_OK, PREFIX_ILLEGAL, PREFIX_TOO_LONG or PREFIX_NO_MEMORY. */
int prefix_find_move(prefix_state *state, const char *text, prefix_move *move);

/* ---- random play ---- */

void prefix_seed(prefix_random *random, uint64_t seed);

/* A move, each legal one with the same probability, or with its weight where nature acts.
   PREFIX_OK, PREFIX_ILLEGAL when the game is over, PREFIX_TOO_LONG or PREFIX_NO_MEMORY. */
int prefix_random_move(prefix_state *state, prefix_random *random, prefix_move *move);

/* Play a copy of a position to its end with such moves, or until `most` were played. Returns their
   number, or PREFIX_TOO_LONG or PREFIX_NO_MEMORY. `results` gets what each seat gets: 0.5 each for a
   game that is not finished. */
int64_t prefix_playout(const prefix_state *state, prefix_random *random, int64_t most,
                       double results[PREFIX_SEATS]);

#ifdef __cplusplus
}
#endif
#endif
