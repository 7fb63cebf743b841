#include "exec/executor.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "sym/node.h"

static const struct {
  const char *key, *text;
} finding_rows[FOUND_COUNT] = {
#define ROW(name, key, text) {key, text},
    FOUND_KINDS(ROW)
#undef ROW
};

const char *found_key(unsigned kind) {
  EXPECTS(kind < FOUND_COUNT);
  return kind < FOUND_COUNT ? finding_rows[kind].key : "?";
}

const char *found_text(unsigned kind) {
  EXPECTS(kind < FOUND_COUNT);
  return kind < FOUND_COUNT ? finding_rows[kind].text : "?";
}

struct plan *batch_plan(struct batch *b, uint32_t prefix_len) {
  EXPECTS(b->choices_len + prefix_len <= b->choices_cap);
  if (b->plans_len == b->plans_cap ||
      b->choices_cap - b->choices_len < prefix_len)
    return NULL;
  struct plan *p = &b->plans[b->plans_len++];
  *p = (struct plan){.prefix = b->choices_len,
                     .prefix_len = prefix_len,
                     .inputs = b->inputs_len,
                     .preemptions = PLAN_UNBOUNDED,
                     .delays = PLAN_UNBOUNDED,
                     .flags = PLAN_EVENTS};
  b->choices_len += prefix_len;
  return p;
}

void batch_prefix(struct batch *b, struct plan *p, const choice *from) {
  EXPECTS(from || !p->prefix_len);
  if (p->prefix_len)
    memcpy(b->choices + p->prefix, from, p->prefix_len * sizeof *from);
}

bool batch_sleep(struct batch *b, struct plan *p, unsigned words,
                 const struct threads *who) {
  EXPECTS(p == &b->plans[b->plans_len - 1]);
  p->sleep = who->at[0];
  for (unsigned t = words > 1 ? threads_next(words, who, THREADS_WORD)
                              : THREADS_NONE;
       t != THREADS_NONE; t = threads_next(words, who, t + 1)) {
    if (b->choices_len == b->choices_cap) {
      b->plans_len--;
      b->choices_len = p->prefix;
      return false;
    }
    b->choices[b->choices_len++] = CHOICE(t, 0);
    p->sleepers++;
  }
  return true;
}

struct plan *batch_copy(struct batch *to, const struct plan *p,
                        const choice *choices) {
  uint32_t count = p->prefix_len + p->sleepers;
  struct plan *q = batch_plan(to, count);
  if (!q)
    return NULL;
  uint32_t prefix = q->prefix;
  *q = *p;
  q->prefix = prefix;
  if (count)
    memcpy(to->choices + prefix, choices + p->prefix, count * sizeof *choices);
  return q;
}

/* Where the prefix of such a plan is is known, and who runs it may be wrong. */
static uint32_t foreseen_prefix(uint32_t plan) {
  return (plan - 1) * FORESEEN_CHOICES;
}

void batch_foresee(struct batch *b) {
  EXPECTS(b->plans_len == 1 && !b->choices_len && !b->done);
  for (uint32_t i = 0; i < FORESEEN; i++) {
    struct plan *p = batch_plan(b, FORESEEN_CHOICES);
    if (!p)
      break;
    *p = b->plans[0];
    p->prefix = foreseen_prefix(b->plans_len - 1);
    b->foresees = true;
  }
}

void batch_foreseen(struct batch *b) {
  if (!b->foresees)
    return;
  b->foresees = false;
  b->plans_len = b->done ? b->done : 1;
  b->choices_len = foreseen_prefix(b->plans_len);
  for (uint32_t i = 1; i < b->plans_len; i++) {
    struct plan *p = &b->plans[i];
    p->prefix = foreseen_prefix(i);
    if (p->prefix_len > FORESEEN_CHOICES)
      p->prefix_len = 0;
  }
}

void batch_found(struct batch *b, struct run_found f) {
  if (b->found_len == b->found_cap) {
    const uint32_t cap = b->found_cap ? b->found_cap * 2 : 16;
    b->found = alloc_resize(b->found, cap, sizeof *b->found);
    b->found_cap = cap;
  }
  b->found[b->found_len++] = f;
}

uint32_t batch_findings(const struct batch *b, uint32_t i,
                        const struct run_found **out) {
  EXPECTS(out != NULL);
  EXPECTS(i < b->done);
  uint32_t end = b->found_len, from;
  while (end && b->found[end - 1].run > i)
    end--;
  for (from = end; from && b->found[from - 1].run == i;)
    from--;
  *out = b->found ? b->found + from : NULL;
  return end - from;
}

