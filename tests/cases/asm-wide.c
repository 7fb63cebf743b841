// must: holds: sixteen bytes at once, as Concurrency Kit writes it
// expect: holds
#include "short.h"
static uint64_t top[2] __attribute__((aligned(16)));
static char cas(uint64_t*t,uint64_t*c,uint64_t*s){char z;__asm__ volatile("movq 0(%4), %%rax;movq 8(%4), %%rdx;lock cmpxchg16b %0; setz %1":"+m"(*t),"=q"(z):"b"(s[0]),"c"(s[1]),"q"(c):"memory","cc","%rax","%rdx");return z;}
static char cas_value(uint64_t*t,uint64_t*c,uint64_t*s,uint64_t*v){char z;__asm__ volatile("lock cmpxchg16b %0;setz %3":"+m"(*t),"=a"(v[0]),"=d"(v[1]),"=q"(z):"a"(c[0]),"d"(c[1]),"b"(s[0]),"c"(s[1]):"memory","cc");return z;}
static void load(uint64_t*t,uint64_t*v){__asm__ volatile("movq %%rdx, %%rcx;movq %%rax, %%rbx;lock cmpxchg16b %2;":"=a"(v[0]),"=d"(v[1]):"m"(*t):"rbx","rcx","memory","cc");}
F(a){uint64_t o[2],n[2];do{load(top,o);n[0]=o[0]+1;n[1]=o[1]+2;}while(!cas(top,o,n));return 0;}
F(b){uint64_t o[2],n[2];load(top,o);do{n[0]=o[0]+1;n[1]=o[1]+2;}while(!cas_value(top,o,n,o));return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);assert(top[0]==2&&top[1]==4);return 0;}
