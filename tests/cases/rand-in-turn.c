// must: the assertion: rand is safe, and one sequence for all threads, so who comes first has the first number
// expect: violated assertion
#include "short.h"
static int a,b;
F(f){a=rand();return 0;}F(g){b=rand();return 0;}
int main(void){srand(1);int first=rand();srand(1);GO(t,f);GO(u,g);J(t);J(u);assert(a!=b&&(a==first||b==first));assert(a==first);return 0;}
