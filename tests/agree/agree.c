/* Random scripts of system calls, by one thread: what each call gives is
 * printed.  Built by a compiler the calls are the kernel's, built by heddle cc
 * the model's; both must print the same (run).
 *
 *   agree FIRST COUNT      a line for each script: its number and a hash
 *   agree FIRST COUNT all  every call and its result
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum { FILES = 8, LONGEST = 300000 };

static int files[FILES];   /* or -1 */
static bool counts[FILES]; /* it is an eventfd */
static bool tcp[FILES];    /* of which little is asked: buffers differ */
static bool named[FILES];  /* it is a unix socket that is no pair's */
static bool queues[FILES]; /* it is a message queue */
static int other[FILES];   /* of TCP: the place of the other side */
static struct sockaddr_un names[FILES]; /* that unix sockets are bound to */
static socklen_t names_len[FILES];
static unsigned names_made;
static unsigned char in[LONGEST], out[LONGEST];
static uint64_t state, sum;
static bool shows, local; /* a script about names of unix sockets */

static uint32_t draw(uint32_t below) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(state >> 33) % below;
}

static void tell(const char *format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  for (char *p = text; *p; p++)
    sum = (sum ^ (unsigned char)*p) * UINT64_C(0x100000001b3);
  if (shows)
    printf("  %s\n", text);
}

/* The result of a call that came with some bytes. */
static void tell_bytes(const char *call, int i, size_t asked, ssize_t got) {
  uint64_t hash = 0;
  int error = got < 0 ? errno : 0;
  for (ssize_t k = 0; k < got && k < LONGEST; k += k < 4200 ? 1 : 999)
    hash = hash * 31 + in[k];
  tell("%s %d %zu -> %zd %s %llx", call, i, asked, got,
       error ? strerrorname_np(error) : "", (unsigned long long)hash);
}

static void tell_result(const char *call, int i, long with, long got) {
  tell("%s %d %ld -> %ld %s", call, i, with, got,
       got < 0 ? strerrorname_np(errno) : "");
}

/* --- what there is ------------------------------------------------------ */

static int free_place(void) {
  for (int i = 0; i < FILES; i++)
    if (files[i] < 0)
      return i;
  return -1;
}

static int place(void) {
  return (int)draw(FILES);
}

static void keep(int file, bool count) {
  int i = free_place();
  if (i < 0) {
    if (file >= 0)
      close(file);
    return;
  }
  files[i] = file;
  counts[i] = count;
  tcp[i] = queues[i] = named[i] = false;
  names_len[i] = 0;
}

/* --- sockets with addresses --------------------------------------------- */

