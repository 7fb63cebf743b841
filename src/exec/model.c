#include "exec/model.h"

#include <string.h>

#include "base/alloc.h"
#include "base/diag.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/verdict.h"
#include "exec/model_frames.h"
#include "exec/parked.h"
#include "exec/policy.h"
#include "exec/watched.h"

/* A site is the number of a source, from 1; or a place in the file, line and
 * column; or a property. */
enum {
  SITE_PLACE = 1u << 31,
  SITE_PROPERTY = 1u << 30,
  SITE_COLUMN = 10, /* bits */
  SITE_LINES = 1u << (30 - SITE_COLUMN),
};

/* --- runs --------------------------------------------------------------- */

static bool ended(const struct model_executor *x, const struct istate *s,
                  process_id p) {
  return x->m->processes[p].locations[interp_location(s, p)].final;
}

bool frames_parked(const struct model_executor *x, const struct frame *f,
                   process_id p, struct event *out) {
  if (!parked_at(x->m, x->seen, f->state, p, out))
    return false;
  if (out->kind == OP_INPUT &&
      frames_values(x, f, p, parked_edge(x->m, f->state, p)) > x->alts_most)
    out->kind = OP_LOCAL;
  return true;
}

/* --- findings ----------------------------------------------------------- */

static uint8_t kind_of_failure(enum fail_reason f) {
  return f == FAIL_ASSERT        ? FOUND_ASSERTION
         : f == FAIL_NOT_HELD    ? FOUND_MISUSE
         : f == FAIL_UNSPECIFIED ? FOUND_UNSPECIFIED
                                 : FOUND_RANGE;
}

static uint32_t site_of(struct place at) {
  uint32_t most = (1u << SITE_COLUMN) - 1;
  uint32_t col = at.col < most ? at.col : most;
  return SITE_PLACE | (at.line % SITE_LINES) << SITE_COLUMN | col;
}

/* A finding of the newest frame, f, unless the run has it already. */
static void note(struct model_executor *x, struct frame *f, uint8_t kind,
                 process_id p, uint32_t site, const char *text) {
  bool whoever = kind == FOUND_PROPERTY;
  for (uint32_t i = 0; i < f->founds; i++) {
    const struct run_found *k = &x->founds.at[i];
    if (k->kind == kind && k->site == site && (whoever || k->thread == p))
      return;
  }
  struct run_found found = {.kind = kind,
                            .thread = (uint16_t)p,
                            .site = site,
                            .event = (uint32_t)x->frames.len,
                            .text = text};
  vec_push(&x->founds, found);
  f->founds++;
}

static void note_failure(struct model_executor *x, struct frame *f,
                         const struct interp_failure *why, process_id p) {
  f->stopped |= (uint64_t)1 << p;
  f->failed |= (uint64_t)1 << p;
  note(x, f, kind_of_failure(why->failure), p, site_of(why->place),
       why->failure == FAIL_ASSERT ? "" : failure_texts[why->failure]);
}

static void note_properties(struct model_executor *x, struct frame *f,
                            process_id p) {
  for (uint32_t i = 0; i < x->m->property_count; i++)
    if (interp_violated(x->in, f->state, &x->m->properties[i]))
      note(x, f, FOUND_PROPERTY, p, SITE_PROPERTY | i,
           x->m->properties[i].text);
}

/* Everybody has ended: messages that are left are left for ever. */
static void note_left(struct model_executor *x, struct frame *f) {
  for (object_id o = 0; o < x->m->object_count; o++)
    if (x->m->objects[o].kind == OBJECT_PORT && interp_object(f->state, o))
      note(x, f, FOUND_BLOCKING, x->m->objects[o].to,
           site_of(x->m->objects[o].place), x->m->objects[o].name);
}

/* --- what can be done ---------------------------------------------------- */

