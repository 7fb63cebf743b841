#include "sched/sched.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/sound.h"
#include "exec/crash.h"
#include "sched/batches.h"
#include "sched/contacts.h"
#include "sched/datarace.h"
#include "sched/digests.h"
#include "sched/divide.h"
#include "sched/failure.h"
#include "sched/strategy.h"

/* Distinct findings that are kept, and events of their runs: each has a copy. */
enum { FINDINGS_MAX = 1000, EVENTS_MAX = 8 * 1000 * 1000 };

const struct sched_strategy *const sched_strategies[] = {
    &sched_auto,  &sched_optimal,  &sched_dpor,   &sched_flip, &sched_unfold,
    &sched_contextual, &sched_reach, &sched_stateful, &sched_stateful_naive,
    &sched_stateful_runs, &sched_random, &sched_pct, &sched_pos, &sched_full, NULL};

const struct sched_strategy *sched_strategy_find(const char *name) {
  EXPECTS(name != NULL);
  for (size_t i = 0; sched_strategies[i]; i++)
    if (!strcmp(sched_strategies[i]->name, name))
      return sched_strategies[i];
  return NULL;
}

/* How many threads with a lower number could have moved there. */
static uint32_t enabled_below(const struct event *e, unsigned thread) {
  unsigned words = event_enabled_words(e), last = thread / THREADS_WORD;
  uint32_t n = 0;
  for (unsigned w = 0; w < words && w < last; w++)
    n += threads_count_word(event_enabled_word(e, w));
  if (last < words && thread % THREADS_WORD)
    n += threads_count_word(event_enabled_word(e, last) &
                            ((UINT64_C(1) << thread % THREADS_WORD) - 1));
  return n;
}

void sched_spend(struct sched_cost *cost, unsigned before, unsigned thread,
                 const struct event *e) {
  EXPECTS(thread < THREADS_MAX);
  if (before == SCHED_NOBODY)
    before = 0;
  else if (thread != before && event_enables(e, before))
    cost->preemptions++;
  if (thread < before) /* once around */
    cost->delays += enabled_below(e, THREADS_MAX);
  cost->delays += enabled_below(e, thread) - enabled_below(e, before);
}

/* Ctrl-C or the time: asked in the middle of things. */
bool sched_gives_up(const struct sched *s) {
  const struct sched_options *o = &s->options;
  if (progress_stopped(s->progress))
    return true;
  if (!(o->seconds > 0) && !(o->deadline > 0))
    return false;
  double now = clock_wall();
  return (o->seconds > 0 && now - s->started >= o->seconds) ||
         (o->deadline > 0 &&
          now >= o->deadline - (double)s->stats.bytes * o->byte_seconds);
}

static bool give_up(void *user) {
  return sched_gives_up(user);
}

void sched_take_cut(struct sched *s, const struct sched_cut *more) {
  vec_each(&s->cuts, c)
    if (c->site == more->site && c->why == more->why &&
        c->part == more->part) {
      c->count += more->count;
      return;
    }
  vec_push(&s->cuts, *more);
}

static void add_cut(struct sched *s, uint32_t site, enum why why) {
  EXPECTS(why < WHY_COUNT && s->acting < s->parts_len);
  sched_take_cut(s, &(struct sched_cut){site, s->acting, why, 1});
}

/* The bounds of a part that has its own are no bounds of the search. */
static void cut(void *user, uint32_t site) {
  const struct sched *s = user;
  if (!s->parts[s->acting].partial)
    add_cut(user, site, WHY_BOUND);
}

static struct sched_part *acting(struct sched *s) {
  EXPECTS(s->acting < s->parts_len);
  return &s->parts[s->acting];
}

void sched_open(struct sched *s, struct executor *x,
                const struct sched_options *o) {
  EXPECTS(x && o->strategy);
  *s = (struct sched){.x = x, .options = *o};
  s->options.give_up = give_up;
  s->options.give_up_user = s;
  s->options.cut = cut;
  s->options.ports = x->ports;
  s->options.ports_most = x->ports_most;
  s->options.parallel = x->settle != NULL;
  if (o->strategy->samples)
    s->options.contacts = s->contacts = contacts_new();
  if (o->strategy->choose)
    o->strategy->choose(s);
  else
    sched_add_part(s, o->strategy);
  for (uint32_t i = 0; i < s->parts_len; i++)
    s->parts[i].self = s->parts[i].strategy->open(&s->parts[i].options);
  s->races = datarace_new();
  datarace_ask(s->races, give_up, s);
  if (!o->no_races && s->options.parallel)
    digests_open(s);
}

