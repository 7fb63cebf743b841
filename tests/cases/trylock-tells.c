// must: data race: a trylock that fails tells that the other came first, and orders nothing
// expect: violated race
#include "short.h"
static int data;M(m);
F(a){data=1;L(m);return 0;}
F(b){if(pthread_mutex_trylock(&m)==EBUSY)assert(data);else U(m);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
