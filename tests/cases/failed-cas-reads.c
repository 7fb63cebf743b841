// must: holds: a compare-and-swap that fails only reads
// expect: holds
#include "short.h"
static int x=5;
F(a){int e=1;__atomic_compare_exchange_n(&x,&e,2,0,__ATOMIC_SEQ_CST,__ATOMIC_SEQ_CST);assert(e==5);return 0;}
F(b){return x==5?0:arg;}
int main(void){GO(p,a);GO(q,b);J(p);J(q);return 0;}