/* Who stands at an await that does not hold. */
static uint64_t find_vain(const struct model_executor *x,
                          const struct frame *f) {
  uint64_t set = 0;
  for (process_id p = 0; p < x->m->process_count; p++) {
    uint64_t bit = (uint64_t)1 << p;
    const struct edge *e = (f->enabled | f->stopped) & bit
                               ? NULL
                               : parked_edge(x->m, f->state, p);
    if (e && parked_awaits(e))
      set |= bit;
  }
  return set;
}

/* --- messages ------------------------------------------------------------ */

static void spread_step(struct model_executor *x, const struct istate *s,
                        struct model_step step, struct interp_steps *out) {
  const struct process *p = &x->m->processes[step.process];
  uint32_t places[ALTS_MAX] = {NONE};
  size_t count = 1, first = out->at.len;
  if (step.edge == NONE || p->edges[step.edge].action == ACT_RECEIVE)
    count = interp_takes(s, &step, places, ALTS_MAX);
  while (first && out->at.at[first - 1].process == step.process)
    first--;
  for (size_t i = 0; i < count; i++) {
    vec_push(&out->at, step);
    vec_push(&x->places, places[i]);
    for (size_t k = out->at.len - 1;
         k > first && x->places.at[k - 1] > places[i]; k--) {
      out->at.at[k] = out->at.at[k - 1];
      x->places.at[k] = x->places.at[k - 1];
      out->at.at[k - 1] = step;
      x->places.at[k - 1] = places[i];
    }
  }
}

/* One alternative for each message that can be received, as they came: steps
 * tell messages apart by what they say. */
static void spread(struct model_executor *x, const struct istate *s) {
  struct interp_steps out = {0};
  vec_clear(&x->places);
  vec_each(&x->steps.at, step) spread_step(x, s, *step, &out);
  vec_clear(&x->steps.at);
  vec_each(&out.at, step) vec_push(&x->steps.at, *step);
  vec_free(&out.at);
}

void frame_enabled(struct model_executor *x, struct frame *f) {
  f->vain = 0;
  f->enabled = (uint64_t)1 << f->asker;
  if (f->asks)
    return;
  interp_steps_open(x->in, f->state, &x->steps);
  frames_inputs(x, f);
  if (x->ports)
    spread(x, f->state);
  f->enabled = 0;
  vec_each(&x->steps.at, s) f->enabled |= (uint64_t)1 << s->process;
  f->enabled &= ~f->stopped;
  f->vain = x->once ? find_vain(x, f) : 0;
  f->enabled |= f->vain;
}

void frames_drop(struct model_executor *x, size_t len) {
  while (x->frames.len > len) {
    const struct frame gone = x->frames.at[--x->frames.len];
    const struct frame *kept =
        x->frames.len ? &x->frames.at[x->frames.len - 1] : NULL;
    if (!kept || gone.state != kept->state)
      interp_state_free(gone.state);
    if (!kept || gone.shadow != kept->shadow)
      shadow_free(gone.shadow);
  }
  x->founds.len = len ? vec_last(&x->frames)->founds : 0;
  x->branches.at.len = len ? vec_last(&x->frames)->branches : 0;
  while (x->spans.len && vec_last(&x->spans)->frame >= len)
    x->spans.len--;
}

static bool all_ended(const struct model_executor *x, const struct frame *f) {
  for (process_id p = 0; p < x->m->process_count; p++)
    if (!ended(x, f->state, p))
      return false;
  return true;
}

void frames_push(struct model_executor *x, struct frame *f) {
  frame_enabled(x, f);
  if (x->ports && !f->enabled && all_ended(x, f))
    note_left(x, f);
  vec_push(&x->frames, *f);
}

static void begin(struct model_executor *x) {
  struct frame f = {0};
  struct interp_failure failed = {0};
  f.state = interp_initial(x->in, &failed);
  for (process_id p = 0; failed.failure && p < x->m->process_count; p++) {
    struct interp_failure own;
    if (interp_start_fails(x->in, p, &own))
      note_failure(x, &f, &own, p);
  }
  if (!failed.failure)
    note_properties(x, &f, 0);
  frames_push(x, &f);
}

