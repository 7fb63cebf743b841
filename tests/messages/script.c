/* Threads that pass messages as a script says (brute.c makes them, and counts
 * what can become of them):
 *
 *     script QUEUES TARGET THREAD...
 *
 * QUEUES has a letter for each queue: ports a (any message), f (fifo), c
 * (causal), m (mailbox); p a pipe, d a socket for datagrams, 1 to 9 a message
 * queue with so much room.  A THREAD is "s0", a message to queue 0, "r1", one
 * from queue 1, "b1" up to two bytes of pipe 1, "e1" its end (who reads then
 * gets a 0), "i0" an input, 0 to 3, that comes as if it were a message from there, "v0"
 * sends the last that came on to queue 0, and "?" before another: only if the last
 * that came was from a thread with an odd number.  TARGET is what the threads must not have
 * received when all have ended: "12|21|", who sent it, thread by thread. */
#include <assert.h>
#include <fcntl.h>
#include <heddle/rt.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 8, LONG = 32 };

static struct {
  char kind;
  struct heddle_port *port;
  int ends[2];
  mqd_t queue;
} queues[MOST];
static char got[MOST][LONG];
static char *scripts[MOST];

static void make(int i, char kind) {
  static const char ports[] = "afcm";
  const char *port = strchr(ports, kind);
  queues[i].kind = port ? 'o' : kind;
  char name[] = "/q0";
  name[2] = (char)('0' + i);
  if (port) {
    queues[i].port = heddle_port_open(name + 1, (int)(port - ports), 0, 1);
  } else if (kind == 'p') {
    assert(!pipe(queues[i].ends));
  } else if (kind == 'd') {
    assert(!socketpair(AF_UNIX, SOCK_DGRAM, 0, queues[i].ends));
  } else {
    struct mq_attr a = {.mq_maxmsg = kind - '0', .mq_msgsize = 1};
    queues[i].queue = mq_open(name, O_CREAT | O_RDWR, 0600, &a);
    assert(queues[i].queue >= 0);
  }
}

static void put(int i, char c) {
  if (queues[i].kind == 'o')
    heddle_port_send(queues[i].port, &c);
  else if (queues[i].kind == 'p' || queues[i].kind == 'd')
    assert(write(queues[i].ends[1], &c, 1) == 1);
  else
    assert(!mq_send(queues[i].queue, &c, 1, 0));
}

static char take(int i) {
  char c = 0;
  if (queues[i].kind == 'o')
    heddle_port_receive(queues[i].port, &c);
  else if (queues[i].kind == 'p' || queues[i].kind == 'd')
    c = read(queues[i].ends[0], &c, 1) == 1 ? c : '0';
  else
    assert(mq_receive(queues[i].queue, &c, 1, NULL) == 1);
  return c;
}

static char *take_two(int i, char *to) {
  ssize_t n = read(queues[i].ends[0], to, 2);
  assert(n >= 0);
  if (!n)
    to[n++] = '0';
  return to + n;
}

static void *thread(void *script) {
  char **own = script, last = 0, *to;
  int self = (int)(own - scripts);
  to = got[self];
  for (const char *s = *own; *s; s += 2) {
    int skip = *s == '?' && !(last & 1);
    s += *s == '?';
    if (skip)
      continue;
    if (*s == 's')
      put(s[1] - '0', (char)('1' + self));
    else if (*s == 'v')
      put(s[1] - '0', last ? last : (char)('1' + self));
    else if (*s == 'i')
      last = (char)('0' + heddle_input("i", 0, 3));
    else if (*s == 'e')
      close(queues[s[1] - '0'].ends[1]);
    else if (*s == 'b')
      to = take_two(s[1] - '0', to), last = to[-1];
    else
      *to++ = last = take(s[1] - '0');
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[MOST];
  char all[MOST * LONG] = "";
  int count = argc - 3;
  for (int i = 0; argv[1][i]; i++)
    make(i, argv[1][i]);
  for (int i = 0; i < count; i++)
    scripts[i] = argv[3 + i];
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, thread, &scripts[i]);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < count; i++)
    strcat(strcat(all, got[i]), "|");
  assert(strcmp(all, argv[2]));
  return 0;
}
