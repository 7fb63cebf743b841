// must: nobody waits for ever: either of two places ends the loop
// expect: holds
#include "short.h"
static atomic_int x,y;
F(a){while(!x&&!y);return 0;}
F(b){y=1;return 0;}
int main(void){GO(t,a);GO(u,b);J(t);J(u);return 0;}
