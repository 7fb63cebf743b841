// must: the assertion fails: a timed join may time out
// expect: violated assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *f(void *u) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0);
 pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);
 struct timespec ts = {1,0}; int r = pthread_timedjoin_np(a, 0, &ts);
 assert(r == 0);
 return 0; }
