// must: the assertion fails: another thread sees the lock that a polling turn holds; every exhaustive strategy says covered, random finds it
// expect: violated assertion
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
static int done, skipped;
static void*poller(void*u){ for(;;){ pthread_mutex_lock(&m); int d=done; pthread_mutex_unlock(&m); if(d) break;} return u;}
static void*worker(void*u){ if(pthread_mutex_trylock(&m)==0) pthread_mutex_unlock(&m); else skipped=1;
  pthread_mutex_lock(&m); done=1; pthread_mutex_unlock(&m); return u;}
int main(){ pthread_t a,b; pthread_create(&a,0,poller,0); pthread_create(&b,0,worker,0); pthread_join(a,0); pthread_join(b,0); assert(!skipped); return 0;}
