// must: holds: moves written in assembly are atomic loads and stores; with a clobber of memory they acquire and release, as x86 has it
// expect: holds
#include "short.h"
static long data;static int f;static char c;static void*p;static double d;
static int load(const int*p){int v;__asm__ volatile("movl %1,%0":"=q"(v):"m"(*p):"memory");return v;}
static void store(int*p,int v){__asm__ volatile("movl %1,%0":"=m"(*p):"iq"(v):"memory");}
static void byte(char*p,char v){__asm__ volatile("movb %1, %0":"=m"(*p):"q"(v));}
static char peek(char*p){char v;__asm__ volatile("movb (%1), %0":"=q"(v):"r"(p));return v;}
F(a){data=42;store(&f,1);byte(&c,7);return 0;}
F(b){while(!load(&f))__asm__ volatile("pause");assert(data==42);char v=peek(&c);assert(v==0||v==7);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);
 __asm__ volatile("movq %1, %0":"=m"(p):"r"(&data):"memory");__asm__ volatile("movq %1, %0":"=m"(d):"q"(1.5):"memory");
 assert(p==&data&&d==1.5);return 0;}
