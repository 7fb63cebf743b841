// must: threads that main makes after a join have that join in their past, also where main does nothing else
// expect: holds
#include "short.h"
static atomic_int at;
F(f){at=1;return 0;}
F(g){assert(at==1);at=2;return 0;}
F(h){assert(at==2);return 0;}
int main(void){GO(x,f);J(x);GO(y,g);J(y);GO(z,h);J(z);return 0;}
