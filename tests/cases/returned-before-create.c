// must: use after free: the thread reads a local of a function that had returned before it was created
// expect: violated use-after-free
#include "short.h"
static int*p;
static void put(void){int l=1;p=&l;}
F(f){return (void*)(long)*p;}
int main(void){put();GO(x,f);J(x);return 0;}
