/* The schedules with few preemptions, systematically: iterative context
 * bounding (Musuvathi and Qadeer 2007), over the branches of strategy/full.c.
 *
 * A run goes on beyond its prefix without preemptions; each other choice
 * that could have been made there is a branch.  Branches are taken by how
 * *worn* they are, then by preemptions, then in the order they were found,
 * which is from the beginning of a run on.  A branch is worn when the same
 * was possible earlier in the run, at the same places of the source (loops),
 * when a thread has a part in it that the best run does without, or when the
 * step that it puts off is on an object that nobody else was seen to touch:
 * putting off the step after it instead comes to the same.  First of
 * all come branches that make the same switch as one of the best run, between
 * the same places.  Nothing is left out for that, only later. */
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "sched/minimise/stages.h"

enum {
  LEVELS = 16,             /* preemptions looked at */
  WORN = 6,                /* classes: guided, fresh ... unshared */
  BATCH = 64,
  EQUALS_MAX = 4096, /* runs with as many preemptions as the best */
  CHOICES_MAX = 1 << 24,   /* of runs that are kept */
  BRANCHES_MAX = 1 << 21,
  LINE = 16,
};

struct branch {
  uint32_t run, at; /* choices of the run before it */
  choice choice;
};

struct kept {
  size_t first; /* in choices */
  uint32_t len;
};

struct queue {
  VEC(struct branch) at;
  size_t next;
};

struct search {
  struct trial *t;
  struct reduced *best;
  struct queue queues[WORN][LEVELS];
  VEC(struct kept) runs;
  VEC(choice) choices;
  VEC(struct branch) batch; /* of each plan */
  struct threads threads;   /* of the best run */
  struct map shared;        /* cell -> 1 + thread, or SHARED */
  struct map seen;          /* what a branch looks like -> how often */
  struct map guides;        /* what a switch of the best run looks like */
  VEC(uint32_t) later;      /* of each event: the next of its thread */
  struct schedule found, taken, candidate;
  uint32_t found_preemptions;
  bool has_found;
  size_t branches;
  unsigned equals; /* batches of runs that can only be shorter */
  bool cut; /* branches were dropped */
  uint32_t too_long; /* preemptions of runs that show it and are longer than
                        the one that was found */
};

enum { SHARED = 1 << 16 };

/* --- what is shared ----------------------------------------------------- */

static uint64_t cell_of(const struct event *e) {
  unsigned class_ = OP_CLASS(e->kind);
  return (class_ == CLASS_ACCESS ? e->object / LINE : e->object) * 16 + class_;
}

static void note_shared(struct search *s) {
  const struct trial *t = s->t;
  for (uint32_t i = 0; i < t->events_len; i++) {
    const struct event *e = &t->events[i];
    bool added;
    if (OP_CLASS(e->kind) <= CLASS_LOCAL)
      continue;
    uint64_t *who = map_at(&s->shared, cell_of(e), &added);
    if (added)
      *who = 1u + e->thread;
    else if (*who != 1u + e->thread)
      *who = SHARED;
  }
}

static bool is_shared(const struct search *s, const struct event *e) {
  if (OP_CLASS(e->kind) == CLASS_GLOBAL)
    return true;
  const uint64_t *who = map_get(&s->shared, cell_of(e));
  return who && *who == SHARED;
}

/* --- branches ----------------------------------------------------------- */

/* A switch by its places: the step that is put off, or 0 where the thread
 * could not go on, and the step that comes instead. */
static uint64_t guide_key(unsigned before, uint32_t put_off, unsigned thread,
                          uint32_t site) {
  return hash_pair((uint64_t)put_off << 32 | site,
                   (uint64_t)before << 16 | thread);
}

/* Where a thread stands before an event, if it could go on there. */
static uint32_t stands_at(const struct search *s, unsigned thread,
                          const struct event *e,
                          const uint32_t heads[THREADS_MAX]) {
  if (thread >= THREADS_MAX || !event_enables(e, thread) ||
      heads[thread] == UINT32_MAX)
    return 0;
  return s->t->events[heads[thread]].site;
}

