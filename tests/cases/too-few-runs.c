// must: one run is not all of them
// expect: incomplete run
// options: -n 1
#include "short.h"
static atomic_int x;
F(a){int r=x;x=r+1;return 0;}
int main(void){GO(t,a);GO(u,a);J(t);J(u);return x>0?0:1;}
