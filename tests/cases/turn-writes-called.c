// must: the assertion fails: what is called in a turn writes
// expect: violated assertion
// expect: incomplete
// options: --steps 60 -n 200
#include "short.h"
static atomic_int x,go;
static void tell(void){x=1;}
F(a){while(!go)tell();return 0;}
int main(void){GO(t,a);x=0;int r=x;x=0;int s=x;go=1;J(t);assert(!(r&&s));return 0;}
