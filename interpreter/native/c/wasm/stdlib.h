/* Of <stdlib.h>, what the rules and the searches use: memory, in blocks of 2^n bytes.

   A block that is given back is kept for the next one of its size.  Searches ask for a few large
   blocks and histories grow by halves, so that little is lost. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MEMORY_PAGE 65536u
#define MEMORY_HEAD 16u             /* before each block: the number of its size */
#define MEMORY_SIZES 31

typedef struct MemoryBlock { struct MemoryBlock *next; } MemoryBlock;

extern unsigned char __heap_base;   /* where memory begins that nothing uses */
static MemoryBlock *memory_free[MEMORY_SIZES];
static uintptr_t memory_end;        /* the first byte that was never part of a block */

static void *malloc(size_t count)
{
    uint32_t size = 5;
    while (size < MEMORY_SIZES && ((size_t)1 << size) < count + MEMORY_HEAD) size++;
    if (size == MEMORY_SIZES || count > SIZE_MAX - MEMORY_HEAD) return NULL;
    MemoryBlock *block = memory_free[size];
    if (block) {
        memory_free[size] = block->next;
        return block;
    }
    if (memory_end == 0) memory_end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    size_t bytes = (size_t)1 << size, have = __builtin_wasm_memory_size(0) * MEMORY_PAGE;
    if (bytes > SIZE_MAX - memory_end) return NULL;
    if (memory_end + bytes > have) {
        size_t pages = (memory_end + bytes - have + MEMORY_PAGE - 1) / MEMORY_PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
    }
    *(uint32_t *)memory_end = size;
    block = (MemoryBlock *)(memory_end + MEMORY_HEAD);
    memory_end += bytes;
    return block;
}

static void free(void *block)
{
    if (!block) return;
    uint32_t size = *(uint32_t *)((uintptr_t)block - MEMORY_HEAD);
    ((MemoryBlock *)block)->next = memory_free[size];
    memory_free[size] = block;
}

static void *calloc(size_t count, size_t each)
{
    if (each && count > SIZE_MAX / each) return NULL;
    void *block = malloc(count * each);
    return block ? memset(block, 0, count * each) : NULL;
}

static void *realloc(void *block, size_t count)
{
    void *larger = malloc(count);
    if (!larger || !block) return larger;
    size_t had = ((size_t)1 << *(uint32_t *)((uintptr_t)block - MEMORY_HEAD)) - MEMORY_HEAD;
    memcpy(larger, block, had < count ? had : count);
    free(block);
    return larger;
}
