// must: lost update through a file (or incomplete, by name)
// expect: violated assertion
// expect: incomplete open
// options: -t 10
#include "short.h"
static char n[64];static int rd(void){int f=open(n,O_RDONLY),v=0;if(read(f,&v,4)!=4)v=-1;close(f);return v;}static void wr(int v){int f=open(n,O_WRONLY|O_CREAT|O_TRUNC,0600);if(write(f,&v,4)!=4)abort();close(f);}F(a){wr(rd()+1);return 0;}
int main(void){snprintf(n,64,"tmpc");wr(0);GO(x,a);GO(y,a);J(x);J(y);int v=rd();unlink(n);assert(v==2);return 0;}
