/* Of <stdlib.h>, what the rules and random games use. */
#pragma once
#include <stddef.h>

void *malloc(size_t count);
void *calloc(size_t count, size_t each);
void *realloc(void *block, size_t count);
void free(void *block);
