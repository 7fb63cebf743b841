// must: the assertion: what xadd gives depends on who comes first
// expect: violated assertion
#include "short.h"
static int n;static atomic_int first;
static int xadd(int*p,int v){__asm__ volatile("lock; xaddl %0, %1":"+r"(v),"+m"(*p)::"memory");return v;}
F(a){if(xadd(&n,1)==0)first=1;return 0;}
F(b){if(xadd(&n,1)==0)first=2;return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);assert(first==1);return 0;}
