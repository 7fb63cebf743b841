// must: a lock is made anew in memory that may have been given back
// expect: violated race use-after-free
#include "short.h"
static pthread_mutex_t*m;
F(f){free(m);return 0;}
int main(void){m=malloc(sizeof*m);GO(t,f);pthread_mutex_init(m,0);J(t);return 0;}
