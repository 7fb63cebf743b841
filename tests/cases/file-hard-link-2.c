// must: assertion: the descriptor was opened by a name that is gone, the file has another
// expect: violated assertion
#include "short.h"
static int d;
F(f){write(d,"x",1);return 0;}
int main(void){close(open("link.c",O_CREAT|O_EXCL|O_RDWR,0600));link("link.c","link.d");d=open("link.d",O_WRONLY);unlink("link.d");
GO(x,f);struct stat s;stat("link.c",&s);assert(s.st_size==0);J(x);return 0;}
