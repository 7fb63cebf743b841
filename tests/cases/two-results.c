// must: each strlen reads: something else may be there the second time
// options: --no-races
// only: optimal reach random
// expect: violated assertion
#include "short.h"
static char t[4]="ab";
F(f){t[0]=0;return 0;}
F(g){assert(strlen(t)==strlen(t));return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
