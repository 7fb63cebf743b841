// must: data race: the lock covers the calls, but the text that l64a returned is one for all
// expect: violated race
// expect: violated race assertion
#include "short.h"
M(m);
F(f){L(m);char*p=l64a(5);U(m);assert(!strcmp(p,"3"));return 0;}F(g){L(m);l64a(70000);U(m);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
