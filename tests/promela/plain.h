/* plain: small Promela programs as trees, drawn at random, written out as
 * texts, and explored by the meaning of their statements.
 *
 * Nothing of src/promela is used: a program is never parsed, and has no
 * control-flow automaton; a process is at a statement of the tree, and what
 * follows a statement is read off the tree.  The states it counts are those
 * between steps, as SPIN counts them. */
#ifndef TESTS_PROMELA_PLAIN_H
#define TESTS_PROMELA_PLAIN_H

#include "base/rng.h"
#include "base/text.h"

enum { PLAIN_PROCS = 3, PLAIN_NODES = 200, PLAIN_OPTIONS = 3 };

enum plain_kind {
  PLAIN_ASSIGN,  /* target = value */
  PLAIN_GUARD,   /* value */
  PLAIN_ASSERT,  /* value */
  PLAIN_SEND,    /* channel ! value */
  PLAIN_RECEIVE, /* channel ? target; or ? a number, if target is NOWHERE */
  PLAIN_IF,
  PLAIN_DO,
  PLAIN_ATOMIC,
  PLAIN_STEP, /* d_step */
  PLAIN_BREAK,
};
enum { PLAIN_X, PLAIN_Y, PLAIN_LOCAL, PLAIN_NOWHERE }; /* targets */
enum { PLAIN_Q, PLAIN_R };                             /* channels */

/* left op right: x, y, l or a number each; op 0: left alone. */
struct plain_expr {
  int left, right; /* 0..2: a variable; 3 + n: n */
  char op;         /* + - < > = ! & |, and ? for len(q) > right */
};

struct plain_node {
  enum plain_kind kind;
  int target, channel, number;
  struct plain_expr value;
  int option_count, has_else;
  int options[PLAIN_OPTIONS + 1]; /* the first statement of each */
  int next;                       /* in its sequence; -1: none */
  int around;                     /* the node whose option it is in; -1 */
};

struct plain_program {
  int proc_count, capacity; /* of q */
  int body[PLAIN_PROCS];
  struct plain_node nodes[PLAIN_NODES];
  int node_count;
};

void plain_draw(struct plain_program *p, uint64_t seed);
void plain_write(const struct plain_program *p, struct text *out);

struct plain_result {
  uint64_t states;
  bool deadlock, assertion;
  bool too_many; /* more than `most`: nothing is known */
};
struct plain_result plain_explore(const struct plain_program *p, uint64_t most);

#endif
