// must: holds: texts that scanf allocates are each thread's own, or released with their pointer
// expect: holds
#include "short.h"
#include <wchar.h>
static char*_Atomic p;
F(f){char*t,*u;wchar_t*w;assert(sscanf("abc de xyz","%ms %mc%*[e] %mls",&t,&u,&w)==3);assert(!strcmp(t,"abc")&&*u=='d'&&w[2]=='z');
 free(u);free(w);atomic_store(&p,t);return 0;}
F(g){char*q=atomic_load(&p);if(q)q[2]=1;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