/* A look in vain: the thread goes no further. */
static void look(struct model_executor *x, unsigned p) {
  struct frame *f = vec_last(&x->frames), next = *f;
  frames_parked(x, f, p, &f->event);
  f->event.enabled = f->enabled;
  f->event.flags |= EVENT_VAIN;
  f->taken = CHOICE(p, 0);
  next.stopped |= (uint64_t)1 << p;
  frames_shadow_look(x, &next, p);
  frames_push(x, &next);
}

/* What the action has to say of its object when the step has failed: it is as
 * it was (event.h). */
static void failed_event(struct event *e, const struct istate *s,
                         object_id o) {
  e->flags |= EVENT_FAILED;
  if (e->kind == OP_UNLOCK && o != NONE)
    e->value = (uint64_t)(interp_object(s, o) + 1);
}

void frames_take(struct model_executor *x, unsigned p, unsigned alt) {
  struct frame *f = vec_last(&x->frames), next = *f;
  size_t first = 0;
  if (f->vain >> p & 1) {
    look(x, p);
    return;
  }
  unsigned alts = frames_alternatives(x, p, &first);
  frames_parked(x, f, p, &f->event);
  if (alts > x->alts_most && f->event.kind == OP_LOCAL) {
    frames_choose(x, p, alt);
    return;
  }
  if (alts > ALTS_MAX)
    x->crowded = true;
  struct model_step step = x->steps.at.at[first + alt % alts];
  uint32_t place = x->ports ? x->places.at[first + alt % alts] : NONE;
  struct interp_failure failed = {0};
  f->event.enabled = f->enabled;
  f->event.alts = (uint16_t)(alts < ALTS_MAX ? alts : ALTS_MAX);
  f->event.alt = (uint16_t)(alt % alts);
  f->taken = CHOICE(p, alt % alts);
  if (f->event.kind == OP_INPUT) {
    f->event.value = (uint64_t)(int64_t)step.choice;
    if (x->symbolic || frames_given(x, p, f->inputs[p]))
      f->event.flags |= EVENT_GIVEN;
    frames_take_input(x, &next, p);
  }
  if (place != NONE)
    interp_prefer(f->state, &step, place);
  struct istate *after = interp_fire(x->in, f->state, &step, &failed);
  if (after) {
    next.state = after;
    if (f->event.kind == OP_WRITE && step.object != NONE) {
      f->event.value = (uint64_t)interp_object(after, step.object);
      f->event.flags |= x->symbolic ? 0 : EVENT_EXACT;
    }
    note_properties(x, &next, p);
  } else {
    note_failure(x, &next, &failed, p);
    failed_event(&f->event, f->state, step.object);
  }
  frames_shadow(x, &next, &step, place, after != NULL);
  frames_push(x, &next);
}

/* States reached with other inputs are of no use. */
static void take_inputs(struct model_executor *x, const struct batch *b,
                        const struct plan *plan) {
  const struct plan_input *in = b->inputs + plan->inputs;
  bool same = x->inputs.len == plan->inputs_len;
  for (uint32_t i = 0; same && i < plan->inputs_len; i++)
    same = in[i].thread == x->inputs.at[i].thread &&
           in[i].index == x->inputs.at[i].index &&
           in[i].value == x->inputs.at[i].value;
  if (same)
    return;
  vec_clear(&x->inputs);
  for (uint32_t i = 0; i < plan->inputs_len; i++)
    vec_push(&x->inputs, in[i]);
  frames_drop(x, 1);
}

/* Keeps what the plan has in common with the run before, which may have been
 * one that was followed beyond the bound on steps. */
static void rewind_to(struct model_executor *x, const struct plan *plan,
                      const choice *prefix) {
  size_t common = 0, len = plan->prefix_len;
  while (common < len && common < x->base.steps_max &&
         common + 1 < x->frames.len &&
         x->frames.at[common].taken == prefix[common])
    common++;
  frames_drop(x, plan->flags & PLAN_FREE ? 1 : common + 1);
  frame_enabled(x, vec_last(&x->frames));
}

