// must: as join-then-create.c, beside a thread that is not joined before, and by plain accesses
// expect: violated assertion
#include "short.h"
static int at;static atomic_int other;
F(f){at=1;return 0;}
F(g){assert(at==1);at=2;other++;return 0;}
F(h){assert(at==2);assert(other==1);return 0;}
F(i){other++;return 0;}
int main(void){GO(w,i);GO(x,f);J(x);GO(y,g);J(y);GO(z,h);J(z);J(w);return 0;}
