// must: data race: who sees by rand that another thread has called it is not after that call
// expect: violated race
#include "short.h"
static int x,first;
F(f){x=1;rand();return 0;}F(g){if(rand()!=first)x=2;return 0;}
int main(void){srand(1);first=rand();srand(1);GO(t,f);GO(u,g);J(t);J(u);return 0;}
