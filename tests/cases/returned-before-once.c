// must: use after free: what pthread_once calls does not bring the local of a function back that has returned
// expect: violated use-after-free
#include "short.h"
static int*p;
static void put(void){int l=1;p=&l;}
static pthread_once_t o=PTHREAD_ONCE_INIT;static void init(void){int l[9]={0};l[rand()%9]=1;}
F(f){return (void*)(long)*p;}
int main(void){put();pthread_once(&o,init);GO(x,f);J(x);return 0;}
