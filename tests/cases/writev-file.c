// must: what two threads write in pieces to one file is there in one order or the other
// expect: holds
#include "short.h"
#include <sys/uio.h>
static int file;
F(f){struct iovec v[2]={{arg?"ab":"cd",2},{"-",1}};assert(writev(file,v,2)==3);assert(writev(1,v,2)==3);return 0;}
int main(void){char n[]="/tmp/writevXXXXXX",b[7]="",c[3];file=mkstemp(n);pthread_t x,y;pthread_create(&x,0,f,0);pthread_create(&y,0,f,n);J(x);J(y);
lseek(file,0,SEEK_SET);struct iovec v[2]={{b,4},{c,3}};assert(readv(file,v,2)==6);memcpy(b+4,c,2);assert(!strcmp(b,"ab-cd-")||!strcmp(b,"cd-ab-"));close(file);unlink(n);return 0;}
