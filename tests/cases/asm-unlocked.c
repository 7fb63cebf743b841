// must: incomplete, by name: without the prefix it is no atomic update
// expect: incomplete assembly
#include "short.h"
static int n;
F(a){__asm__ volatile("incl %0":"+m"(n)::"memory");return 0;}
int main(void){GO(x,a);GO(y,a);J(x);J(y);return 0;}
