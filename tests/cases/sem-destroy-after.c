// must: who has waited for the last post may destroy the semaphore at once
// expect: holds
#include "short.h"
static sem_t *s;
F(f){sem_post(s);return 0;}
int main(void){s=malloc(sizeof*s);sem_init(s,0,0);GO(t,f);sem_wait(s);sem_destroy(s);J(t);free(s);return 0;}