/* Its expressions, unless nobody looks at them any more. */
static void collect_exprs(struct batch *to, const struct batch *from,
                          struct run *r) {
  uint32_t first = r->exprs, len = to->collects_exprs ? r->exprs_len : 0;
  if (to->exprs_cap - to->exprs_len < len) {
    to->exprs_cap = (to->exprs_len + len) * 2;
    to->exprs = alloc_resize(to->exprs, to->exprs_cap, sizeof *to->exprs);
  }
  if (len)
    memcpy(to->exprs + to->exprs_len, from->exprs + first,
           len * sizeof *to->exprs);
  r->exprs = to->exprs_len;
  r->exprs_len = len;
  to->exprs_len += len;
}

bool batch_collect(struct batch *to, const struct batch *from, uint32_t i) {
  EXPECTS(to != from);
  EXPECTS(i < from->done);
  const struct run *r = &from->runs[i];
  if (to->events_cap - to->events_len < r->events_len) {
    if (to->events_len)
      return false;
    to->events = alloc_resize(to->events, r->events_len, sizeof *to->events);
    to->events_cap = r->events_len;
  }
  struct run *q = &to->runs[to->done++];
  *q = *r;
  q->events = to->events_len;
  if (r->events_len)
    memcpy(to->events + to->events_len, from->events + r->events,
           r->events_len * sizeof *to->events);
  to->events_len += r->events_len;
  collect_exprs(to, from, q);
  q->text = UINT32_MAX;
  const struct run_found *found;
  for (uint32_t k = 0; k < batch_findings(from, i, &found); k++) {
    struct run_found f = found[k];
    f.run = to->done - 1;
    batch_found(to, f);
  }
  if (r->text >= from->text_len)
    return true;
  size_t len = strlen(from->text + r->text) + 1;
  if (to->text_cap - to->text_len >= len) {
    memcpy(to->text + to->text_len, from->text + r->text, len);
    q->text = to->text_len;
    to->text_len += (uint32_t)len;
  }
  return true;
}

bool batch_exchange(struct batch *to, struct batch *from) {
  if (to->events_len || to->text_len || to->exprs_len)
    return false;
  struct batch old = *to;
  to->exprs = from->exprs;
  to->exprs_len = from->exprs_len;
  to->exprs_cap = from->exprs_cap;
  from->exprs = old.exprs;
  from->exprs_len = 0;
  from->exprs_cap = old.exprs_cap;
  to->events = from->events;
  to->events_len = from->events_len;
  to->events_cap = from->events_cap;
  to->text = from->text;
  to->text_len = from->text_len;
  to->text_cap = from->text_cap;
  from->events = old.events;
  from->events_len = 0;
  from->events_cap = old.events_cap;
  from->text = old.text;
  from->text_len = 0;
  from->text_cap = old.text_cap;
  memcpy(to->runs + to->done, from->runs, from->done * sizeof *to->runs);
  for (uint32_t i = 0; i < from->found_len; i++) {
    struct run_found f = from->found[i];
    f.run += to->done;
    batch_found(to, f);
  }
  to->done += from->done;
  return true;
}

struct batch *batch_new(uint32_t plans, uint32_t choices, uint32_t events) {
  EXPECTS(plans && events);
  struct batch *b = alloc_zero(1, sizeof *b);
  b->plans_cap = plans;
  b->choices_cap = choices;
  b->inputs_cap = 256;
  b->events_cap = events;
  b->text_cap = 1 << 16;
  b->plans = alloc_zero(plans, sizeof *b->plans);
  b->runs = alloc_zero(plans, sizeof *b->runs);
  b->choices = alloc_zero(choices, sizeof *b->choices);
  b->inputs = alloc_zero(b->inputs_cap, sizeof *b->inputs);
  b->events = alloc_zero(events, sizeof *b->events);
  b->text = alloc_zero(b->text_cap, 1);
  b->cold = alloc_zero(COLD_SITES / 64, sizeof *b->cold);
  return b;
}

void batch_free(struct batch *b) {
  if (!b)
    return;
  free(b->plans);
  free(b->runs);
  free(b->choices);
  free(b->inputs);
  free(b->events);
  free(b->text);
  free(b->exprs);
  free(b->cold);
  free(b->found);
  free(b);
}

bool run_starves(const struct batch *b, const struct run *r) {
  const struct event *events = b->events + r->events;
  struct threads ready;
  uint32_t steps = 0;
  if (r->end != RUN_STEPS)
    return false;
  threads_clear(THREADS_WORDS, &ready);
  for (uint32_t i = 0; i < r->events_len; i++)
    if (events[i].flags & EVENT_PENDING && events[i].flags & EVENT_READY)
      threads_add(THREADS_WORDS, &ready, events[i].thread % THREADS_MAX);
  for (uint32_t i = r->events_len; i-- > 0 && steps < r->steps / 2;)
    if (!(events[i].flags & (EVENT_PENDING | EVENT_SILENT))) {
      threads_remove(THREADS_WORDS, &ready, events[i].thread % THREADS_MAX);
      steps++;
    }
  return threads_any(THREADS_WORDS, &ready);
}
