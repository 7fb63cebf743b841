/* From what was met on the way to the findings of the result. */
#include <string.h>

#include "base/clock.h"
#include "base/count.h"
#include "base/sound.h"
#include "explore/crank.h"
#include "explore/disk.h"
#include "explore/hashed.h"
#include "explore/retrace.h"
#include "explore/search.h"
#include "explore/spread.h"

const char *const keep_names[] = {"states", "compact", "bitstate"};

const char *const stop_reason_texts[] = {
    "everything explored",   "stopped at the first finding",
    "time limit reached",    "memory limit reached",
    "limit of states reached", "limit of depth reached",
    "interrupted",           "a port grows without bound",
    "no more can be kept on the disk",
};

/* A deadlock is a blocking state too. */
static bool wanted(const struct search *s, enum finding_kind kind) {
  unsigned kinds = 1u << kind;
  if (kind == FINDING_DEADLOCK)
    kinds |= 1u << FINDING_BLOCKING;
  return s->options.find & kinds;
}

/* Has this been reported before?  If not, remembers it. */
static bool seen(struct search *s, const struct candidate *c) {
  if (c->kind == FINDING_DEADLOCK || c->kind == FINDING_BLOCKING)
    return false; /* one for each state */
  if (c->kind == FINDING_PROPERTY) {
    bool before = s->property_violated[c->property];
    s->property_violated[c->property] = true;
    return before;
  }
  if (c->remark.note >= s->note_seen.len)
    vec_resize(&s->note_seen, c->remark.note + 1);
  bool before = s->note_seen.at[c->remark.note];
  s->note_seen.at[c->remark.note] = 1;
  return before;
}

void search_count(struct search *s, const struct candidate *c) {
  if (!wanted(s, c->kind))
    return;
  uint64_t states = c->stands_for ? c->stands_for : 1;
  count_add(&s->result->counts[c->kind], states);
  if (c->kind == FINDING_DEADLOCK)
    count_add(&s->result->counts[FINDING_BLOCKING], states);
  if (s->kept[c->kind]++ < s->options.findings_kept)
    vec_push(&s->found, *c);
}

void search_collect(struct search *s, struct chunk *c) {
  vec_each(&c->candidates, found) {
    if (seen(s, found))
      continue;
    search_count(s, found);
  }
}

void search_collect_start(struct search *s, const struct note *failed) {
  for (process_id p = 0; p < s->model->process_count; p++) {
    if (!failed[p].failure)
      continue;
    struct candidate c = {.kind = failed[p].kind, .process = p};
    c.remark = (struct remark){.note = notes_number(&s->notes, &failed[p]),
                               .failure = failed[p].failure,
                               .place = failed[p].place,
                               .edge = NONE,
                               .object = NONE};
    if (!seen(s, &c))
      search_count(s, &c);
  }
}

/* --- runs ----------------------------------------------------------------- */

struct path {
  VEC(state_id) at; /* the last first */
};

/* Where states stand for others, the run from one stored state to the next
 * may need others to move than it is told with: each step is one that leads,
 * from where the run really is, to a state that the next one stands for.
 * Leaves the state where it ends in leap_values. */
static void walk_to(struct search *s, struct path *path,
                    struct explore_run *run) {
  struct expander *x = &s->expanders[0];
  uint64_t *to = alloc_zero(s->layout.words, sizeof *to);
  store_get(&s->store, 0, to);
  layout_unpack(&s->layout, to, x->leap_values);
  while (path->at.len) {
    store_get(&s->store, vec_pop(&path->at), to);
    struct model_step step = expand_walk(x, to);
    vec_push(&run->steps, step);
  }
  free(to);
}

