/* outcome: what one strategy made of one model, and its line in a file.
 *
 * Results are appended line by line, each in one write, so that a study that
 * is interrupted in whatever way has all that was finished; a line that is
 * torn or from another version is not understood and the run is done again.
 * A line names the model by the digest of its text, parameters and scheme:
 * files may be moved or renamed, and a changed model is a new one. */
#ifndef STUDY_OUTCOME_H
#define STUDY_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"

enum outcome_status {
  OUTCOME_NONE,    /* not run yet */
  OUTCOME_DONE,    /* everything explored */
  OUTCOME_LIMIT,   /* of time, memory, states; or a port grows for ever */
  OUTCOME_REFUSED, /* the strategy does not apply, or not to what is asked */
  OUTCOME_CRASHED, /* its worker died */
  OUTCOME_STATUSES
};
extern const char *const outcome_status_names[];

struct outcome {
  enum outcome_status status;
  const char *why; /* a limit, a refusal; "" otherwise */
  uint64_t digest; /* of the model */
  const char *strategy;
  unsigned find;      /* asked for in the study */
  const char *limits; /* as study_limits_text has them */
  unsigned known;     /* 1u << FINDING_...: kinds that were counted */
  uint64_t states, transitions, bytes;
  double seconds, cpu_seconds;
  /* full only: processes with an executable step, on average over states
   * (the concurrency level of N 4.2.1); not a number elsewhere */
  double concurrency;
  uint64_t counts[FINDING_KINDS];
  /* Sum of the hashes of the findings, the same for the same set in any
   * order; 0 when there are none or too many. */
  uint64_t sets[FINDING_KINDS];
};

/* One line, ended; model is a name for people. */
void outcome_print(const struct outcome *o, const char *model,
                   struct text *out);
/* False when it is not such a line.  Strings live in the arena. */
bool outcome_parse(struct outcome *o, const char *line, size_t len,
                   struct arena *arena);

#endif
