// must: what functions after the jump have at the same places is theirs
// expect: holds
#include "short.h"
static jmp_buf j;static int n;
static int deep(int k){int a[4]={k};int*volatile p=a;if(!k)longjmp(j,7);return deep(k-1)+p[0];}
int main(void){for(volatile int i=0;i<3;i++){int r=setjmp(j);if(!r)deep(5);else assert(r==7),n++;}
int b[20];int*volatile q=b;for(int i=0;i<20;i++)q[i]=i;return n+q[19]-22;}
