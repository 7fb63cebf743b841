// must: the same with inputs: what the number needs is read, whether inputs are in it or not
// options: --symbolic
// build: --heddle-symbolic
// only: optimal unfold
// expect: holds
#include "short.h"
#include <heddle/rt.h>
static char s[]={'4','2',','};
int main(void){char l[]={'1',(char)heddle_input("c",'0','9'),'-'};
int n=atoi(l);assert(n>=10&&n<20&&atoi(s)==42&&strtoul(s,0,16)==66&&strtol(s+2,0,10)==0);return 0;}
