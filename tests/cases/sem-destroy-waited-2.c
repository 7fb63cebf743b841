// must: as sem-destroy-waited.c, by a thread that may be cancelled, for which a wait is an attempt and a sleep
// expect: violated misuse
// expect: violated misuse race
#include "short.h"
static sem_t s,go;
F(f){sem_wait(&s);return 0;}
F(g){sem_wait(&go);pthread_cancel(*(pthread_t*)arg);return 0;}
int main(void){sem_init(&s,0,0);sem_init(&go,0,0);GO(t,f);pthread_t u;pthread_create(&u,0,g,&t);sem_destroy(&s);exit(0);}
