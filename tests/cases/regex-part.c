// must: only the part that REG_STARTEND says is read
// expect: holds
#include "short.h"
#include <regex.h>
static regex_t r;static char s[]={'b','a','a','b'};
F(f){regmatch_t at={1,3};assert(!regexec(&r,s,1,&at,REG_STARTEND)&&at.rm_so==1&&at.rm_eo==3);return 0;}F(g){s[0]=s[3]='a';return 0;}
int main(void){regcomp(&r,"a+",REG_EXTENDED);GO(x,f);GO(y,g);J(x);J(y);regfree(&r);return 0;}
