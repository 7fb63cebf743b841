// must: longjmp to where no setjmp was
// expect: violated misuse
#include "short.h"
static jmp_buf j;
int main(void){longjmp(j,1);}
