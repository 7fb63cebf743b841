#include "model/model.h"

#include <stdlib.h>

#include "model/machine.h"

const char *const scheme_names[] = {"async", "fifo", "causal", "mailbox", NULL};

const char *const finding_kind_names[] = {
    "deadlock", "blocking",  "unspecified",  "overflow",
    "property", "assertion", "range",        "endless",
    "liveness", "circle",    "unexecutable", NULL};

const char *const failure_texts[] = {
    "no failure",
    "assertion failed",
    "value outside its range",
    "index outside its array",
    "division by zero",
    "arithmetic beyond 64 bits",
    "computation that does not end",
    "unlock of a lock that the thread does not hold",
    "message that no edge receives",
    "statement in a d_step that cannot be done",
    "message that is not as the trace has it",
    "message with another number of fields than its channel has",
    "more processes or channels than there can be",
    "enabled() of the process that asks",
};

enum finding_kind failure_kind(enum fail_reason f) {
  switch (f) {
  case FAIL_ASSERT:
  case FAIL_NOT_HELD:
  case FAIL_BLOCKED:
  case FAIL_TRACE:
    return FINDING_ASSERTION;
  case FAIL_UNSPECIFIED:
    return FINDING_UNSPECIFIED;
  default:
    return FINDING_RANGE;
  }
}

bool model_has_progress(const struct model *m) {
  for (code_id i = 0; i < m->code_count; i++)
    if (m->code[i].op == CODE_PROGRESS)
      return true;
  return m->machine && m->machine->has_progress;
}

bool model_has_liveness(const struct model *m) {
  for (uint32_t i = 0; i < m->temporal_count; i++)
    if (!m->temporals[i].circle)
      return true;
  return false;
}

void model_free(struct model *m) {
  if (!m)
    return;
  struct arena arena = m->arena; /* the model itself lives in it */
  arena_free(&arena);
}
