// must: a hundred threads at a semaphore, a condition and a read-write lock: each goes on when it may
// expect: incomplete
// never: deadlock
// only: random pct
// options: --steps 20000 -n 40
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
enum { CROWD = 100, TOKENS = 3 };
static sem_t tokens;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_there = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int there, inside, table;
static void *member(void *number) {
  pthread_mutex_lock(&m);
  if (++there == CROWD)
    pthread_cond_broadcast(&all_there);
  while (there < CROWD)
    pthread_cond_wait(&all_there, &m);
  pthread_mutex_unlock(&m);
  sem_wait(&tokens);
  assert(__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) <= TOKENS);
  __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  sem_post(&tokens);
  if ((long)number % 4 == 0) {
    pthread_rwlock_wrlock(&rw);
    table++;
  } else {
    pthread_rwlock_rdlock(&rw);
    assert(table <= CROWD / 4);
  }
  pthread_rwlock_unlock(&rw);
  return NULL;
}
int main(void) {
  pthread_t t[CROWD];
  sem_init(&tokens, 0, TOKENS);
  for (long i = 0; i < CROWD; i++)
    pthread_create(&t[i], NULL, member, (void *)i);
  for (int i = 0; i < CROWD; i++)
    pthread_join(t[i], NULL);
  assert(table == CROWD / 4);
  return 0;
}
