// must: data race: getopt sets optind
// expect: violated race
#include "short.h"
#include <unistd.h>
static int seen;
F(f){char*v[]={"p","-a",0};getopt(2,v,"a");return 0;}F(g){seen=optind;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
