// must: the assertion: what sixteen bytes are compared with is as old as its load
// expect: violated assertion
#include "short.h"
static uint64_t top[2] __attribute__((aligned(16)));
static char cas(uint64_t*t,uint64_t*c,uint64_t*s){char z;__asm__ volatile("movq 0(%4), %%rax;movq 8(%4), %%rdx;lock cmpxchg16b %0; setz %1":"+m"(*t),"=q"(z):"b"(s[0]),"c"(s[1]),"q"(c):"memory","cc","%rax","%rdx");return z;}
F(a){uint64_t o[2]={0,0},n[2]={1,1};cas(top,o,n);return 0;}
F(b){uint64_t o[2]={0,0},n[2]={2,2};assert(cas(top,o,n));return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