struct sched_part *sched_add_part(struct sched *s,
                                  const struct sched_strategy *row) {
  EXPECTS(row);
  assert(s->parts_len < SCHED_PARTS);
  struct sched_part *p = &s->parts[s->parts_len++];
  *p = (struct sched_part){.strategy = row, .options = s->options};
  p->options.strategy = row;
  return p;
}

const struct sched_part *sched_leading(const struct sched *s) {
  EXPECTS(s->parts_len > 0);
  for (uint32_t i = 0; i < s->parts_len; i++)
    if (s->parts[i].complete)
      return &s->parts[i];
  return &s->parts[0];
}

static void finding_free(struct sched_finding *f) {
  free(f->text);
  free(f->events);
  free(f->choices);
  free(f->inputs);
  reasons_free(&f->after);
}

void sched_close(struct sched *s) {
  divide_close(s);
  for (uint32_t i = 0; i < s->parts_len; i++)
    s->parts[i].strategy->close(s->parts[i].self);
  contacts_free(s->contacts);
  vec_free(&s->left.cold);
  vec_each(&s->findings, f) finding_free(f);
  vec_free(&s->findings);
  map_free(&s->seen);
  vec_free(&s->keys);
  vec_free(&s->cuts);
  reasons_free(&s->escaped);
  reasons_free(&s->claim.because);
  vec_free(&s->left.plans);
  vec_free(&s->left.choices);
  datarace_free(s->races);
  digests_close(s);
  *s = (struct sched){0};
}

/* --- findings ----------------------------------------------------------- */

static uint64_t pending_key(const struct batch *b, const struct run *r) {
  uint64_t key = 0;
  for (uint32_t i = 0; i < r->events_len; i++) {
    const struct event *e = &b->events[r->events + i];
    if (e->flags & EVENT_PENDING)
      key = hash_pair(key, hash_pair(e->thread * 256u + e->kind,
                                     object_bare(e->object) ^
                                         (uint64_t)e->site << 32));
  }
  return key;
}

static bool is_kept(const struct event *e) {
  return e->kind != OP_BRANCH && e->kind != OP_SHOWS &&
         !(e->flags & EVENT_VAIN) && !event_tells(e);
}

/* Looks in vain are nothing of the program's: its run is without them, and
 * without what is told of looks and shown of things (event.h).  And branches on
 * symbolic inputs are left out: with its inputs, the run is as any other. */
static void keep_run(struct sched_finding *f, const struct batch *b,
                     const struct run *r) {
  EXPECTS(r->events + r->events_len <= b->events_len);
  uint32_t event = f->event, other = f->other_event;
  f->events = alloc_zero(r->events_len + 1, sizeof *f->events);
  f->choices = alloc_zero(r->events_len + 1, sizeof *f->choices);
  for (uint32_t i = 0; i < r->events_len; i++) {
    const struct event *e = &b->events[r->events + i];
    if (i == event)
      f->event = f->events_len;
    if (i == other)
      f->other_event = f->events_len;
    if (!is_kept(e))
      continue;
    struct event *kept = &f->events[f->events_len++];
    *kept = *e;
    if (e->kind != OP_MORE) /* that is a set */
      kept->object = object_bare(e->object);
    if (e->kind == OP_AWAIT && e->flags & EVENT_PENDING)
      for (uint64_t k = 0; k < e->enabled && k < i; k++)
        kept->enabled -= !is_kept(&b->events[r->events + k]);
    if (!(e->flags & (EVENT_SILENT | EVENT_PENDING)))
      f->choices[f->choices_len++] = CHOICE(e->thread, e->alt);
  }
}

