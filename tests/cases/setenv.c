// must: assertion or data race
// expect: violated assertion/race
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *a(void *u) { setenv("X", "1", 1); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); const char *x = getenv("X"); pthread_join(t, 0); assert(!x); return 0; }
