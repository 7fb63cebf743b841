// must: a buffer that is copied is as good
// expect: holds
#include "short.h"
static jmp_buf k;
int main(void){jmp_buf j;if(setjmp(j))return 0;memcpy(k,j,sizeof k);longjmp(k,1);}
