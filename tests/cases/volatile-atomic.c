// must: holds: kernel style: volatile accesses are atomic, barriers order
// expect: holds
// build: --volatile=atomic
#include "short.h"
#define READ_ONCE(x) (*(volatile __typeof__(x)*)&(x))
#define WRITE_ONCE(x,v) (*(volatile __typeof__(x)*)&(x)=(v))
#define barrier() __asm__ volatile("":::"memory")
static int data,f;
F(a){data=42;barrier();WRITE_ONCE(f,1);return 0;}
F(b){if(READ_ONCE(f)){barrier();assert(data==42);}return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
