// must: a thread that has the number of one that was joined does not have its clock, and who joined it has
// expect: holds
#include "short.h"
static atomic_long at;
F(f){sleep(5);at=time(0);return 0;}
F(g){time_t t=time(0);assert(t>=at&&t>=*(time_t*)arg+5);return 0;}
int main(void){static time_t began;began=time(0);GO(x,f);J(x);pthread_t y;pthread_create(&y,0,g,&began);J(y);return 0;}
