// must: what l64a and ecvt made is copied under the lock
// expect: holds
#include "short.h"
M(m);
F(f){char b[8],c[8];int d,s;L(m);strcpy(b,l64a(5));strcpy(c,ecvt(1,1,&d,&s));U(m);assert(!strcmp(b,"3")&&*c=='1');return 0;}
F(g){int d,s;L(m);l64a(70000);ecvt(2,1,&d,&s);U(m);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
