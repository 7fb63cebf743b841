// must: use of the stack of a thread that has ended
// expect: violated use-after-free
// expect: violated race use-after-free/out-of-bounds/stack-overflow
#include "short.h"
static int*_Atomic w;
F(a){int x=0;w=&x;return 0;}F(b){int*p=w;if(p){*p=2;}return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y); return 0;}
