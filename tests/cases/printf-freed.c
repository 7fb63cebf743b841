// must: use after free: printf reads the string
// expect: violated race use-after-free
#include "short.h"
static char*_Atomic p;
F(a){char*q=p;if(q)printf("%s\n",q);return 0;}
F(b){char*q=p;p=0;free(q);return 0;}
int main(void){p=malloc(8);strcpy(p,"hi");GO(x,a);GO(y,b);J(x);J(y);return 0;}
