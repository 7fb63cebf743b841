// must: data race: basename cuts the slash off
// only: optimal reach random
// expect: violated race
#include "short.h"
#include <libgen.h>
static char p[]="a/b/";
F(f){basename(p);return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);return 0;}