void search_run_to(struct search *s, state_id state, struct explore_run *run) {
  EXPECTS(state < s->store.count);
  struct path path = {0};
  for (state_id at = state; at; at = store_parent(&s->store, at))
    vec_push(&path.at, at);
  struct expander *x = &s->expanders[0];
  struct leaps leap = {0};
  x->note_seen = s->note_seen.at; /* it may have moved */
  x->note_seen_len = s->note_seen.len;
  if (s->options.strategy->fold)
    walk_to(s, &path, run);
  uint64_t *to = alloc_zero(s->layout.words, sizeof *to);
  state_id from = 0;
  while (path.at.len) {
    state_id next = vec_pop(&path.at);
    store_get(&s->store, next, to);
    expand_find(x, from, to, &leap);
    vec_each(&leap.steps, step) vec_push(&run->steps, *step);
    from = next;
  }
  free(to);
  vec_free(&leap.steps);
  vec_free(&path.at);
}

/* --- findings ------------------------------------------------------------- */

static location_id location_in(struct search *s, state_id state,
                               process_id p) {
  EXPECTS(state < s->store.count);
  struct expander *x = &s->expanders[0];
  store_get(&s->store, state, x->words);
  layout_unpack(&s->layout, x->words, x->values);
  parts_words(&s->parts, p, x->values[p], &x->hand.mine);
  return (location_id)x->hand.mine.at[0];
}

/* Two that were met by states that stand for others may be one where their
 * runs really lead; then one is enough. */
static bool tell_alike(struct search *s, struct candidate *c) {
  if (c->kind == FINDING_DEADLOCK || c->kind == FINDING_BLOCKING ||
      c->kind == FINDING_PROPERTY)
    return true; /* nobody is named */
  if (!expand_remark(&s->expanders[0], c, &s->told)) {
    s->result->counts[c->kind]--;
    return false;
  }
  if (c->remark.note >= s->told.at.len)
    vec_resize(&s->told.at, c->remark.note + 1);
  s->told.at.at[c->remark.note] = 1;
  return true;
}

void search_tell(struct search *s, const struct candidate *met) {
  struct candidate here = *met;
  const struct candidate *c = &here;
  struct finding f = {.kind = c->kind,
                      .process = NONE,
                      .location = NONE,
                      .message = NONE,
                      .object = NONE,
                      .property = NONE,
                      .source = NONE};
  if (c->lasso) {
    const struct lasso *l = &s->lassos.at[c->lasso - 1];
    vec_each(&l->steps, step) vec_push(&f.run.steps, *step);
    f.circle = l->circle;
  } else {
    search_run_to(s, c->state, &f.run);
  }
  if (s->options.strategy->fold && !s->start_failed && !tell_alike(s, &here)) {
    vec_free(&f.run.steps);
    return;
  }
  switch (c->kind) {
  case FINDING_DEADLOCK:
  case FINDING_BLOCKING:
    break;
  case FINDING_PROPERTY:
  case FINDING_LIVENESS:
  case FINDING_CIRCLE:
    f.property = c->property;
    break;
  default:
    f.process = c->process;
    if (!s->slots)
      f.location = location_in(s, met->state, met->process);
    f.failure = c->remark.failure;
    f.place = c->remark.place;
    f.object = c->remark.object;
    if (c->kind == FINDING_UNSPECIFIED || c->kind == FINDING_OVERFLOW)
      f.message = notes_get(&s->notes, c->remark.note).message;
    f.last_step_fails = c->remark.fails;
    if (c->remark.fails && s->slots) {
      struct leaps leap = {0};
      expand_failure(&s->expanders[0], c->state, c->remark.note, &leap);
      vec_each(&leap.steps, step) vec_push(&f.run.steps, *step);
      vec_free(&leap.steps);
    } else if (c->remark.fails) {
      struct model_step last = {c->process, c->remark.edge, c->remark.choice,
                          c->remark.object};
      vec_push(&f.run.steps, last);
    }
  }
  vec_push(&s->result->findings, f);
}

