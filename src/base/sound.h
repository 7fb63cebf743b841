/* sound: invariants as code.
 *
 * A structure whose parts must agree has a function NOUN_sound: NULL, or a
 * sentence that says what is wrong with it.  Builds that look for mistakes
 * (make test-stress, make test-san) ask it while they run, now and then:
 *
 *     if (sound_due(t->leaves, &t->sound_at))
 *       SOUND(tree_sound(t));
 *
 * What a function expects of its arguments, where its header says so, is
 * EXPECTS(condition), asked in the same builds:
 *
 *     EXPECTS(id < s->count);
 *
 * In other builds neither costs anything; what is cheap and matters there as
 * well is an assert. */
#ifndef BASE_SOUND_H
#define BASE_SOUND_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define SOUND_ASKED 1
#endif
#endif
#if defined STRESS || defined __SANITIZE_ADDRESS__
#define SOUND_ASKED 1
#endif
#ifndef SOUND_ASKED
#define SOUND_ASKED 0
#endif

#define SOUND(call)                                                            \
  do {                                                                         \
    const char *wrong_ = SOUND_ASKED ? (call) : NULL;                          \
    if (wrong_)                                                                \
      __assert_fail(wrong_, __FILE__, __LINE__, __func__);                     \
  } while (0)

/* The condition is compiled everywhere, so that it stays true to the code. */
#define EXPECTS(condition) assert(!SOUND_ASKED || (condition))

/* Whether something that has grown to this size is to be looked at: often at
 * first, and then so seldom that all looks together take as long as a few. */
static inline bool sound_due(uint64_t size, uint64_t *next) {
  if (!SOUND_ASKED || size < *next)
    return false;
  *next = size + size / 2 + 8;
  return true;
}

#endif
