// must: data race: the digits that ecvt made are read without the lock
// expect: violated race
// expect: violated race assertion
#include "short.h"
M(m);
F(f){int d,s;L(m);char*p=ecvt(1,1,&d,&s);U(m);assert(*p=='1');return 0;}F(g){int d,s;L(m);ecvt(2,1,&d,&s);U(m);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
