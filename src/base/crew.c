#include "base/crew.h"

#include "base/alloc.h"
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
  for (unsigned i = 0; i < SPINS && c->busy; i++)
    pause_briefly();
  if (!c->busy)
    return;
  pthread_mutex_lock(&c->lock);
  while (c->busy)
    pthread_cond_wait(&c->done, &c->lock);
  pthread_mutex_unlock(&c->lock);
}

static void *work(void *arg) {
  struct member m = *(struct member *)arg;
  free(arg);
  struct crew *c = m.crew;
  alloc_guard_share(c->guard);
  for (unsigned long seen = 0; await_round(c, seen); seen++) {
    c->phase(c->ctx, m.number);
    if (--c->busy)
      continue;
    pthread_mutex_lock(&c->lock);
    pthread_cond_signal(&c->done);
    pthread_mutex_unlock(&c->lock);
  }
  return NULL;
}

void crew_open(struct crew *c, unsigned count) {
  *c = (struct crew){.count = 1, .guard = alloc_guard_now()};
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->work, NULL);
  pthread_cond_init(&c->done, NULL);
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
  if (c->count > 1) {
    pthread_mutex_lock(&c->lock);
    c->phase = phase;
    c->ctx = ctx;
    c->busy = c->count - 1;
    c->round++;
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
  }
  phase(ctx, 0);
  if (c->count > 1)
    await_done(c);
}

void crew_close(struct crew *c) {
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
