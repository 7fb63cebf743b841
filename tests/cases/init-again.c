// must: nobody holds what is initialised again, whatever memory it is in
// expect: holds
#include "short.h"
#include <stdlib.h>
static pthread_mutex_t g;
F(a){pthread_mutex_lock(arg);pthread_mutex_unlock(arg);return 0;}
static void use(pthread_mutex_t*m){pthread_mutex_init(m,0);pthread_t x,y;pthread_create(&x,0,a,m);pthread_create(&y,0,a,m);J(x);J(y);pthread_mutex_lock(m);}
static void local(void){pthread_mutex_t m;use(&m);}
int main(void){use(&g);pthread_mutex_unlock(&g);use(&g);local();local();
pthread_mutex_t*h=malloc(sizeof*h);use(h);free(h);h=malloc(sizeof*h);use(h);free(h);return 0;}
