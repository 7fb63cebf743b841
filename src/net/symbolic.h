/* symbolic: what the engines mdd-bfs and mdd-sat share. */
#ifndef NET_SYMBOLIC_H
#define NET_SYMBOLIC_H

#include "net/close.h"
#include "net/engine.h"
#include "net/step.h"

/* One network in one thread's forests. */
struct symbolic {
  const struct network *net;
  enum net_mode mode;
  bool bfs;
  struct net_limits limits;
  struct coding coding;
  dd_node closure;    /* UTC of the specification */
  dd_node observable; /* its restriction to inputs and outputs */
  dd_node answers;    /* the same as labels: state, input, output */
  bool *fired;        /* [edges], after verification; NULL: not known */
  double closure_seconds;
  bool exhausted; /* the last search ran out of memory */
};

/* NET_MEMORY when the forests are full; symbolic_end is due always. */
enum net_verdict symbolic_begin(struct symbolic *s, const struct network *n,
                                enum net_mode mode, bool bfs,
                                const struct net_limits *l);
void symbolic_end(struct symbolic *s);
/* CPU seconds of a closure are added to s->closure_seconds. */
dd_node symbolic_closure(struct symbolic *s, const struct mutant *m,
                         dd_node edges);

/* Counts, findings and witnesses; fills s->fired. */
enum net_verdict symbolic_verify(struct symbolic *s, struct net_report *out);
/* A shortest test for a mutant. */
enum distinguish symbolic_distinguish(struct symbolic *s,
                                      const struct mutant *m,
                                      symbol_list *out);

#endif
