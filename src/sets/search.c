#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/count.h"
#include "explore/strategy.h"
#include "sets/inside.h"
#include "sets/sets.h"

/* --- what it can do ------------------------------------------------------- */

bool sets_refuses(const struct model *m, struct text *why) {
  if (m->machine) {
    text_add(why, "its steps are not made of edges and objects");
    return true;
  }
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].kind == OBJECT_PORT &&
        m->objects[o].capacity == UNBOUNDED) {
      text_printf(why,
                  "the port %s has no bound, and its contents might "
                  "never end: give it one",
                  m->objects[o].name);
      return true;
    }
  if (!m->process_count) {
    text_add(why, "it has no process");
    return true;
  }
  /* Every process and every object is a level. */
  if ((uint64_t)m->process_count + m->object_count > DD_LEVELS_MAX) {
    text_printf(why, "it has more than %d processes and objects",
                (int)DD_LEVELS_MAX);
    return true;
  }
  return false;
}

unsigned sets_tells(const struct model *m) {
  unsigned tells = ((1u << FINDING_KINDS) - 1) & ~(1u << FINDING_CIRCLE);
  for (uint32_t i = 0; i < m->temporal_count; i++)
    if (!m->temporals[i].possibly)
      tells &= ~(1u << FINDING_LIVENESS);
  return tells;
}

/* --- life ----------------------------------------------------------------- */

static void open_search(struct sets *s, const struct model *m,
                        const struct explore_options *o, uint64_t work) {
  *s = (struct sets){.model = m, .options = o};
  s->result = alloc_zero(1, sizeof *s->result);
  s->started = clock_wall();
  s->cpu_started = clock_cpu();
  parts_open(&s->parts, m, 0);
  notes_open(&s->notes);
  mover_open(&s->mover, &s->parts, &s->notes);
  hand_open(&s->hand, m);
  const part_id n = s->parts.count;
  s->level_of = alloc_zero(n, sizeof *s->level_of);
  s->part_at = alloc_zero(n + 1, sizeof *s->part_at);
  s->known = alloc_zero(n, sizeof *s->known);
  s->interests = alloc_zero(n, sizeof *s->interests);
  s->values = alloc_zero(n, sizeof *s->values);
  s->start = alloc_zero(n, sizeof *s->start);
  sets_order(s);
  uint32_t *sizes = alloc_zero(n, sizeof *sizes);
  for (part_id i = 0; i < n; i++)
    sizes[i] = 1;
  s->forest = dd_open(DD_SETS, n, sizes, o->memory);
  if (work) {
    s->work_end = work;
    dd_limit_work(s->forest, work);
  }
  s->steps = dd_steps_open(n);
  free(sizes);
  dd_protect(s->forest, &s->all);
  dd_protect(s->forest, &s->stuck);
}

static void close_search(struct sets *s) {
  for (part_id i = 0; i < s->parts.count; i++) {
    vec_free(&s->known[i].list);
    vec_free(&s->known[i].has);
    vec_free(&s->interests[i].at);
  }
  dd_close(s->forest);
  dd_close(s->distances);
  dd_steps_close(s->steps);
  dd_steps_close(s->back);
  free(s->level_of);
  free(s->part_at);
  free(s->known);
  free(s->interests);
  free(s->values);
  free(s->start);
  hand_close(&s->hand);
  mover_close(&s->mover);
  notes_close(&s->notes);
  parts_close(&s->parts);
}

/* --- the verdict ---------------------------------------------------------- */

/* A part with more values than a level can have ends the search as memory
 * does, but it can be named. */
static void claim_stop(struct sets *s, struct claim *c) {
  static const enum why whys[] = {[STOP_TIME] = WHY_TIME,
                                  [STOP_MEMORY] = WHY_MEMORY,
                                  [STOP_INTERRUPT] = WHY_INTERRUPTED};
  struct text name = {0};
  if (!s->stopped)
    return;
  for (part_id i = 0; i < s->parts.count; i++)
    if (s->parts.at[i].count > DD_SIZE_MAX && !name.len)
      text_printf(&name, "more than %d values of %s", (int)DD_SIZE_MAX,
                  i < s->model->process_count
                      ? s->model->processes[i].name
                      : s->model->objects[s->parts.at[i].index].name);
  reasons_add(&c->because,
              (struct because){.why = name.len ? WHY_BOUND : whys[s->stopped],
                               .name = name.len ? text_str(&name) : NULL});
  text_free(&name);
}

