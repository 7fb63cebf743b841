// must: data race: a compare-and-swap that fails has the order of failing, which acquires nothing
// expect: violated race
#include "short.h"
static int data;static atomic_int f;
F(a){data=42;atomic_store_explicit(&f,1,memory_order_release);return 0;}
F(b){int e=0;if(!atomic_compare_exchange_strong_explicit(&f,&e,2,memory_order_acq_rel,memory_order_relaxed))assert(data==42);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
