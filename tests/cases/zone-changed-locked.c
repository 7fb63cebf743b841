// must: the assertion fails: under a lock it is no race, but one of two zones
// expect: violated assertion
#include "short.h"
M(m);
F(f){struct tm t={.tm_year=70,.tm_mday=2};L(m);time_t s=mktime(&t);U(m);assert(s==86400);return 0;}
F(g){L(m);setenv("TZ","XXX5",1);U(m);return 0;}
int main(void){setenv("TZ","UTC0",1);GO(x,f);GO(y,g);J(x);J(y);return 0;}
