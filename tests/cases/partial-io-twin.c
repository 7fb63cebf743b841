// expect: holds
// options: --partial-io
// only: optimal dpor unfold reach random
// Both sides go on until all of it is there; messages are never cut.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], whole[2];

static void *send_all(void *unused) {
  for (size_t done = 0; done < 3;)
    done += (size_t)write(ends[1], &"abc"[done], 3 - done);
  assert(send(whole[1], "xyz", 3, 0) == 3);
  return unused;
}

int main(void) {
  char text[3];
  pthread_t t;
  assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  assert(!socketpair(AF_UNIX, SOCK_DGRAM, 0, whole));
  pthread_create(&t, NULL, send_all, NULL);
  for (size_t done = 0; done < 3;)
    done += (size_t)read(ends[0], text + done, 3 - done);
  assert(!memcmp(text, "abc", 3));
  assert(recv(whole[0], text, 3, 0) == 3);
  pthread_join(t, NULL);
  return 0;
}
