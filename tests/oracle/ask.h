/* ask: what Heddle says of a program.
 *
 * A program of a packed binary is opened once and searched by one row after
 * the other; what is found is told by kind and place. */
#ifndef TESTS_ORACLE_ASK_H
#define TESTS_ORACLE_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "brute.h"

struct executor;

enum { ANSWER_FAILS = 64 };

struct answer {
  bool holds;      /* its verdict */
  bool incomplete; /* likewise */
  bool cut;        /* at the number of runs that was given */
  bool stuck, broken;
  uint64_t exits[4];
  struct fail fails[ANSWER_FAILS];
  struct brute_race races[RACES_MAX];
  unsigned fails_len, races_len;
  unsigned findings; /* of every kind */
  uint64_t runs;
  char other[160]; /* a finding that fits nowhere, or why it broke */
};

/* NULL with a message in `error`. */
struct executor *ask_open(const char *binary, unsigned number, bool spurious,
                          char *error, unsigned room);
void ask_close(struct executor *x);
/* `runs`: as many at most, 0: any number. */
void ask(struct executor *x, const struct code *c, const char *strategy,
         uint64_t runs, uint64_t seed, struct answer *out);

#endif
