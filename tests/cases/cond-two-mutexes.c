// must: misuse: two threads wait for one condition at once, with two mutexes
// expect: violated misuse
#include "short.h"
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER,n=PTHREAD_MUTEX_INITIALIZER;static pthread_cond_t c=PTHREAD_COND_INITIALIZER;static int go;
F(f){pthread_mutex_lock(arg);while(!go)pthread_cond_wait(&c,arg);pthread_mutex_unlock(arg);return 0;}
int main(void){pthread_t x,y;pthread_create(&x,0,f,&m);pthread_create(&y,0,f,&n);
pthread_mutex_lock(&m);pthread_mutex_lock(&n);go=1;pthread_cond_broadcast(&c);pthread_mutex_unlock(&n);pthread_mutex_unlock(&m);J(x);J(y);return 0;}
