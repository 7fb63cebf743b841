// must: holds: basename of a path that does not end in a slash changes nothing
// only: optimal reach random
// expect: holds
#include "short.h"
#include <libgen.h>
static char p[]="a/b";
F(f){assert(*basename(p)=='b');return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);return 0;}
