/* Ranks that are threads of one process: for tests, which want hundreds of
 * small searches and not hundreds of starts of mpirun. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ranks/ranks.h"

struct letter {
  unsigned from;
  struct bytes bytes;
};

struct hub {
  unsigned count, open;
  pthread_barrier_t all;
  pthread_mutex_t lock;
  const struct bytes **out; /* by rank: what it gives, while all meet */
  struct bytes *given;
  struct box {
    VEC(struct letter) at;
  } * boxes; /* by rank */
};

struct by_thread {
  struct ranks ranks; /* the first */
  struct hub *hub;
};

static void share(struct ranks *r, const void *mine, size_t len,
                  struct ranks_all *all) {
  struct hub *h = ((struct by_thread *)r)->hub;
  h->given[r->rank].len = 0;
  bytes_add(&h->given[r->rank], mine, len);
  pthread_barrier_wait(&h->all);
  all->bytes.len = 0;
  vec_resize(&all->ends, r->count);
  for (unsigned i = 0; i < r->count; i++) {
    bytes_add(&all->bytes, h->given[i].at, h->given[i].len);
    all->ends.at[i] = all->bytes.len;
  }
  r->sent += len * (r->count - 1);
  pthread_barrier_wait(&h->all);
}

static void exchange(struct ranks *r, const struct bytes *out,
                     struct bytes *in) {
  struct hub *h = ((struct by_thread *)r)->hub;
  h->out[r->rank] = out;
  pthread_barrier_wait(&h->all);
  for (unsigned i = 0; i < r->count; i++) {
    const struct bytes *from = &h->out[i][r->rank];
    in[i].len = 0;
    bytes_add(&in[i], from->at, from->len);
    r->sent += i == r->rank ? 0 : out[i].len;
  }
  pthread_barrier_wait(&h->all);
}

static void post(struct ranks *r, unsigned to, const void *at, size_t len) {
  struct hub *h = ((struct by_thread *)r)->hub;
  struct letter l = {.from = r->rank};
  bytes_add(&l.bytes, at, len);
  pthread_mutex_lock(&h->lock);
  vec_push(&h->boxes[to].at, l);
  pthread_mutex_unlock(&h->lock);
  r->sent += len;
}

static bool poll(struct ranks *r, unsigned *from, struct bytes *in) {
  struct hub *h = ((struct by_thread *)r)->hub;
  struct box *mine = &h->boxes[r->rank];
  struct letter first = {0};
  pthread_mutex_lock(&h->lock);
  bool there = mine->at.len;
  if (there) {
    first = mine->at.at[0];
    memmove(mine->at.at, mine->at.at + 1, --mine->at.len * sizeof first);
  }
  pthread_mutex_unlock(&h->lock);
  if (!there)
    return false;
  bytes_free(in);
  *in = first.bytes;
  *from = first.from;
  return true;
}

static void close_thread(struct ranks *r) {
  struct hub *h = ((struct by_thread *)r)->hub;
  free(r);
  pthread_mutex_lock(&h->lock);
  bool last = !--h->open;
  pthread_mutex_unlock(&h->lock);
  if (!last)
    return;
  for (unsigned i = 0; i < h->count; i++) {
    vec_each(&h->boxes[i].at, l) bytes_free(&l->bytes);
    vec_free(&h->boxes[i].at);
    bytes_free(&h->given[i]);
  }
  pthread_barrier_destroy(&h->all);
  pthread_mutex_destroy(&h->lock);
  free(h->boxes);
  free(h->given);
  free(h->out);
  free(h);
}

static void attend(struct ranks *r) {
  (void)r; /* letters lie where they were put */
}

static const struct ranks_way by_threads = {share, exchange, post,
                                            poll,  attend,   close_thread};

void ranks_threads(struct ranks **ranks, unsigned count) {
  struct hub *h = alloc_zero(1, sizeof *h);
  h->count = h->open = count;
  pthread_barrier_init(&h->all, NULL, count);
  pthread_mutex_init(&h->lock, NULL);
  h->out = alloc_zero(count, sizeof *h->out);
  h->given = alloc_zero(count, sizeof *h->given);
  h->boxes = alloc_zero(count, sizeof *h->boxes);
  for (unsigned i = 0; i < count; i++) {
    struct by_thread *t = alloc_zero(1, sizeof *t);
    t->hub = h;
    t->ranks = (struct ranks){
        .rank = i, .count = count, .here = count, .way = &by_threads};
    ranks[i] = &t->ranks;
  }
}
