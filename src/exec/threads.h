/* threads: sets of threads.
 *
 * A set is one word as long as no thread of the run has a number of 64 or
 * more, and as many more as the highest number needs.  How many are in use is
 * not kept in the set: whoever works on the sets of one run knows it once for
 * all of them and says so with each call, `words`, at least 1.  What is beyond
 * them is never looked at and need not be written.  Where `words` is the
 * constant 1 a call compiles to the one operation on a word that it is; so
 * what has to be fast is written once and instantiated twice, for one word and
 * for any number of them (rt/pick.c).
 *
 * It is also read by rt/, inside the tested process: it allocates nothing. */
#ifndef EXEC_THREADS_H
#define EXEC_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* Threads of one run, main included, and how many of them are in a word. */
enum { THREADS_MAX = 1024, THREADS_WORD = 64 };
enum { THREADS_WORDS = THREADS_MAX / THREADS_WORD, THREADS_NONE = 0xffff };

struct threads {
  uint64_t at[THREADS_WORDS];
};

/* Expanded in any case, so that a constant `words` is one inside. */
#define THREADS_INLINE __attribute__((always_inline)) static inline

/* Words for the threads below `count`. */
THREADS_INLINE unsigned threads_words(unsigned count) {
  return count <= THREADS_WORD ? 1 : (count + THREADS_WORD - 1) / THREADS_WORD;
}

THREADS_INLINE uint64_t *threads_at(unsigned words, struct threads *s,
                                    unsigned t) {
  return words == 1 ? s->at : &s->at[t / THREADS_WORD];
}
THREADS_INLINE bool threads_has(unsigned words, const struct threads *s,
                                unsigned t) {
  return (words == 1 ? s->at[0] : s->at[t / THREADS_WORD]) >> t % THREADS_WORD &
         1;
}
THREADS_INLINE void threads_add(unsigned words, struct threads *s, unsigned t) {
  *threads_at(words, s, t) |= UINT64_C(1) << t % THREADS_WORD;
}
THREADS_INLINE void threads_remove(unsigned words, struct threads *s,
                                   unsigned t) {
  *threads_at(words, s, t) &= ~(UINT64_C(1) << t % THREADS_WORD);
}
THREADS_INLINE void threads_clear(unsigned words, struct threads *s) {
  s->at[0] = 0;
  for (unsigned w = 1; w < words; w++)
    s->at[w] = 0;
}
THREADS_INLINE void threads_copy(unsigned words, struct threads *to,
                                 const struct threads *from) {
  to->at[0] = from->at[0];
  for (unsigned w = 1; w < words; w++)
    to->at[w] = from->at[w];
}
THREADS_INLINE void threads_unite(unsigned words, struct threads *to,
                                  const struct threads *with) {
  to->at[0] |= with->at[0];
  for (unsigned w = 1; w < words; w++)
    to->at[w] |= with->at[w];
}
THREADS_INLINE void threads_subtract(unsigned words, struct threads *from,
                                     const struct threads *these) {
  from->at[0] &= ~these->at[0];
  for (unsigned w = 1; w < words; w++)
    from->at[w] &= ~these->at[w];
}
THREADS_INLINE bool threads_any(unsigned words, const struct threads *s) {
  uint64_t some = s->at[0];
  for (unsigned w = 1; w < words; w++)
    some |= s->at[w];
  return some != 0;
}

/* How many are in a word: without an instruction for it, which not every
 * processor has, the compiler would call a function. */
THREADS_INLINE uint32_t threads_count_word(uint64_t set) {
  set -= set >> 1 & UINT64_C(0x5555555555555555);
  set = (set & UINT64_C(0x3333333333333333)) +
        (set >> 2 & UINT64_C(0x3333333333333333));
  set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (uint32_t)(set * UINT64_C(0x0101010101010101) >> 56);
}
THREADS_INLINE uint32_t threads_count(unsigned words, const struct threads *s) {
  uint32_t n = threads_count_word(s->at[0]);
  for (unsigned w = 1; w < words; w++)
    n += s->at[w] ? threads_count_word(s->at[w]) : 0;
  return n;
}

/* The least member from `from` on, or THREADS_NONE. */
THREADS_INLINE unsigned threads_next(unsigned words, const struct threads *s,
                                     unsigned from) {
  unsigned w = words == 1 ? 0 : from / THREADS_WORD;
  if (from >= words * THREADS_WORD)
    return THREADS_NONE;
  uint64_t word = s->at[w] & ~UINT64_C(0) << from % THREADS_WORD;
  while (!word)
    if (++w >= words)
      return THREADS_NONE;
    else
      word = s->at[w];
  return w * THREADS_WORD + (unsigned)__builtin_ctzll(word);
}
/* The least member of a set that has some. */
THREADS_INLINE unsigned threads_lowest(unsigned words,
                                       const struct threads *s) {
  unsigned w = 0;
  while (words > 1 && w + 1 < words && !s->at[w])
    w++;
  return w * THREADS_WORD + (unsigned)__builtin_ctzll(s->at[w]);
}
/* The n-th, counted from 0, of a set that has so many. */
THREADS_INLINE unsigned threads_nth(unsigned words, const struct threads *s,
                                    uint32_t n) {
  unsigned w = 0;
  uint64_t word = s->at[0];
  for (uint32_t here;
       words > 1 && w + 1 < words && n >= (here = threads_count_word(word));
       word = s->at[++w])
    n -= here;
  while (n--)
    word &= word - 1;
  return w * THREADS_WORD + (unsigned)__builtin_ctzll(word);
}
/* The first from `from` on, in cyclic order, of a set that has some. */
THREADS_INLINE unsigned threads_cyclic(unsigned words, const struct threads *s,
                                       unsigned from) {
  unsigned t = threads_next(words, s, from);
  return t == THREADS_NONE ? threads_lowest(words, s) : t;
}

/* Whole sets, where it does not matter how long it takes: all words are in
 * use. */
enum { THREADS_ALL = THREADS_WORDS };
static inline struct threads threads_none(void) {
  struct threads s = {{0}};
  return s;
}
static inline struct threads threads_one(unsigned t) {
  struct threads s = {{0}};
  threads_add(THREADS_ALL, &s, t);
  return s;
}
static inline struct threads threads_both(const struct threads *a,
                                          const struct threads *b) {
  struct threads s;
  for (unsigned w = 0; w < THREADS_ALL; w++)
    s.at[w] = a->at[w] & b->at[w];
  return s;
}
static inline bool threads_equal(const struct threads *a,
                                 const struct threads *b) {
  uint64_t differ = 0;
  for (unsigned w = 0; w < THREADS_ALL; w++)
    differ |= a->at[w] ^ b->at[w];
  return !differ;
}

/* Each member, by ascending number, as `t`.  A set that is changed meanwhile
 * is read a word at a time. */
#define threads_each(words, s, t)                                              \
  for (unsigned t##_word = 0; t##_word < (words); t##_word++)                  \
    for (uint64_t t##_rest = (s)->at[t##_word], t = 0;                         \
         t##_rest &&                                                           \
         (t = t##_word * THREADS_WORD + (unsigned)__builtin_ctzll(t##_rest),   \
         true);                                                                \
         t##_rest &= t##_rest - 1)

#endif