/* The inputs of the run, by thread and place, after those of the search. */
static void keep_inputs(const struct sched *s, struct sched_finding *f) {
  uint32_t taken[THREADS_MAX] = {0}, fixed = s->options.inputs_len;
  f->inputs = alloc_zero(fixed + f->events_len + 1, sizeof *f->inputs);
  for (uint32_t i = 0; i < fixed; i++)
    f->inputs[f->inputs_len++] = s->options.inputs[i];
  for (uint32_t i = 0; i < f->events_len; i++) {
    const struct event *e = &f->events[i];
    uint32_t index = e->kind == OP_INPUT ? taken[e->thread]++ : 0;
    if (e->kind == OP_INPUT && e->flags & (EVENT_SILENT | EVENT_GIVEN))
      f->inputs[f->inputs_len++] =
          (struct plan_input){e->thread, index, (int64_t)e->value};
  }
}

static bool counts(const struct sched *s, const struct sched_finding *f) {
  return !s->options.ignore || !s->options.ignore(s->options.ignore_user, f);
}

/* Whether a finding of this key is new and there is room for it and its run;
 * if it is not new, there are so many more runs that show it. */
static bool is_new(struct sched *s, uint64_t key, uint64_t count,
                   uint32_t events) {
  bool added;
  uint64_t *at = map_at(&s->seen, key, &added);
  if (!added) {
    if (*at < s->findings.len)
      s->findings.at[*at].count += count;
    return false;
  }
  *at = s->keys.len;
  vec_push(&s->keys, key);
  if (s->findings.len == FINDINGS_MAX ||
      (s->findings.len && s->kept + events > EVENTS_MAX))
    return false;
  s->kept += events;
  return true;
}

void sched_take_finding(struct sched *s, uint64_t key,
                        struct sched_finding *f) {
  if (is_new(s, key, f->count, f->events_len)) {
    f->part = (uint8_t)s->acting;
    vec_push(&s->findings, *f);
    acting(s)->findings++;
    s->counting += counts(s, f);
  } else {
    finding_free(f);
  }
  *f = (struct sched_finding){0};
}

/* The finding of this key, with this run when it is new. */
static void add_finding(struct sched *s, const struct batch *b,
                        const struct run *r, uint64_t key,
                        struct sched_finding f) {
  EXPECTS(f.kind < FOUND_COUNT && f.part < s->parts_len);
  if (!is_new(s, key, 1, r->events_len))
    return;
  f.execution = s->stats.executions;
  f.part = (uint8_t)s->acting;
  f.count = 1;
  keep_run(&f, b, r);
  sched_escaped_before(s->x, r->finding == f.kind ? r->before : r->escapes,
                       &f.after);
  if (s->x->symbolic)
    keep_inputs(s, &f);
  if (s->x->symbolic && f.kind != FOUND_RACE && f.kind != FOUND_PROPERTY)
    f.event = failure_last_event(f.events, f.events_len, f.thread);
  vec_push(&s->findings, f);
  acting(s)->findings++;
  s->counting += counts(s, &f);
}

/* The same for the same place, also in another process: lines that no site
 * of the program has are numbered as they come. */
static uint64_t place_key(const struct sched *s, uint32_t site) {
  if (site < CRASH_SITES || !s->x->place)
    return site;
  struct spot at = s->x->place(s->x, site);
  return hash_pair(at.file ? hash_bytes(at.file, strlen(at.file)) : 0,
                   (uint64_t)at.line << 32 | at.col);
}

/* A run that lists its findings.  A property belongs to no thread. */
static bool find_listed(struct sched *s, const struct batch *b,
                        const struct run *r) {
  const struct run_found *list;
  uint32_t count = batch_findings(b, (uint32_t)(r - b->runs), &list);
  for (uint32_t i = 0; i < count; i++) {
    const struct run_found *k = &list[i];
    bool whoever = k->kind == FOUND_PROPERTY;
    uint64_t key = k->kind == FOUND_DEADLOCK
                       ? hash_pair(k->kind, pending_key(b, r))
                       : hash_pair(k->kind, place_key(s, k->site) << 16 |
                                                (whoever ? 0 : k->thread));
    struct sched_finding f = {.kind = k->kind,
                              .thread = k->thread,
                              .site = k->site,
                              .event = k->event};
    if (*k->text && !map_get(&s->seen, key))
      f.text = strdup(k->text);
    add_finding(s, b, r, key, f);
  }
  return count != 0;
}

