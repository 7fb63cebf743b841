// must: holds: the serial thread destroys and frees the barrier, as POSIX allows
// only: optimal reach random
// expect: holds
#include "short.h"
F(f){pthread_barrier_t*b=arg;if(pthread_barrier_wait(b)){pthread_barrier_destroy(b);free(b);}return 0;}
int main(void){pthread_t x,y;pthread_barrier_t*b=malloc(sizeof*b);pthread_barrier_init(b,0,2);
pthread_create(&x,0,f,b);pthread_create(&y,0,f,b);J(x);J(y);return 0;}
