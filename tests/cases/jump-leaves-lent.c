// must: the jump ends a local that the thread may be about to write
// expect: violated race use-after-free
#include "short.h"
static jmp_buf j;static int*_Atomic p;
static void g(void){int x=1;p=&x;longjmp(j,1);}
F(h){int*q=p;if(q)*q=2;return 0;}
int main(void){GO(t,h);if(!setjmp(j))g();J(t);return 0;}
