// must: data race: a move without a clobber of memory orders nothing for the compiler
// expect: violated race
#include "short.h"
static long data;static int f;
static int load(const int*p){int v;__asm__ volatile("movl %1,%0":"=q"(v):"m"(*p));return v;}
static void store(int*p,int v){__asm__ volatile("movl %1,%0":"=m"(*p):"iq"(v));}
F(a){data=42;store(&f,1);return 0;}
F(b){if(load(&f))assert(data==42);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
