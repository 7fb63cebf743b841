// must: holds: p++ of an atomic pointer gives each thread an element of its own
// only: optimal reach random
// expect: holds
#include "short.h"
static int v[4];static _Atomic(int*)p=v;
F(f){int*q=p++;*q=1;return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);assert(v[0]==1&&v[1]==1&&p==v+2);return 0;}
