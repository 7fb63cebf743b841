// must: data race: scanf writes the text that it allocates, and a relaxed access orders nothing
// expect: violated race
#include "short.h"
static char*_Atomic p;
F(f){char*t;sscanf("abc","%ms",&t);atomic_store_explicit(&p,t,memory_order_relaxed);return 0;}
F(g){char*q=atomic_load_explicit(&p,memory_order_acquire);if(q)q[2]=1;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
