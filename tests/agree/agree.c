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
#include <sys/uio.h>
#include <unistd.h>

enum { FILES = 8, LONGEST = 300000 };

static int files[FILES];       /* or -1 */
static bool counts[FILES];     /* it is an eventfd */
static unsigned char in[LONGEST], out[LONGEST];
static uint64_t state, sum;
static bool shows;

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

/* --- what there is -------------------------------------------------------- */

static int free_place(void) {
  for (int i = 0; i < FILES; i++)
    if (files[i] < 0)
      return i;
  return -1;
}

static int place(void) { return (int)draw(FILES); }

static void keep(int file, bool count) {
  int i = free_place();
  if (i >= 0)
    files[i] = file, counts[i] = count;
  else if (file >= 0)
    close(file);
}

static void open_some(void) {
  int two[2], result, file;
  unsigned value;
  int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
  switch (draw(4)) {
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

/* --- bytes ---------------------------------------------------------------- */

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
  struct iovec v[3] = {{out, draw(5000)}, {out + 9000, draw(10)},
                       {out + 7, draw(70000)}};
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
  struct iovec v[2] = {{in, draw(50)}, {in + 50, draw(5000)}};
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

/* --- descriptors ---------------------------------------------------------- */

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

/* A list of all, asked three times: whatever is told by edges or once shows. */
static void epoll_all(void) {
  uint32_t kinds[] = {EPOLLIN, EPOLLOUT, EPOLLIN | EPOLLOUT,
                      EPOLLIN | EPOLLET, EPOLLIN | EPOLLONESHOT};
  int list = draw(2) ? epoll_create(1) : epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < FILES; i++) {
    struct epoll_event e = {.events = kinds[draw(5)], .data.fd = i};
    int add = draw(9) ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    if (files[i] >= 0)
      tell_result("epoll_ctl", i, add, epoll_ctl(list, add, files[i], &e));
  }
  for (int turn = 0; turn < 3; turn++) {
    struct epoll_event found[FILES];
    uint32_t of[FILES] = {0};
    int n = draw(2) ? epoll_wait(list, found, FILES, 0)
                    : epoll_pwait(list, found, FILES, 0, NULL);
    for (int i = 0; i < n; i++)
      of[found[i].data.fd] = found[i].events;
    tell_result("epoll", 0, turn, n);
    for (int i = 0; i < FILES; i++)
      tell("  %d: %x", i, of[i]);
    int i = place();
    if (files[i] >= 0 && !counts[i])
      write_some(i);
  }
  close(list);
}

static void close_some(int i) {
  tell_result("close", i, 0, close(files[i]));
  files[i] = -1;
}

static void dup_some(int i) {
  int new = draw(3) ? dup(files[i]) : fcntl(files[i], F_DUPFD, 0);
  if (new >= 0 && draw(2)) { /* the same number again, free or not */
    if (draw(2))
      close(new);
    new = draw(2) ? dup2(files[i], new) : dup3(files[i], new, 0);
  }
  tell_result("dup", i, 0, new < 0 ? -1 : 0);
  keep(new, counts[i]);
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
  if (files[i] < 0) {
    if (draw(3) && free_place() < FILES - 1)
      open_some();
    return;
  }
  switch (draw(17)) {
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
    int calls = 10 + (int)draw(70);
    for (int i = 0; i < calls; i++)
      one_call();
    for (int i = 0; i < FILES; i++)
      if (files[i] >= 0)
        close_some(i);
    printf("%llu %016llx\n", (unsigned long long)n, (unsigned long long)sum);
  }
  return 0;
}
