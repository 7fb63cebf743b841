#include "exec/parallel.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/sound.h"
#include "exec/crash.h"

enum {
  SLOTS = 32, /* blocks that are under way */
  CHOICES = 1 << 20,
  EVENTS = 1 << 18,
};

/* Seconds: of a batch that is worth waking a worker for, of a block that a
 * worker takes at once, and of a run, where nobody asked for workers and they
 * must not cost much more than they gain. */
static const double worth = 200e-6, block = 600e-6, slow = 30e-6;

/* A block of plans and, later, its runs.  It has a batch of its own, so that
 * a worker goes on to its next block while the last one is looked at. */
struct slot {
  enum { FREE, WAITS, RUNS, DONE } state;
  struct batch *batch;
  uint32_t plan, count; /* the first in the batch, and how many */
  uint32_t taken; /* of its runs */
  struct alloc_guard *guard; /* over whoever dealt it out */
  bool failed, stopped, lacked; /* lacked: memory, in the middle of it */
  const char *error;
  size_t threads; /* numbers of threads after it */
  uint32_t table[THREADS_MAX];
  size_t rows_len; /* what its runs' escapes stand for */
  struct because rows[ESCAPES_MAX];
  VEC(struct spot) crashes; /* where its runs crashed that have no site there */
  struct arena arena;
};

/* The first is the thread that asks: it has none of its own. */
struct worker {
  struct parallel *all;
  struct executor *x;
  pthread_t thread;
  pthread_cond_t wake;
};

struct parallel {
  struct executor base;
  struct worker *workers;
  size_t count, near; /* near: so many of the first are at no other rank */
  pthread_mutex_t lock; /* of everything down to `table` */
  pthread_cond_t ready;
  bool over, hold;      /* hold: nobody begins a block */
  uint32_t helpers;     /* so many of the workers with threads take blocks */
  uint32_t running;
  uint64_t first, next, last; /* slots in use, to be run next, and their end */
  struct slot slots[SLOTS];
  size_t threads;
  uint32_t table[THREADS_MAX]; /* of the runs that were taken over */
  uint32_t dealt;       /* plans of the batch that are in slots or done */
  double window, waited; /* since when; how long for workers, since then */
  double ran, runs;     /* how long they took; of late */
  bool thrifty;         /* nobody asked for workers */
  struct because escapes[ESCAPES_MAX]; /* of all workers, each once */
  size_t escapes_len;
  struct crash_places crashes; /* likewise */
  struct arena arena; /* of their strings */
  struct alloc_undo undo;
};

static struct slot *slot_at(struct parallel *p, uint64_t i) {
  return &p->slots[i % SLOTS];
}

/* --- blocks ------------------------------------------------------------- */

/* Copies plans from..to-1 into another batch, as many as fit; how many. */
static uint32_t deal(const struct batch *from, uint32_t first, uint32_t count,
                     struct batch *to) {
  EXPECTS(first <= from->plans_len && count <= from->plans_len - first);
  batch_clear(to);
  memcpy(to->inputs, from->inputs, from->inputs_len * sizeof *to->inputs);
  to->inputs_len = from->inputs_len;
  memcpy(to->cold, from->cold, COLD_SITES / 8);
  uint32_t i = 0;
  for (; i < count; i++) {
    const struct plan *p = &from->plans[first + i];
    if (!batch_copy(to, p, from->choices))
      break;
  }
  return i;
}

/* Seconds that a run takes, as far as is known. */
static double each(const struct parallel *p) {
  return p->runs > 0 ? p->ran / p->runs : 0;
}

static void note_time(struct parallel *p, double seconds, uint32_t runs) {
  enum { OF_LATE = 1024 };
  p->ran += seconds;
  p->runs += runs;
  if (p->runs > OF_LATE) {
    p->ran /= 2;
    p->runs /= 2;
  }
}

static bool run_plans(struct parallel *p, struct executor *x) {
  x->steps_max = p->base.steps_max;
  x->give_up = p->base.give_up;
  x->give_up_user = p->base.give_up_user;
  x->stopped = false;
  return x->run(x);
}

/* --- what escapes: each process has its own numbers for it -------------- */

