// must: who has learned nothing of another knows nothing of its clock: one that sleeps longer may come first, and a time read before the other's may be earlier
// expect: violated assertion
#include "short.h"
static atomic_long at;static atomic_int came;
F(f){sleep(3);at=time(0);came=1;return 0;}
F(g){sleep(60);assert(came);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
