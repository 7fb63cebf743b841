// must: holds: the local of main is there, whatever was below it
// expect: holds
#include "short.h"
static int*p;
static int use(int*q){int l[4]={1,2,3,4};return l[*q&3];}
static int f(void*arg){return use(arg)+use(p);}
static void bye(void){assert(*p<4);}
int main(void){static int g=1;int l=2;p=&g;use(&l);atexit(bye);thrd_t t;thrd_create(&t,f,&l);use(&g);int r;thrd_join(t,&r);assert(r==5);return 0;}
