// must: data race: a move of assembly against a plain write
// expect: violated race
#include "short.h"
static int f;
F(a){f=1;return 0;}
F(b){int v;__asm__ volatile("movl %1,%0":"=q"(v):"m"(f):"memory");return v?arg:0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