static unsigned worn_class(struct search *s, const struct event *e,
                           unsigned before, unsigned thread,
                           uint32_t next_site) {
  bool added;
  uint64_t key = hash_pair((uint64_t)e->site << 32 | next_site,
                           (uint64_t)before << 40 |
                               (uint64_t)e->thread << 24 | thread << 8 |
                               e->kind);
  uint64_t n = ++*map_at(&s->seen, key, &added);
  bool preempts = before < THREADS_MAX && event_enables(e, before);
  if (before == e->thread && !is_shared(s, e))
    return WORN - 1;
  if (!threads_has(THREADS_ALL, &s->threads, thread) ||
      (preempts && !threads_has(THREADS_ALL, &s->threads, before)))
    return WORN - 2;
  return n <= 1 ? 1 : n <= 3 ? 2 : n <= 16 ? 3 : 4;
}

static void add_branch(struct search *s, unsigned worn, uint32_t preemptions,
                       struct branch b) {
  if (preemptions > s->best->preemptions)
    return; /* of no use */
  if (preemptions >= LEVELS || s->branches >= BRANCHES_MAX) {
    s->cut |= preemptions < s->best->preemptions;
    return;
  }
  s->branches++;
  vec_push(&s->queues[worn][preemptions].at, b);
}

/* Every other choice at step i of the run, which was e. */
static void branch_at(struct search *s, const struct event *e, uint32_t i,
                      unsigned before, struct sched_cost spent,
                      const uint32_t heads[THREADS_MAX]) {
  uint32_t run = (uint32_t)s->runs.len - 1;
  struct threads enabled = event_all_enabled(e);
  threads_each(THREADS_ALL, &enabled, who) {
    unsigned thread = (unsigned)who;
    struct sched_cost cost = spent;
    sched_spend(&cost, before, thread, e);
    if (thread != e->thread) {
      uint32_t next = heads[thread];
      uint32_t site = next == UINT32_MAX ? 0 : s->t->events[next].site;
      struct branch b = {run, i, CHOICE(thread, 0)};
      unsigned worn = worn_class(s, e, before, thread, site);
      if (map_get(&s->guides,
                  guide_key(before, stands_at(s, before, e, heads), thread,
                            site)))
        worn = 0;
      add_branch(s, worn, cost.preemptions, b);
      continue;
    }
    for (unsigned a = 0; a < e->alts; a++)
      if (a != e->alt) {
        struct branch b = {run, i, CHOICE(thread, a)};
        add_branch(s, worn_class(s, e, thread + THREADS_MAX, thread, a),
                   cost.preemptions, b);
      }
  }
}

/* Other alternatives of the choice that a branch made, for which nobody knew
 * how many there are. */
static void more_alternatives(struct search *s, const struct event *e,
                              uint32_t i, struct sched_cost cost) {
  if (e->alt)
    return;
  for (unsigned a = 1; a < e->alts; a++) {
    struct branch b = {(uint32_t)s->runs.len - 1, i, CHOICE(e->thread, a)};
    add_branch(s, a == 1 ? 1 : 2, cost.preemptions, b);
  }
}

static bool keep_run(struct search *s) {
  const struct trial *t = s->t;
  if (s->choices.len + t->run->steps > CHOICES_MAX) {
    s->cut = true;
    return false;
  }
  struct kept k = {s->choices.len, 0};
  for (uint32_t i = 0; i < t->events_len; i++)
    if (!(t->events[i].flags & (EVENT_SILENT | EVENT_PENDING)))
      vec_push(&s->choices, CHOICE(t->events[i].thread, t->events[i].alt));
  k.len = (uint32_t)(s->choices.len - k.first);
  vec_push(&s->runs, k);
  return true;
}

/* Links the steps of each thread; heads[thread] is its first.  A pending one
 * counts, it is where the thread stands. */
