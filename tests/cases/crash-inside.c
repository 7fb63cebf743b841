// must: incomplete, by name: what crashes inside a call without a model is no finding
// expect: incomplete execvp
#include <pthread.h>
#include <unistd.h>
static void *w(void *u) { execvp((char *)8, (char **)16); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }
