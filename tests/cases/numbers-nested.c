// must: no failure, every schedule covered: numbers of threads that were joined are used again, at two levels
// expect: holds
#include <pthread.h>
#include <assert.h>
/* nested: children make children, numbers are used again */
static int n; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *leaf(void *u) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return u; }
static void *mid(void *u) { for (int i = 0; i < 12; i++) { pthread_t t; pthread_create(&t, 0, leaf, 0); pthread_join(t, 0);} return u; }
int main(void) { for (int i = 0; i < 12; i++) { pthread_t t; pthread_create(&t, 0, mid, 0); pthread_join(t, 0); }
 assert(n == 144); pthread_t self = pthread_self(); assert(self == pthread_self()); return 0; }
