/* What a program is linked with and nobody has instrumented. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

int library_add(int n) {
  int before = total;
  total = before + n;
  return total;
}

int library_each(const int *a, int n, int (*f)(int)) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += f(a[i]);
  return sum;
}

void library_locked(void (*f)(void)) {
  pthread_mutex_lock(&lock);
  f();
  pthread_mutex_unlock(&lock);
}

static void *thread(void *a) { return a; }

void library_threads(void) {
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
}

void library_crash(void) { *(volatile int *)0 = 1; }
void library_crash_later(void (*f)(void)) {
  f();
  *(volatile int *)0 = 1;
}
void library_abort(void) { abort(); }
void library_exit(void) { exit(3); }
void library_thread_exit(void) { pthread_exit(NULL); }

static int half(int n) { return n / 2; }
int (*library_half)(int) = half;

/* of a newer libc, say */
int pthread_mutex_report(pthread_mutex_t *m) { return m != NULL; }
