/* Boxes for messages, as threads that share nothing else have them: ports of
 * heddle/rt.h, or what the kernel has for it.  The programs that include it are
 * written once, and each is a program of its own for PORTS, PIPES, DATAGRAMS
 * and QUEUES. */
#include <pthread.h>
#include <stdlib.h>

struct mail {
  int what, from, number;
};

#if defined(PIPES) || defined(DATAGRAMS)
#include <sys/socket.h>
#include <unistd.h>

struct box {
  int ends[2];
};

static void box_open(struct box *b, const char *name, int room) {
  (void)name;
  (void)room; /* there is some for every message that is sent here */
#ifdef PIPES
  if (pipe(b->ends))
    abort();
#else
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, b->ends))
    abort();
#endif
}

static void box_send(struct box *b, struct mail m) {
  if (write(b->ends[1], &m, sizeof m) != sizeof m)
    abort();
}

static struct mail box_receive(struct box *b) {
  struct mail m;
  if (read(b->ends[0], &m, sizeof m) != sizeof m)
    abort();
  return m;
}

#elif defined(QUEUES)
#include <fcntl.h>
#include <mqueue.h>

struct box {
  mqd_t queue;
};

static void box_open(struct box *b, const char *name, int room) {
  struct mq_attr a = {.mq_maxmsg = room ? room : 10,
                      .mq_msgsize = sizeof(struct mail)};
  b->queue = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &a);
  if (b->queue < 0)
    abort();
  mq_unlink(name);
}

static void box_send(struct box *b, struct mail m) {
  if (mq_send(b->queue, (const char *)&m, sizeof m, 0))
    abort();
}

static struct mail box_receive(struct box *b) {
  struct mail m;
  if (mq_receive(b->queue, (char *)&m, sizeof m, NULL) != sizeof m)
    abort();
  return m;
}

#else
#include <heddle/rt.h>

#ifndef KIND
#define KIND HEDDLE_PORT_FIFO
#endif

struct box {
  struct heddle_port *port;
};

static void box_open(struct box *b, const char *name, int room) {
  b->port = heddle_port_open(name + 1, KIND, room, sizeof(struct mail));
}

static void box_send(struct box *b, struct mail m) {
  heddle_port_send(b->port, &m);
}

static struct mail box_receive(struct box *b) {
  struct mail m;
  heddle_port_receive(b->port, &m);
  return m;
}
#endif
