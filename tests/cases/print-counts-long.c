// must: data race: %ln stores all 8 bytes
// expect: violated race
#include "short.h"
static union{long l;int i[2];}s;
F(f){char b[8];snprintf(b,sizeof b,"abc%ln",&s.l);return 0;}F(g){s.i[1]=0;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
