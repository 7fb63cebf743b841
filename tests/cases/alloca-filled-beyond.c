// must: memset writes one byte more than alloca gave
// expect: violated out-of-bounds
#include "short.h"
static int run(int n){char*p=alloca(n);memset(p,0,n+1);return p[0];}
int main(void){return run(16);}