static bool same_string(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static const char *keep(struct arena *a, const char *s) {
  return s ? arena_string(a, s, strlen(s)) : NULL;
}

/* The last row stands for all for which there is no room. */
static size_t row_of(struct parallel *p, const struct because *b) {
  size_t i = 0;
  for (; i < p->escapes_len; i++) {
    const struct because *known = &p->escapes[i];
    if (known->why == b->why && known->line == b->line &&
        same_string(known->name, b->name) && same_string(known->file, b->file))
      return i;
  }
  if (i == ESCAPES_MAX)
    return i - 1;
  p->escapes[i] = *b;
  p->escapes[i].name = keep(&p->arena, b->name);
  p->escapes[i].file = keep(&p->arena, b->file);
  p->escapes_len++;
  return i;
}

static uint64_t translate(struct parallel *p, const struct slot *s,
                          uint64_t bits) {
  uint64_t out = 0;
  for (size_t i = 0; i < s->rows_len; i++)
    if (bits >> i & 1)
      out |= UINT64_C(1) << row_of(p, &s->rows[i]);
  return out;
}

/* Before the worker's next run, which may change the strings. */
static void note_rows(struct slot *s, struct executor *x) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < x->batch->done; i++)
    bits |= x->batch->runs[i].escapes | x->batch->runs[i].before;
  s->rows_len = bits && x->because ? x->because(x, s->rows, ESCAPES_MAX) : 0;
  arena_free(&s->arena);
  for (size_t i = 0; i < s->rows_len; i++) {
    struct because *b = &s->rows[i];
    b->name = keep(&s->arena, b->name);
    b->file = keep(&s->arena, b->file);
  }
}

/* --- crashes at lines without a site: likewise -------------------------- */

static bool is_numbered(const struct run *r) {
  return (r->finding == FOUND_CRASH || r->finding == FOUND_STACK) &&
         r->site >= CRASH_SITES;
}

/* Each worker numbers such lines as they come.  Their names are the worker's,
 * and live as long as it does. */
static void note_crashes(struct slot *s, struct executor *x) {
  vec_clear(&s->crashes);
  for (uint32_t i = 0; x->place && i < s->batch->done; i++)
    if (is_numbered(&s->batch->runs[i]))
      vec_push(&s->crashes, x->place(x, s->batch->runs[i].site));
}

static size_t parallel_because(struct executor *x, struct because *out,
                               size_t cap) {
  const struct parallel *p = x->self;
  for (size_t i = 0; i < p->escapes_len && i < cap; i++)
    out[i] = p->escapes[i];
  return p->escapes_len;
}

/* --- workers ------------------------------------------------------------ */

static size_t table_of(struct executor *x, uint32_t table[THREADS_MAX]) {
  return x->threads ? x->threads(x, table, THREADS_MAX) : 0;
}

/* The numbers that are known by now, unless the worker knows others: then its
 * blocks will be run again. */
static void learn_threads(struct executor *x, const uint32_t *all,
                          size_t known) {
  uint32_t own[THREADS_MAX];
  size_t n = table_of(x, own);
  if (n < known && !memcmp(all, own, n * sizeof *own) && x->set_threads)
    x->set_threads(x, all, known);
}

/* Copies what the worker has done into the slot. */
static void hand_in(struct slot *s, struct executor *x) {
  struct batch *to = s->batch;
  for (uint32_t i = 0; i < x->batch->done; i++)
    while (!batch_collect(to, x->batch, i)) {
      to->events = alloc_resize(to->events, (size_t)to->events_cap * 2,
                                sizeof *to->events);
      to->events_cap *= 2;
    }
  s->stopped = x->stopped;
  s->threads = table_of(x, s->table);
  note_rows(s, x);
  note_crashes(s, x);
}

static void digest(struct parallel *p, const struct worker *w, uint32_t plan) {
  const struct batch *b = w->x->batch;
  for (uint32_t i = 0; p->base.digest && i < b->done; i++)
    if (p->base.digest(p->base.digest_user, (unsigned)(w - p->workers), b, i,
                       plan + i))
      b->runs[i].events_len = 0;
}

struct turn {
  struct worker *worker;
  struct slot *slot;
  const uint32_t *table;
  size_t known;
};

static void run_slot(void *arg) {
  const struct turn *t = arg;
  struct worker *w = t->worker;
  struct slot *s = t->slot;
  learn_threads(w->x, t->table, t->known);
  deal(s->batch, 0, s->count, w->x->batch);
  s->failed = !run_plans(w->all, w->x);
  s->error = w->x->error;
  digest(w->all, w, s->plan);
  hand_in(s, w->x);
}

