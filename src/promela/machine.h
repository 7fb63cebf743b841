/* machine: a Promela program as a machine (model/machine.h); inside of the
 * room. */
#ifndef PROMELA_MACHINE_H
#define PROMELA_MACHINE_H

#include "model/machine.h"
#include "promela/flow.h"
#include "promela/tree.h"

/* Words of a process: its proctype, its state, its cells.  Words of a queue:
 * the number of its declaration, then its messages; a rendezvous channel has
 * none, its message is in the hand (model/machine.h). */
enum { PROCESS_TYPE, PROCESS_STATE, PROCESS_CELLS };
enum { QUEUE_CHAN, QUEUE_WORDS };

struct promela {
  const struct program *program;
  const struct pflow *const *flows; /* by proctype */
  const uint32_t *first_edge;       /* by proctype */
  /* Where a global cell is. */
  const uint32_t *cell_part, *cell_word;
  /* By cell: something assigns it; otherwise its value (fixed.c).  NULL: the
   * initial state fails. */
  const bool *assigned;
  const int32_t *fixed;
  uint32_t cells; /* the program's, and these: */
  uint32_t last_cell; /* of _last, if the program looks at it */
  const struct trace *trace; /* NULL: none */
  uint32_t event_cell;       /* where the trace is */
};

/* Some process has such labels: STATE_ACCEPT ... */
bool promela_has(const struct promela *pm, unsigned label);

/* What an expression is evaluated in. */
struct scope {
  const struct promela *promela;
  struct machine_view *view;
  process_id process;
  bool outside; /* of every process: a claim or a formula */
  bool testing; /* inside of enabled(): another one is taken to hold */
  enum fail_reason failure;
  struct place place;
};

int32_t scope_eval(struct scope *s, const struct pexpr *e);
/* The cell of a variable; false when an index is outside. */
bool scope_cell(struct scope *s, const struct plvalue *v, uint32_t *cell);
void scope_store(struct scope *s, const struct plvalue *v, int32_t value);
void scope_store_at(struct scope *s, const struct plvalue *v, uint32_t cell,
                    int32_t value);
int32_t type_cut(struct ptype_of t, bool element, int32_t value);

/* The words and the declaration of a channel; NULL after a failure. */
struct queue_of {
  uint32_t part, length, number;
  const struct pchan *chan;
  const int32_t *messages;
};
bool scope_queue(struct scope *s, const struct pexpr *chan,
                 struct queue_of *out);
/* The first message that fits, counted from 1; 0: none. */
uint32_t queue_find(struct scope *s, const struct queue_of *q,
                    const struct pattern *patterns, uint32_t count,
                    bool anywhere);

/* The statement, if it can be done; d_steps as a whole. */
bool scope_can(struct scope *s, const struct ptrans *t);
/* A new process; its number, or 0 when there are too many. */
int32_t scope_run(struct scope *s, const struct pexpr *call);
bool scope_start(struct scope *s, const struct pproc *proc,
                 const int32_t *args);

/* A message was sent, or is about to be received: what the trace makes of it
 * (trace.h). */
void trace_begin(struct scope *s);
void scope_event(struct scope *s, bool sent, const struct queue_of *q,
                 const int32_t *message, struct place at);
bool trace_may_end(const struct machine *m, struct machine_view *v);

extern const struct machine promela_machine; /* but for what is its own */

void promela_print(const struct machine *m, struct machine_view *v,
                   bool lines, struct text *out);
void promela_print_move(const struct machine *m, struct machine_view *v,
                        process_id p, uint32_t edge, struct text *out);
const struct ptrans *promela_trans(const struct promela *pm, uint32_t edge,
                                   uint32_t *proctype);

#endif