static void conclude_untaken(struct search *s) {
  if (s->result->stopped || s->options.keep || !wanted(s, FINDING_UNEXECUTABLE) ||
      !(s->options.strategy->preserves >> FINDING_UNEXECUTABLE & 1))
    return;
  for (source_id i = 0; i < s->model->source_count; i++) {
    if (s->mover.taken[i] || !s->model->sources[i].place.line)
      continue; /* what nobody wrote is nobody's mistake */
    struct finding f = {.kind = FINDING_UNEXECUTABLE,
                        .process = NONE,
                        .location = NONE,
                        .message = NONE,
                        .object = NONE,
                        .property = NONE,
                        .source = i,
                        .place = s->model->sources[i].place};
    s->result->counts[FINDING_UNEXECUTABLE]++;
    vec_push(&s->result->findings, f);
  }
}

/* --- the claim ------------------------------------------------------------ */

/* Ports that were not followed further. */
static void claim_ports(const struct search *s, struct reasons *because) {
  const struct model *m = s->model;
  struct text name = {0};
  for (object_id o = 0; o < m->object_count; o++) {
    bool far = false;
    if (!s->grows[o])
      continue;
    vec_each(&s->grow.ports, p)
      far |= p->port == o && p->bound != SIZE_MAX && !p->proved;
    text_clear(&name);
    text_printf(&name, far ? "%s with more than %d messages"
                           : "%s grows without bound",
                m->objects[o].name, (int)GROW_FAR);
    reasons_add(because, (struct because){.why = WHY_BOUND,
                                          .name = text_str(&name),
                                          .file = m->file,
                                          .line = m->objects[o].place.line});
  }
  text_free(&name);
}

static void claim_limit(const struct search *s, struct reasons *because) {
  static const enum why whys[] = {[STOP_TIME] = WHY_TIME,
                                  [STOP_MEMORY] = WHY_MEMORY,
                                  [STOP_STATES] = WHY_BOUND,
                                  [STOP_DEPTH] = WHY_BOUND,
                                  [STOP_INTERRUPT] = WHY_INTERRUPTED,
                                  [STOP_DISK] = WHY_DISK};
  enum stop_reason stopped = s->result->stopped;
  struct text name = {0};
  if (stopped == STOP_NOT || stopped == STOP_FIRST ||
      stopped == STOP_UNBOUNDED)
    return;
  if (stopped == STOP_STATES) {
    text_add(&name, "the limit of ");
    text_count(&name, s->options.states);
    text_add(&name, " states");
  } else if (stopped == STOP_DEPTH) {
    text_add(&name, "the limit of depth ");
    text_count(&name, s->options.depth);
  } else if (stopped == STOP_DISK) {
    text_add(&name, text_str(&s->result->disk));
  }
  reasons_add(because,
              (struct because){.why = whys[stopped],
                               .name = name.len ? text_str(&name) : NULL});
  text_free(&name);
}

/* The strategy, with the kinds that it does not preserve. */
static void claim_strategy(struct claim *c) {
  struct text name = {0};
  unsigned lost = (unsigned)(c->asked & ~c->preserved);
  if (!lost)
    return;
  text_printf(&name, "%s does not preserve ", c->strategy);
  strategy_kinds(lost, ", ", &name);
  reasons_add(&c->because, (struct because){.why = WHY_STRATEGY,
                                            .name = text_str(&name)});
  text_free(&name);
}

void search_lose(struct claim *c, unsigned kinds, const char *who) {
  unsigned lost = (unsigned)(c->asked & c->preserved & kinds);
  struct text name = {0};
  c->preserved &= ~(uint64_t)kinds;
  if (!lost)
    return;
  text_printf(&name, "%s does not look for ", who);
  strategy_kinds(lost, ", ", &name);
  reasons_add(&c->because,
              (struct because){.why = WHY_STRATEGY, .name = text_str(&name)});
  text_free(&name);
}

