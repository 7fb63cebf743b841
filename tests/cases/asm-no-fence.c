// must: data race: a barrier for the compiler is none between threads
// expect: violated race
#include "short.h"
static int data;static atomic_int f;
F(a){data=42;__asm__ volatile("":::"memory");atomic_store_explicit(&f,1,memory_order_relaxed);return 0;}
F(b){if(atomic_load_explicit(&f,memory_order_relaxed)){__asm__ volatile("":::"memory");assert(data==42);}return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
