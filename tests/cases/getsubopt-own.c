// must: each has a text of its own, and one that nobody writes over: what is found is right
// not: full
// expect: holds
#include "short.h"
static char*const words[]={"ro","rw",0};
F(f){char list[]="rw=1,xx,ro";char*p=list,*v;
assert(getsubopt(&p,words,&v)==1&&!strcmp(v,"1"));assert(getsubopt(&p,words,&v)==-1&&!strcmp(v,"xx"));
assert(getsubopt(&p,words,&v)==0&&!v&&!*p);assert(getsubopt(&p,words,&v)==-1);return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);return 0;}
