// must: assertion or data race: one static buffer
// expect: violated assertion/race
#include <assert.h>
#include <pthread.h>
#include <time.h>
static int y[2];
static void *a(void *u) { time_t t = 0; y[0] = localtime(&t)->tm_year; return 0; }
int main(void) { pthread_t t; time_t u = 1000000000; pthread_create(&t, 0, a, 0); struct tm *m = localtime(&u); y[1] = m->tm_year; pthread_join(t, 0); assert(y[0] == 70 && y[1] == 101); return 0; }
