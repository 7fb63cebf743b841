// must: holds: a sequentially consistent fence releases and acquires; three threads pass it on
// expect: holds
#include "short.h"
static int data;static atomic_int f,g;
F(a){data=42;atomic_thread_fence(memory_order_seq_cst);atomic_store_explicit(&f,1,memory_order_relaxed);return 0;}
F(b){if(atomic_load_explicit(&f,memory_order_relaxed)){__sync_synchronize();atomic_store_explicit(&g,1,memory_order_relaxed);}return 0;}
F(c){if(atomic_load_explicit(&g,memory_order_acquire))assert(data==42);return 0;}
int main(void){GO(x,a);GO(y,b);GO(z,c);J(x);J(y);J(z);return 0;}