/* Both sides of a connection; of UDP, two that know each other. */
static void internet_pair(bool stream) {
  struct sockaddr_in a = {.sin_family = AF_INET,
                          .sin_addr.s_addr = htonl(INADDR_LOOPBACK)},
                     b = a;
  socklen_t len = sizeof a;
  int kind = (stream ? SOCK_STREAM : SOCK_DGRAM) | SOCK_NONBLOCK;
  int first = socket(AF_INET, kind, 0), second = socket(AF_INET, kind, 0);
  int one = free_place(), on = 1;
  if (stream) /* each write is sent at once */
    setsockopt(second, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  tell_result("bind", 0, 0, bind(first, (void *)&a, len));
  tell_result("getsockname", 0, 0, getsockname(first, (void *)&a, &len));
  tell("  %d %d", a.sin_port != 0, (int)len);
  if (stream) {
    tell_result("accept", 0, 0, accept(first, NULL, NULL));
    tell_result("listen", 0, 0, listen(first, 1));
    tell_result("accept", 0, 0, accept(first, NULL, NULL));
  } else {
    tell_result("bind", 0, 0, bind(second, (void *)&b, len));
    getsockname(second, (void *)&b, &len);
    tell_result("connect", 0, 0, connect(first, (void *)&b, len));
  }
  tell_result("connect", 0, 0, connect(second, (void *)&a, len));
  if (stream) {
    int accepted = accept4(first, (void *)&b, &len, SOCK_NONBLOCK);
    tell_result("accept", 0, 0, accepted < 0 ? -1 : 0);
    tell("  %d", (int)len);
    tell_result("connect", 0, 0, connect(second, (void *)&a, len));
    close(first);
    first = accepted;
    setsockopt(first, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  tell_result("getpeername", 0, 0, getpeername(first, (void *)&b, &len));
  keep(first, false);
  int two = free_place();
  keep(second, false);
  if (one >= 0 && two >= 0) {
    tcp[one] = tcp[two] = true;
    other[one] = two;
    other[two] = one;
  } else if (one >= 0) {
    close(first);
    files[one] = -1;
  }
}

static void open_queue(void) {
  char name[40];
  struct mq_attr a = {.mq_maxmsg = (long)draw(4), .mq_msgsize = 16};
  int mode = (int)draw(3), i = free_place();
  snprintf(name, sizeof name, "/agree-%d", (int)getpid());
  mqd_t q = mq_open(name, O_CREAT | O_EXCL | O_NONBLOCK | mode, 0600, &a);
  tell_result("mq_open", i, a.mq_maxmsg, q < 0 ? -1 : 0);
  tell_result("again", i, 0, mq_open(name, O_CREAT | O_EXCL, 0600, &a));
  tell_result("mq_unlink", i, 0, mq_unlink(name));
  tell_result("mq_unlink", i, 0, mq_unlink(name));
  tell_result("mq_open", i, 0, mq_open(name, mode));
  if (q < 0)
    return;
  keep(q, false);
  if (i >= 0)
    queues[i] = true;
}

static volatile int signals_of_queues, value_of_queue;

static void on_message(int number, siginfo_t *info, void *unused) {
  (void)number, (void)unused;
  signals_of_queues++;
  value_of_queue = info->si_code == SI_MESGQ ? info->si_value.sival_int : -1;
}

static void queue_notice(int i) {
  int kinds[] = {SIGEV_NONE, SIGEV_SIGNAL, SIGEV_SIGNAL, 99};
  int numbers[] = {SIGUSR1, SIGUSR1, 0, 99};
  struct sigaction a = {.sa_sigaction = on_message, .sa_flags = SA_SIGINFO};
  struct sigevent e = {.sigev_notify = kinds[draw(4)],
                       .sigev_signo = numbers[draw(4)],
                       .sigev_value.sival_int = (int)draw(100)};
  sigaction(SIGUSR1, &a, NULL);
  tell_result("mq_notify", i, e.sigev_notify * 1000 + e.sigev_signo,
              mq_notify(files[i], draw(4) ? &e : NULL));
  tell("  %d signals, %d", signals_of_queues, value_of_queue);
}

static void queue_calls(int i) {
  struct mq_attr a = {0};
  unsigned priority = 99;
  size_t len = draw(18);
  memset(in, 0, sizeof in);
  switch (draw(6)) {
  case 5:
    queue_notice(i);
    break;
  case 0:
    tell_result("mq_getattr", i, 0, mq_getattr(files[i], &a));
    tell("  %ld %ld %ld %ld", a.mq_flags, a.mq_maxmsg, a.mq_msgsize,
         a.mq_curmsgs);
    break;
  case 1:
  case 2:
    memset(out, (int)draw(256), len);
    tell_result("mq_send", i, (long)len,
                mq_send(files[i], (char *)out, len, draw(4)));
    tell("  %d signals, %d", signals_of_queues, value_of_queue);
    break;
  default:
    len = draw(4) ? 16 + draw(3) : draw(20);
    tell_bytes("mq_receive", i, len,
               mq_receive(files[i], (char *)in, len, &priority));
    tell("  %u", priority);
  }
}

static void new_unix(void) {
  int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
  int type = types[draw(3)];
  int file = socket(AF_UNIX, type | SOCK_NONBLOCK, 0), i = free_place();
  tell_result("socket", i, type, file < 0 ? -1 : 0);
  keep(file, false);
  if (i >= 0)
    named[i] = true;
}

static void name_unix(int i) {
  struct sockaddr_un *a = &names[i];
  *a = (struct sockaddr_un){.sun_family = AF_UNIX};
  int n = snprintf(a->sun_path + 1, 40, "agree-%d-%u", (int)getpid(),
                   names_made + draw(2));
  names_made++;
  socklen_t len =
      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
  int done = bind(files[i], (void *)a, len);
  names_len[i] = done ? 0 : len;
  tell_result("bind", i, 0, done);
  if (draw(2))
    tell_result("listen", i, 1, listen(files[i], 1));
}

/* A place whose name others could use; or any. */
static int named_place(void) {
  int k = place();
  for (int i = 0; i < FILES && !(files[k] >= 0 && names_len[k]); i++)
    k = (k + 1) % FILES;
  return k;
}

static void address_unix(int i) {
  int k = named_place(), type = 0;
  socklen_t len = sizeof type;
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  switch (draw(7)) {
  case 0:
  case 1:
    name_unix(i);
    break;
  case 2:
    tell_result("listen", i, 2, listen(files[i], (int)draw(3)));
    break;
  case 3:
  case 4:
    if (files[k] >= 0 && names_len[k] && i != k)
      tell_result("connect", i, k,
                  connect(files[i], (void *)&names[k], names_len[k]));
    break;
  case 5:
    getsockopt(files[i], SOL_SOCKET, SO_TYPE, &type, &len);
    tell_result("type", i, 0, type);
    len = sizeof a;
    tell_result("getpeername", i, 0, getpeername(files[i], (void *)&a, &len));
    len = sizeof a;
    tell_result("getsockname", i, 0, getsockname(files[i], (void *)&a, &len));
    break;
  default:
    len = sizeof a;
    int file = accept4(files[i], (void *)&a, &len, SOCK_NONBLOCK);
    tell_result("accept", i, 0, file < 0 ? -1 : 0);
    k = free_place();
    if (file >= 0)
      keep(file, false);
    if (file >= 0 && k >= 0)
      named[k] = true;
  }
}

static void send_to(int i) {
  int k = named_place();
  size_t len = draw(30);
  if (files[k] < 0 || !names_len[k])
    return;
  memset(out, (int)draw(256), len);
  tell_result("sendto", i, k,
              sendto(files[i], out, len, MSG_NOSIGNAL, (void *)&names[k],
                     names_len[k]));
}

static void open_some(void) {
  int two[2], result, file;
  unsigned value;
  int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
  switch (draw(8)) {
  case 6:
    internet_pair(draw(2));
    return;
  case 7:
    open_queue();
    return;
  case 4:
  case 5:
    new_unix();
    return;
  case 0:
  case 1:
    result = pipe2(two, O_NONBLOCK);
    tell_result("pipe", 0, 0, result);
    break;
  case 2:
    result = socketpair(AF_UNIX, types[draw(3)] | SOCK_NONBLOCK, 0, two);
    tell_result("socketpair", 0, 0, result);
    break;
  default:
    value = draw(3);
    file = eventfd(value, EFD_NONBLOCK | (draw(2) ? EFD_SEMAPHORE : 0));
    tell_result("eventfd", 0, (long)value, file < 0 ? -1 : 0);
    keep(file, true);
    return;
  }
  keep(two[0], false);
  keep(two[1], false);
}

static size_t some_length(void) {
  if (local) /* what waits at the other side does not matter to who sends */
    return draw(1500);
  switch (draw(8)) {
  case 0:
    return 0;
  case 1:
    return 4095 + draw(3);
  case 2:
    return draw(LONGEST);
  case 3:
    return draw(9000);
  default:
    return 1 + draw(20);
  }
}

/* --- bytes -------------------------------------------------------------- */

static void write_some(int i) {
  size_t len = counts[i] && draw(4) ? 8 : some_length();
  memset(out, (int)draw(256), len < 300 ? len : 300);
  if (counts[i]) {
    uint64_t values[] = {1, 7, UINT64_MAX - 1, UINT64_MAX, 0};
    uint32_t most = draw(8) < 6 ? 2 : 5;
    memcpy(out, &values[draw(most)], 8);
  }
  tell_result("write", i, (long)len, write(files[i], out, len));
}

static void read_some(int i) {
  size_t len = counts[i] && draw(4) ? 8 : some_length();
  memset(in, 0, len);
  tell_bytes("read", i, len, read(files[i], in, len));
}

static void send_some(int i) {
  size_t len = some_length();
  int flags = MSG_NOSIGNAL | (draw(2) ? MSG_DONTWAIT : 0);
  memset(out, (int)draw(256), len);
  ssize_t done = draw(2) ? send(files[i], out, len, flags)
                         : sendto(files[i], out, len, flags, NULL, 0);
  tell_result("send", i, (long)len, done);
}

static void receive_some(int i) {
  size_t len = some_length();
  int flags = draw(2) ? MSG_DONTWAIT : 0;
  flags |= draw(2) ? MSG_PEEK : 0;
  flags |= draw(3) ? 0 : MSG_TRUNC;
  memset(in, 0, sizeof in);
  ssize_t got = draw(2) ? recv(files[i], in, len, flags)
                        : recvfrom(files[i], in, len, flags, NULL, NULL);
  tell_bytes(flags & MSG_TRUNC ? "receive-trunc" : "receive", i, len, got);
}

static void vectors(int i) {
  struct iovec v[3] = {{out, draw(5000)},
                       {out + 9000, draw(10)},
                       {out + 7, draw(local ? 700 : 70000)}};
  int count = (int)draw(4);
  if (counts[i])
    v[0].iov_len = 8, count = 1, memset(out, 0, 8), out[0] = 1;
  if (draw(2)) {
    tell_result("writev", i, count, writev(files[i], v, count));
    return;
  }
  v[0].iov_base = in;
  v[1].iov_base = in + v[0].iov_len;
  v[2].iov_base = in + v[0].iov_len + v[1].iov_len;
  memset(in, 0, sizeof in);
  tell_bytes("readv", i, (size_t)count, readv(files[i], v, count));
}

static void messages(int i) {
  struct iovec v[2] = {{in, draw(50)}, {in + 50, draw(local ? 500 : 5000)}};
  struct msghdr m = {.msg_iov = v, .msg_iovlen = draw(3)};
  memset(in, 7, sizeof in);
  if (draw(2)) {
    tell_result("sendmsg", i, (long)m.msg_iovlen,
                sendmsg(files[i], &m, MSG_NOSIGNAL));
    return;
  }
  ssize_t got = recvmsg(files[i], &m, MSG_DONTWAIT);
  tell_bytes("recvmsg", i, m.msg_iovlen, got);
  if (got >= 0)
    tell("flags %x", m.msg_flags);
}

/* --- descriptors -------------------------------------------------------- */

static void poll_all(void) {
  struct pollfd p[FILES];
  short events[] = {POLLIN, POLLOUT, POLLIN | POLLOUT, 0, POLLIN | POLLRDHUP};
  for (int i = 0; i < FILES; i++)
    p[i] = (struct pollfd){files[i], events[draw(5)], 0};
  struct timespec now = {0};
  int ready = draw(2) ? poll(p, FILES, 0) : ppoll(p, FILES, &now, NULL);
  tell_result("poll", 0, 0, ready);
  for (int i = 0; i < FILES; i++)
    if (files[i] >= 0)
      tell("  %d: %x of %x", i, p[i].revents, p[i].events);
}

static void select_all(void) {
  fd_set sets[2];
  int top = 0;
  struct timeval now = {0};
  struct timespec exact = {0};
  FD_ZERO(&sets[0]);
  FD_ZERO(&sets[1]);
  for (int i = 0; i < FILES; i++) {
    if (files[i] < 0 || files[i] >= FD_SETSIZE)
      continue;
    top = files[i] > top ? files[i] : top;
    FD_SET(files[i], &sets[0]);
    if (draw(2))
      FD_SET(files[i], &sets[1]);
  }
  int ready = draw(2)
                  ? select(top + 1, &sets[0], &sets[1], NULL, &now)
                  : pselect(top + 1, &sets[0], &sets[1], NULL, &exact, NULL);
  tell_result("select", 0, 0, ready);
  for (int i = 0; i < FILES; i++)
    if (files[i] >= 0)
      tell("  %d: %d %d", i, !!FD_ISSET(files[i], &sets[0]),
           !!FD_ISSET(files[i], &sets[1]));
}

/* Lists of lists: `over` has the list below it, and some of what that has. */
static void epoll_over(int list, int over, int turn) {
  struct epoll_event e[4];
  uint32_t lists = 0, files = 0; /* which comes first is the kernel's */
  struct pollfd p[2] = {{list, POLLIN | POLLOUT, 0}, {over, POLLIN, 0}};
  tell_result("poll of lists", 0, turn, poll(p, 2, 0));
  tell("  %x %x", p[0].revents, p[1].revents);
  int n = epoll_wait(over, e, 4, 0);
  tell_result("epoll of a list", 0, turn, n);
  for (int k = 0; k < n; k++)
    *(e[k].data.fd == 100 ? &lists : &files) = e[k].events;
  tell("  %x %x", lists, files);
}

static int make_over(int list) {
  uint32_t kinds[] = {EPOLLIN, EPOLLIN, EPOLLIN | EPOLLONESHOT, EPOLLOUT};
  int over = epoll_create1(0), i = place();
  struct epoll_event e = {.events = kinds[draw(4)], .data.fd = 100};
  tell_result("a list in a list", 0, (long)e.events,
              epoll_ctl(over, EPOLL_CTL_ADD, list, &e));
  tell_result("a circle", 0, 0, epoll_ctl(list, EPOLL_CTL_ADD, over, &e));
  e = (struct epoll_event){.events = EPOLLIN | EPOLLOUT, .data.fd = i};
  if (files[i] >= 0 && draw(2))
    tell_result("beside it", i, 0,
                epoll_ctl(over, EPOLL_CTL_ADD, files[i], &e));
  return over;
}

/* One above the other, until the kernel has enough of them. */
static void epoll_tower(void) {
  int all[8];
  struct epoll_event e = {.events = EPOLLIN};
  for (int k = 0; k < 8; k++)
    all[k] = epoll_create1(0);
  int from = (int)draw(4);
  for (int k = from; k < from + 7; k++)
    tell_result("a tower", k % 7, from,
                epoll_ctl(all[k % 7 + 1], EPOLL_CTL_ADD, all[k % 7], &e));
  for (int k = 0; k < 8; k++)
    close(all[k]);
}

/* A list of all, asked three times: whatever is told by edges or once shows. */
static void epoll_all(void) {
  int over = -1;
  uint32_t kinds[] = {EPOLLIN, EPOLLOUT, EPOLLIN | EPOLLOUT, EPOLLIN | EPOLLET,
                      EPOLLIN | EPOLLONESHOT};
  int list = draw(2) ? epoll_create(1) : epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < FILES; i++) {
    struct epoll_event e = {.events = kinds[draw(5)], .data.fd = i};
    int add = draw(9) ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    if (files[i] >= 0)
      tell_result("epoll_ctl", i, add, epoll_ctl(list, add, files[i], &e));
  }
  if (draw(3))
    over = make_over(list);
  for (int turn = 0; turn < 3; turn++) {
    struct epoll_event found[FILES];
    if (over >= 0 && draw(3))
      epoll_over(list, over, turn);
    uint32_t of[FILES] = {0};
    struct timespec none = {0};
    int n = draw(2)   ? epoll_wait(list, found, FILES, 0)
            : draw(2) ? epoll_pwait(list, found, FILES, 0, NULL)
                      : epoll_pwait2(list, found, FILES, &none, NULL);
    for (int i = 0; i < n; i++)
      of[found[i].data.fd] = found[i].events;
    tell_result("epoll", 0, turn, n);
    for (int i = 0; i < FILES; i++)
      tell("  %d: %x", i, of[i]);
    int i = place();
    if (files[i] >= 0 && !counts[i] && !tcp[i] && !queues[i])
      write_some(i);
  }
  close(draw(2) ? list : over);
  if (over >= 0 && draw(2))
    epoll_over(list, over, 3);
  close(list);
  close(over);
  if (!draw(20))
    epoll_tower();
}

static void close_some(int i) {
  tell_result("close", i, 0, close(files[i]));
  files[i] = -1;
  if (tcp[i]) { /* whatever comes after it is not looked at */
    close(files[other[i]]);
    files[other[i]] = -1;
    tcp[i] = tcp[other[i]] = false;
  }
}

/* A few bytes, which fit everywhere. */
static void small_calls(int i) {
  size_t len = 1 + draw(20);
  memset(in, 0, sizeof in);
  switch (draw(4)) {
  case 0:
    memset(out, (int)draw(256), len);
    tell_result("write", i, (long)len, write(files[i], out, len));
    break;
  case 1:
    memset(out, (int)draw(256), len);
    tell_result("send", i, (long)len, send(files[i], out, len, MSG_NOSIGNAL));
    break;
  case 2:
    tell_bytes("read", i, len, read(files[i], in, len));
    break;
  default:
    tell_bytes("recv", i, len, recv(files[i], in, len, MSG_DONTWAIT));
  }
}

static void dup_some(int i) {
  int new = draw(3) ? dup(files[i]) : fcntl(files[i], F_DUPFD, 0);
  if (new >= 0 && draw(2)) { /* the same number again, free or not */
    if (draw(2))
      close(new);
    new = draw(2) ? dup2(files[i], new) : dup3(files[i], new, 0);
  }
  tell_result("dup", i, 0, new < 0 ? -1 : 0);
  int at = free_place();
  keep(new, counts[i]);
  if (at >= 0)
    named[at] = named[i];
}

static void ask(int i) {
  int n = -1;
  switch (draw(3)) {
  case 0:
    tell_result("F_GETFL", i, 0, fcntl(files[i], F_GETFL));
    break;
  case 1:
    tell_result("F_GETFD", i, 0, fcntl64(files[i], F_GETFD));
    break;
  default:
    if (counts[i])
      return;
    int flags = fcntl(files[i], F_GETFL);
    if ((flags & O_ACCMODE) == O_WRONLY)
      return;
    tell_result("FIONREAD", i, 0, ioctl(files[i], FIONREAD, &n));
    tell("  %d", n);
  }
}

static void one_call(void) {
  int i = place();
  if (local && files[i] < 0) {
    new_unix();
    return;
  }
  if (local && named[i] && draw(2)) {
    if (draw(5))
      address_unix(i);
    else
      send_to(i);
    return;
  }
  if (files[i] < 0) {
    if (draw(3) && free_place() < FILES - 1)
      open_some();
    return;
  }
  if (tcp[i] || queues[i]) {
    if (draw(9) && queues[i])
      queue_calls(i);
    else if (draw(9) && tcp[i])
      small_calls(i);
    else if (draw(3))
      poll_all();
    else
      close_some(i);
    return;
  }
  switch (draw(20)) {
  case 17:
  case 18:
    if (named[i])
      address_unix(i);
    break;
  case 19:
    if (named[i])
      send_to(i);
    break;
  case 16:
    epoll_all();
    break;
  case 0:
    close_some(i);
    break;
  case 1:
    dup_some(i);
    break;
  case 2:
    poll_all();
    break;
  case 3:
    select_all();
    break;
  case 4:
    ask(i);
    break;
  case 5:
    tell_result("shutdown", i, 0,
                draw(3) ? 0 : shutdown(files[i], (int)draw(4)));
    break;
  case 6:
    vectors(i);
    break;
  case 7:
    messages(i);
    break;
  case 8:
  case 9:
    send_some(i);
    break;
  case 10:
    receive_some(i);
    break;
  case 11:
  case 12:
  case 13:
    write_some(i);
    break;
  default:
    read_some(i);
  }
}

int main(int argc, char **argv) {
  uint64_t from = argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  shows = argc > 3;
  for (int i = 0; i < LONGEST; i++)
    out[i] = (unsigned char)(i * 7 + i / 4096);
  signal(SIGPIPE, SIG_IGN);
  for (uint64_t n = from; n < from + count; n++) {
    state = n * UINT64_C(0x9e3779b97f4a7c15) + 1;
    sum = 0;
    memset(files, 255, sizeof files);
    memset(tcp, 0, sizeof tcp);
    memset(queues, 0, sizeof queues);
    memset(named, 0, sizeof named);
    memset(names_len, 0, sizeof names_len);
    signals_of_queues = value_of_queue = 0;
    int calls = 10 + (int)draw(70);
    local = n % 3 == 0;
    for (int i = 0; i < calls; i++)
      one_call();
    for (int i = 0; i < FILES; i++)
      if (files[i] >= 0)
        close_some(i);
    printf("%llu %016llx\n", (unsigned long long)n, (unsigned long long)sum);
  }
  return 0;
}
