// must: data race: a locked update against a plain read
// expect: violated race
#include "short.h"
static int n;
F(a){__asm__ volatile("lock; incl %0":"+m"(n)::"memory");return 0;}
F(b){return n?arg:0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
