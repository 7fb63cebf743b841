// must: which of two held a lock before is known by the time alone: no search may take the two for one state
// expect: violated assertion
#include "short.h"
M(m);static atomic_int last;
F(f){sleep(10);L(m);U(m);return 0;}
F(g){L(m);time_t t=time(0);U(m);if(!last)assert(t<*(time_t*)arg+5);return 0;}
F(h){last=1;return 0;}
int main(void){static time_t began;began=time(0);GO(x,f);pthread_t y;pthread_create(&y,0,g,&began);GO(z,h);J(x);J(y);J(z);return 0;}
