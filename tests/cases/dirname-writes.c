// must: data race: dirname writes the end of the folder's name
// expect: violated race
#include "short.h"
#include <libgen.h>
static char name[]="usr/file";
F(f){dirname(name);return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);return 0;}