static void find_in_run(struct sched *s, const struct batch *b,
                        const struct run *r) {
  unsigned kind = failure_found(r);
  if (find_listed(s, b, r) || !kind)
    return;
  uint64_t key = hash_pair(kind, place_key(s, r->site) << 16 | r->thread);
  if (kind == FOUND_DEADLOCK)
    key = hash_pair(kind, pending_key(b, r));
  if (kind == FOUND_EXIT)
    key = hash_pair(key, failure_text_key(b, r));
  struct sched_finding f = {.kind = (uint8_t)kind,
                            .thread = r->thread,
                            .site = r->site,
                            .rounds = kind == FOUND_LIVELOCK &&
                                      r->end == RUN_STEPS,
                            .round = ROUND_ANYWHERE,
                            .event = failure_last_event(b->events + r->events,
                                                        r->events_len,
                                                        r->thread)};
  if (r->text < b->text_len && !map_get(&s->seen, key))
    f.text = strdup(b->text + r->text);
  add_finding(s, b, r, key, f);
}

/* One finding, whatever the outputs are. */
static void find_output(struct sched *s, const struct batch *b,
                        const struct run *r) {
  struct sched_finding f = {.kind = FOUND_OUTPUT};
  add_finding(s, b, r, hash_pair(FOUND_OUTPUT, 0), f);
}

static void add_races(struct sched *s, const struct batch *b,
                      const struct run *r, size_t count) {
  const struct event *events = b->events + r->events;
  for (size_t i = 0; i < count; i++) {
    struct datarace_pair p = datarace_at(s->races, i);
    const struct event *one = &events[p.first], *two = &events[p.second];
    uint32_t lo = one->site < two->site ? one->site : two->site;
    uint32_t hi = one->site < two->site ? two->site : one->site;
    struct sched_finding f = {.kind = FOUND_RACE,
                              .thread = two->thread,
                              .other = one->thread,
                              .site = two->site,
                              .other_site = one->site,
                              .event = p.second,
                              .other_event = p.first};
    add_finding(s, b, r, hash_pair(FOUND_RACE, (uint64_t)hi << 32 | lo), f);
  }
}

/* --- the loop ----------------------------------------------------------- */

/* The event by which the run goes beyond a bound, or NULL. */
static const struct event *beyond(struct sched *s, const struct batch *b,
                                  const struct run *r) {
  const struct sched_options *o = &acting(s)->options;
  if (o->preemptions == SCHED_UNBOUNDED && o->delays == SCHED_UNBOUNDED)
    return NULL;
  struct sched_cost cost = {0};
  unsigned before = SCHED_NOBODY;
  for (uint32_t i = 0; i < r->events_len; i++) {
    const struct event *e = &b->events[r->events + i];
    if (e->flags & (EVENT_SILENT | EVENT_PENDING) || e->kind == OP_BRANCH)
      continue;
    sched_spend(&cost, before, e->thread, e);
    before = e->thread;
    if (!sched_within(&cost, o))
      return e;
  }
  return NULL;
}

static void count_threads(struct sched *s, const struct batch *b,
                          const struct run *r) {
  uint64_t top = r->thread;
  for (uint32_t i = 0; i < r->events_len; i++)
    if (b->events[r->events + i].thread > top)
      top = b->events[r->events + i].thread;
  if (top + 1 > s->stats.threads)
    s->stats.threads = top + 1;
}

