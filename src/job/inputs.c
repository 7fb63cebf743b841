#include "job/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "exec/executor.h"
#include "sched/strategy.h"

/* "NAME=VALUE" */
static bool read_named_input(const char *s, struct plan_input *out) {
  const char *equals = strrchr(s, '=');
  char *name = equals && equals > s ? strndup(s, (size_t)(equals - s)) : NULL;
  if (!name)
    return false;
  out->thread = INPUT_NAMED;
  out->index = input_name(name);
  free(name);
  char *end;
  out->value = strtoll(equals + 1, &end, 0);
  return equals[1] && !*end;
}

bool inputs_read(const char *s, struct plan_input *out) {
  char *end;
  *out = (struct plan_input){0};
  if (*s < '0' || *s > '9')
    return read_named_input(s, out);
  unsigned long first = strtoul(s, &end, 10);
  if (end == s)
    return false;
  out->index = (uint32_t)first;
  if (*end == '.') {
    const char *from = end + 1;
    out->thread = (uint32_t)first;
    out->index = (uint32_t)strtoul(from, &end, 10);
    if (end == from)
      return false;
  }
  if (*end != '=')
    return false;
  const char *from = end + 1;
  out->value = strtoll(from, &end, 0);
  return end != from && !*end && out->thread < THREADS_MAX;
}

bool inputs_followed_by(const struct sched_strategy *s) {
  return s == &sched_optimal || s == &sched_dpor || s == &sched_full ||
         s == &sched_random || s == &sched_pct || s == &sched_pos ||
         s == &sched_auto;
}

bool inputs_too_many(struct executor *x, const struct sched_options *o) {
  enum { PLANS = 4 };
  struct because rows[ESCAPES_MAX];
  struct batch *b = x->batch;
  uint64_t escapes = 0;
  if (!x->because || o->inputs_len > b->inputs_cap)
    return false;
  batch_clear(b);
  if (o->inputs_len)
    memcpy(b->inputs, o->inputs, o->inputs_len * sizeof *b->inputs);
  b->inputs_len = o->inputs_len;
  for (uint64_t seed = 0; seed < PLANS; seed++) {
    struct plan *p = batch_plan(b, 0);
    p->after = seed ? AFTER_RANDOM : AFTER_FIRST;
    p->seed = seed;
    p->inputs = 0;
    p->inputs_len = o->inputs_len;
  }
  x->stopped = false;
  if (!x->run(x) || x->stopped)
    return false;
  for (uint32_t i = 0; i < b->done; i++)
    escapes |= b->runs[i].escapes;
  size_t count = x->because(x, rows, ESCAPES_MAX);
  for (size_t i = 0; i < count && i < ESCAPES_MAX; i++)
    if (escapes >> i & 1 && rows[i].why == WHY_INPUT)
      return true;
  return false;
}
