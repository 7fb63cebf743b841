// must: holds: a relaxed store of the same thread goes on with the release sequence (C11, C17)
// expect: holds
#include "short.h"
static int data;static atomic_int f;
F(a){data=42;atomic_store_explicit(&f,1,memory_order_release);atomic_store_explicit(&f,2,memory_order_relaxed);return 0;}
F(c){if(atomic_load_explicit(&f,memory_order_acquire))assert(data==42);return 0;}
int main(void){GO(x,a);GO(z,c);J(x);J(z);return 0;}
