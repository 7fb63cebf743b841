// must: data race: the bit is two words on
// expect: violated race
#include "short.h"
static unsigned w[4];
F(a){__asm__ volatile("lock btsl %1, %0":"+m"(w[0]):"q"(70u):"memory","cc");return 0;}
F(b){return w[2]?arg:0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
