// must: the assertion fails: the lock that a turn got stays taken
// expect: violated assertion
#include "short.h"
M(m);static atomic_int go;
F(a){while(!go)pthread_mutex_trylock(&m);return 0;}
int main(void){GO(t,a);int r=pthread_mutex_trylock(&m);go=1;J(t);assert(r==0);return 0;}
