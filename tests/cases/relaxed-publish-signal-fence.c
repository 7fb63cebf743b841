// must: data race: a fence for signal handlers orders nothing between threads
// expect: violated race
#include "short.h"
static int data;static atomic_int f;
F(a){data=42;atomic_signal_fence(memory_order_seq_cst);atomic_store_explicit(&f,1,memory_order_relaxed);return 0;}
F(b){if(atomic_load_explicit(&f,memory_order_relaxed)){atomic_signal_fence(memory_order_seq_cst);assert(data==42);}return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
