// must: a thread reads a compound literal whose block may have been left
// expect: violated race use-after-free
#include "short.h"
F(h){return (void*)(long)((int*)arg)[1];}
int main(void){pthread_t t;{pthread_create(&t,0,h,(int[]){1,2});}int x=0;(void)x;J(t);return 0;}