static uint64_t wake(const struct model_executor *x, const struct frame *f,
                     uint64_t sleep, const struct event *did) {
  for (uint64_t left = sleep; left; left &= left - 1) {
    unsigned p = (unsigned)__builtin_ctzll(left);
    struct event e;
    if (!frames_parked(x, f, p, &e) || event_dependent(&e, did))
      sleep &= ~((uint64_t)1 << p);
  }
  return sleep;
}

static void emit(struct batch *b, struct run *r, const struct event *e) {
  b->events[b->events_len++] = *e;
  r->events_len++;
}

/* The events of the run, and where its threads stand; nowhere, if one has
 * failed before the first step: then nobody has begun. */
static void report(struct model_executor *x, struct batch *b, struct run *r,
                   bool shows) {
  const struct frame *last = vec_last(&x->frames);
  for (size_t i = 0; i < x->frames.len; i++) {
    if (shows)
      frames_show(x, b, r, i);
    if (i + 1 < x->frames.len)
      emit(b, r, &x->frames.at[i].event);
  }
  if (interp_failed(last->state))
    return;
  for (process_id p = 0; p < x->m->process_count; p++) {
    struct event e;
    bool looked = frames_looked_at(x, p) != SIZE_MAX;
    if (ended(x, last->state, p) || (last->stopped >> p & 1 && !looked) ||
        !frames_parked(x, last, p, &e))
      continue;
    bool waits = parked_awaits(parked_edge(x->m, last->state, p));
    e.flags |= EVENT_PENDING |
               (last->enabled & ~last->vain & (uint64_t)1 << p ? EVENT_READY
                : waits                                        ? EVENT_SILENT
                                                               : 0);
    emit(b, r, &e);
  }
}

static enum run_end end_of(const struct model_executor *x) {
  const struct frame *f = vec_last(&x->frames);
  return f->enabled        ? RUN_STEPS
         : all_ended(x, f) ? RUN_COMPLETE
         : frames_looked_early(x) ? RUN_EARLY
                           : RUN_DEADLOCK;
}

/* What was found, and how it ended; a deadlock that comes after a violated
 * property is one more finding, a thread that has failed is not waited for. */
static void conclude(struct model_executor *x, struct batch *b, uint32_t i) {
  const struct frame *last = vec_last(&x->frames);
  struct run *r = &b->runs[i];
  enum run_end end = r->end ? r->end : end_of(x);
  for (uint32_t k = 0; k < last->founds; k++) {
    struct run_found f = x->founds.at[k];
    f.run = i;
    f.event = frames_event(b, r, f.event ? f.event - 1 : 0);
    batch_found(b, f);
  }
  if (end == RUN_DEADLOCK && last->founds && !last->failed)
    batch_found(b, (struct run_found){.run = i,
                                      .kind = FOUND_DEADLOCK,
                                      .event = frames_event(b, r, r->steps ? r->steps - 1 : 0),
                                      .text = ""});
  r->end = (uint8_t)end;
  if (!last->founds)
    return;
  const struct run_found *first = &x->founds.at[0];
  if (end != RUN_REDUNDANT)
    r->end = RUN_FAILED;
  r->finding = first->kind;
  r->thread = first->thread;
  r->site = first->site;
  size_t len = strlen(first->text) + 1;
  if (b->text_cap - b->text_len >= len) {
    memcpy(b->text + b->text_len, first->text, len);
    r->text = b->text_len;
    b->text_len += (uint32_t)len;
  }
}

uint32_t plan_skip(const struct plan *plan, const choice *prefix,
                   uint32_t next, uint64_t enabled) {
  while (next < plan->prefix_len &&
         !(CHOICE_THREAD(prefix[next]) < THREADS_WORD &&
           enabled >> CHOICE_THREAD(prefix[next]) & 1))
    next++;
  return next;
}

