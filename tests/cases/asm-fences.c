// must: holds: mfence orders relaxed accesses as atomic_thread_fence does
// expect: holds
#include "short.h"
static int data;static atomic_int f;
F(a){data=42;__asm__ volatile("mfence":::"memory");atomic_store_explicit(&f,1,memory_order_relaxed);return 0;}
F(b){if(atomic_load_explicit(&f,memory_order_relaxed)){__asm__ volatile("lock; addl $0,0(%%rsp)":::"memory","cc");assert(data==42);}return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
