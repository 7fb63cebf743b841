// must: data race: getopt_long says which option it was
// expect: violated race
#include "short.h"
#include <getopt.h>
static int which,seen;static struct option all[]={{"one",0,0,1},{"two",0,0,2},{0}};
F(f){char*v[]={"p","--two",0};return (void*)(long)(getopt_long(2,v,"",all,&which)==0);}F(g){seen=which;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
