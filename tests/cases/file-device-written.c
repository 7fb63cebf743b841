// must: holds: what is written to /dev/null stays nowhere, so nobody waits for anybody
// expect: holds
#include "short.h"
F(f){FILE*o=fopen("/dev/null","w");fputs("x",o);fclose(o);int d=open("/dev/null",O_WRONLY|O_CREAT|O_TRUNC,0600);assert(write(d,"x",1)==1);close(d);return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);return 0;}