/* Seldom enough to cost nothing. */
static bool give_up(const struct model_executor *x, uint32_t step) {
  return step % 1024 == 1023 && x->base.give_up &&
         x->base.give_up(x->base.give_up_user);
}

static unsigned pick(const struct model_executor *x, struct policy *policy,
                     const struct frame *f, uint64_t set, const uint64_t *cold,
                     unsigned before) {
  struct event at[THREADS_WORD];
  for (uint64_t rest = policy_asks(policy) ? set : 0; rest; rest &= rest - 1) {
    unsigned p = (unsigned)__builtin_ctzll(rest);
    at[p] = (struct event){.thread = (uint16_t)p};
    frames_parked(x, f, p, &at[p]);
  }
  return policy_among(policy, set, f->enabled, before, cold, at);
}

/* Takes the steps of a plan; false when it was abandoned. */
static bool take_steps(struct model_executor *x, const struct batch *b,
                       const struct plan *plan, struct run *r) {
  const choice *prefix = b->choices + plan->prefix;
  struct policy policy;
  uint64_t sleep = plan->sleep;
  policy_begin(&policy, plan);
  rewind_to(x, plan, prefix);
  uint32_t next = (uint32_t)x->frames.len - 1; /* choice of the prefix */
  for (;;) {
    struct frame *f = vec_last(&x->frames);
    uint32_t step = (uint32_t)x->frames.len - 1;
    unsigned p, alt;
    if (!f->enabled || step >= x->base.steps_max)
      break;
    if (f->asks) {
      bool told = next < plan->prefix_len && !(plan->flags & PLAN_FREE);
      choice way = CHOICE(f->asker, frames_branch(x));
      if (told && prefix[next++] != way) {
        r->end = RUN_DIVERGED;
        return true;
      }
      continue;
    }
    if (plan->flags & PLAN_SKIP)
      next = plan_skip(plan, prefix, next, f->enabled);
    bool free = next >= plan->prefix_len;
    if (free && plan->flags & PLAN_STOP) {
      r->end = RUN_STOPPED;
      break;
    }
    if (!free) {
      p = CHOICE_THREAD(prefix[next]);
      alt = CHOICE_ALT(prefix[next++]);
      if (p >= THREADS_WORD || !(f->enabled >> p & 1)) {
        r->end = RUN_DIVERGED;
        return true;
      }
    } else {
      if (!(f->enabled & ~sleep)) {
        r->end = RUN_REDUNDANT;
        break;
      }
      unsigned before =
          step ? CHOICE_THREAD(x->frames.at[step - 1].taken) : POLICY_NOBODY;
      p = pick(x, &policy, f, f->enabled & ~sleep, b->cold, before);
      alt = f->vain >> p & 1
                ? 0
                : policy_alt(&policy, frames_ways(x, p));
    }
    if (give_up(x, step))
      return false;
    frames_take(x, p, alt);
    if (free)
      sleep = wake(x, vec_last(&x->frames), sleep, &x->frames.at[step].event);
  }
  return true;
}

/* Runs plan i; false when it was abandoned. */
static bool run_plan(struct model_executor *x, struct batch *b, uint32_t i) {
  const struct plan *plan = &b->plans[i];
  struct run *r = &b->runs[i];
  *r = (struct run){
      .events = b->events_len, .text = UINT32_MAX, .round = ROUND_ANYWHERE};
  x->nearest = plan->flags & PLAN_SKIP;
  take_inputs(x, b, plan);
  const struct watched *seen = plan->flags & PLAN_SEEN ? x->watched : NULL;
  /* Who waits for a value that depends on inputs looks, and that is a branch:
   * unless schedules are drawn, it must not be left out. */
  bool symbolic = plan->flags & PLAN_SYMBOLIC;
  bool once = plan->flags & PLAN_ONCE || (symbolic && !plan->after);
  if (x->once != once || x->seen != seen || x->symbolic != symbolic) {
    x->once = once;
    x->seen = seen;
    x->symbolic = symbolic;
    frames_drop(x, 1);
  }
  if (symbolic)
    frames_follow(x);
  if (plan->flags & PLAN_CIRCLE)
    model_follow(x, plan, b->choices + plan->prefix, r);
  else if (!take_steps(x, b, plan, r))
    return false;
  if (r->end == RUN_DIVERGED && !symbolic)
    return true;
  r->steps = (uint32_t)x->frames.len - 1;
  report(x, b, r, plan->flags & PLAN_SHOWS);
  if (symbolic)
    frames_tell(x, b, r);
  if (r->end == RUN_DIVERGED)
    return true;
  conclude(x, b, i);
  if (r->end == RUN_STEPS && !r->finding)
    model_judge(x, r);
  return true;
}

