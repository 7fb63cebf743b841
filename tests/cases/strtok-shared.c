// must: assertion and data race: strtok keeps its place for all threads
// expect: violated assertion race
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char s1[] = "a b", s2[] = "c d"; static char *r[2];
static void *a(void *u) { strtok(s1, " "); r[0] = strtok(0, " "); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); strtok(s2, " "); r[1] = strtok(0, " "); pthread_join(t, 0); assert(r[0] && !strcmp(r[0], "b") && r[1] && !strcmp(r[1], "d")); return 0; }
