// must: the assertion fails: snprintf reads the string
// expect: violated race assertion
#include "short.h"
static char name[8]="a";
F(a){char o[32];snprintf(o,32,"%s",name);assert(o[0]=='a');return 0;}
F(b){name[0]='b';return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
