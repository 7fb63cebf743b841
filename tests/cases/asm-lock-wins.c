// must: holds: a spin lock of xchg, given back by an unlocked store through a barrier of a locked instruction
// expect: holds
#include "short.h"
static int l,data;
static int swap(int*p,int v){__asm__ volatile("xchgl %0, %1":"+r"(v),"+m"(*p)::"memory");return v;}
F(a){while(swap(&l,1))__asm__ volatile("pause");int v=data;data=v+1;swap(&l,0);return 0;}
int main(void){GO(x,a);GO(y,a);J(x);J(y);assert(data==2);return 0;}
