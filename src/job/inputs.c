#include "job/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/sound.h"
#include "base/text.h"
#include "exec/executor.h"
#include "job/host.h"
#include "sched/sched.h"
#include "sched/strategy.h"

/* A whole number; any other ("2.5", "1e9", "nan") is told by the bits of the
 * double, which is what an input of that type is. */
static bool read_value(const char *s, int64_t *value) {
  char *end;
  *value = strtoll(s, &end, 0);
  if (*s && !*end)
    return true;
  double d = strtod(s, &end);
  memcpy(value, &d, sizeof d);
  return *s && !*end;
}

/* "NAME=VALUE" */
static bool read_named_input(const char *s, struct plan_input *out) {
  const char *equals = strrchr(s, '=');
  char *name = equals && equals > s ? strndup(s, (size_t)(equals - s)) : NULL;
  if (!name)
    return false;
  out->thread = INPUT_NAMED;
  out->index = input_name(name);
  free(name);
  return read_value(equals + 1, &out->value);
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
  return read_value(end + 1, &out->value) && out->thread < THREADS_MAX;
}

bool inputs_followed_by(const struct sched_strategy *s) {
  return s == &sched_optimal || s == &sched_dpor || s == &sched_full ||
         s == &sched_random || s == &sched_pct || s == &sched_pos ||
         s == &sched_unfold || s == &sched_contextual || s == &sched_auto ||
         s == &sched_reach || s == &sched_stateful ||
         s == &sched_stateful_naive;
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
  struct plan *p;
  for (uint64_t seed = 0; seed < PLANS && (p = batch_plan(b, 0)); seed++) {
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

/* --- inputs that nobody asks for ------------------------------------------ */

static uint32_t name_of(uint64_t label) {
  return (uint32_t)(label ^ label >> 32);
}

static void note_label(struct inputs_asked *a, uint64_t label) {
  for (size_t i = 0; i < a->labels_len; i++)
    if (a->labels[i] == label)
      return;
  if (a->labels_len < INPUTS_NAMED)
    a->labels[a->labels_len++] = label;
}

static void watch(void *user, const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  struct inputs_asked *a = user;
  const struct sched_options *o = a->options;
  const struct run *r = &b->runs[i];
  uint32_t count[THREADS_MAX] = {0};
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    if (e->kind != OP_INPUT || e->flags & EVENT_PENDING)
      continue;
    uint32_t index = count[e->thread]++;
    note_label(a, e->object);
    for (uint32_t n = 0; n < o->inputs_len && n < INPUTS_LISTED; n++) {
      const struct plan_input *in = &o->inputs[n];
      bool meant = in->thread == INPUT_NAMED
                       ? in->index == name_of(e->object)
                       : in->thread == e->thread && in->index == index;
      if (meant)
        a->asked |= UINT64_C(1) << n;
    }
  }
  if (a->next)
    a->next(a->next_user, b, i);
}

void inputs_watch(struct inputs_asked *a, struct sched_options *o) {
  *a = (struct inputs_asked){
      .options = o, .next = o->watch, .next_user = o->watch_user};
  o->watch = watch;
  o->watch_user = a;
}

/* "; there are 'size' and 'seed'", or what is nearest to it. */
static void add_others(const struct inputs_asked *a, struct executor *x,
                       const char *word, struct text *out) {
  const char *names[INPUTS_NAMED], *between = "";
  char *name = strndup(word, strcspn(word, "="));
  size_t count = 0;
  for (size_t i = 0; x->label && i < a->labels_len; i++) {
    const char *label = x->label(x, a->labels[i]);
    if (label)
      names[count++] = label;
  }
  const char *near = name ? text_nearest(name, names, count) : NULL;
  if (near)
    text_printf(out, " (did you mean '%s'?)", near);
  else if (!a->labels_len)
    text_add(out, ": no run asks for an input");
  else
    text_add(out, count ? "; there are " : ": inputs have no names here");
  for (size_t i = 0; !near && i < count; i++, between = ", ")
    text_printf(out, "%s'%s'", between, names[i]);
  free(name);
}

bool inputs_known(const struct inputs_asked *a, const struct host *h,
                  struct executor *x, const char *const *words) {
  const struct sched_options *o = a->options;
  for (uint32_t n = 0; n < o->inputs_len && n < INPUTS_LISTED; n++) {
    if (a->asked >> n & 1)
      continue;
    struct text others = {0};
    add_others(a, x, words[n], &others);
    host_say(h, "--input %s: unknown input%s", words[n], text_str(&others));
    text_free(&others);
    return false;
  }
  return true;
}
