// must: holds: locked instructions are atomic updates, whatever way they are written
// expect: holds
#include "short.h"
static int n,m,b,x;static long l;
static int xadd(int*p,int v){__asm__ volatile("lock; xaddl %0, %1":"+r"(v),"+m"(*p)::"memory");return v;}
static int swap(int*p,int v){__asm__ volatile("xchg %0, %1":"+r"(v),"+m"(*p)::"memory");return v;}
static int cas(int*p,int o,int v){int r;__asm__ volatile("lock cmpxchgl %2, %1":"=a"(r),"+m"(*p):"r"(v),"0"(o):"memory");return r;}
static int dec(int*p){char z;__asm__ volatile("lock\n\tdecl %0\n\tsete %1":"+m"(*p),"=q"(z)::"memory","cc");return z;}
static void inc(long*p){__asm__ volatile("lock incq (%0)"::"r"(p):"memory","cc");}
F(a){xadd(&n,2);inc(&l);__asm__ volatile("lock orl %1,%0":"+m"(b):"r"(1):"memory","cc");return 0;}
F(c){xadd(&n,3);inc(&l);__asm__ volatile("lock btsl $1,%0":"+m"(b)::"memory","cc");int r=swap(&m,1);if(cas(&x,0,1)==0)r+=0;return r==0?0:arg;}
int main(void){GO(s,a);GO(t,c);J(s);J(t);int k=1;assert(dec(&k));assert(n==5&&l==2&&b==3&&m==1&&x==1);return 0;}
