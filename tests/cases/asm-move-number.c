// must: holds: a number that assembly moves into memory is an atomic store, a release with a clobber of memory
// expect: holds
#include "short.h"
static int lock,x;static unsigned char flag;static long wide;
static int swap(int v){__asm__ volatile("xchgl %0,%1":"+r"(v),"+m"(lock)::"memory");return v;}
F(a){while(swap(1));x++;__asm__ volatile("movl $0,%0":"=m"(lock)::"memory");return 0;}
F(b){__asm__ volatile("movb $0x81, %0":"+m"(flag)::"memory");__asm__ volatile("movq $-1,(%0)"::"r"(&wide):"memory");return a(0);}
int main(void){GO(x1,a);GO(x2,b);J(x1);J(x2);assert(x==2&&flag==0x81&&wide==-1);return 0;}
