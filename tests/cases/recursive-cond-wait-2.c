// must: holds: taken once it is given back; taken twice it is kept, and a signal by somebody who does not need it is enough
// expect: holds
#include "short.h"
static pthread_mutex_t m=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;C(c);static atomic_int ready,waits;
F(a){L(m);while(!ready)pthread_cond_wait(&c,&m);U(m);return 0;}
F(b){L(m);L(m);struct timespec t={0,0};assert(pthread_cond_timedwait(&c,&m,&t)==ETIMEDOUT);U(m);assert(pthread_mutex_trylock(&m)==0);U(m);U(m);return 0;}
int main(void){GO(t,a);GO(u,b);L(m);ready=1;U(m);J(u);pthread_cond_signal(&c);J(t);assert(pthread_mutex_trylock(&m)==0);return 0;}
