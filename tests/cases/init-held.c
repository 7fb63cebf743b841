// must: a mutex that somebody holds is initialised again: undefined, and whoever waits may wait for ever
// expect: violated misuse
#include "short.h"
static pthread_mutex_t m;
F(a){pthread_mutex_lock(&m);pthread_mutex_unlock(&m);return 0;}
int main(void){pthread_mutex_init(&m,0);pthread_mutex_lock(&m);GO(x,a);pthread_mutex_init(&m,0);J(x);return 0;}
