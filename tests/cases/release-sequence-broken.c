// must: data race: a relaxed store of another thread ends the release sequence
// expect: violated race
#include "short.h"
static int data;static atomic_int f;
F(a){data=42;atomic_store_explicit(&f,1,memory_order_release);return 0;}
F(b){if(atomic_load_explicit(&f,memory_order_relaxed)==1)atomic_store_explicit(&f,2,memory_order_relaxed);return 0;}
F(c){if(atomic_load_explicit(&f,memory_order_acquire)==2)assert(data==42);return 0;}
int main(void){GO(x,a);GO(y,b);GO(z,c);J(x);J(y);J(z);return 0;}
