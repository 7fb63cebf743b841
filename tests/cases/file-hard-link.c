// must: assertion: one file by two names: what is written by the one is seen by the other
// expect: violated assertion
#include "short.h"
F(f){int d=open("link.b",O_WRONLY);write(d,"x",1);close(d);return 0;}
int main(void){close(open("link.a",O_CREAT|O_EXCL|O_RDWR,0600));link("link.a","link.b");
GO(x,f);struct stat s;stat("link.a",&s);assert(s.st_size==0);J(x);return 0;}
