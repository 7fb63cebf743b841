// must: data race: what is read is the atomic store, but the plain one before it is not ordered either
// expect: violated race
#include "short.h"
static int x;
F(a){x=1;__atomic_store_n(&x,2,__ATOMIC_RELAXED);return 0;}
F(b){int v=__atomic_load_n(&x,__ATOMIC_RELAXED);return v?0:arg;}
int main(void){GO(p,a);GO(q,b);J(p);J(q);return 0;}
