/* Several games side by side: each vector holds a number or a word of a set of every game, and a flag
   is a bit for each. It is worth it where vectors can count bits. With ONE_LANE games are played
   one at a time, with ANY_LANES side by side on any processor, by gcc. */
#if defined __GNUC__ && !defined __clang__ && !defined ONE_LANE
#if defined __OPTIMIZE__ && defined __AVX512DQ__ && defined __AVX512VPOPCNTDQ__
#define WIDE_LANES
#define HAS_LANES
#elif defined ANY_LANES
#define HAS_LANES
#endif
#endif

#ifdef HAS_LANES
#define LANES 8
#define EACH_LANE (Lanes){0, 1, 2, 3, 4, 5, 6, 7}
typedef uint64_t Lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t SignedLanes __attribute__((vector_size(8 * LANES)));
typedef long long Quads __attribute__((vector_size(8 * LANES))); /* as the compiler has them */
typedef int Halves __attribute__((vector_size(8 * LANES)));
typedef uint8_t Flags; /* of the lanes, from the lowest bit on */

static inline Lanes lanes_of(uint64_t word) { return word - (Lanes){0}; }

/* Comparisons, for which the processor has numbers, and a choice in each lane, also of flags. */
#ifdef WIDE_LANES
#define COMPARISON(name, type, sign, builtin, number) \
    static inline Flags name(Lanes a, Lanes b) { return builtin((Quads)a, (Quads)b, number, 0xff); }
#else
#define COMPARISON(name, type, sign, builtin, number) \
    static inline Flags name(Lanes a, Lanes b) \
    { \
        uint32_t flags = 0; \
        for (int i = 0; i < LANES; i++) flags |= (uint32_t)((type)a[i] sign (type)b[i]) << i; \
        return (Flags)flags; \
    }
#endif
COMPARISON(lanes_eq, uint64_t, ==, __builtin_ia32_cmpq512_mask, 0)
COMPARISON(lanes_differ, uint64_t, !=, __builtin_ia32_cmpq512_mask, 4)
COMPARISON(lanes_less, uint64_t, <, __builtin_ia32_ucmpq512_mask, 1)
COMPARISON(lanes_below_signed, int64_t, <, __builtin_ia32_cmpq512_mask, 1)
static inline Flags lanes_some(Lanes a) { return lanes_differ(a, lanes_of(0)); }
static inline Flags flags_chosen(Flags mask, Flags yes, Flags no) { return (yes & mask) | (no & ~mask); }
static inline Lanes lanes_chosen(Flags mask, Lanes yes, Lanes no)
{
#ifdef WIDE_LANES
    return (Lanes)__builtin_ia32_blendmq_512_mask((Quads)no, (Quads)yes, mask);
#else
    for (int i = 0; i < LANES; i++) no[i] = mask >> i & 1 ? yes[i] : no[i];
    return no;
#endif
}
#define lanes_if(mask, yes, no) _Generic((yes), Lanes: lanes_chosen, default: flags_chosen)(mask, yes, no)

/* What is 0 where a flag does not hold, or a number is not below another; one more where a flag holds. */
static inline Lanes lanes_only(Flags mask, Lanes a) { return lanes_if(mask, a, lanes_of(0)); }
static inline Lanes lanes_inside(Lanes a, uint64_t n) { return lanes_only(lanes_less(a, lanes_of(n)), a); }
static inline Lanes lanes_more(Lanes a, Flags mask) { return lanes_if(mask, a + 1, a); }

/* The flag of one lane. What is read whole is written whole: a processor waits for a vector of which a
   part has just been written. */
static inline Flags lane_of(int i) { return (Flags)(1u << i); }

/* A vector of words that were computed one by one. */
static inline Lanes lanes_from(const uint64_t *w)
{
    return (Lanes){w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]};
}

/* The words at some distances from a place, in bytes. */
static inline Lanes lanes_gather(const void *from, Lanes bytes)
{
#ifdef WIDE_LANES
    return (Lanes)__builtin_ia32_gatherdiv8di((Quads){0}, from, (Quads)bytes, 0xff, 1);
#else
    for (int i = 0; i < LANES; i++) memcpy(&bytes[i], (const char *)from + bytes[i], 8);
    return bytes;
#endif
}

/* Numbers wrap at 32 bits. */
static inline Lanes lanes_wrapped(Lanes a) { return (Lanes)((SignedLanes)(a << 32) >> 32); }

/* Writes words there in the lanes of a mask. */
static inline void lanes_scatter(void *to, Lanes bytes, Lanes words, Flags mask)
{
#ifdef WIDE_LANES
    __builtin_ia32_scatterdiv8di(to, mask, (Quads)bytes, (Quads)words, 1);
#else
    for (int i = 0; i < LANES; i++)
        if (mask >> i & 1) memcpy((char *)to + bytes[i], &words[i], 8);
#endif
}

