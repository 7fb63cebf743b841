// must: the lost update: each move is atomic, the two are not
// expect: violated assertion
#include <pthread.h>
#include <assert.h>
static int x;
static void*w(void*u){ int v; __asm__ volatile("movl %1,%0":"=r"(v):"m"(x)); v++; __asm__ volatile("movl %1,%0":"=m"(x):"r"(v)); return u;}
int main(){ pthread_t a,b; pthread_create(&a,0,w,0); pthread_create(&b,0,w,0); pthread_join(a,0); pthread_join(b,0); assert(x==2); return 0;}
