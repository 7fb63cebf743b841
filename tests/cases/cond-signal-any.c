// must: the assertion fails: a signal may wake the second of two that wait
// expect: violated assertion
#include "short.h"
#include <heddle/rt.h>
M(m);C(c);
static int waits,token,woken;
static void wait_for_it(int me){L(m);waits++;while(!token)pthread_cond_wait(&c,&m);if(!woken)woken=me;pthread_cond_signal(&c);U(m);}
F(a){wait_for_it(1);return 0;}F(b){wait_for_it(2);return 0;}
int main(void){GO(x,a);GO(y,b);L(m);heddle_assume(waits==2);token=1;pthread_cond_signal(&c);U(m);J(x);J(y);assert(woken==1);return 0;}