/* Sleeps until there is a block for the worker; false when all is over. */
static bool next_block(struct worker *w) {
  struct parallel *p = w->all;
  uint32_t number = (uint32_t)(w - p->workers);
  while (!p->over &&
         (p->hold || p->next == p->last || number > p->helpers ||
          (p->base.apart && number >= p->near))) {
    double begun = clock_wall();
    pthread_cond_wait(&w->wake, &p->lock);
    w->x->rested += clock_wall() - begun;
  }
  return !p->over;
}

/* The next block; the lock is held, and left while it is run. */
static void do_block(struct worker *w) {
  struct parallel *p = w->all;
  struct slot *s = slot_at(p, p->next++);
  uint32_t table[THREADS_MAX];
  struct turn turn = {w, s, table, p->threads};
  memcpy(table, p->table, p->threads * sizeof *table);
  s->state = RUNS;
  pthread_mutex_unlock(&p->lock);
  double begun = clock_wall();
  if (w == p->workers)
    run_slot(&turn); /* under the guard that there is */
  else
    s->lacked = !alloc_joined(s->guard, run_slot, &turn);
  double seconds = clock_wall() - begun;
  pthread_mutex_lock(&p->lock);
  note_time(p, seconds, s->batch->done);
  s->state = DONE;
}

static void *work(void *self) {
  struct worker *w = self;
  struct parallel *p = w->all;
  pthread_mutex_lock(&p->lock);
  while (next_block(w)) {
    p->running++;
    do_block(w);
    p->running--;
    pthread_cond_signal(&p->ready);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

/* --- dealing out and taking over ---------------------------------------- */

/* Nobody runs anything, until the next run. */
static void pause_workers(struct parallel *p) {
  pthread_mutex_lock(&p->lock);
  p->hold = true;
  while (p->running)
    pthread_cond_wait(&p->ready, &p->lock);
  pthread_mutex_unlock(&p->lock);
}

/* What is under way is given up. */
static void parallel_settle(struct executor *x) {
  struct parallel *p = x->self;
  pause_workers(p);
  pthread_mutex_lock(&p->lock);
  for (; p->first < p->last; p->first++)
    slot_at(p, p->first)->state = FREE;
  p->next = p->last;
  pthread_mutex_unlock(&p->lock);
}

static uint32_t block_size(struct parallel *p) {
  pthread_mutex_lock(&p->lock);
  double fits = block / (each(p) + 1e-9) + 1;
  pthread_mutex_unlock(&p->lock);
  const struct batch *b = p->base.batch;
  uint32_t share = (b->plans_len - b->done) / (4 * (uint32_t)p->count) + 1;
  return fits < share ? (uint32_t)fits : share;
}

static struct batch *batch_of_slot(const struct batch *all) {
  struct batch *b = batch_new(all->plans_cap, CHOICES, 1 << 12);
  b->collects_exprs = true;
  return b;
}

/* Fills slots with what is left of the batch. */
static void deal_out(struct parallel *p) {
  const struct batch *b = p->base.batch;
  uint32_t size = block_size(p);
  uint64_t last = p->last;
  for (; p->dealt < b->plans_len && last - p->first < SLOTS; last++) {
    struct slot *s = slot_at(p, last);
    uint32_t left = b->plans_len - p->dealt;
    if (!s->batch)
      s->batch = batch_of_slot(b);
    s->plan = p->dealt;
    s->count = deal(b, p->dealt, left < size ? left : size, s->batch);
    p->dealt += s->count;
    s->taken = 0;
    s->guard = alloc_guard_now();
    s->lacked = false;
    s->state = WAITS;
  }
  pthread_mutex_lock(&p->lock);
  bool more = p->last != last || p->hold;
  p->last = last;
  p->hold = false;
  for (size_t i = 1; more && p->next != p->last && i <= p->helpers; i++)
    if (!p->base.apart || i < p->near)
      pthread_cond_signal(&p->workers[i].wake);
  pthread_mutex_unlock(&p->lock);
}

/* More workers where they are what is waited for, fewer where they are not:
 * then there is more to be learned than they could run. */
static void count_helpers(struct parallel *p, double now) {
  static const double window = 0.01, much = 0.4, little = 0.1;
  double passed = now - p->window;
  if (passed < window)
    return;
  if (p->waited > much * passed && p->helpers + 1 < p->count)
    p->helpers++;
  else if (p->waited < little * passed && p->helpers > 1)
    p->helpers--;
  p->window = now;
  p->waited = 0;
}

static void sleep_until_ready(struct parallel *p) {
  double begun = clock_wall();
  pthread_cond_wait(&p->ready, &p->lock);
  p->workers[0].x->rested += clock_wall() - begun;
}

/* The oldest slot, if it is done or `waits`; else NULL.  Who waits runs blocks,
 * too, as long as there are any. */
static struct slot *oldest(struct parallel *p, bool waits) {
  struct slot *s = slot_at(p, p->first);
  pthread_mutex_lock(&p->lock);
  if (s->state != DONE && waits) {
    double begun = clock_wall();
    while (s->state != DONE)
      if (p->next != p->last)
        do_block(&p->workers[0]);
      else
        sleep_until_ready(p);
    double now = clock_wall();
    p->waited += now - begun;
    count_helpers(p, now);
  }
  bool done = s->state == DONE;
  pthread_mutex_unlock(&p->lock);
  return done ? s : NULL;
}

/* Whether its threads have the numbers that they have in the runs before. */
static bool agrees(struct parallel *p, const struct slot *s) {
  size_t common = s->threads < p->threads ? s->threads : p->threads;
  if (memcmp(s->table, p->table, common * sizeof *p->table))
    return false;
  if (s->threads > p->threads) {
    pthread_mutex_lock(&p->lock);
    memcpy(p->table, s->table, s->threads * sizeof *p->table);
    p->threads = s->threads;
    pthread_mutex_unlock(&p->lock);
  }
  return true;
}

/* All workers forget the numbers that the runs so far do not have. */
static void agree(struct parallel *p) {
  parallel_settle(&p->base);
  for (size_t i = 0; i < p->count; i++)
    if (p->workers[i].x->set_threads)
      p->workers[i].x->set_threads(p->workers[i].x, p->table, p->threads);
  p->dealt = p->base.batch->done;
}

/* Takes the runs of a slot over; false when there is no more room.  Events are
 * not copied where nobody looks at others any more. */
static bool collect(struct parallel *p, struct slot *s) {
  struct batch *to = p->base.batch;
  bool whole = !s->taken && batch_exchange(to, s->batch);
  uint32_t first = to->done - (whole ? s->batch->done : 0);
  size_t crash = 0;
  for (uint32_t i = 0; i < s->taken; i++)
    crash += is_numbered(&s->batch->runs[i]);
  for (; s->taken < s->batch->done; s->taken++) {
    if (!whole && !batch_collect(to, s->batch, s->taken))
      return false;
    struct run *r = &to->runs[whole ? first + s->taken : to->done - 1];
    r->escapes = translate(p, s, r->escapes);
    r->before = translate(p, s, r->before);
    if (is_numbered(r) && crash < s->crashes.len)
      r->site = crash_number(&p->crashes, s->crashes.at[crash++]);
  }
  return true;
}

/* One more slot; false: that is all for now. */
static bool take_over(struct parallel *p, bool waits) {
  struct slot *s = oldest(p, waits);
  if (!s)
    return false;
  if (s->lacked) /* as if it were this thread */
    alloc_leave();
  if (!s->taken && !agrees(p, s)) {
    agree(p);
    deal_out(p);
    return true;
  }
  if (!collect(p, s))
    return false;
  p->base.stopped |= s->stopped;
  if (s->failed || s->batch->done < s->count || s->stopped) {
    if (s->failed)
      p->base.error = s->error;
    parallel_settle(&p->base);
    p->dealt = p->base.batch->done;
    return false;
  }
  s->state = FREE;
  p->first++;
  return true;
}

/* What the worker has foreseen becomes part of the batch. */
static void take_foreseen(struct batch *b, struct batch *from) {
  if (!b->foresees)
    return;
  batch_foreseen(from);
  for (uint32_t i = 1; i < from->done && i < b->plans_len; i++) {
    b->plans[i].prefix_len = from->plans[i].prefix_len;
    memcpy(b->choices + b->plans[i].prefix,
           from->choices + from->plans[i].prefix,
           from->plans[i].prefix_len * sizeof *b->choices);
  }
}

/* Few plans are run in this thread, by the first worker. */
static bool run_few(struct parallel *p) {
  struct executor *x = p->workers[0].x;
  struct batch *b = p->base.batch;
  struct slot *s = slot_at(p, p->first);
  if (!s->batch)
    s->batch = batch_of_slot(b);
  learn_threads(x, p->table, p->threads);
  deal(b, b->done, b->foresees ? 1 : b->plans_len - b->done, x->batch);
  if (b->foresees)
    batch_foresee(x->batch);
  if (x->batch->plans_len > b->plans_len - b->done)
    x->batch->plans_len = b->plans_len - b->done;
  double begun = clock_wall();
  bool ok = run_plans(p, x);
  note_time(p, clock_wall() - begun, x->batch->done);
  digest(p, &p->workers[0], b->done);
  batch_clear(s->batch);
  s->taken = 0;
  hand_in(s, x);
  p->base.stopped |= s->stopped;
  p->base.error = ok ? p->base.error : x->error;
  if (!agrees(p, s)) {
    agree(p);
    return run_few(p);
  }
  take_foreseen(b, x->batch);
  return collect(p, s), ok || s->taken;
}

static bool parallel_run(struct executor *x) {
  struct parallel *p = x->self;
  struct batch *b = x->batch;
  uint32_t before = b->done;
  if (p->first == p->last) {
    p->dealt = b->done;
    double seconds = each(p) * (b->plans_len - b->done);
    if (seconds < worth || b->plans_len - b->done < 2 || b->foresees ||
        (p->thrifty && each(p) < slow))
      return run_few(p);
  }
  do
    deal_out(p);
  while (p->first < p->last &&
         take_over(p, b->done == before || !x->early) &&
         b->done < b->plans_len);
  return b->done > before || x->stopped;
}

/* --- the rest is the first worker's ------------------------------------- */

static struct executor *first_of(struct executor *x) {
  struct parallel *p = x->self;
  pause_workers(p);
  return p->workers[0].x;
}

static struct spot parallel_place(struct executor *x, uint32_t site) {
  struct parallel *p = x->self;
  if (site >= CRASH_SITES && site - CRASH_SITES < p->crashes.without_site.len)
    return crash_place(&p->crashes, site);
  struct executor *w = first_of(x);
  return w->place ? w->place(w, site) : (struct spot){0};
}

static size_t parallel_stack(struct executor *x, uint16_t stack,
                             struct spot *at, size_t cap) {
  struct executor *w = first_of(x);
  return w->stack ? w->stack(w, stack, at, cap) : 0;
}

static const char *parallel_label(struct executor *x, uint64_t number) {
  struct executor *w = first_of(x);
  return w->label ? w->label(w, number) : NULL;
}

static void parallel_thread_name(struct executor *x, unsigned thread,
                                 struct text *out) {
  struct executor *w = first_of(x);
  if (w->thread_name)
    w->thread_name(w, thread, out);
}

static bool parallel_meaning(struct executor *x, uint64_t address,
                             struct text *out) {
  struct executor *w = first_of(x);
  return w->meaning && w->meaning(w, address, out);
}

static void parallel_object_name(struct executor *x, const struct event *e,
                                 struct text *out) {
  struct executor *w = first_of(x);
  if (w->object_name)
    w->object_name(w, e, out);
}

static size_t parallel_threads(struct executor *x, uint32_t *table,
                               size_t cap) {
  struct executor *w = first_of(x);
  return w->threads ? w->threads(w, table, cap) : 0;
}

static void parallel_set_threads(struct executor *x, const uint32_t *table,
                                 size_t count) {
  struct parallel *p = x->self;
  p->threads = count < THREADS_MAX ? count : THREADS_MAX;
  memcpy(p->table, table, p->threads * sizeof *table);
  agree(p);
}

static const char *parallel_output(struct executor *x, size_t *len) {
  struct executor *w = first_of(x);
  *len = 0;
  return w->output ? w->output(w, len) : NULL;
}

static const char *parallel_notice(struct executor *x) {
  struct executor *w = first_of(x);
  return w->notice ? w->notice(w) : NULL;
}

static size_t parallel_stuck(struct executor *x, struct stuck *out,
                             size_t cap) {
  struct parallel *p = x->self;
  size_t count = 0;
  pause_workers(p);
  for (size_t i = 0; i < p->count; i++) {
    struct executor *w = p->workers[i].x;
    size_t room = count < cap ? cap - count : 0;
    count += w->stuck ? w->stuck(w, out + (cap - room), room) : 0;
  }
  return count;
}

/* What any of them has seen. */
static size_t parallel_covers(struct executor *x, struct covered *out,
                              size_t cap) {
  struct parallel *p = x->self;
  struct executor *first = first_of(x);
  size_t count = first->covers ? first->covers(first, out, cap) : 0;
  struct covered *more = alloc_zero(count + 1, sizeof *more);
  for (size_t i = 1; count && count <= cap && i < p->count; i++) {
    struct executor *w = p->workers[i].x;
    size_t n = w->covers(w, more, count);
    for (size_t k = 0; k < n && k < count; k++)
      out[k].seen |= more[k].seen;
  }
  free(more);
  return count;
}

static void end_threads(void *parallel) {
  struct parallel *p = parallel;
  pthread_mutex_lock(&p->lock);
  p->over = true;
  for (size_t i = 1; i < p->count; i++)
    pthread_cond_signal(&p->workers[i].wake);
  pthread_mutex_unlock(&p->lock);
  for (size_t i = 1; i < p->count; i++)
    pthread_join(p->workers[i].thread, NULL);
}

static void parallel_close(struct executor *x) {
  struct parallel *p = x->self;
  alloc_undo_drop(&p->undo);
  end_threads(p);
  for (size_t i = 0; i < SLOTS; i++) {
    batch_free(p->slots[i].batch);
    arena_free(&p->slots[i].arena);
    vec_free(&p->slots[i].crashes);
  }
  crash_places_free(&p->crashes);
  for (size_t i = 0; i < p->count; i++)
    p->workers[i].x->close(p->workers[i].x);
  pthread_mutex_destroy(&p->lock);
  for (size_t i = 0; i < p->count; i++)
    pthread_cond_destroy(&p->workers[i].wake);
  pthread_cond_destroy(&p->ready);
  batch_free(p->base.batch);
  arena_free(&p->arena);
  free(p->workers);
  free(p);
}

static void parallel_left_out(struct executor *x, struct reasons *out) {
  struct parallel *p = x->self;
  pause_workers(p);
  for (unsigned i = 0; i < p->count; i++)
    if (p->workers[i].x->left_out)
      p->workers[i].x->left_out(p->workers[i].x, out);
}

struct executor *parallel_executor_open(struct executor *const *workers,
                                        size_t count, bool thrifty) {
  struct parallel *p = alloc_zero(1, sizeof *p);
  /* as many as one by itself, so that batches are the same */
  uint32_t plans = workers[0]->batch->plans_cap;
  p->workers = alloc_zero(count, sizeof *p->workers);
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->ready, NULL);
  p->base = (struct executor){.name = workers[0]->name,
                              .batch = batch_new(plans, CHOICES, EVENTS),
                              .self = p,
                              .steps_max = workers[0]->steps_max,
                              .identity = workers[0]->identity,
                              .under = workers[0]->under,
                              .no_reduction = workers[0]->no_reduction,
                              .ports = workers[0]->ports,
                              .ports_most = workers[0]->ports_most,
                              .leaves = workers[0]->leaves,
                              .foresees = workers[0]->foresees,
                              .properties = workers[0]->properties,
                              .asks = workers[0]->asks,
                              .shows = workers[0]->shows,
                              .followed = workers[0]->followed,
                              .run = parallel_run,
                              .place = parallel_place,
                              .stack = parallel_stack,
                              .label = parallel_label,
                              .thread_name = parallel_thread_name,
                              .object_name = parallel_object_name,
                              .meaning = parallel_meaning,
                              .threads = parallel_threads,
                              .set_threads = parallel_set_threads,
                              .output = parallel_output,
                              .because = parallel_because,
                              .left_out = parallel_left_out,
                              .notice = parallel_notice,
                              .stuck = parallel_stuck,
                              .covers = parallel_covers,
                              .settle = parallel_settle,
                              .close = parallel_close};
  memcpy(p->base.terms, workers[0]->terms, sizeof p->base.terms);
  p->base.batch->collects_exprs = true;
  p->thrifty = thrifty;
  alloc_undo_add(&p->undo, end_threads, p);
  p->helpers = count > 1;
  p->hold = true;
  for (size_t i = 0; i < count; i++) {
    p->workers[i] = (struct worker){.all = p, .x = workers[i]};
    pthread_cond_init(&p->workers[i].wake, NULL);
    p->near += !workers[i]->distant;
    /* a worker without a thread is one worker fewer */
    if (i && pthread_create(&p->workers[i].thread, NULL, work, &p->workers[i]))
      break;
    p->count++;
  }
  if (p->count < 2)
    p->helpers = 0;
  for (size_t i = p->count; i < count; i++)
    workers[i]->close(workers[i]);
  return &p->base;
}
