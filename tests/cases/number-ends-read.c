// must: data race: the character that ends a number is read
// expect: violated race
#include "short.h"
static char s[]="1e+ x";
F(f){assert(strtod(s,0)==1);return 0;}F(g){s[3]='y';return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
