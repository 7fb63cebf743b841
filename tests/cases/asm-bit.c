// must: holds: a bit by its number in a register is in a word of its own, and how it went may be put into memory
// expect: holds
#include "short.h"
static unsigned w[4];
static char set(unsigned*p,unsigned b){char c;__asm__ volatile("lock btsl %2, %0; setc %1":"+m"(*p),"=q"(c):"q"(b):"memory","cc");return c;}
static char last(char*p){char z;__asm__ volatile("lock decb %0; setz %1":"+m"(*p),"=rm"(z)::"memory","cc");return z;}
static char n=2;static int mine;
F(a){set(w,3);w[3]=1;if(last(&n))mine++;return 0;}
F(b){set(w,70);w[1]=5;if(last(&n))mine++;return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);assert(w[0]==8&&w[1]==5&&w[2]==64&&w[3]==1&&mine==1);return 0;}