static void judge(struct sets *s) {
  struct explore_result *r = s->result;
  struct claim *c = &r->claim;
  c->asked = strategy_relevant(s->model, s->options->find);
  c->preserved = sets_tells(s->model);
  c->strategy = "dd";
  const unsigned lost = (unsigned)(c->asked & ~c->preserved);
  for (int k = 0; k < FINDING_KINDS; k++)
    if (s->options->find >> k & 1 ||
        (k == FINDING_DEADLOCK && s->options->find >> FINDING_BLOCKING & 1))
      count_add(&c->found, r->counts[k]);
  claim_stop(s, c);
  if (lost) {
    struct text name = {0};
    text_add(&name, "--engine dd does not look for ");
    strategy_kinds(lost, ", ", &name);
    reasons_add(&c->because,
                (struct because){.why = WHY_STRATEGY, .name = text_str(&name)});
    text_free(&name);
  }
  r->stopped = s->stopped;
  r->verdict = verdict_of(c);
}

static uint64_t number_of(const struct text *digits) {
  uint64_t n = 0;
  if (digits->len > 19)
    return UINT64_MAX;
  for (size_t i = 0; i < digits->len; i++)
    n = n * 10 + (uint64_t)(digits->at[i] - '0');
  return n;
}

/* By kind, then the shortest runs first, as a search breadth first has them. */
static void sort(struct explore_result *r) {
  for (size_t i = 1; i < r->findings.len; i++) {
    const struct finding f = r->findings.at[i];
    size_t j = i;
    for (; j; j--) {
      const struct finding *before = &r->findings.at[j - 1];
      if (before->kind < f.kind ||
          (before->kind == f.kind && before->run.steps.len <= f.run.steps.len))
        break;
      r->findings.at[j] = *before;
    }
    r->findings.at[j] = f;
  }
}

/* The set is there, and what it shows may take as much as a list would not
 * notice. */
static void allow_more(struct sets *s) {
  const double states = dd_count_about(s->forest, s->all);
  const uint64_t more = (uint64_t)(states < 1e15 ? states / 8 : 1e14);
  if (more < s->work_end)
    return;
  dd_limit_work(s->forest, more);
  s->work_end += more;
}

struct explore_result *sets_explore(const struct model *m,
                                    const struct explore_options *o,
                                    struct sets_figures *figures) {
  struct sets s;
  struct explore_options mine = *o;
  mine.findings_kept = o->findings_kept ? o->findings_kept : 1000;
  open_search(&s, m, &mine, figures->work);
  struct note *failed = alloc_zero(m->process_count, sizeof *failed);
  if (mover_initial(&s.mover, &s.hand, s.start, failed)) {
    sets_start_fails(&s, failed);
    text_add(&figures->states, "1");
  } else if (sets_discover(&s)) {
    dd_count(s.forest, s.all, &figures->states);
    if (figures->work && figures->all_listed)
      allow_more(&s);
    sets_findings(&s);
  } else if (!s.stopped) {
    s.stopped = STOP_MEMORY;
  }
  free(failed);
  struct explore_result *r = s.result;
  struct dd_stats stats, far = {0};
  dd_statistics(s.forest, &stats);
  if (s.distances) {
    dd_statistics(s.distances, &far);
    if (s.far.node != DD_FULL)
      r->stats.depth = dd_greatest(s.distances, s.far);
  }
  if (s.old_peak > stats.peak_nodes)
    stats.peak_nodes = s.old_peak;
  if (s.old_bytes > stats.peak_bytes)
    stats.peak_bytes = s.old_bytes;
  figures->peak_nodes = stats.peak_nodes + far.peak_nodes;
  figures->sifted = s.sifted;
  figures->work = sets_work(&s);
  sort(r);
  judge(&s);
  r->stats.states = r->stats.stands_for = number_of(&figures->states);
  r->stats.store_bytes = stats.peak_bytes + far.peak_bytes;
  r->stats.memo_bytes = parts_bytes(&s.parts) + mover_bytes(&s.mover);
  r->stats.moves_computed = s.mover.computed;
  r->stats.seconds = clock_wall() - s.started;
  r->stats.cpu_seconds = clock_cpu() - s.cpu_started;
  close_search(&s);
  return r;
}
