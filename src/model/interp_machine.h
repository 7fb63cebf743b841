/* interp_machine: the plain interpreter of a machine (machine.h), under the
 * functions of interp.h; inside of the interpreter.
 *
 * A state of a run may be one inside of a step of the search: in the middle of
 * an atomic sequence, or of a rendezvous.  It then knows who must go on. */
#ifndef MODEL_INTERP_MACHINE_H
#define MODEL_INTERP_MACHINE_H

#include "model/interp.h"
#include "model/machine.h"

struct machine_state {
  struct machine_view view;
  uint32_t holder; /* 1 + the process in an atomic sequence; 0: none */
  uint32_t sender; /* of the rendezvous that view.pending says */
};

struct machine_state *machine_state_new(const struct machine *m,
                                        struct interp_failure *failed);
struct machine_state *machine_state_copy(const struct machine_state *s);
void machine_state_free(struct machine_state *s);
/* The moves that can be made; whether timeout holds for them. */
bool machine_state_steps(const struct machine_state *s,
                         struct interp_steps *out);
/* The state after the move; NULL: it fails, or cannot be made. */
struct machine_state *machine_state_fire(const struct machine_state *s,
                                         const struct model_step *step,
                                         bool *passed,
                                         struct interp_failure *failed);
enum interp_end machine_state_end(const struct machine_state *s);
void machine_state_key(const struct machine_state *s, struct text *key);

#endif
