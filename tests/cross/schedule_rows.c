#include "schedule_rows.h"

#include "base/diag.h"
#include "base/hash.h"
#include "exec/model.h"
#include "job/violates.h"
#include "sched/sched.h"
#include "sched/strategy.h"

/* A formula of some hundred runs takes the solver seconds, and what it says
 * is compared on hundreds of smaller ones. */
enum { RUNS_MAX = 4000, ASKED_MAX = 120, SAMPLES = 40 };

static uint64_t runs_of(const struct schedule_row *row) {
  return !row->strategy->preserves ? SAMPLES : row->asks ? ASKED_MAX : RUNS_MAX;
}

static void add_deadlock(struct outcome *o, struct executor *x,
                         const struct sched_finding *f) {
  struct text where = {0};
  for (unsigned t = 0; t < THREADS_WORD; t++)
    for (uint32_t i = 0; i < f->events_len; i++)
      if (f->events[i].flags & EVENT_PENDING && f->events[i].thread == t)
        text_printf(&where, " t%u at %u", t,
                    x->place(x, f->events[i].site).line);
  outcome_add(o, "deadlock:%s", text_str(&where));
  text_free(&where);
}

static void add_finding(struct outcome *o, struct executor *x,
                        const struct sched_finding *f, const struct model *m) {
  struct spot at = x->place(x, f->site);
  switch (f->kind) {
  case FOUND_DEADLOCK:
    add_deadlock(o, x, f);
    break;
  case FOUND_BLOCKING:
    outcome_add(o, "messages are left");
    break;
  case FOUND_PROPERTY:
    for (uint32_t i = 0; i < m->property_count; i++)
      if (m->properties[i].place.line == at.line)
        outcome_add(o, "property %u", i);
    break;
  default:
    outcome_add(o, "%s at %u:%u", found_key(f->kind), at.line, at.col);
  }
}

size_t schedule_rows(struct schedule_row rows[SCHEDULE_ROWS_MAX]) {
  size_t n = 0;
  for (size_t i = 0; sched_strategies[i] && n + 2 < SCHEDULE_ROWS_MAX; i++)
    rows[n++] = (struct schedule_row){.strategy = sched_strategies[i]};
  rows[n++] = (struct schedule_row){.strategy = &sched_unfold, .asks = true};
  rows[n++] =
      (struct schedule_row){.strategy = &sched_contextual, .asks = true};
  return n;
}

const char *schedule_row_name(const struct schedule_row *row) {
  return !row->asks ? row->strategy->name
         : row->strategy == &sched_unfold
             ? "unfold --properties constraints"
             : "contextual --properties constraints";
}

bool schedule_row_covers(const struct schedule_row *row) {
  return row->strategy->preserves != 0;
}

/* Reorderings of independent steps. */
static bool leaves_out(const struct sched_strategy *s) {
  return s->preserves && s != &sched_full && s != &sched_auto;
}

static void note_steps(void *did, const struct batch *b, uint32_t i) {
  const struct run *run = &b->runs[i];
  for (uint32_t k = 0; k < run->events_len; k++) {
    const struct event *e = &b->events[run->events + k];
    if (e->flags & (EVENT_PENDING | EVENT_SILENT | EVENT_VAIN) ||
        (e->kind != OP_READ && e->kind != OP_WRITE && e->kind != OP_INPUT))
      continue;
    uint64_t where = hash_pair((uint64_t)e->site << 16 | e->thread, e->kind);
    map_put(did, hash_pair(hash_pair(where, object_bare(e->object)), e->value),
            e->site << 16 | e->thread);
  }
}

bool schedule_row_nets(const struct schedule_row *row) {
  return row->strategy == &sched_stateful ||
         row->strategy == &sched_stateful_naive;
}

enum schedule_end schedule_row_run(struct schedule_row *row,
                                   const struct model *m, uint64_t seed,
                                   struct outcome *out, struct map *did,
                                   struct text *why) {
  struct diag quiet = {0};
  struct sched_options o = {.strategy = row->strategy,
                            .seed = seed,
                            .runs = runs_of(row),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .depth = 3,
                            .exact_states = seed % 3 == 0,
                            .no_values = seed % 5 < 2,
                            .all = true,
                            .no_races = true,
                            .watch = note_steps,
                            .watch_user = did};
  struct executor *x = model_executor_open(m, &quiet);
  if (!x || (x->no_reduction && leaves_out(row->strategy))) {
    if (x)
      x->close(x);
    return REFUSED;
  }
  if (seed % 2) /* every input of three values has two steps */
    model_executor_split(x, 2);
  struct violates violates = {0};
  struct second_opinion opinion = {0};
  if (row->asks) {
    o.opinion = &opinion;
    violates_model(&violates, m);
    o.constraints = &violates.constraints;
  }
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  bool all = s.finished && !s.claim.because.at.len;
  enum schedule_end end = all ? NOTHING_LEFT : CUT_OFF;
  if (s.verdict == VERDICT_BROKEN)
    text_printf(why, "broken: %s\n", s.error);
  if (s.verdict == VERDICT_HOLDS && s.findings.len)
    text_add(why, "holds, with findings\n");
  vec_each(&s.findings, f) add_finding(out, x, f, m);
  row->finished += s.finished;
  row->unfinished += !s.finished;
  if (opinion.asked && opinion.deadlocks != opinion.found)
    text_printf(why, "%d deadlocks by constraints, %d by the search\n",
                (int)opinion.deadlocks, (int)opinion.found);
  row->nets += schedule_row_nets(row) && !s.stats.misfit;
  row->opinions += opinion.asked && opinion.found;
  if (s.stats.undecided)
    text_add(why, "the solver could not decide\n");
  row->runs += s.stats.executions;
  row->found += s.findings.len;
  sched_close(&s);
  x->close(x);
  violates_free(&violates);
  sym_store_free(&opinion.store);
  return end;
}
