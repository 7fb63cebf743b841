// must: data race, as above
// expect: violated race
#include "short.h"
static sem_t s;static int v;
F(a){sem_getvalue(&s,&v);return 0;}F(b){v=5;return 0;}
int main(void){sem_init(&s,0,1);GO(x,a);GO(y,b);J(x);J(y);return 0;}
