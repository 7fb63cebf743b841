// must: who reads the other's pipe first waits for ever if both do
// expect: violated deadlock
#include <pthread.h>
#include <unistd.h>
static int there[2], back[2], first;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *peer(void *unused) {
  char c;
  pthread_mutex_lock(&m);
  int mine = !first++;
  pthread_mutex_unlock(&m);
  if (mine)
    write(back[1], "x", 1);
  read(there[0], &c, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  char c;
  pipe(there);
  pipe(back);
  pthread_create(&t, NULL, peer, NULL);
  pthread_mutex_lock(&m);
  first++;
  pthread_mutex_unlock(&m);
  read(back[0], &c, 1);
  write(there[1], "x", 1);
  pthread_join(t, NULL);
  return 0;
}
