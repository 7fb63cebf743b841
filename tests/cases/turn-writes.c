// must: the assertion fails: every turn of the loop writes, and others see it
// expect: violated assertion
// expect: incomplete
// options: --steps 60 -n 200
#include "short.h"
static atomic_int x,go;
F(a){while(!go)x=1;return 0;}
int main(void){GO(t,a);x=0;int r=x;x=0;int s=x;go=1;J(t);assert(!(r&&s));return 0;}
