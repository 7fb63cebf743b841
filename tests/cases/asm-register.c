// must: the lost update, by moves through registers
// expect: violated assertion
#include <pthread.h>
#include <assert.h>
static int x;
static void inc(int*p){ __asm__ volatile("incl (%0)"::"r"(p):"memory"); }
static void*w(void*u){ int v; __asm__ volatile("movl (%1),%0":"=r"(v):"r"(&x):"memory"); v++; __asm__ volatile("movl %0,(%1)"::"r"(v),"r"(&x):"memory"); return u;}
int main(){ pthread_t a,b; pthread_create(&a,0,w,0); pthread_create(&b,0,w,0); pthread_join(a,0); pthread_join(b,0); int v; __asm__ volatile("movl (%1),%0":"=r"(v):"r"(&x):"memory"); (void)inc; assert(v==2); return 0;}
