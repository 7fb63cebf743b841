// must: two rounds of two have two serial threads; which two meet is not all tried
// only: optimal reach random
// expect: incomplete barrier
#include "short.h"
static pthread_barrier_t b;static atomic_int n;
F(f){if(pthread_barrier_wait(&b))n++;return 0;}
int main(void){pthread_barrier_init(&b,0,2);GO(x,f);GO(y,f);GO(z,f);GO(w,f);J(x);J(y);J(z);J(w);assert(n==2);return 0;}
