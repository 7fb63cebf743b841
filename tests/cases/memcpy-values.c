// must: the assertion; story, replay and JSON show the bytes that memcpy wrote (97), not 0
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char buf[8], src[8] = "abcdefg";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *u) { pthread_mutex_lock(&m); memcpy(buf, src, 3); pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0);
 pthread_mutex_lock(&m); memcpy(buf + 4, src, 4); assert(buf[0] != 'a'); pthread_mutex_unlock(&m);
 pthread_join(a, 0); return 0; }
