/* build: models made in C, piece by piece.
 *
 *     struct build b = {.scheme = SCHEME_FIFO};
 *     process_id p = build_process(&b, "P1", false);
 *     location_id l0 = build_location(&b, p, "0", false);
 *     object_id c = build_channel(&b, "P1->P2", p, q, 2);
 *     message_id m = build_message(&b, "m1", 0, NULL);
 *     build_send(&b, p, l0, l1, c, m);
 *     struct model *model = build_finish(&b);     b is empty again
 *
 * The first location of a process is its initial one.  Everything that can
 * be reported gets a place of its own (line = a running number), so that
 * findings can be told apart.  Strings are kept, not copied, unless they
 * come from build_name. */
#ifndef TESTS_CROSS_BUILD_H
#define TESTS_CROSS_BUILD_H

#include "base/vec.h"
#include "model/model.h"

struct build_process {
  struct process process;
  VEC(struct variable) slots;
  VEC(struct location) locations;
  VEC(struct edge) edges;
};

struct build {
  enum scheme scheme;
  struct arena arena;
  uint32_t lines; /* places given out */
  uint32_t line;  /* not 0: all places are in this line */
  VEC(struct build_process) processes;
  VEC(struct object) objects;
  VEC(struct message) messages;
  VEC(struct expr) exprs;
  VEC(struct code) code;
  VEC(struct source) sources;
  VEC(struct property) properties;
};

const char *build_name(struct build *b, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

process_id build_process(struct build *b, const char *name, bool thread);
slot_id build_slot(struct build *b, process_id p, const char *name,
                   struct range range, int32_t init);
location_id build_location(struct build *b, process_id p, const char *name,
                           bool final);
/* Code to run before the initial state; must end in CODE_STOP. */
void build_start(struct build *b, process_id p, code_id code);

object_id build_shared(struct build *b, const char *name, struct range range,
                       int32_t init);
object_id build_lock(struct build *b, const char *name);
object_id build_semaphore(struct build *b, const char *name, int32_t init,
                          int32_t max);
object_id build_channel(struct build *b, const char *name, process_id from,
                        process_id to, uint32_t capacity);
object_id build_port(struct build *b, const char *name, process_id owner,
                     uint32_t capacity);
message_id build_message(struct build *b, const char *name, uint32_t arity,
                         const struct range *payload);

expr_id build_expr(struct build *b, enum expr_op op, uint32_t a, uint32_t x,
                   uint32_t c, int64_t value);
expr_id build_const(struct build *b, int64_t value);
expr_id build_local(struct build *b, slot_id slot);
expr_id build_bound(struct build *b, uint32_t number);
expr_id build_op(struct build *b, enum expr_op op, expr_id a, expr_id x);

/* Appends one instruction; its place is filled in. */
code_id build_code(struct build *b, struct code c);
code_id build_stop(struct build *b, location_id to);

/* A new edge with code that only stops at `to`; change it at will until the
 * next edge of the process.  object NONE: the action has none. */
struct edge *build_edge(struct build *b, process_id p, location_id from,
                        location_id to, enum action action, object_id object);
/* The same for messages without payload and for values. */
struct edge *build_send(struct build *b, process_id p, location_id from,
                        location_id to, object_id object, message_id m);
struct edge *build_receive(struct build *b, process_id p, location_id from,
                           location_id to, object_id object, message_id m);
/* Arguments of the newest edge. */
void build_arg(struct build *b, struct edge *e, expr_id arg);

void build_property(struct build *b, enum property_kind kind, expr_id e);

struct model *build_finish(struct build *b);

#endif
