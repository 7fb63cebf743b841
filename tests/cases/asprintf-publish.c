// must: data race: asprintf writes its text, and a relaxed access orders nothing
// expect: violated race
#include "short.h"
#include <stdatomic.h>
static char*_Atomic p;
F(f){char*t;asprintf(&t,"%d",12);atomic_store_explicit(&p,t,memory_order_relaxed);return 0;}
F(g){char*q=atomic_load_explicit(&p,memory_order_acquire);if(q)q[1]=1;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
