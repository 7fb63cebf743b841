// must: of those that pass a barrier together exactly one is the serial one
// expect: holds
#include "short.h"
static pthread_barrier_t b;
static _Atomic int serial;
F(a){for(int i=0;i<2;i++)if(pthread_barrier_wait(&b)==PTHREAD_BARRIER_SERIAL_THREAD)serial++;return 0;}
int main(void){pthread_barrier_init(&b,0,2);GO(x,a);GO(y,a);J(x);J(y);assert(serial==2);return 0;}
