// must: data race: the order that is given to a large atomic object orders nothing
// expect: violated race
#include "short.h"
static int data;static struct{long a,b,c;}s;
F(a){data=42;__typeof__(s) t={1,1,1};__atomic_store(&s,&t,__ATOMIC_RELAXED);return 0;}
F(c){__typeof__(s) t;__atomic_load(&s,&t,__ATOMIC_ACQUIRE);if(t.a)assert(data==42);return 0;}
int main(void){GO(x,a);GO(z,c);J(x);J(z);return 0;}
