// must: beside a child a deadlock of locks is one, whatever the child does
// expect: violated deadlock
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *p) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  pthread_t t;
  pid_t child = fork();
  if (!child)
    _exit(0);
  waitpid(child, NULL, 0);
  pthread_create(&t, NULL, other, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, NULL);
  return 0;
}
