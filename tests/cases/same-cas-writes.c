// must: data race: a compare-and-swap that puts back what was there has written it
// expect: violated race
#include "short.h"
static int x=5;
F(a){int e=5;__atomic_compare_exchange_n(&x,&e,5,0,__ATOMIC_SEQ_CST,__ATOMIC_SEQ_CST);return 0;}
F(b){return x==5?0:arg;}
int main(void){GO(p,a);GO(q,b);J(p);J(q);return 0;}
