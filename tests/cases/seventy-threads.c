// must: no failure, every schedule covered: never more than two alive
// expect: holds
#include <pthread.h>
static void *w(void *u) { return u; }
int main(void) { for (int i = 0; i < 70; i++) { pthread_t a; pthread_create(&a, 0, w, 0); pthread_join(a, 0); } return 0; }
