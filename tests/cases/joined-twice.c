// must: a thread that was joined is joined again when another has its number: misuse
// expect: violated misuse
#include <pthread.h>
static void *f(void *u) { return u; }
int main(void) { pthread_t first, t; pthread_create(&first, 0, f, 0); pthread_join(first, 0);
 for (int i = 0; i < 8; i++) { pthread_create(&t, 0, f, 0); if (i < 7) pthread_join(t, 0); }
 pthread_join(first, 0); return 0; }
