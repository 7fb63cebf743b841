/* inside: a search by sets in progress (sets.h). */
#ifndef SETS_INSIDE_H
#define SETS_INSIDE_H

#include "dd/steps.h"
#include "explore/explore.h"
#include "explore/moves.h"

/* The values of a part that can be reached. */
struct known {
  VEC(value_id) list;
  VEC(uint8_t) has; /* by value */
};

/* Somebody at a value deals with a part. */
struct interest {
  process_id process;
  value_id value;
  const struct offer *offer;
};

struct sets {
  const struct model *model;
  const struct explore_options *options;
  struct explore_result *result;
  struct parts parts;
  struct notes notes;
  struct mover mover;
  struct hand hand;

  unsigned *level_of;  /* by part */
  part_id *part_at;    /* by level */
  struct known *known; /* by part */
  struct interests {
    VEC(struct interest) at;
  } * interests;    /* by part */
  value_id *values; /* by part: scratch */
  value_id *start;  /* by part: the initial state */

  struct dd *forest;
  struct dd_steps *steps, *back; /* back: made when it is asked for */
  dd_node all;                   /* the states; protected */
  dd_node stuck;                 /* those that no step leaves; protected */
  struct dd *distances;
  struct dd_edge far; /* of the initial state; protected, made when asked for */

  double started, cpu_started;
  uint64_t work_end; /* 0: no end */
  uint64_t pairs;    /* of values that were asked for, and the like */
  unsigned sifted;   /* times that the order was changed */
  uint64_t old_work, old_peak, old_bytes; /* of forests in other orders */
  enum stop_reason stopped;
};

/* order.c: level_of and part_at, so that parts that deal with each other have
 * levels that are near. */
void sets_order(struct sets *s);

/* sift.c: an order in which this set is small, by level; whether that is much
 * smaller than it is now. */
bool sets_sift(struct sets *s, dd_node n, part_id *part_at);
/* That order from now on: steps are the same, the forest is empty. */
void sets_reorder(struct sets *s, const part_id *part_at);

/* steps.c */

/* What somebody can do with his offer at the values of the parts that are in
 * s->values. */
typedef void sets_visit(struct sets *s, process_id p, const struct offer *offer,
                        const struct moves *list, void *user);
/* Every value of every process that is known, with every value of what it deals
 * with.  Not all of these pairs are in a state. */
void sets_each(struct sets *s, sets_visit *visit, void *user);
/* s->steps anew, of all values that are known, in the order of now. */
void sets_steps(struct sets *s);
/* All states, into s->all; false: a limit. */
bool sets_discover(struct sets *s);
/* What one move changes, in terms of levels, the topmost first; values that it
 * only looks at are there, too.  How many; levels, from and to have room for one
 * more than the offer has parts.  Whether something is changed: *changes. */
unsigned sets_step(struct sets *s, process_id p, const struct offer *offer,
                   const struct moves *list, const struct move *mo,
                   unsigned *levels, uint32_t *from, uint32_t *to,
                   bool *changes);
/* That a state has the values of the process and of the offer's parts that are in
 * s->values is one more of these conditions; the states that meet one. */
void sets_condition(struct sets *s, process_id p, const struct offer *offer,
                    struct dd_steps *to);
dd_node sets_select(struct sets *s, dd_node in, struct dd_steps *conditions);
/* Those that meet none; whether some state meets one. */
dd_node sets_reject(struct sets *s, struct dd_steps *conditions);
dd_node sets_meets(struct sets *s, struct dd_steps *conditions);
/* What was done so far (sets.h). */
uint64_t sets_work(const struct sets *s);
/* A limit was reached: s->stopped says which. */
bool sets_late(void *sets);
/* An operation came back with nothing. */
bool sets_failed(struct sets *s, dd_node n);

/* claims.c: the states of s->all in which the expression holds, and those in
 * which it cannot be evaluated; false: a limit, or it looks at too much. */
bool sets_truth(struct sets *s, expr_id e, dd_node *yes, dd_node *fails);

/* runs.c */

/* A shortest run into the set, which is not empty; the state in s->values. */
bool sets_run(struct sets *s, dd_node into, struct explore_run *run);
/* The states of which none leads into the set. */
dd_node sets_never_to(struct sets *s, dd_node into);

/* findings.c: all of them; those of start code that fails, by process: then
 * nothing follows. */
void sets_findings(struct sets *s);
void sets_start_fails(struct sets *s, const struct note *failed);

#endif
