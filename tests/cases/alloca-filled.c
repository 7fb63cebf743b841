// must: memset and the copy write what alloca gave, and no more
// expect: holds
#include "short.h"
static int run(int n){char*p=alloca(n);memset(p,1,n);char*q=alloca(n);memcpy(q,p,n);return q[n-1]-1;}
int main(void){return run(16);}
