// must: longjmp to a function that has returned
// expect: violated misuse
#include "short.h"
static jmp_buf j;static int n;
static int set(void){char b[200];memset(b,0,200);return setjmp(j)+b[3];}
int main(void){if(set())return 0;if(n++)return 0;longjmp(j,1);}
