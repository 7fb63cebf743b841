/* talk: small random programs of threads that pass messages, as data, so that
 * they can be shrunk, and as the text of a model. */
#ifndef TESTS_UNIT_TALK_H
#define TESTS_UNIT_TALK_H

#include <stdbool.h>

#include "base/rng.h"
#include "base/text.h"

enum talk_op {
  TALK_SEND,    /* a + k to thread `to` */
  TALK_RECEIVE, /* a = what comes */
  TALK_TELL,    /* the constant k to thread `to` */
  TALK_P,
  TALK_V,
  TALK_WRITE,  /* x = a */
  TALK_READ,   /* a = x */
  TALK_ASSERT, /* a != k */
  TALK_OPS
};

enum { TALK_THREADS = 4, TALK_LINES = 6 };

struct talk_line {
  unsigned char op, to, k;
  bool even; /* only if a is even */
};

struct talk {
  unsigned threads;
  unsigned len[TALK_THREADS];
  struct talk_line code[TALK_THREADS][TALK_LINES];
  unsigned scheme;   /* of talk_schemes */
  unsigned capacity; /* of ports; 0: unbounded */
};

enum { TALK_SCHEMES = 4 };
extern const char *const talk_schemes[TALK_SCHEMES];

struct talk talk_random(struct rng *r);
void talk_print(const struct talk *t, struct text *out);
/* As small as can be with `fails` still true. */
void talk_shrink(struct talk *t, bool (*fails)(const struct talk *t));

#endif
