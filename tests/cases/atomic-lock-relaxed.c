// must: data race: the lock is given back by a relaxed store
// expect: violated race
#include "short.h"
static int data;static atomic_int l;
static void lock(void){int e=0;while(!atomic_compare_exchange_weak_explicit(&l,&e,1,memory_order_acquire,memory_order_relaxed))e=0;}
F(a){lock();int v=data;data=v+1;atomic_store_explicit(&l,0,memory_order_relaxed);return 0;}
int main(void){GO(x,a);GO(y,a);J(x);J(y);assert(data==2);return 0;}