static void account(struct sched *s, const struct batch *b, const struct run *r,
                    bool left_out, size_t races) {
  EXPECTS(races == 0 || s->races || s->digests);
  struct sched_stats *n = &s->stats;
  n->executions++;
  n->steps += r->steps;
  acting(s)->executions++;
  acting(s)->steps += r->steps;
  for (uint64_t rest = r->escapes; rest; rest &= rest - 1)
    s->escapes[__builtin_ctzll(rest)]++;
  if (r->steps > n->longest || !n->threads) {
    n->longest = r->steps;
    count_threads(s, b, r);
    digests_longest(s);
  }
  if (left_out) {
    n->redundant++;
    n->left_out++;
    return;
  }
  if (r->end == RUN_REDUNDANT)
    n->redundant++;
  else if (r->end == RUN_DEADLOCK)
    n->deadlocked++;
  else if (r->end == RUN_FAILED || failure_found(r))
    n->failed++;
  else if (r->end == RUN_EARLY)
    n->early++;
  else if (r->end == RUN_STEPS)
    n->cut_off++;
  else if (r->end == RUN_STUCK || r->end == RUN_ESCAPED)
    n->given_up++;
  else
    n->complete++;
  if (r->end == RUN_COMPLETE && r->state) {
    if (!s->first_state)
      s->first_state = r->state;
    n->unequal += r->state != s->first_state;
    if (s->options.same_output && r->state != s->first_state)
      find_output(s, b, r);
  }
  find_in_run(s, b, r);
  add_races(s, b, r, races);
}

bool sched_broken(struct sched *s, const char *why) {
  s->verdict = VERDICT_BROKEN;
  s->error = why;
  return false;
}

const char sched_diverged[] = "the same choices led to different steps";

/* The step where the run is not as it was: where the thread stands whose turn
 * it would have been, or the last of those that were asked for. */
static uint32_t differs_at(const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  const struct run *r = &b->runs[i];
  const struct plan *p = &b->plans[i];
  bool ended = r->end == RUN_DIVERGED && r->steps < p->prefix_len;
  unsigned who = ended ? CHOICE_THREAD(b->choices[p->prefix + r->steps])
                       : THREADS_MAX;
  uint32_t site = r->site, steps = 0;
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    if (e->flags & EVENT_PENDING ? e->thread == who
        : e->flags & EVENT_SILENT ? false
                                  : steps++ < p->prefix_len && e->site)
      site = e->site;
  }
  return site;
}

static bool diverged(struct sched *s, const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  s->differs = differs_at(b, i);
  sched_escaped_before(s->x, b->runs[i].escapes, &s->escaped);
  return sched_broken(s, sched_diverged);
}

/* Looks who met whom: seldom, since it takes longer than many runs do. */
static void meet(struct sched *s, const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  enum { ALL = 64, OF = 16, MANY = 1 << 13, OF_MANY = 128 };
  struct sched_part *p = acting(s);
  const struct run *r = &b->runs[i];
  bool aimed = p->strategy->samples && b->plans[i].hold;
  if (!s->contacts || !r->events_len ||
      (p->executions > ALL && !aimed &&
       p->executions % (p->executions > MANY ? OF_MANY : OF)))
    return;
  p->news += contacts_learn(s->contacts, b->events + r->events, r->events_len);
}

static bool has_many(const struct batch *b, const struct run *r) {
  for (uint32_t i = 0; i < r->events_len; i++)
    if (b->events[r->events + i].thread >= THREADS_WORD)
      return true;
  return false;
}

/* What run i teaches the part whose turn it is: see strategy.h. */
static bool learn(struct sched *s, const struct batch *b, uint32_t i,
                  bool left_out, const char **error) {
  const struct sched_part *p = acting(s);
  if (p->strategy->narrow && has_many(b, &b->runs[i])) {
    *error = "it has more than 64 threads at a time; optimal applies";
    return false;
  }
  return p->strategy->learn(p->self, b, i, left_out, error);
}

enum taken { TAKEN, TAKEN_AND_OVER, GAVE_UP };

/* Takes in run i.  What takes long comes first and may be given up: then the
 * run has not been. */
