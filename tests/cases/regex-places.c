// must: data race: regexec stores where the match is
// expect: violated race
#include "short.h"
#include <regex.h>
static regex_t r;static regmatch_t at[1];
F(f){assert(!regexec(&r,"xaay",1,at,0));return 0;}
int main(void){regcomp(&r,"a+",REG_EXTENDED);GO(x,f);GO(y,f);J(x);J(y);regfree(&r);return 0;}
