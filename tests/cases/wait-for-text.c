// must: holds: a loop that looks at a text under a lock waits; what it calls only reads
// expect: holds
#include "short.h"
static char s[8],t[8];static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
F(f){int d;do{L(m);d=strcmp(s,"abc")||memcmp(t,"xyz",3)||atoi(s)||!strchr(s,'c');U(m);}while(d);return 0;}
F(g){L(m);strcpy(s,"abc");U(m);L(m);memcpy(t,"xyz",3);U(m);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
