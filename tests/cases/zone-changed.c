// must: data race: mktime looks for the time zone in the environment, which setenv changes
// expect: violated race
// expect: violated race assertion
#include "short.h"
F(f){struct tm t={.tm_year=70,.tm_mday=2};assert(mktime(&t)==86400);return 0;}
F(g){setenv("TZ","XXX5",1);return 0;}
int main(void){setenv("TZ","UTC0",1);GO(x,f);GO(y,g);J(x);J(y);return 0;}
