#include "job/replay_run.h"

#include <string.h>

#include "base/sound.h"
#include "exec/source.h"
#include "job/events.h"
#include "job/host.h"
#include "sched/datarace.h"
#include "sched/failure.h"

void replay_set_threads(struct executor *x, const struct tape *r) {
  uint32_t table[THREADS_MAX] = {0};
  size_t n = r->threads.len + 1;
  if (!x->set_threads || n > THREADS_MAX)
    return;
  for (size_t i = 1; i < n; i++)
    table[i] = r->threads.at[i - 1].parent |
               (uint32_t)r->threads.at[i - 1].index << 16;
  x->set_threads(x, table, n);
}

bool replay_once(const struct target *t, const struct tape *r) {
  struct executor *x = t->executor;
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = r->choices.len < b->choices_cap
                       ? batch_plan(b, (uint32_t)r->choices.len)
                       : NULL;
  if (!p || r->inputs.len > b->inputs_cap)
    return host_say(t->host, "the recording is longer than a plan can be");
  batch_prefix(b, p, r->choices.at);
  p->flags |= PLAN_OUTPUT | (r->stops ? PLAN_STOP : 0) |
              (r->rounds ? PLAN_CIRCLE : 0);
  p->round = r->round;
  if (r->inputs.len)
    memcpy(b->inputs, r->inputs.at, r->inputs.len * sizeof *b->inputs);
  p->inputs_len = b->inputs_len = (uint32_t)r->inputs.len;
  if (x->run(x) && b->done)
    return true;
  return host_say(t->host, "%s",
                  x->error ? x->error : "the program does not answer");
}

void replay_shown(struct executor *x, uint32_t i, struct sched_finding *f) {
  EXPECTS(i < x->batch->done);
  struct batch *b = x->batch;
  const struct run *run = &b->runs[i];
  *f = (struct sched_finding){.kind = run->finding,
                              .thread = run->thread,
                              .site = run->site,
                              .stack = run->stack,
                              .events = b->events + run->events,
                              .events_len = run->events_len};
  if (run->text < b->text_len)
    f->text = b->text + run->text;
  struct failure shown = failure_of(b, run);
  f->kind = shown.kind;
  f->event = shown.event;
  f->rounds = shown.rounds;
  f->round = 0;
  for (uint32_t k = 0; f->rounds && k < shown.round; k++)
    f->round += !(f->events[k].flags & (EVENT_SILENT | EVENT_PENDING));
}

void replay_after(struct executor *x, struct sched_finding *f) {
  const struct run *run = &x->batch->runs[0];
  sched_escaped_before(x, run->finding == f->kind ? run->before : run->escapes,
                       &f->after);
}

bool replay_has_line(unsigned kind) {
  EXPECTS(kind < FOUND_COUNT);
  return kind != FOUND_DEADLOCK && kind != FOUND_LIVELOCK &&
         kind != FOUND_OUTPUT && kind != FOUND_EXIT;
}

/* The recorded place; or, where lines have moved, the same line. */
static bool same_place(const struct tape *r, struct executor *x,
                       uint32_t site) {
  struct text place = {0}, line = {0};
  struct source_text source = {0};
  struct spot at = {0};
  events_place(x, site, &place);
  bool same = !*r->place || !strcmp(text_str(&place), r->place);
  if (!same && *r->quote && x->place && site)
    at = x->place(x, site);
  if (at.file && source_read(&source, at.file)) {
    source_line(&source, at.line, &line);
    same = !strcmp(text_str(&line), r->quote);
  }
  source_free(&source);
  text_free(&place);
  text_free(&line);
  return same;
}

static bool same_race(const struct tape *r, struct executor *x,
                      struct sched_finding *f) {
  struct datarace *d = datarace_new();
  size_t n = datarace_find(d, f->events, f->events_len);
  bool found = false;
  for (size_t i = 0; i < n && !found; i++) {
    struct datarace_pair p = datarace_at(d, i);
    f->event = p.second;
    f->other_event = p.first;
    f->site = f->events[p.second].site;
    found = same_place(r, x, f->site);
  }
  datarace_free(d);
  if (found)
    f->kind = FOUND_RACE;
  return found;
}

