// must: holds: the data of a sequence lock are relaxed atomics
// expect: holds
#include "short.h"
static atomic_uint s;static atomic_int p,q;
F(a){atomic_store_explicit(&s,1,memory_order_relaxed);atomic_thread_fence(memory_order_release);
atomic_store_explicit(&p,1,memory_order_relaxed);atomic_store_explicit(&q,1,memory_order_relaxed);atomic_store_explicit(&s,2,memory_order_release);return 0;}
F(b){unsigned v=atomic_load_explicit(&s,memory_order_acquire);int x=atomic_load_explicit(&p,memory_order_relaxed),y=atomic_load_explicit(&q,memory_order_relaxed);
atomic_thread_fence(memory_order_acquire);if(!(v&1)&&v==atomic_load_explicit(&s,memory_order_relaxed))assert(x==y);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
