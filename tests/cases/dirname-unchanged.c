// must: of a name without a folder dirname writes nothing
// expect: holds
#include "short.h"
#include <libgen.h>
static char name[]="file";
F(f){assert(!strcmp(dirname(name),"."));return 0;}
int main(void){assert(!strcmp(dirname("file"),"."));GO(x,f);GO(y,f);J(x);J(y);return 0;}