static bool model_run(struct executor *base) {
  struct model_executor *x = base->self;
  struct batch *b = base->batch;
  if (!x->started)
    begin(x);
  x->started = true;
  while (b->found_len && b->found[b->found_len - 1].run >= b->done)
    b->found_len--;
  for (; b->done < b->plans_len; b->done++) {
    uint32_t flags = b->plans[b->done].flags;
    uint32_t shows = flags & PLAN_SHOWS ? base->shows : 0;
    uint32_t each = (flags & PLAN_CIRCLE ? 2 : 1) + shows;
    uint32_t need = base->steps_max * each + shows + THREADS_WORD;
    if (b->events_cap - b->events_len < need) {
      if (b->events_len)
        break;
      b->events = alloc_resize(b->events, need, sizeof *b->events);
      b->events_cap = need;
    }
    if (!run_plan(x, b, b->done)) {
      base->stopped = true;
      break;
    }
  }
  return !base->error;
}

/* --- for reports -------------------------------------------------------- */

static struct spot model_place(struct executor *base, uint32_t site) {
  const struct model_executor *x = base->self;
  struct spot at = {.file = x->m->file};
  if (site & SITE_PLACE) {
    at.line = site >> SITE_COLUMN & (SITE_LINES - 1);
    at.col = site & ((1u << SITE_COLUMN) - 1);
  } else if (site & SITE_PROPERTY) {
    uint32_t i = site & ~(uint32_t)SITE_PROPERTY;
    at.line = i < x->m->property_count ? x->m->properties[i].place.line : 0;
    at.col = i < x->m->property_count ? x->m->properties[i].place.col : 0;
  } else if (site && site <= x->m->source_count) {
    at.line = x->m->sources[site - 1].place.line;
    at.col = x->m->sources[site - 1].place.col;
  }
  return at;
}

static void model_thread_name(struct executor *base, unsigned thread,
                              struct text *out) {
  const struct model_executor *x = base->self;
  if (thread < x->m->process_count)
    text_add(out, x->m->processes[thread].name);
}

static void model_object_name(struct executor *base, const struct event *e,
                              struct text *out) {
  const struct model_executor *x = base->self;
  uint64_t o = object_bare(e->object);
  if (OP_CLASS(e->kind) == CLASS_ACCESS)
    o = o / PARKED_LINE - 1;
  if (o < x->m->object_count && OP_CLASS(e->kind) != CLASS_GLOBAL &&
      OP_CLASS(e->kind) != CLASS_LOCAL)
    text_add(out, x->m->objects[o].name);
}

static void model_left_out(struct executor *base, struct reasons *out) {
  const struct model_executor *x = base->self;
  if (x->crowded)
    reasons_add(out, (struct because){
                         .why = WHY_BOUND,
                         .name = "receptions of one of more than 256 messages"});
  for (uint32_t i = 0; i < x->m->temporal_count; i++) {
    const struct temporal *t = &x->m->temporals[i];
    struct text name = {0};
    text_printf(&name, "'%s', which is for heddle check", t->text);
    reasons_add(out, (struct because){.why = WHY_BOUND,
                                      .name = text_str(&name),
                                      .file = x->m->file,
                                      .line = t->place.line});
    text_free(&name);
  }
}

