// must: as stdin-scanned.c, by the descriptor
// expect: incomplete standard input, which is empty here
#include "short.h"
static char g;
F(a){g=1;return 0;}
int main(void){GO(x,a);ssize_t n=read(0,&g,1);J(x);return n==7;}
