// must: reading the end of standard input leaves nothing behind for the next run: neither that it was reached nor memory
// expect: incomplete standard input, which is empty here
#include "short.h"
static int *p;M(m);
F(a){L(m);++*p;U(m);return 0;}
int main(void){assert(!feof(stdin));assert(getchar()==EOF&&feof(stdin));p=malloc(4);*p=0;GO(x,a);GO(y,a);J(x);J(y);assert(*p==2);return 0;}
