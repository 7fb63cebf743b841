// must: nobody waits for ever: a broadcast wakes all that wait
// expect: holds
#include "short.h"
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c=PTHREAD_COND_INITIALIZER;
static int go;
F(a){pthread_mutex_lock(&m);while(!go)pthread_cond_wait(&c,&m);pthread_mutex_unlock(&m);return 0;}
int main(void){GO(x,a);GO(y,a);pthread_mutex_lock(&m);go=1;pthread_cond_broadcast(&c);pthread_mutex_unlock(&m);J(x);J(y);return 0;}
