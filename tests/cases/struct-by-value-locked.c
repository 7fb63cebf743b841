// must: holds: the call is made under the lock, and the copy is read outside
// expect: holds
#include "short.h"
struct s{long a,b,c,d;};static struct s g;static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
static void take(struct s x){pthread_mutex_unlock(&m);assert(x.a==x.d);}
F(a){pthread_mutex_lock(&m);take(g);return 0;}
F(b){pthread_mutex_lock(&m);g.a=1;g.d=1;pthread_mutex_unlock(&m);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
