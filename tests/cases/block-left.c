// must: the block is left before the thread is done with its local
// only: optimal reach random
// expect: violated race use-after-free
#include "short.h"
F(f){*(int*)arg=1;return 0;}
int main(void){pthread_t x;{int n=0;pthread_create(&x,0,f,&n);}J(x);return 0;}