static inline Lanes lanes_count(Lanes a)
{
#ifdef WIDE_LANES
    return (Lanes)__builtin_ia32_vpopcountq_v8di((Quads)a);
#else
    for (int i = 0; i < LANES; i++) a[i] = (uint64_t)__builtin_popcountll(a[i]);
    return a;
#endif
}

/* The product of two numbers below 2^32. */
static inline Lanes lanes_product(Lanes a, Lanes b)
{
#ifdef WIDE_LANES
    return (Lanes)__builtin_ia32_pmuludq512_mask((Halves)a, (Halves)b, (Quads)a, (uint8_t)-1);
#else
    return a * b;
#endif
}

/* The n-th bit of each word, which has more than n; nothing of an empty one. */
static inline Lanes lanes_nth(Lanes words, Lanes n)
{
    uint64_t word[LANES], bit[LANES];
    memcpy(word, &words, sizeof word);
    memcpy(bit, &n, sizeof bit);
#pragma GCC unroll 8
    for (int i = 0; i < LANES; i++) {
#ifdef __BMI2__
        bit[i] = __builtin_ia32_pdep_di(1ull << (bit[i] & 63), word[i]);
#else
        for (uint64_t left = bit[i] & 63; left; left--) word[i] &= word[i] - 1;
        bit[i] = word[i] & -word[i];
#endif
    }
    return lanes_from(bit);
}

static inline Lanes lanes_rotated(Lanes x, int k) { return (x << k) | (x >> (64 - k)); }

/* The generator of one lane, taken out or put back. */
static inline Rng rng_of_lane(const Lanes *s, int i)
{
    return (Rng){{s[0][i], s[1][i], s[2][i], s[3][i]}};
}
static inline void set_rng_of_lane(Lanes *s, int i, const Rng *r)
{
    const Flags lane = lane_of(i);
    for (int k = 0; k < 4; k++) s[k] = lanes_if(lane, lanes_of(r->s[k]), s[k]);
}

/* What `rng_seed` makes of a seed and the ones after it. */
static inline void seed_lanes(Lanes *s, uint64_t seed)
{
    Lanes x = lanes_of(seed) + EACH_LANE;
    for (int k = 0; k < 4; k++) {
        x += lanes_of(0x9e3779b97f4a7c15u);
        x = (x ^ (x >> 30)) * lanes_of(0xbf58476d1ce4e5b9u);
        x = (x ^ (x >> 27)) * lanes_of(0x94d049bb133111ebu);
        s[k] = x = x ^ (x >> 31);
    }
}

/* What `rng_below` goes on with in the lanes where the first product is rejected, which is rare. */
APART static Lanes lanes_again(Lanes *s, Lanes product, Lanes n, Flags lanes)
{
    for (; lanes; lanes &= (Flags)(lanes - 1)) {
        const int i = __builtin_ctz(lanes);
        const uint32_t below = (uint32_t)n[i], least = -below % below;
        uint64_t one = product[i];
        Rng r = rng_of_lane(s, i);
        while ((uint32_t)one < least) one = (rng_next(&r) >> 32) * below;
        set_rng_of_lane(s, i, &r);
        product[i] = one;
    }
    return product;
}

/* Uniform in 0..n-1, exactly as `rng_below`, in the lanes of a mask; elsewhere no number is used up. */
static inline Lanes lanes_below(Lanes *s, Lanes n, Flags mask)
{
    const Lanes times5 = s[1] + (s[1] << 2), turned = lanes_rotated(times5, 7);
    const Lanes next = turned + (turned << 3);
    const Lanes s2 = s[2] ^ s[0], s3 = s[3] ^ s[1];
    const Lanes moved = s2 ^ (s[1] << 17);
    s[1] = lanes_if(mask, s[1] ^ s2, s[1]);
    s[0] = lanes_if(mask, s[0] ^ s3, s[0]);
    s[2] = lanes_if(mask, moved, s[2]);
    s[3] = lanes_if(mask, lanes_rotated(s3, 45), s[3]);
    Lanes product = lanes_product(next >> 32, n);
    const Flags low = lanes_less(product & lanes_of(0xffffffff), n) & mask;
    if (__builtin_expect(low != 0, 0)) product = lanes_again(s, product, n, low);
    return product >> 32;
}

/* How often each seat has won or lost alone, and nobody has. */
typedef struct {
    Lanes won[GAME_SEATS], lost[GAME_SEATS], drawn;
} LaneEnds;
#endif
