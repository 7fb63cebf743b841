// must: the assertion fails: who is signalled in time has not timed out
// expect: violated assertion
#include "short.h"
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c=PTHREAD_COND_INITIALIZER;
F(a){struct timespec at={4000000000,0};pthread_mutex_lock(&m);int r=pthread_cond_timedwait(&c,&m,&at);pthread_mutex_unlock(&m);assert(r==ETIMEDOUT);return 0;}
int main(void){GO(x,a);pthread_mutex_lock(&m);pthread_cond_signal(&c);pthread_mutex_unlock(&m);J(x);return 0;}
