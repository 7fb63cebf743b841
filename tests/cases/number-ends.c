// must: data race: a number is passed in a text, and what stands behind it belongs to the text
// expect: violated race
#include "short.h"
static char s[]="1.5 x";
F(f){assert(strtod(s,0)==1.5);return 0;}F(g){s[4]='y';return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
