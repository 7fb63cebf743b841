// must: data race: the lock covers the calls, but not the name that is behind what getpwuid returned
// expect: violated race
// expect: violated race assertion
#include "short.h"
#include <pwd.h>
M(m);
F(f){L(m);struct passwd*p=getpwuid(0);char*n=p?p->pw_name:"root";U(m);assert(!strcmp(n,"root"));return 0;}
F(g){L(m);getpwuid(1);U(m);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