static void judge(struct search *s) {
  const struct strategy *strategy = s->options.strategy;
  struct claim *c = &s->result->claim;
  c->asked = strategy_relevant(s->model, s->options.find);
  c->preserved = strategy->sound ? strategy->preserves | strategy->finds : 0;
  c->strategy = strategy->name;
  for (int k = 0; k < FINDING_KINDS; k++)
    if (wanted(s, (enum finding_kind)k))
      count_add(&c->found, s->result->counts[k]);
  if (s->options.keep) {
    struct text left_out = {0};
    hashed_reason(s, &left_out);
    reasons_add(&c->because, (struct because){.why = WHY_STRATEGY,
                                              .name = text_str(&left_out)});
    text_free(&left_out);
  }
  claim_ports(s, &c->because);
  claim_limit(s, &c->because);
  claim_strategy(c);
  if (s->options.keep)
    c->preserved &= ~(uint64_t)HASHED_LOST; /* as its reason says */
  if (s->disk)
    search_lose(c, LOST_WITHOUT_STATES, "--disk");
  if (s->spread)
    search_lose(c, LOST_WITHOUT_STATES, "a search by several ranks");
  s->result->verdict = verdict_of(c);
}

void search_sort(struct explore_result *r) {
  for (size_t i = 1; i < r->findings.len; i++) {
    struct finding f = r->findings.at[i];
    size_t j = i;
    for (; j && r->findings.at[j - 1].kind > f.kind; j--)
      r->findings.at[j] = r->findings.at[j - 1];
    r->findings.at[j] = f;
  }
}

/* The run to a finding is in the store, wherever it was. */
static bool stage(struct search *s, struct candidate *c) {
  return (!s->disk || disk_stage(s, c)) &&
         (!s->spread || spread_stage(s, c)) &&
         (s->spread || !s->store.forgets || retrace_stage(s, c));
}

void search_conclude(struct search *s) {
  struct explore_result *r = s->result;
  for (object_id o = 0; o < s->model->object_count && !r->stopped; o++)
    r->stopped = s->grows[o] ? STOP_UNBOUNDED : STOP_NOT;
  if (s->options.first_only && s->found.len > 1) {
    struct candidate first = s->found.at[0];
    vec_clear(&s->found);
    memset(r->counts, 0, sizeof r->counts);
    memset(s->kept, 0, sizeof s->kept);
    search_count(s, &first);
  }
  if (s->options.keep)
    search_sort(r);
  if (s->disk)
    disk_conclude(s);
  if (s->spread)
    spread_conclude(s);
  uint64_t forgotten = s->store.forgets ? store_bytes(&s->store) : 0;
  for (int kind = 0; kind < FINDING_UNEXECUTABLE && !s->options.keep; kind++)
    vec_each(&s->found, c) {
      if ((int)c->kind == kind && stage(s, c))
        search_tell(s, c);
    }
  conclude_untaken(s);
  if (!s->options.keep && !s->disk && !s->spread && !s->store.forgets)
    r->stats.states = s->store.count;
  r->stats.state_bits = s->layout.bits;
  r->stats.store_bytes = forgotten ? forgotten : store_bytes(&s->store);
  r->stats.memo_bytes = parts_bytes(&s->parts) + mover_bytes(&s->mover);
  for (unsigned i = 0; s->slots && i < s->jobs; i++)
    r->stats.memo_bytes += s->cranks[i].bytes;
  r->stats.moves_computed = s->mover.computed;
  if (!s->options.depth_first)
    r->stats.depth = s->level;
  r->stats.cpu_seconds = clock_cpu() - s->cpu_started;
  if (s->spread)
    spread_sum(s);
  if (!s->options.strategy->fold || r->stats.stands_for < r->stats.states)
    r->stats.stands_for = r->stats.states; /* not all were looked at */
  judge(s);
  r->stats.seconds = clock_wall() - s->started;
}

void explore_result_free(struct explore_result *r) {
  if (!r)
    return;
  vec_each(&r->findings, f) vec_free(&f->run.steps);
  vec_free(&r->findings);
  vec_free(&r->edges);
  text_free(&r->disk);
  reasons_free(&r->claim.because);
  free(r);
}
