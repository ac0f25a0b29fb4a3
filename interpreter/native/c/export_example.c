/* Plays a random game and prints its moves and the result.

   cc @FLAGS@ -o example example.c prefix_.c && ./example 7 */
#include <stdio.h>
#include <stdlib.h>

#include "prefix_.h"

int main(int count, char **words)
{
    prefix_random random;
    prefix_seed(&random, count > 1 ? strtoull(words[1], NULL, 10) : 1);
    prefix_state state;
    if (prefix_start(&state) != PREFIX_OK) return 1;
    while (!prefix_is_over(&state)) {
        prefix_move move;
        char text[PREFIX_MAX_TEXT];
        if (prefix_random_move(&state, &random, &move) != PREFIX_OK) return 1;
        if (prefix_play_legal(&state, move) != PREFIX_OK) return 1;
        prefix_move_text(move, text, sizeof text);
        puts(text);
    }
    for (int seat = 0; seat < PREFIX_SEATS; seat++)
        printf("seat %d, %s: %g\n", seat + 1, prefix_colours[prefix_colour(&state, seat)],
               prefix_result(&state, seat));
    prefix_free(&state);
    return 0;
}
