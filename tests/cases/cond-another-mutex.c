// must: holds: nobody waits any more when the condition gets another mutex
// only: optimal reach random
// expect: holds
#include "short.h"
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER,n=PTHREAD_MUTEX_INITIALIZER;static pthread_cond_t c=PTHREAD_COND_INITIALIZER;static int go;
F(f){pthread_mutex_lock(arg);while(!go)pthread_cond_wait(&c,arg);pthread_mutex_unlock(arg);return 0;}
static void turn(pthread_mutex_t*l){pthread_t x;go=0;pthread_create(&x,0,f,l);pthread_mutex_lock(l);go=1;pthread_cond_broadcast(&c);pthread_mutex_unlock(l);J(x);}
int main(void){turn(&m);turn(&n);return 0;}
