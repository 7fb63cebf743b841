// must: the name is copied under the lock
// expect: holds
#include "short.h"
#include <pwd.h>
M(m);
F(f){char n[32]="root";L(m);struct passwd*p=getpwuid(0);if(p)strcpy(n,p->pw_name);U(m);assert(!strcmp(n,"root"));return 0;}
F(g){L(m);getpwuid(1);U(m);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
