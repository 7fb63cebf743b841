// must: use of a local of a function that a longjmp has left
// expect: violated use-after-free
#include "short.h"
static jmp_buf j;static int*p;
static void g(void){int x=1;p=&x;longjmp(j,1);}
int main(void){if(!setjmp(j))g();return *p>5;}