static void link_steps(struct search *s, uint32_t heads[THREADS_MAX]) {
  const struct trial *t = s->t;
  memset(heads, 255, THREADS_MAX * sizeof *heads);
  vec_resize(&s->later, t->events_len);
  for (uint32_t i = t->events_len; i-- > 0;)
    if (!(t->events[i].flags & EVENT_SILENT)) {
      s->later.at[i] = heads[t->events[i].thread];
      heads[t->events[i].thread] = i;
    }
}

/* Branches of the last run from step `from` on; after the failure there is
 * nothing to gain. */
static void branch_out(struct search *s, uint32_t from, bool shows) {
  struct trial *t = s->t;
  if (!keep_run(s))
    return;
  note_shared(s);
  uint32_t end = shows ? trial_end(t) : t->events_len, step = 0;
  map_clear(&s->seen);
  uint32_t heads[THREADS_MAX];
  struct sched_cost cost = {0};
  unsigned before = SCHED_NOBODY;
  link_steps(s, heads);
  for (uint32_t i = 0; i < end; i++) {
    const struct event *e = &t->events[i];
    if (e->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    struct sched_cost after = cost;
    sched_spend(&after, before, e->thread, e);
    if (step >= from)
      branch_at(s, e, step, before, cost, heads);
    else if (step + 1 == from)
      more_alternatives(s, e, step, after);
    cost = after;
    before = e->thread;
    heads[before] = s->later.at[i];
    step++;
  }
}

/* What of the best run tells where to look: its threads and its switches. */
static void note_best(struct search *s) {
  const struct schedule *best = &s->best->schedule;
  struct trial *t = s->t;
  uint32_t heads[THREADS_MAX];
  unsigned before = SCHED_NOBODY;
  s->threads = threads_none();
  for (size_t i = 0; i < best->at.len; i++)
    threads_add(THREADS_ALL, &s->threads,
                CHOICE_THREAD(best->at.at[i]) % THREADS_MAX);
  trial_run(t, best->at.at, best->at.len, trial_stop(t));
  map_clear(&s->guides);
  link_steps(s, heads);
  for (uint32_t i = 0; i < t->events_len; i++) {
    const struct event *e = &t->events[i];
    if (e->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    if (before != e->thread)
      map_put(&s->guides,
              guide_key(before, stands_at(s, before, e, heads), e->thread,
                        e->site),
              1);
    before = e->thread;
    heads[before] = s->later.at[i];
  }
}

/* --- the loop ----------------------------------------------------------- */

static struct queue *first_below(struct search *s, unsigned worn) {
  for (unsigned p = 0; p < LEVELS && p < s->best->preemptions; p++)
    if (s->queues[worn][p].next < s->queues[worn][p].at.len)
      return &s->queues[worn][p];
  return NULL;
}

/* The queue to go on with, or NULL.  Runs with as many preemptions as the
 * best has can only be shorter: those are looked for where it is cheap. */
static struct queue *next_queue(struct search *s) {
  uint32_t best = s->best->preemptions;
  for (unsigned worn = 0; worn < WORN; worn++) {
    struct queue *q = first_below(s, worn);
    if (q)
      return q;
    q = worn <= 2 && best < LEVELS ? &s->queues[worn][best] : NULL;
    if (q && q->next < q->at.len && s->equals++ < EQUALS_MAX / BATCH)
      return q;
  }
  return NULL;
}

static bool fill_batch(struct search *s) {
  struct batch *b = s->t->x->batch;
  struct queue *q = next_queue(s);
  batch_clear(b);
  vec_clear(&s->batch);
  while (q && s->batch.len < BATCH && q->next < q->at.len) {
    struct branch branch = q->at.at[q->next];
    struct plan *p = batch_plan(b, branch.at + 1);
    if (!p)
      break;
    choice *to = b->choices + p->prefix;
    memcpy(to, s->choices.at + s->runs.at[branch.run].first,
           branch.at * sizeof *to);
    to[branch.at] = branch.choice;
    p->inputs_len = (uint32_t)s->t->inputs.len;
    vec_push(&s->batch, branch);
    q->next++;
  }
  b->inputs_len = (uint32_t)s->t->inputs.len;
  if (b->inputs_len)
    memcpy(b->inputs, s->t->inputs.at, b->inputs_len * sizeof *b->inputs);
  return s->batch.len > 0;
}

/* Keeps the best of a batch; it is measured when the batch is through. */
static void note_found(struct search *s) {
  uint32_t preemptions = trial_preemptions(s->t);
  uint32_t most =
      s->has_found ? s->found_preemptions : s->best->preemptions;
  if (preemptions > most)
    return;
  trial_past(s->t, &s->candidate);
  size_t len =
      s->has_found ? s->found.at.len : s->best->schedule.at.len;
  if (preemptions == most && s->candidate.at.len >= len)
    return;
  schedule_set(&s->found, s->candidate.at.at, s->candidate.at.len);
  trial_taken(s->t, &s->taken);
  s->found_preemptions = preemptions;
  s->has_found = true;
}

static void take_in(struct search *s, uint32_t i) {
  struct trial *t = s->t;
  const struct run *r = &t->x->batch->runs[i];
  bool shows = trial_look(t, r);
  if (r->end == RUN_DIVERGED)
    return;
  if (shows)
    note_found(s);
  branch_out(s, s->batch.at[i].at + 1, shows);
}

static bool run_batch(struct search *s) {
  struct batch *b = s->t->x->batch;
  uint32_t taken = 0;
  while (taken < b->plans_len) {
    b->events_len = b->text_len = 0;
    if (!trial_executes(s->t, taken))
      return false;
    for (; taken < b->done; taken++)
      take_in(s, taken);
  }
  return true;
}

/* The run that was found is a complete one: its number of preemptions holds
 * whatever the reduced schedule measures. */
static void settle(struct search *s) {
  struct reduced r = {0};
  if (!s->has_found)
    return;
  s->has_found = false;
  if (trial_measure(s->t, &s->found, UINT32_MAX, &r) ||
      trial_measure(s->t, &s->taken, UINT32_MAX, &r)) {
    if (r.preemptions > s->found_preemptions)
      r.preemptions = s->found_preemptions;
    if (reduced_better(&r, s->best)) {
      reduced_set(s->best, &r);
      note_best(s);
    }
  } else if (s->found_preemptions < s->too_long) {
    s->too_long = s->found_preemptions;
  }
  reduced_free(&r);
}

/* Nothing with fewer preemptions than the best is left. */
static bool exhausted(const struct search *s) {
  if (s->cut || s->too_long < s->best->preemptions)
    return false;
  for (unsigned worn = 0; worn < WORN; worn++)
    for (unsigned p = 0; p < LEVELS && p < s->best->preemptions; p++)
      if (s->queues[worn][p].next < s->queues[worn][p].at.len)
        return false;
  return true;
}

bool stage_search(struct trial *t, struct reduced *best) {
  struct search *s = alloc_zero(1, sizeof *s);
  s->t = t;
  s->best = best;
  s->too_long = UINT32_MAX;
  note_best(s);
  bool shows = trial_run(t, NULL, 0, 0);
  if (t->run) {
    if (shows)
      note_found(s);
    branch_out(s, 0, shows);
    settle(s);
  }
  while (!trial_over(t) && fill_batch(s) && run_batch(s))
    settle(s);
  bool least = t->run && exhausted(s);
  for (unsigned w = 0; w < WORN; w++)
    for (unsigned p = 0; p < LEVELS; p++)
      vec_free(&s->queues[w][p].at);
  vec_free(&s->runs);
  vec_free(&s->choices);
  vec_free(&s->batch);
  vec_free(&s->later);
  map_free(&s->shared);
  map_free(&s->seen);
  map_free(&s->guides);
  schedule_free(&s->found);
  schedule_free(&s->taken);
  schedule_free(&s->candidate);
  free(s);
  return least;
}
