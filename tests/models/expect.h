/* expect: one line "// expect: ..." of a model, understood.
 *
 *     full -D N=4 --find deadlock,blocking states 28 deadlocks 2
 *     sra --scheme causal violated
 *     fra refused
 *
 * A strategy, then in any order: -D NAME=NUMBER, --scheme S, --find KINDS,
 * one of the words holds, violated, incomplete, refused (the strategy does not
 * apply), and KEY NUMBER with the keys of expect_keys.  Anything else is an error,
 * so that a slip in an expectation never passes as one that holds. */
#ifndef TESTS_MODELS_EXPECT_H
#define TESTS_MODELS_EXPECT_H

#include "explore/explore.h"
#include "explore/strategy.h"
#include "lang/lang.h"

enum expect_word {
  EXPECT_ANY,
  EXPECT_HOLDS,
  EXPECT_VIOLATED,
  EXPECT_INCOMPLETE,
  EXPECT_REFUSED
};

enum { EXPECT_KEYS = 16 };
extern const char *const expect_keys[EXPECT_KEYS];

struct expect {
  const struct strategy *strategy;
  VEC(struct lang_param) params;
  bool has_scheme;
  enum scheme scheme;
  unsigned find;
  enum expect_word word;
  bool given[EXPECT_KEYS];
  uint64_t wanted[EXPECT_KEYS];
};

/* False with a reason in *why. */
bool expect_parse(struct expect *e, const char *text, struct arena *arena,
                  struct text *why);
void expect_free(struct expect *e);

/* What a search gave for a key; a deadlock is one finding, not two. */
uint64_t expect_value(size_t key, const struct explore_result *r,
                      unsigned find);
/* False with every difference in *why. */
bool expect_met(const struct expect *e, const struct explore_result *r,
                struct text *why);

#endif
