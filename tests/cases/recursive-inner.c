// must: never 2: the first of two unlocks does not free a recursive mutex
// expect: holds
#include "short.h"
static pthread_mutex_t m=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Atomic int in;
F(a){pthread_mutex_lock(&m);pthread_mutex_lock(&m);pthread_mutex_unlock(&m);in++;assert(in==1);in--;pthread_mutex_unlock(&m);return 0;}
int main(void){GO(x,a);GO(y,a);J(x);J(y);assert(pthread_mutex_trylock(&m)==0);return 0;}
