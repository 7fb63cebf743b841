// must: standard input is empty in every run, and that is said: with a number there it is a data race
// expect: incomplete standard input, which is empty here
#include "short.h"
static int g;
F(a){g=g+1;return 0;}
int main(void){GO(x,a);int n=scanf("%d",&g);J(x);return n==7;}
