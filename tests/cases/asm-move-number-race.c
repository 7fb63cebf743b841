// must: data race: without a clobber of memory the store orders nothing
// expect: violated race
#include "short.h"
static int f,x;
F(a){x=1;__asm__ volatile("movl $1,%0":"=m"(f));return 0;}
F(b){if(__atomic_load_n(&f,__ATOMIC_ACQUIRE))x=2;return 0;}
int main(void){GO(x1,a);GO(x2,b);J(x1);J(x2);return 0;}
