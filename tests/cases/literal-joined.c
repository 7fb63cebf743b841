// must: the thread is joined in the block of the literal
// expect: holds
#include "short.h"
F(h){assert(((int*)arg)[1]==2);return 0;}
int main(void){pthread_t t;{pthread_create(&t,0,h,(int[]){1,2});J(t);}return 0;}
