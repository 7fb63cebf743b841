// must: holds: it fails, and acquires
// expect: holds
#include "short.h"
static int data;static atomic_int f;
F(a){data=42;atomic_store_explicit(&f,1,memory_order_release);return 0;}
F(b){int e=0;if(!atomic_compare_exchange_strong_explicit(&f,&e,2,memory_order_acq_rel,memory_order_acquire))assert(data==42);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