static enum taken take_in(struct sched *s, const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  const struct run *r = &b->runs[i];
  if (r->end == RUN_DIVERGED)
    return diverged(s, b, i), TAKEN_AND_OVER;
  const struct event *too_far = beyond(s, b, r);
  bool left_out = too_far != NULL;
  size_t races = 0;
  if (r->events_len && r->end != RUN_REDUNDANT && !left_out)
    races = digests_find_races(s, b, i);
  if (races == DATARACE_GAVE_UP)
    return GAVE_UP;
  const char *error = NULL;
  if (!learn(s, b, i, left_out, &error)) {
    if (!error)
      return s->spoilt |= acting(s)->strategy->breaks, GAVE_UP;
    if (!s->acting && error == sched_diverged)
      return diverged(s, b, i), TAKEN_AND_OVER;
    if (!s->acting)
      return sched_broken(s, error), TAKEN_AND_OVER;
    acting(s)->over = true; /* it does not apply; the others do */
  }
  uint64_t cut_off = s->stats.cut_off;
  account(s, b, r, left_out, races);
  if (s->stats.cut_off != cut_off || run_starves(b, r))
    add_cut(s, r->site, WHY_STEPS);
  if (too_far)
    add_cut(s, too_far->site, WHY_BOUND);
  meet(s, b, i);
  sched_mark(s, s->stats.executions - 1);
  if (s->options.watch)
    s->options.watch(s->options.watch_user, b, i);
  return s->counting && !s->options.all ? TAKEN_AND_OVER : TAKEN;
}

/* How many more runs may be taken in. */
uint64_t sched_runs_left(const struct sched *s) {
  uint64_t now = s->stats.executions - s->before;
  return !s->options.runs          ? UINT64_MAX
         : now >= s->options.runs ? 0
                                  : s->options.runs - now;
}

/* Runs as many plans as the limit allows and returns how far it came; what
 * was abandoned in the middle is not done. */
static bool run_some(struct sched *s, uint32_t taken) {
  EXPECTS(taken <= s->x->batch->plans_len);
  struct batch *b = s->x->batch;
  uint32_t all = b->plans_len;
  uint64_t left = sched_runs_left(s);
  if (all - taken > left)
    b->plans_len = taken + (uint32_t)left;
  b->events_len = b->text_len = 0;
  s->x->stopped = false;
  bool foresees = b->foresees;
  bool ok = s->x->run(s->x);
  b->plans_len = all;
  batch_foreseen(b);
  if (!ok || (b->done <= taken && !s->x->stopped))
    return sched_broken(s,
                  s->x->error ? s->x->error : "the executor does not answer");
  const char *error = NULL;
  if (foresees && b->done > 1 &&
      !acting(s)->strategy->foreseen(acting(s)->self, b, &error))
    return sched_broken(s, error);
  return true;
}

static void stop(struct sched *s, enum why limit) {
  EXPECTS(limit < WHY_COUNT);
  s->stopped = true, s->limit = limit;
}

/* Runs the rest of the batch and takes everything in; false when the search
 * is over or is to leave off. */
static bool run_batch(struct sched *s) {
  enum { ATTENDED = 32 };
  struct batch *b = s->x->batch;
  uint32_t taken = b->done;
  if (taken && !batches_extend(s, taken)) /* it may have been due then */
    return s->x->stopped = true, batches_put_by(s, taken), false;
  while (taken < b->plans_len) {
    if (!sched_runs_left(s))
      return stop(s, WHY_RUNS), batches_put_by(s, taken), false;
    if (!run_some(s, taken))
      return false;
    while (taken < b->done) {
      enum taken t = take_in(s, b, taken);
      taken += t != GAVE_UP;
      if (taken % ATTENDED == 0)
        divide_attend(s);
      if (t == TAKEN && !batches_extend(s, taken))
        t = GAVE_UP;
      s->x->stopped |= t == GAVE_UP;
      if (t != TAKEN)
        return batches_put_by(s, taken), false;
    }
    if (s->x->stopped)
      return batches_put_by(s, taken), false;
  }
  return true;
}

static bool limit_hit(struct sched *s, struct progress *p) {
  const struct sched_options *o = &s->options;
  if (progress_stopped(p))
    stop(s, WHY_INTERRUPTED);
  else if (give_up(s))
    stop(s, WHY_TIME);
  else if (!sched_runs_left(s))
    stop(s, WHY_RUNS);
  else if (o->steps && s->stats.steps >= o->steps)
    stop(s, WHY_STEPS);
  else if ((o->memory && s->stats.bytes > o->memory) || alloc_used_up())
    stop(s, WHY_MEMORY);
  return s->stopped;
}

/* Of the lines and branches of a program that was built for that, how many
 * were seen, in hundredths; false: it was not. */
