#include "base/crew.h"

#include "base/alloc.h"
#include "base/sound.h"
#include "base/stress.h"

enum { SPINS = STRESSED(1, 4000) };

static void pause_briefly(void) {
#ifdef __x86_64__
  __builtin_ia32_pause();
#endif
}

struct member {
  struct crew *crew;
  unsigned number;
};

/* Until there is work after round `seen`; false: there never will be. */
static bool await_round(struct crew *c, unsigned long seen) {
  for (unsigned i = 0; i < SPINS && c->round == seen; i++)
    pause_briefly();
  if (c->round != seen)
    return !c->ending;
  pthread_mutex_lock(&c->lock);
  while (c->round == seen)
    pthread_cond_wait(&c->work, &c->lock);
  pthread_mutex_unlock(&c->lock);
  return !c->ending;
}

static void await_done(struct crew *c) {
  EXPECTS(c->busy <= c->count);
  for (unsigned i = 0; i < SPINS && c->busy; i++)
    pause_briefly();
  if (!c->busy)
    return;
  pthread_mutex_lock(&c->lock);
  while (c->busy)
    pthread_cond_wait(&c->done, &c->lock);
  pthread_mutex_unlock(&c->lock);
}

struct part {
  struct crew *crew;
  unsigned worker;
};

static void take_part(void *arg) {
  const struct part *p = arg;
  p->crew->phase(p->crew->ctx, p->worker);
}

/* A phase as this worker; when there is no memory for it the others finish
 * theirs, and then the one who has opened the crew leaves its job. */
static void do_phase(struct crew *c, unsigned worker) {
  EXPECTS(worker < c->count);
  struct part p = {c, worker};
  if (!alloc_joined(c->guard, take_part, &p))
    c->lacked = true;
}

static void *work(void *arg) {
  struct member m = *(struct member *)arg;
  free(arg);
  struct crew *c = m.crew;
  for (unsigned long seen = 0; await_round(c, seen); seen++) {
    do_phase(c, m.number);
    if (--c->busy)
      continue;
    pthread_mutex_lock(&c->lock);
    pthread_cond_signal(&c->done);
    pthread_mutex_unlock(&c->lock);
  }
  return NULL;
}

static void end_crew(void *arg) {
  crew_close(arg);
}

void crew_open(struct crew *c, unsigned count) {
  EXPECTS(count > 0);
  *c = (struct crew){.count = 1};
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->work, NULL);
  pthread_cond_init(&c->done, NULL);
  alloc_undo_add(&c->undo, end_crew, c);
  c->threads = alloc_zero(count, sizeof *c->threads);
  for (; c->count < count; c->count++) {
    struct member *m = alloc_zero(1, sizeof *m);
    *m = (struct member){c, c->count};
    if (pthread_create(&c->threads[c->count], NULL, work, m)) {
      free(m);
      break; /* fewer workers, same result */
    }
  }
}

void crew_run(struct crew *c, crew_phase *phase, void *ctx) {
  EXPECTS(phase && !c->ending);
  if (c->count <= 1) {
    phase(ctx, 0);
    return;
  }
  pthread_mutex_lock(&c->lock);
  c->guard = alloc_guard_now();
  c->phase = phase;
  c->ctx = ctx;
  c->busy = c->count - 1;
  c->round++;
  pthread_cond_broadcast(&c->work);
  pthread_mutex_unlock(&c->lock);
  do_phase(c, 0);
  await_done(c);
  if (c->lacked)
    alloc_leave();
}

void crew_close(struct crew *c) {
  alloc_undo_drop(&c->undo);
  pthread_mutex_lock(&c->lock);
  c->ending = true;
  c->round++;
  pthread_cond_broadcast(&c->work);
  pthread_mutex_unlock(&c->lock);
  for (unsigned i = 1; i < c->count; i++)
    pthread_join(c->threads[i], NULL);
  free(c->threads);
  pthread_cond_destroy(&c->work);
  pthread_cond_destroy(&c->done);
  pthread_mutex_destroy(&c->lock);
}
