// must: the assertion, when the signal comes in time: a wait that keeps its mutex can be ended by it; else deadlock
// expect: violated deadlock assertion
// options: -n 300
#include "short.h"
static pthread_mutex_t m=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;C(c);static sem_t s;
F(a){L(m);L(m);sem_post(&s);pthread_cond_wait(&c,&m);assert(pthread_mutex_trylock(&m));U(m);U(m);U(m);return 0;}
int main(void){sem_init(&s,0,0);GO(t,a);sem_wait(&s);pthread_cond_signal(&c);J(t);return 0;}
