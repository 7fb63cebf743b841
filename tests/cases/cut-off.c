// must: runs that are cut off are named: the assertion comes after the bound
// expect: incomplete steps
// options: --steps 12
#include "short.h"
static atomic_int x;
F(a){for(int i=0;i<15;i++)x++;assert(x<16);return 0;}
int main(void){GO(t,a);x=7;J(t);return 0;}
