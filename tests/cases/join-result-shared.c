// must: a race: the join writes the result where another thread reads
// expect: violated race
#include "short.h"
static void *v;
F(a){return &v;}
F(b){return v?0:&v;}
int main(void){GO(x,a);GO(y,b);pthread_join(x,&v);J(y);return 0;}
