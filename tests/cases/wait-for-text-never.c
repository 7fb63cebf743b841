// must: a loop that does not end: no text that comes is the one that is waited for
// expect: violated livelock
#include "short.h"
static char s[8];static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
F(f){int d;do{L(m);d=strcmp(s,"abd");U(m);}while(d);return 0;}
F(g){L(m);strcpy(s,"abc");U(m);L(m);strcpy(s,"abcd");U(m);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
