// must: deadlock: a wait gives a recursive mutex back once, so the signaller never gets it
// expect: violated deadlock
// options: -n 300
#include "short.h"
static pthread_mutex_t m=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;C(c);static int ready;
F(a){L(m);L(m);while(!ready)pthread_cond_wait(&c,&m);U(m);U(m);return 0;}
int main(void){GO(t,a);L(m);ready=1;pthread_cond_signal(&c);U(m);J(t);return 0;}
