#include "base/crew.h"

#include "base/alloc.h"

struct member {
  struct crew *crew;
  unsigned number;
};

static void *work(void *arg) {
  struct member m = *(struct member *)arg;
  free(arg);
  struct crew *c = m.crew;
  unsigned long seen = 0;
  pthread_mutex_lock(&c->lock);
  for (;;) {
    while (c->round == seen && !c->ending)
      pthread_cond_wait(&c->work, &c->lock);
    if (c->ending)
      break;
    seen = c->round;
    pthread_mutex_unlock(&c->lock);
    c->phase(c->ctx, m.number);
    pthread_mutex_lock(&c->lock);
    if (!--c->busy)
      pthread_cond_signal(&c->done);
  }
  pthread_mutex_unlock(&c->lock);
  return NULL;
}

void crew_open(struct crew *c, unsigned count) {
  *c = (struct crew){.count = 1};
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
  if (c->count > 1) {
    pthread_mutex_lock(&c->lock);
    while (c->busy)
      pthread_cond_wait(&c->done, &c->lock);
    pthread_mutex_unlock(&c->lock);
  }
}

void crew_close(struct crew *c) {
  pthread_mutex_lock(&c->lock);
  c->ending = true;
  pthread_cond_broadcast(&c->work);
  pthread_mutex_unlock(&c->lock);
  for (unsigned i = 1; i < c->count; i++)
    pthread_join(c->threads[i], NULL);
  free(c->threads);
  pthread_cond_destroy(&c->work);
  pthread_cond_destroy(&c->done);
  pthread_mutex_destroy(&c->lock);
}
