// must: holds: who has locked standard output is alone with it, and may print
// only: optimal reach random
// expect: holds
#include "short.h"
static int n;
F(f){flockfile(stdout);flockfile(stdout);n++;printf("%d\n",n);funlockfile(stdout);n++;funlockfile(stdout);return 0;}
F(g){if(!ftrylockfile(stdout)){n+=2;funlockfile(stdout);}return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);assert(n==2||n==4);return 0;}
