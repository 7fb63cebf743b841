// must: memcmp reads, also where nobody looks at what it returns
// only: optimal reach random
// expect: violated race use-after-free
#include "short.h"
static char*p;
F(f){free(p);return 0;}
F(g){char b[4]={0};memcmp(p,b,4);return 0;}
int main(void){p=calloc(1,4);GO(x,f);GO(y,g);J(x);J(y);return 0;}
