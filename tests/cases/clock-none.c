// must: a clock that there is not is not written
// expect: holds
#include "short.h"
static struct timespec t;
F(h){assert(clock_getres(999,&t)==-1);return 0;}
int main(void){GO(p,h);t.tv_sec=9;J(p);return t.tv_sec!=9;}
