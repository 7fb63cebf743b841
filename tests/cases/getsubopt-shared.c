// must: data race: getsubopt writes over the commas of the text itself
// expect: violated race
#include "short.h"
static char list[]="ro,rw=1";static char*const words[]={"ro","rw",0};
F(f){char*p=list,*v;while(*p)getsubopt(&p,words,&v);return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);return 0;}