static void model_close(struct executor *base) {
  struct model_executor *x = base->self;
  frames_drop(x, 0);
  vec_free(&x->frames);
  vec_free(&x->inputs);
  vec_free(&x->steps.at);
  vec_free(&x->places);
  vec_free(&x->founds);
  vec_free(&x->spans);
  vec_free(&x->branches.at);
  vec_free(&x->told);
  vec_free(&x->tell);
  shadows_close(x->shadows);
  watched_close(x->watched);
  shown_free(&x->shown);
  interp_free(x->in);
  batch_free(base->batch);
  free(x);
}

/* --- opening ------------------------------------------------------------ */

static bool only_threads(const struct model *m, struct diag *diag) {
  struct diag_at at = {m->file, 0, 0, 0};
  for (uint32_t p = 0; p < m->process_count; p++)
    if (!m->processes[p].thread) {
      at.line = m->processes[p].place.line;
      at.col = m->processes[p].place.col;
      at.len = 1;
      return diag_error_hint(diag, at, "heddle check explores its states",
                             "'%s' is no thread, and test runs threads only",
                             m->processes[p].name);
    }
  if (m->process_count > THREADS_WORD)
    return diag_error(diag, at, "%u threads, and test runs at most %d",
                      m->process_count, THREADS_WORD);
  if (!m->process_count)
    return diag_error(diag, at, "the model has no thread");
  return true;
}

static bool same_port(const struct edge *a, const struct edge *b) {
  return a->action == ACT_RECEIVE && b->action == ACT_RECEIVE &&
         a->count == b->count && a->index == NONE && b->index == NONE &&
         a->table[0] == b->table[0];
}

/* A step that is one of several operations: which one cannot be told before
 * it is taken.  Receptions from one port are one operation. */
static bool chooses(const struct model *m) {
  for (uint32_t p = 0; p < m->process_count; p++) {
    const struct process *pr = &m->processes[p];
    for (uint32_t l = 0; l < pr->location_count; l++) {
      const struct edge *e = &pr->edges[pr->locations[l].first_edge];
      for (uint32_t i = 1; i < pr->locations[l].edge_count; i++)
        if (!same_port(&e[0], &e[i]))
          return true;
    }
  }
  return false;
}

static bool has_ports(const struct model *m) {
  for (uint32_t o = 0; o < m->object_count; o++)
    if (m->objects[o].kind == OBJECT_PORT)
      return true;
  return false;
}

struct executor *model_executor_open(const struct model *m, struct diag *diag) {
  if (!only_threads(m, diag))
    return NULL;
  struct model_executor *x = alloc_zero(1, sizeof *x);
  x->m = m;
  x->in = interp_new(m);
  x->alts_most = ALTS_MAX;
  x->base = (struct executor){.name = m->file,
                              .batch = batch_new(1024, 1 << 18, 1 << 15),
                              .self = x,
                              .steps_max = STEPS_DEFAULT,
                              .under = 1u << UNDER_SEQUENTIAL,
                              .followed = true,
                              .identity = m->digest,
                              .run = model_run,
                              .place = model_place,
                              .thread_name = model_thread_name,
                              .object_name = model_object_name,
                              .left_out = model_left_out,
                              .close = model_close};
  if (chooses(m))
    x->base.no_reduction = "it waits for several things at once ('select')";
  x->ports = has_ports(m);
  x->base.leaves = x->ports;
  x->watched = watched_open(m);
  x->base.ports_most = watched_most(x->watched);
  shown_find(&x->shown, m);
  x->base.shows = (uint32_t)x->shown.at.len;
  if (x->ports && !watched_messages(x->watched, m))
    x->base.ports = (uint8_t)(PORTS_ASYNC + m->scheme);
  return &x->base;
}

void model_executor_split(struct executor *base, unsigned most) {
  struct model_executor *x = base->self;
  x->alts_most = most;
}
