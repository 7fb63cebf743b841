// must: data race: nothing acquires
// expect: violated race
#include "short.h"
static int data;static atomic_int f;
F(a){data=42;atomic_thread_fence(memory_order_release);atomic_store_explicit(&f,1,memory_order_relaxed);return 0;}
F(b){if(atomic_load_explicit(&f,memory_order_relaxed))assert(data==42);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
