/* machine: a model whose steps are computed, not written as edges.
 *
 * Languages with processes that come and go, channels that are values and
 * steps over any number of variables (Promela) do not fit the edges of
 * model.h.  Such a model brings a machine: it says what its states are made
 * of and what one process can do in one of them.  Everything else, the
 * search, its store, runs, recordings, stepping, is shared.
 *
 * A state is parts, each a list of words: part 0 counts processes and queues,
 * part 1 holds the message of a rendezvous under way (and nothing otherwise),
 * then come the variables, then, from `first_slot` on and in turn, process 0,
 * queue 0, process 1, queue 1 ...  A part that is not there has no words.
 * How many slots there are is up to who asks (view->slots): a machine that
 * needs more says so (view->short_of_slots), and is asked again with more.
 *
 * A machine looks at a state only through a view, which notes what was read
 * and what was changed; so who asks can remember the answer for all states
 * that agree in what was read (explore/machine.h).
 *
 * A step of one process may be half of a rendezvous, or inside an atomic
 * sequence: `fire` does one such move and says what must follow.  From move to
 * step, in the words of SPIN's verifier:
 *
 *   - behind a send on a rendezvous channel (pending) another process must
 *     receive it at once; if none can, the send could not be taken;
 *   - behind a move that is `atomic` the same process goes on; if it cannot,
 *     it loses control there;
 *   - `else` is possible when no earlier move of its process is; a move of
 *     an escape forbids those of others behind it;
 *   - `timeout` is true when nothing is possible while it is false. */
#ifndef MODEL_MACHINE_H
#define MODEL_MACHINE_H

#include "base/text.h"
#include "base/vec.h"
#include "model/model.h"

enum { MACHINE_COUNTS, MACHINE_HAND, MACHINE_FIRST }; /* parts */
enum { MACHINE_SLOTS_MAX = 255 };

struct machine_part {
  int32_t *at;
  uint32_t len, cap;
  bool loaded, read, changed;
  int32_t *before; /* the words before the move, where it changed them */
  uint32_t before_len, before_cap;
};

struct machine_view {
  const struct machine *machine;
  struct machine_part *parts; /* machine_parts(machine, slots) */
  uint32_t slots;
  void (*load)(struct machine_view *v, uint32_t part); /* fills in the words */
  void *user;
  bool timeout;     /* nothing else is possible */
  uint32_t pending; /* a rendezvous channel that holds a message; 0: none */
  bool short_of_slots;
  VEC(uint32_t) reads, changes; /* parts, each once */
};

struct machine_move {
  uint32_t edge;
  uint32_t escape; /* which escape it belongs to; 0: none */
  bool atomic, is_else;
  bool progress;    /* it leaves a state with a progress label */
  uint32_t pending; /* afterwards */
  enum fail_reason failure;
  struct place place; /* of the failure */
};

enum { MACHINE_END = 1, MACHINE_PROGRESS = 2, MACHINE_ACCEPT = 4 };

struct machine {
  void *self;
  uint32_t first_slot;
  uint32_t slots; /* to begin with */
  uint32_t edge_count;
  bool has_timeout;
  bool has_progress; /* there are progress labels */
  /* The words of all parts of the initial state.  False: it fails. */
  bool (*initial)(const struct machine *m, struct machine_view *v,
                  struct machine_move *failed);
  /* The edges that leave the place of a process: *first ... in order. */
  uint32_t (*edges)(const struct machine *m, struct machine_view *v,
                    process_id p, uint32_t *first);
  /* Takes the edge; false: it is not possible, and nothing has changed.
   * `else` is taken as if it were possible. */
  bool (*fire)(const struct machine *m, struct machine_view *v, process_id p,
               uint32_t edge, struct machine_move *out);
  /* MACHINE_END ... of the place of a process. */
  unsigned (*place)(const struct machine *m, struct machine_view *v,
                    process_id p);
  /* NULL, or false: the run cannot end here while it has processes. */
  bool (*may_end)(const struct machine *m, struct machine_view *v);
  /* An expression of a property; false too when it fails. */
  bool (*holds)(const struct machine *m, struct machine_view *v, expr_id e);
  /* For people. */
  void (*print)(const struct machine *m, struct machine_view *v, bool lines,
                struct text *out);
  void (*print_move)(const struct machine *m, struct machine_view *v,
                     process_id p, uint32_t edge, struct text *out);
  location_id (*location)(const struct machine *m, struct machine_view *v,
                          process_id p);
};

static inline uint32_t machine_parts(const struct machine *m, uint32_t slots) {
  return m->first_slot + 2 * slots;
}
static inline uint32_t machine_process(const struct machine *m, uint32_t p) {
  return m->first_slot + 2 * p;
}
static inline uint32_t machine_queue(const struct machine *m, uint32_t q) {
  return m->first_slot + 2 * q + 1;
}

/* --- views ---------------------------------------------------------------- */

void view_open(struct machine_view *v, const struct machine *m, uint32_t slots);
void view_close(struct machine_view *v);
/* The words of a part, for reading. */
const struct machine_part *view_read(struct machine_view *v, uint32_t part);
/* For changing, with room for len words, of which those there were are kept;
 * and what is new is 0. */
int32_t *view_change(struct machine_view *v, uint32_t part, uint32_t len);
/* Back to what it was before the move; or for good. */
void view_undo(struct machine_view *v);
void view_keep(struct machine_view *v);
/* Forgets what was read. */
void view_forget(struct machine_view *v);
static inline uint32_t view_processes(struct machine_view *v) {
  return (uint32_t)view_read(v, MACHINE_COUNTS)->at[0];
}

#endif
