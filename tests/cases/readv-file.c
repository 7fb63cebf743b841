// must: data race: readv stores into the second piece, too
// expect: violated race
#include "short.h"
#include <sys/uio.h>
static char a[2],b[2];
F(f){int file=open("/etc/passwd",O_RDONLY);struct iovec v[2]={{a,2},{b,2}};assert(readv(file,v,2)==4);close(file);return 0;}
F(g){b[1]='x';return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
