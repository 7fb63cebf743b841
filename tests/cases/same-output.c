// must: with --same-output: different outputs
// expect: violated output
// options: --same-output
// not: unfold contextual stateful
#include <pthread.h>
#include <stdio.h>
static void *a(void *u) { puts("a"); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); puts("b"); pthread_join(t, 0); return 0; }
