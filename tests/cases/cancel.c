// must: a thread that waits for a signal ends when it is asked to
// expect: holds
#include <pthread.h>
#include <unistd.h>
static void *w(void *u) { for (;;) pause(); return u; }
int main(void) { pthread_t a; pthread_create(&a, 0, w, 0); pthread_cancel(a); pthread_join(a, 0); return 0; }
