/* recording: a run of a model, saved with what it ran on.
 *
 * A text file, a fact a line, written to be read by people too:
 *
 *     heddle recording 2
 *     kind states
 *     model models/pi1.hed
 *     digest 43d0f09b1a7e22c4
 *     scheme fifo
 *     param N 3
 *     never both > 0                  a claim from outside the model
 *     finding deadlock
 *     where P1 at 2, P2 at 1, all channels empty
 *     facts 4294967295 ...            process location message object
 *                                     property failure line column fails
 *     circle 2                        of a run that goes on for ever: its last
 *                                     two steps, again and again
 *     step 0 1 0 2 P2!m1              process edge choice object; what
 *     ...
 *     end 4                           the number of steps
 *
 * The steps are replayed on the plain interpreter (interp.h).  The digest is
 * that of the model (source text, parameters, scheme): a model that changed
 * is refused.  A file that lacks its end was cut off. */
#ifndef MODEL_RECORDING_H
#define MODEL_RECORDING_H

#include "base/diag.h"
#include "base/text.h"
#include "base/vec.h"
#include "model/model.h"

/* What the run shows; fields as in explore/explore.h's struct finding. */
struct recorded_finding {
  enum finding_kind kind;
  uint32_t process, location, message, object, property, failure;
  struct place place;
  bool last_step_fails;
  uint32_t circle; /* steps of its circle (lasso.h), the last of the run */
};

struct recording {
  struct arena arena;
  const char *model; /* the file, as the user named it */
  uint64_t digest;
  enum scheme scheme;
  VEC(struct parameter) parameters;
  VEC(const char *) never;
  bool plain; /* `finding none`: a run that need not show anything */
  struct recorded_finding finding;
  const char *where; /* for people */
  VEC(struct model_step) steps;
  VEC(const char *) texts; /* of the steps, for people; may be left out */
};

void recording_free(struct recording *r);

void recording_write(const struct recording *r, struct text *out);
/* False when the text is no recording, one of another version, or cut off;
 * the reason, with its line, is in the diag. */
bool recording_read(struct recording *r, const char *file, const char *text,
                    struct diag *diag);

/* Replays it on the model, calling `each` (may be NULL) before every step
 * with the state and the step, and once at the end with step NULL.  True
 * when every step can be taken and the finding shows; otherwise *why says
 * what is different. */
struct interp;
struct istate;
typedef void recording_each(void *user, struct interp *in,
                            const struct istate *s, const struct model_step *step,
                            size_t number);
/* Is the step one that can be taken at s? */
bool recording_possible(struct interp *in, const struct istate *s,
                        const struct model_step *step);
/* What the step does, "" when that was left out. */
const char *recording_text(const struct recording *r, size_t i);
/* "deadlock", or "run" of one that need not show anything. */
const char *recording_word(const struct recording *r);
bool recording_replay(const struct recording *r, const struct model *m,
                      recording_each *each, void *user, struct text *why);

#endif