static bool covered(struct executor *x, uint64_t *percent) {
  size_t count = x->covers ? x->covers(x, NULL, 0) : 0, all = 0, seen = 0;
  struct covered *rows = count ? alloc_zero(count, sizeof *rows) : NULL;
  count = count ? x->covers(x, rows, count) : 0;
  for (size_t i = 0; i < count; i++) {
    all += rows[i].branch ? 2 : 1;
    seen += (rows[i].seen & COVERED_YES) != 0;
    seen += rows[i].branch && (rows[i].seen & COVERED_NO);
  }
  free(rows);
  *percent = all ? 100 * (uint64_t)seen / all : 0;
  return all > 0;
}

static void show(struct sched *s, struct progress *p) {
  double wall = clock_wall() - s->started;
  uint64_t now = s->stats.executions - s->before, percent;
  struct sched_estimate left;
  struct progress_figure figures[] = {
      {"executions", s->stats.executions},
      {"/s", (uint64_t)(wall > 0 ? (double)now / wall : 0)},
      {"traces", s->stats.complete + s->stats.deadlocked + s->stats.failed},
      {"findings", s->findings.len},
      {NULL, 0},
      {NULL, 0}};
  size_t count = 4;
  if (covered(s->x, &percent))
    figures[count++] = (struct progress_figure){"% covered", percent};
  bool known = sched_remaining(s, &left) && isfinite(left.high) &&
               left.middle < 1e18;
  if (known)
    figures[count++] =
        (struct progress_figure){"remain about", (uint64_t)left.middle};
  progress_show(p, "test", figures, count);
}

static void note_bytes(struct sched *s) {
  uint64_t bytes = s->contacts ? contacts_bytes(s->contacts) : 0;
  for (uint32_t i = 0; i < s->parts_len; i++)
    bytes += s->parts[i].strategy->bytes(s->parts[i].self);
  s->stats.bytes = bytes > s->stats.bytes ? bytes : s->stats.bytes;
}

/* Between batches no plan is under way, so what is saved now is what a search
 * that stops here saves. */
static void keep(struct sched *s, double now) {
  static const double share = 20; /* of the time, at most one in so many */
  const struct sched_options *o = &s->options;
  if (!o->keep || now < s->keep_due)
    return;
  divide_gather(s);
  const struct sched_part *lead = sched_leading(s);
  if (lead->strategy->figures)
    lead->strategy->figures(lead->self, &s->stats);
  s->seconds = now - s->started;
  sched_escaped(s);
  o->keep(o->keep_user, s);
  double after = clock_wall();
  s->keep_due = after + fmax(o->keep_every, share * (after - now));
}

void sched_has_executor(struct sched *s) {
  s->x->give_up = give_up;
  s->x->give_up_user = s;
  s->x->early = true;
  s->x->digest = digests_digest, s->x->digest_user = s;
}

void sched_search(struct sched *s, struct progress *p) {
  s->started = clock_wall();
  s->progress = p;
  sched_has_executor(s);
  s->counting = 0;
  vec_each(&s->findings, f) s->counting += counts(s, f);
  bool over = s->counting && !s->options.all;
  double turn = s->started;
  s->keep_due = s->started + s->options.keep_every;
  while (!over && !limit_hit(s, p) && batches_next(s)) {
    bool more = run_batch(s);
    double now = clock_wall();
    acting(s)->seconds += now - turn;
    turn = now;
    if (!more || (s->counting && !s->options.all))
      break;
    note_bytes(s);
    if (p && progress_due(p))
      show(s, p);
    keep(s, now);
  }
  divide_end(s);
  s->x->early = false;
  if (s->x->settle)
    s->x->settle(s->x);
  s->x->digest = NULL;
  if (s->x->stopped)
    limit_hit(s, p);
  note_bytes(s); /* a net may have grown without a run */
  const struct sched_part *lead = sched_leading(s);
  if (lead->strategy->figures)
    lead->strategy->figures(lead->self, &s->stats);
  s->x->give_up = NULL;
  s->progress = NULL;
  s->seconds = clock_wall() - s->started;
}

void sched_run(struct sched *s, struct progress *p) {
  sched_search(s, p);
  sched_conclude(s);
}