static bool is_recorded(const struct tape *r, struct executor *x,
                        const struct sched_finding *f) {
  return f->kind == r->finding && (!replay_has_line(f->kind) ||
                                   (same_place(r, x, f->site) &&
                                    (f->kind != FOUND_PROPERTY || !f->text ||
                                     !strcmp(f->text, r->text))));
}

bool replay_again(const struct tape *r, struct executor *x,
                  struct sched_finding *f) {
  replay_shown(x, 0, f);
  if (x->batch->runs[0].end == RUN_DIVERGED)
    return false;
  const struct run *run = &x->batch->runs[0];
  if (r->finding == FOUND_OUTPUT && !f->kind && run->state != r->unlike)
    f->kind = FOUND_OUTPUT;
  const struct run_found *list;
  uint32_t count = batch_findings(x->batch, 0, &list);
  struct sched_finding own = *f;
  for (uint32_t i = 0; i < count; i++) { /* these know their events */
    f->kind = list[i].kind;
    f->thread = list[i].thread;
    f->site = list[i].site;
    f->event = list[i].event;
    f->text = (char *)list[i].text;
    if (is_recorded(r, x, f))
      return true;
  }
  *f = own;
  return r->finding == FOUND_RACE ? same_race(r, x, f) : is_recorded(r, x, f);
}

/* --- a recording that does not fit together ------------------------------- */

static void add_ready(struct executor *x, const struct sched_finding *f,
                      struct text *out) {
  size_t count = 0;
  for (uint32_t i = 0; i < f->events_len; i++)
    if (f->events[i].flags & EVENT_PENDING &&
        f->events[i].flags & EVENT_READY) {
      text_add(out, count++ ? ", " : "expected one of: ");
      events_thread(x, f->events[i].thread, out);
    }
  if (!count)
    text_add(out, "expected the schedule to end here");
}

static void add_choice(struct executor *x, const struct tape *r, size_t i,
                       struct text *out) {
  EXPECTS(i < r->choices.len);
  text_printf(out, "choice %zu, ", i + 1);
  events_thread(x, CHOICE_THREAD(r->choices.at[i]), out);
}

/* The first choice whose step is not what the trail says. */
static size_t first_other(const struct tape *r, const struct sched_finding *f,
                          uint32_t *event) {
  size_t step = 0;
  for (uint32_t i = 0; i < f->events_len && step < r->trail.len; i++) {
    if (f->events[i].flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    *event = i;
    if (r->places.at[r->trail.at[step]].kind != f->events[i].kind)
      return step;
    step++;
  }
  return SIZE_MAX;
}

void replay_explain(const struct tape *r, const struct target *t,
                    const struct sched_finding *f, const char *name) {
  struct executor *x = t->executor;
  const struct run *run = &x->batch->runs[0];
  struct text what = {0}, hint = {0};
  struct diag_at at = {name, r->finding_line, 1, 1};
  uint32_t event = 0;
  size_t other = first_other(r, f, &event);
  if (run->end == RUN_DIVERGED && run->steps < r->choices.len) {
    at.line = r->lines.at[run->steps];
    add_choice(x, r, run->steps, &what);
    text_add(&what, ", cannot be made there");
    add_ready(x, f, &hint);
  } else if (other != SIZE_MAX) {
    const struct tape_place *p = &r->places.at[r->trail.at[other]];
    at.line = r->lines.at[other];
    add_choice(x, r, other, &what);
    text_add(&what, ", does: ");
    events_what(x, &f->events[event], &what);
    text_printf(&hint, "expected: %s%s%s", op_text(p->kind),
                *p->text ? " in " : "", p->text);
  } else {
    text_printf(&what, "the schedule shows %s", found_text(f->kind));
    text_printf(&hint, "expected: %s%s%s", found_text(r->finding),
                *r->place ? " at " : "", r->place);
  }
  struct diag d = host_diag(t->host);
  diag_error_hint(&d, at, text_str(&hint), "%s", text_str(&what));
  host_said(t->host, &d);
  text_free(&what);
  text_free(&hint);
}
