#include "exec/parallel.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"

enum {
  BLOCK = 4, /* plans that are worth waking a worker for */
  CHOICES = 1 << 20,
  EVENTS = 1 << 18,
};

struct worker {
  struct parallel *all;
  struct executor *x;
  pthread_t thread;
  uint32_t first, count; /* its block of the batch */
  bool busy, failed;
};

struct parallel {
  struct executor base;
  struct worker *workers;
  size_t count;
  pthread_mutex_t lock;
  pthread_cond_t wake, ready;
  bool over;
  struct because escapes[ESCAPES_MAX]; /* of all workers, each once */
  size_t escapes_len;
  struct arena arena; /* of their strings */
};

/* --- blocks ------------------------------------------------------------- */

/* Copies plans into the worker's batch, as many as fit. */
static void deal(const struct batch *from, struct worker *w) {
  struct batch *to = w->x->batch;
  batch_clear(to);
  memcpy(to->inputs, from->inputs, from->inputs_len * sizeof *to->inputs);
  to->inputs_len = from->inputs_len;
  memcpy(to->cold, from->cold, COLD_SITES / 8);
  uint32_t i = 0;
  for (; i < w->count; i++) {
    const struct plan *p = &from->plans[w->first + i];
    struct plan *q = batch_plan(to, p->prefix_len);
    if (!q)
      break;
    uint32_t prefix = q->prefix;
    *q = *p;
    q->prefix = prefix;
    batch_prefix(to, q, from->choices + p->prefix);
  }
  w->count = i;
}

static void run_block(struct worker *w) {
  w->x->steps_max = w->all->base.steps_max;
  w->x->give_up = w->all->base.give_up;
  w->x->give_up_user = w->all->base.give_up_user;
  w->x->stopped = false;
  w->failed = w->count && !w->x->run(w->x);
}

/* --- what escapes: each process has its own numbers for it -------------- */

