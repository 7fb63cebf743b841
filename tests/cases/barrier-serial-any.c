// must: the assertion fails: the serial one may be either
// expect: violated assertion
#include "short.h"
static pthread_barrier_t b;
F(a){pthread_barrier_wait(&b);return 0;}
F(z){int r=pthread_barrier_wait(&b);assert(r==0);return 0;}
int main(void){pthread_barrier_init(&b,0,2);GO(x,a);GO(y,z);J(x);J(y);return 0;}
