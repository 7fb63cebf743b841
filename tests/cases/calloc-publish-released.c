// must: holds: what calloc, strdup, asprintf and realloc have written is released with the pointer
// expect: holds
#include "short.h"
#include <stdatomic.h>
static char*_Atomic p[4];
F(f){char*t;atomic_store(&p[0],calloc(4,4));atomic_store(&p[1],strdup("abc"));asprintf(&t,"abc");atomic_store(&p[2],t);
 t=malloc(4);strcpy(t,"abc");atomic_store(&p[3],realloc(t,80));return 0;}
F(g){for(int i=0;i<4;i++){char*q=atomic_load(&p[i]);if(q){assert(q[0]==(i?'a':0));q[1]=1;}}return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
