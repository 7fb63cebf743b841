// must: asynchronous cancellation: incomplete, by name
// expect: incomplete cancellation
#include "short.h"
static atomic_int x;
F(a){pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS,0);x=1;x=2;return 0;}
int main(void){GO(p,a);pthread_cancel(p);J(p);assert(x==2);return 0;}
