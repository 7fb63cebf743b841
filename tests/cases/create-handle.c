// must: data race: pthread_create stores the handle into shared memory; so do join, sem_getvalue, time, clock_gettime, key_create, ... with their results
// expect: violated race
#include <pthread.h>
#include <assert.h>
static pthread_t t1,t2;
static void*second(void*u){ return u;}
static void*first(void*u){ if(t2) pthread_join(t2,0); return u;}
int main(){ pthread_create(&t1,0,first,0); pthread_create(&t2,0,second,0); pthread_join(t1,0); return 0;}
