// must: longjmp to a setjmp of another thread
// expect: violated misuse
#include "short.h"
static jmp_buf j;
F(h){longjmp(j,1);return 0;}
int main(void){if(setjmp(j))return 0;GO(t,h);J(t);return 0;}