static bool same_string(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static const char *keep(struct parallel *p, const char *s) {
  return s ? arena_string(&p->arena, s, strlen(s)) : NULL;
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
  p->escapes[i].name = keep(p, b->name);
  p->escapes[i].file = keep(p, b->file);
  p->escapes_len++;
  return i;
}

static uint64_t translate(struct parallel *p, struct executor *x,
                          uint64_t bits) {
  struct because rows[ESCAPES_MAX];
  size_t count = bits && x->because ? x->because(x, rows, ESCAPES_MAX) : 0;
  uint64_t out = 0;
  for (size_t i = 0; i < count; i++)
    if (bits >> i & 1)
      out |= UINT64_C(1) << row_of(p, &rows[i]);
  return out;
}

static size_t parallel_because(struct executor *x, struct because *out,
                               size_t cap) {
  const struct parallel *p = x->self;
  for (size_t i = 0; i < p->escapes_len && i < cap; i++)
    out[i] = p->escapes[i];
  return p->escapes_len;
}

/* --- blocks, taken over ------------------------------------------------- */

/* Takes the runs of a block over; false when there is no more room. */
static bool collect(struct batch *to, const struct worker *w) {
  const struct batch *from = w->x->batch;
  for (uint32_t i = 0; i < from->done; i++) {
    if (!batch_collect(to, from, i))
      return false;
    struct run *r = &to->runs[to->done - 1];
    r->escapes = translate(w->all, w->x, r->escapes);
    r->before = translate(w->all, w->x, r->before);
  }
  return from->done == w->count;
}

/* --- numbers of threads ------------------------------------------------- */

static size_t table_of(struct executor *x, uint16_t table[THREADS_MAX]) {
  return x->threads ? x->threads(x, table, THREADS_MAX) : 0;
}

/* Makes the workers' tables one; true for those that ran with numbers the
 * others do not know. */
static void agree(struct parallel *p, bool strange[]) {
  uint16_t all[THREADS_MAX], own[THREADS_MAX];
  size_t known = table_of(p->workers[0].x, all);
  strange[0] = false;
  for (size_t i = 1; i < p->count; i++) {
    size_t n = table_of(p->workers[i].x, own);
    size_t common = n < known ? n : known;
    strange[i] = common && memcmp(all, own, common * sizeof *all);
    if (!strange[i] && n > known) {
      memcpy(all, own, n * sizeof *all);
      known = n;
    }
  }
  for (size_t i = 0; known && i < p->count; i++)
    if (p->workers[i].x->set_threads)
      p->workers[i].x->set_threads(p->workers[i].x, all, known);
}

/* --- running ------------------------------------------------------------ */

static void *work(void *self) {
  struct worker *w = self;
  struct parallel *p = w->all;
  pthread_mutex_lock(&p->lock);
  for (;;) {
    while (!w->busy && !p->over)
      pthread_cond_wait(&p->wake, &p->lock);
    if (p->over)
      break;
    pthread_mutex_unlock(&p->lock);
    run_block(w);
    pthread_mutex_lock(&p->lock);
    w->busy = false;
    pthread_cond_signal(&p->ready);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

/* All blocks at once; the first in this thread. */
static void run_blocks(struct parallel *p, size_t used) {
  pthread_mutex_lock(&p->lock);
  for (size_t i = 1; i < used; i++)
    p->workers[i].busy = true;
  if (used > 1)
    pthread_cond_broadcast(&p->wake);
  pthread_mutex_unlock(&p->lock);
  run_block(&p->workers[0]);
  pthread_mutex_lock(&p->lock);
  for (size_t i = 1; i < used; i++)
    while (p->workers[i].busy)
      pthread_cond_wait(&p->ready, &p->lock);
  pthread_mutex_unlock(&p->lock);
}

static size_t deal_out(struct parallel *p) {
  struct batch *b = p->base.batch;
  uint32_t left = b->plans_len - b->done, next = b->done;
  size_t used = left / BLOCK;
  used = used < 1 ? 1 : used > p->count ? p->count : used;
  for (size_t i = 0; i < used; i++) {
    struct worker *w = &p->workers[i];
    w->first = next;
    w->count = (uint32_t)((b->plans_len - next) / (used - i));
    deal(b, w);
    next += w->count;
  }
  return used;
}

static bool parallel_run(struct executor *x) {
  struct parallel *p = x->self;
  struct batch *b = x->batch;
  bool strange[THREADS_MAX] = {false};
  size_t used = deal_out(p);
  run_blocks(p, used);
  agree(p, strange);
  for (size_t i = 0; i < used; i++) {
    struct worker *w = &p->workers[i];
    if (strange[i]) {
      w->x->batch->done = w->x->batch->events_len = 0;
      w->x->batch->text_len = w->x->batch->found_len = 0;
      run_block(w);
    }
    if (w->failed && !b->done) {
      x->error = w->x->error;
      return false;
    }
    x->stopped |= w->x->stopped;
    if (w->failed || w->first != b->done || !collect(b, w))
      break;
  }
  return true;
}

/* --- the rest is the first worker's ------------------------------------- */

static struct executor *first_of(struct executor *x) {
  return ((struct parallel *)x->self)->workers[0].x;
}

static struct spot parallel_place(struct executor *x, uint32_t site) {
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

static void parallel_object_name(struct executor *x, const struct event *e,
                                 struct text *out) {
  struct executor *w = first_of(x);
  if (w->object_name)
    w->object_name(w, e, out);
}

static size_t parallel_threads(struct executor *x, uint16_t *table,
                               size_t cap) {
  struct executor *w = first_of(x);
  return w->threads ? w->threads(w, table, cap) : 0;
}

static void parallel_set_threads(struct executor *x, const uint16_t *table,
                                 size_t count) {
  struct parallel *p = x->self;
  for (size_t i = 0; i < p->count; i++)
    if (p->workers[i].x->set_threads)
      p->workers[i].x->set_threads(p->workers[i].x, table, count);
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
  struct executor *first = p->workers[0].x;
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

static void parallel_close(struct executor *x) {
  struct parallel *p = x->self;
  pthread_mutex_lock(&p->lock);
  p->over = true;
  pthread_cond_broadcast(&p->wake);
  pthread_mutex_unlock(&p->lock);
  for (size_t i = 1; i < p->count; i++)
    pthread_join(p->workers[i].thread, NULL);
  for (size_t i = 0; i < p->count; i++)
    p->workers[i].x->close(p->workers[i].x);
  pthread_mutex_destroy(&p->lock);
  pthread_cond_destroy(&p->wake);
  pthread_cond_destroy(&p->ready);
  batch_free(p->base.batch);
  arena_free(&p->arena);
  free(p->workers);
  free(p);
}

static void parallel_left_out(struct executor *x, struct reasons *out) {
  struct parallel *p = x->self;
  for (unsigned i = 0; i < p->count; i++)
    if (p->workers[i].x->left_out)
      p->workers[i].x->left_out(p->workers[i].x, out);
}

struct executor *parallel_executor_open(struct executor *const *workers,
                                        size_t count) {
  struct parallel *p = alloc_zero(1, sizeof *p);
  /* as many as one by itself, so that batches are the same */
  uint32_t plans = workers[0]->batch->plans_cap;
  p->workers = alloc_zero(count, sizeof *p->workers);
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->wake, NULL);
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
                              .run = parallel_run,
                              .place = parallel_place,
                              .stack = parallel_stack,
                              .label = parallel_label,
                              .thread_name = parallel_thread_name,
                              .object_name = parallel_object_name,
                              .threads = parallel_threads,
                              .set_threads = parallel_set_threads,
                              .output = parallel_output,
                              .because = parallel_because,
                              .left_out = parallel_left_out,
                              .notice = parallel_notice,
                              .stuck = parallel_stuck,
                              .covers = parallel_covers,
                              .close = parallel_close};
  for (size_t i = 0; i < count; i++) {
    p->workers[i] = (struct worker){.all = p, .x = workers[i]};
    /* a worker without a thread is one worker fewer */
    if (i && pthread_create(&p->workers[i].thread, NULL, work, &p->workers[i]))
      break;
    p->count++;
  }
  for (size_t i = p->count; i < count; i++)
    workers[i]->close(workers[i]);
  return &p->base;
}
