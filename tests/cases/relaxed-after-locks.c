// must: data race: only where b has had the lock first, and a relaxed flag says the rest
// expect: violated race
#include "short.h"
static int data;static atomic_int f;M(m);
F(a){data=1;L(m);U(m);atomic_store_explicit(&f,1,memory_order_relaxed);return 0;}
F(b){L(m);U(m);if(atomic_load_explicit(&f,memory_order_relaxed))assert(data);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
