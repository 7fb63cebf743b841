// must: a post beyond the largest value fails and changes nothing
// expect: holds
#include "short.h"
#include <limits.h>
static sem_t s;
F(a){int r=sem_post(&s);assert(r==-1&&errno==EOVERFLOW);return 0;}
int main(void){int v;sem_init(&s,0,SEM_VALUE_MAX);GO(x,a);GO(y,a);J(x);J(y);sem_getvalue(&s,&v);assert(v==SEM_VALUE_MAX);return 0;}
