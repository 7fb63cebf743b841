/* twin_inside: what the files of twin share. */
#ifndef TESTS_CROSS_TWIN_INSIDE_H
#define TESTS_CROSS_TWIN_INSIDE_H

#include <stdarg.h>

#include "base/rng.h"
#include "base/text.h"
#include "build.h"
#include "twin.h"

enum {
  TWIN_PROCESSES = 3,
  TWIN_PORTS = 2,
  TWIN_SHARED = 4,
  TWIN_LOCKS = 2,
};

/* Where an expression stands. */
enum twin_scope { IN_PROCESS, IN_THREAD, IN_ATOMIC, IN_PROPERTY };

/* A received value, a counter of a loop, the index of a process. */
struct twin_name {
  const char *name;
  enum { NAME_BOUND, NAME_SLOT, NAME_CONST } kind;
  uint32_t index; /* of the bound value or slot; the constant */
};

struct twin_process {
  uint32_t var_count;  /* x0, x1 ...: slots 0.. */
  slot_id array_first; /* a[0] ... */
  uint32_t array_count;
};

struct twin_draft {
  struct rng r;
  struct build b;
  struct text text;
  unsigned indent;
  process_id p; /* in work */
  enum twin_scope scope;
  bool vary;      /* constants under a name are not welcome */
  unsigned quiet; /* above 0: expressions take no steps */
  unsigned loops; /* around the statement in work */
  unsigned fresh; /* names given out */
  VEC(struct twin_name) names;
  bool array; /* the processes are p[0], p[1] ..., else p0, p1 ... */
  uint32_t process_count;
  struct twin_process processes[TWIN_PROCESSES];
  uint32_t port_count; /* of each process */
  object_id ports[TWIN_PROCESSES][TWIN_PORTS];
  object_id channels[TWIN_PROCESSES][TWIN_PROCESSES]; /* or NONE */
  uint32_t shared_count; /* v0, v1 ...; from array_first on: arr[...] */
  uint32_t array_first;
  object_id shared[TWIN_SHARED];
  uint32_t lock_count, semaphore_count;
  object_id locks[TWIN_LOCKS], semaphores[TWIN_LOCKS];
};

/* --- twin_expr.c: each writes and builds -----------------------------------
 */

bool twin_chance(struct twin_draft *d, unsigned percent);
uint32_t twin_below(struct twin_draft *d, uint32_t n);
void twin_say(struct twin_draft *d, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void twin_line(struct twin_draft *d); /* begins a new line */
expr_id twin_number(struct twin_draft *d, int64_t v);
expr_id twin_variable(struct twin_draft *d);
expr_id twin_value(struct twin_draft *d, unsigned depth);
expr_id twin_condition(struct twin_draft *d);
expr_id twin_within(struct twin_draft *d, struct range r);
expr_id twin_index(struct twin_draft *d, uint32_t count);
expr_id twin_global(struct twin_draft *d);
/* The name of a process, seen from the one in work. */
void twin_say_process(struct twin_draft *d, process_id q);
/* In an array sometimes a process that is computed: then true, with the
 * index. */
bool twin_say_computed(struct twin_draft *d, expr_id *index);
/* A stop in the flat code of a thread and the edge that leaves it; what is
 * emitted next is the edge's code. */
struct edge *twin_step(struct twin_draft *d, enum action action,
                       object_id object);
void twin_table(struct twin_draft *d, struct edge *e, const object_id *at,
                uint32_t count, expr_id index);

/* --- twin_stmt.c -----------------------------------------------------------
 */

/* Statements, each on a line of its own. */
void twin_block(struct twin_draft *d, unsigned depth);
/* Assignments on one line, for the edges of a process. */
void twin_computation(struct twin_draft *d);
message_id twin_message(struct twin_draft *d);
process_id twin_neighbour(struct twin_draft *d);
/* The edge's object becomes port k of the process with this index. */
void twin_ports_table(struct twin_draft *d, struct edge *e, uint32_t k,
                      expr_id index);
/* "m0(e, e)" of a send, into the edge's arguments, given as expressions. */
void twin_send_args(struct twin_draft *d, message_id m, expr_id *args);

#endif
