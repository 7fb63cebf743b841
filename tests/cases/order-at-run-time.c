// must: holds: the orders are arguments
// expect: holds
#include "short.h"
static int data;static long f;static struct{long a,b,c;}s;static volatile int r=__ATOMIC_RELEASE,q=__ATOMIC_ACQUIRE;
F(a){data=42;__atomic_store_n(&f,1,r);return 0;}
F(b){if(__atomic_load_n(&f,q)){assert(data==42);__typeof__(s) t={1,1,1};__atomic_store(&s,&t,r);}return 0;}
F(c){__typeof__(s) t;__atomic_load(&s,&t,q);if(t.a)assert(data==42);return 0;}
int main(void){GO(x,a);GO(y,b);GO(z,c);J(x);J(y);J(z);return 0;}
