// must: data race: realloc copies into the new block, and a relaxed access orders nothing
// expect: violated race
#include "short.h"
#include <stdatomic.h>
static char*_Atomic p;static char*old;
F(f){atomic_store_explicit(&p,realloc(old,100),memory_order_relaxed);return 0;}
F(g){char*q=atomic_load_explicit(&p,memory_order_acquire);if(q)q[3]=1;return 0;}
int main(void){old=strdup("abc");GO(x,f);GO(y,g);J(x);J(y);return 0;}
