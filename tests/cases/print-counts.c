// must: %n and its kin store as many bytes as they say
// expect: holds
#include "short.h"
M(m);static struct{signed char c,d;short h,i;int n,o;long l;}s;
F(f){char b[8];L(m);snprintf(b,sizeof b,"abc%hhn%hn%n%ln",&s.c,&s.h,&s.n,&s.l);U(m);return 0;}
F(g){s.d=1;s.i=2;s.o=3;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);assert(s.c==3&&s.h==3&&s.n==3&&s.l==3&&s.d==1&&s.i==2&&s.o==3);return 0;}
