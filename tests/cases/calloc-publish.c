// must: data race: calloc writes zeroes, and a relaxed access orders nothing
// expect: violated race
#include "short.h"
#include <stdatomic.h>
static int*_Atomic p;
F(f){atomic_store_explicit(&p,calloc(4,4),memory_order_relaxed);return 0;}
F(g){int*q=atomic_load_explicit(&p,memory_order_acquire);if(q)q[3]=1;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
