/* What every generated game uses: numbers, and a random number generator. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* For AMD's Zen 3 and later, gcc 12 moves pairs of words to vector registers and back where that gains
   nothing: as for Haswell, games are up to a fifth faster there; the others differ by the noise. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#pragma GCC target("tune=haswell")
#endif

/* A function that is used so rarely that its speed does not matter (its code is short instead, and
   takes a compiler little time); one that is no part of its callers; one that all it calls are
   part of; one that is a part of each of its callers. */
#if defined __GNUC__ || defined __clang__
#define RARE __attribute__((cold, noinline))
#define APART __attribute__((noinline))
#define WHOLE __attribute__((flatten))
#define INSIDE inline __attribute__((always_inline))
#else
#define RARE
#define APART
#define WHOLE
#define INSIDE inline
#endif

/* Gives an array room for so many entries; false where there is no memory, and it is as before. */
#define GROWN(array, count) grown(&(array), array, (size_t)(count) * sizeof *(array))
static inline bool grown(void *place, void *array, size_t size)
{
    void *more = realloc(array, size);
    if (more) memcpy(place, &more, sizeof more);
    return more != NULL;
}

/* The same, where no room is left for one more, of `each` entries: twice as much, and some. */
#define ROOMY(array, count, room, each) \
    ((count) < (room) || (GROWN(array, (2 * (room) + 64) * (each)) && ((room) = 2 * (room) + 64)))

#define NO_NUMBER INT32_MIN /* a number that does not exist */

/* xoshiro256**, by David Blackman and Sebastiano Vigna (public domain algorithm) */
typedef struct { uint64_t s[4]; } Rng;

static inline uint64_t rotated(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t rng_next(Rng *r)
{
    uint64_t *s = r->s, result = rotated(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated(s[3], 45);
    return result;
}

/* splitmix64 */
static inline uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* A word at a place, mixed: sums of these are hashes whose words processors mix side by side. The
   factor is odd and has no pattern, so that words that change places are told apart. */
static inline uint64_t mixed_at(uint64_t place, uint64_t word)
{
    return mixed(place * 0xd1b54a32d192ed03u ^ word);
}

static inline uint64_t mixed_words(const uint64_t *words, size_t count)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++) hash += mixed_at(i + 1, words[i]);
    return hash;
}

/* The bytes of an array, as words from a place on.  Words of zeros add nothing: most entries of piles
   are 0, and each turn is hashed. */
static inline uint64_t mixed_bytes(uint64_t place, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    uint64_t hash = 0, word = 0;
    for (; size >= 8; size -= 8, from += 8, place++) {
        memcpy(&word, from, 8);
        if (word) hash += mixed_at(place, word);
    }
    word = 0;
    memcpy(&word, from, size);
    return word ? hash + mixed_at(place, word) : hash;
}

static inline void rng_seed(Rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++) r->s[i] = seed = mixed(seed);
}

/* Uniform in 0..n-1, exactly: Lemire's multiplication with rejection. */
static inline uint32_t rng_below(Rng *r, uint32_t n)
{
    uint64_t product = (rng_next(r) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t least = -n % n;
        while ((uint32_t)product < least) product = (rng_next(r) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

static inline double rng_unit(Rng *r) { return (double)(rng_next(r) >> 11) * 0x1p-53; }

/* Whole quotient and remainder, rounded down as the rules have them; the divisor is not 0. */
static inline int32_t quotient(int32_t a, int32_t b)
{
    int64_t q = (int64_t)a / b;
    return (int32_t)(q - ((int64_t)a % b != 0 && (a < 0) != (b < 0)));
}
static inline int32_t remainder_of(int32_t a, int32_t b)
{
    return (int32_t)(a - (int64_t)quotient(a, b) * b);
}

/* The place of the n-th bit of a word, which has more than n. */
static inline int32_t nth_bit(uint64_t word, int32_t n)
{
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << n, word));
#else
    while (n--) word &= word - 1;
    return __builtin_ctzll(word);
#endif
}

/* The bits of a word under a mask, moved together. */
static inline uint64_t gathered(uint64_t word, uint64_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pext_di(word, mask);
#else
    uint64_t found = 0;
    for (int32_t i = 0; mask; mask &= mask - 1, i++)
        found |= (uint64_t)((word & mask & -mask) != 0) << i;
    return found;
#endif
}

/* Sums of numbers wrap at 32 bits instead of being undefined. */
static inline int32_t wrap_add(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline int32_t wrap_sub(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline int32_t wrap_mul(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
#ifdef BRIEF /* a compiler that does not optimise takes longer for a call */
#define wrap_add(a, b) ((int32_t)((uint32_t)(a) + (uint32_t)(b)))
#define wrap_sub(a, b) ((int32_t)((uint32_t)(a) - (uint32_t)(b)))
#define wrap_mul(a, b) ((int32_t)((uint32_t)(a) * (uint32_t)(b)))
#endif

/* A number as a code below a size; -1 for others. */
static inline int32_t code_of(int32_t n, int32_t size) { return 0 <= n && n < size ? n : -1; }
static inline int32_t code_of_real(double n, int32_t size)
{
    return 0 <= n && n < size && n == (int32_t)n ? (int32_t)n : -1;
}

typedef uint64_t Move;

/* Turn-end hashes of the way that led to a state, the move that was drawn at random last, and marks
   of all these hashes, perhaps of others too: what is not marked need not be looked for. NULL where
   nobody keeps them. */
typedef struct { uint64_t *seen; int32_t room; Move drawn; uint64_t *marks; } History;

#define MARK_WORDS 256

static inline void mark(uint64_t *marks, uint64_t hash)
{
    marks[hash >> 6 & (MARK_WORDS - 1)] |= 1ull << (hash & 63);
}

static inline bool may_be_seen(const History *h, uint64_t hash)
{
    return !h->marks || (h->marks[hash >> 6 & (MARK_WORDS - 1)] >> (hash & 63) & 1);
}

/* Marks of just so many hashes; none are kept where there is none, as in games that look for none. */
static inline void mark_afresh(History *h, int32_t count)
{
    if (count == 0) h->marks = NULL;
    else memset(h->marks, 0, MARK_WORDS * sizeof *h->marks);
    for (int32_t i = 0; i < count; i++) mark(h->marks, h->seen[i]);
}

#define SET_UP_FAULT 2 /* of a `fault`: the set-up failed */
#define ROUNDS_FAULT 16 /* and of those from here on: looks ahead, or a loop, went on for too long */
