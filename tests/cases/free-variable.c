// must: free of a global, and of a local by realloc, are told as what they are
// expect: violated misuse
#include "short.h"
static char g[4];
F(f){char*volatile p=g;free(p);return 0;}
F(h){char l[4],*volatile p=l;p=realloc(p,8);return p;}
int main(void){GO(t,f);GO(u,h);J(t);J(u);return 0;}
