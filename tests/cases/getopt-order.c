// must: data race: getopt puts the options before the other arguments
// expect: violated race
#include "short.h"
#include <unistd.h>
static char*v[]={"p","x","-a",0},*seen;
F(f){while(getopt(3,v,"a")!=-1);return 0;}F(g){seen=v[1];return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
