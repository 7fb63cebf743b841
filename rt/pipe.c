/* Pipes, pairs of sockets and eventfds (stream.h), and the calls that are for
 * descriptors only. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rt/call.h"
#include "rt/calls.h"
#include "rt/file_lock.h"
#include "rt/kernel.h"
#include "rt/rt.h"
#include "rt/stream.h"

static int fail(int error) {
  errno = error;
  return -1;
}

static struct end *new_end(enum end_kind kind, struct stream *in,
                           struct stream *out, int flags) {
  struct end *e = rt_heap_alloc(sizeof *e, 16);
  *e = (struct end){.in = in, .out = out, .kind = kind, .flags = flags};
  if (in)
    in->in_now = flags & O_NONBLOCK;
  if (out)
    out->out_now = flags & O_NONBLOCK;
  return e;
}

/* Both descriptors are written by one step. */
static int open_two(struct end *a, struct end *b, bool cloexec, int *to,
                    unsigned argument, heddle_at site) {
  int first = rt_end_open(a, 0, cloexec);
  int second = first < 0 ? -1 : rt_end_open(b, 0, cloexec);
  if (first >= 0 && second < 0)
    rt_end_close(first, site);
  if (second < 0)
    return fail(EMFILE);
  rt_argument_write(argument, to, 2 * sizeof *to, site,
                    (uint32_t)first | (uint64_t)second << 32);
  to[0] = first;
  to[1] = second;
  return 0;
}

/* --- making them ---------------------------------------------------------- */

static int make_pipe(int *ends, int flags, heddle_at site) {
  rt_trial_stop();
  if (flags & ~(O_CLOEXEC | O_NONBLOCK)) {
    if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT))
      return fail(EINVAL);
    rt_escape_end(WHY_UNMODELLED, "pipe2(O_DIRECT)", site);
  }
  struct stream *s = rt_stream_make(STREAM_PIPE);
  int now = flags & O_NONBLOCK;
  return open_two(new_end(END_PIPE, s, NULL, O_RDONLY | now),
                  new_end(END_PIPE, NULL, s, O_WRONLY | now), flags & O_CLOEXEC,
                  ends, 0, site);
}

int heddle_pipe(int *ends) {
  return make_pipe(ends, 0, heddle_here);
}

int heddle_pipe2(int *ends, int flags) {
  return make_pipe(ends, flags, heddle_here);
}

int heddle_eventfd(unsigned count, int flags) {
  rt_trial_stop();
  if (flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE))
    return fail(EINVAL);
  struct stream *s = rt_stream_make(STREAM_COUNTER);
  s->count = count;
  s->semaphore = flags & EFD_SEMAPHORE;
  return rt_end_open(
      new_end(END_COUNTER, s, s, O_RDWR | (flags & EFD_NONBLOCK)), 0,
      flags & EFD_CLOEXEC);
}

int heddle_socketpair(int domain, int type, int protocol, int *ends) {
  heddle_at site = heddle_here;
  int kind = type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
  rt_trial_stop();
  if (domain != AF_UNIX || protocol ||
      (kind != SOCK_STREAM && kind != SOCK_DGRAM && kind != SOCK_SEQPACKET)) {
    rt_escape(WHY_UNMODELLED, "socketpair", site);
    return socketpair(domain, type, protocol, ends);
  }
  enum stream_kind how = kind == SOCK_STREAM ? STREAM_BYTES : STREAM_PACKETS;
  struct stream *there = rt_stream_make(how), *back = rt_stream_make(how);
  int flags = O_RDWR | (type & SOCK_NONBLOCK ? O_NONBLOCK : 0);
  struct end *a = new_end(END_SOCKET, back, there, flags);
  struct end *b = new_end(END_SOCKET, there, back, flags);
  a->type = b->type = kind;
  there->datagrams = back->datagrams = kind == SOCK_DGRAM;
  return open_two(a, b, type & SOCK_CLOEXEC, ends, 3, site);
}

/* --- eventfds ------------------------------------------------------------- */

int heddle_eventfd_read(int file, eventfd_t *value) {
  return heddle_read(file, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int heddle_eventfd_write(int file, eventfd_t value) {
  struct end *e = rt_end_at(file);
  if (!e || e->kind != END_COUNTER) {
    rt_escape(WHY_UNMODELLED, "eventfd_write", heddle_here);
    return eventfd_write(file, value);
  }
  ssize_t n = rt_end_write(e, OWN_BYTES, &value, sizeof value, 0, heddle_here);
  return n == sizeof value ? 0 : -1;
}

/* --- descriptors ---------------------------------------------------------- */

/* Beside O_NONBLOCK nothing that can be set makes a difference here. */
static int set_flags(struct end *e, int flags, heddle_at site) {
  int kept = O_APPEND | O_NONBLOCK | O_NOATIME;
  if (flags & (O_ASYNC | O_DIRECT))
    rt_escape(WHY_UNMODELLED, "fcntl(F_SETFL)", site);
  if (!rt_end_step(e, flags & O_NONBLOCK, site))
    return -1;
  e->flags = (e->flags & ~kept) | (flags & kept);
  return 0;
}

static int control(struct end *e, int file, int command, long argument,
                   heddle_at site) {
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    return rt_end_dup(e, (int)argument, command == F_DUPFD_CLOEXEC, site);
  case F_GETFD:
  case F_SETFD:
    return fcntl(file, command, argument);
  case F_GETFL:
    return rt_end_step(e, -1, site) ? e->flags : -1;
  case F_SETFL:
    return set_flags(e, (int)argument, site);
  case F_GETPIPE_SZ:
    return e->kind == END_PIPE ? PIPE_PAGES * 4096 : fail(EBADF);
  default:
    rt_escape_end(WHY_UNMODELLED, "fcntl of a pipe or socket", site);
  }
}

/* A file.  What is set of a standard one is not the run's alone. */
static int control_file(int file, int command, long argument, heddle_at site) {
  switch (command) {
  case F_SETLK:
  case F_SETLKW:
  case F_GETLK:
  case F_OFD_SETLK:
  case F_OFD_SETLKW:
    return rt_file_lock(file, command, (struct flock *)argument, site);
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    return rt_file_copy(file, (int)argument, command == F_DUPFD_CLOEXEC, site);
  case F_SETFD:
  case F_SETFL:
    if (file > STDERR_FILENO)
      rt_file_use(file, site);
    else
      rt_escape(WHY_UNMODELLED, "fcntl", site);
    return fcntl(file, command, argument);
  case F_GETFD:
  case F_GETFL:
    rt_file_use(file, site);
    return fcntl(file, command);
  default:
    rt_escape(WHY_UNMODELLED, "fcntl", site);
    return fcntl(file, command, argument);
  }
}

int heddle_fcntl(int file, int command, ...) {
  heddle_at site = heddle_here;
  va_list args;
  va_start(args, command);
  long argument = va_arg(args, long);
  va_end(args);
  struct end *e = rt_end_at(file);
  if (e)
    return control(e, file, command, argument, site);
  return control_file(file, command, argument, site);
}

int heddle_fcntl64(int file, int command, ...) {
  va_list args;
  va_start(args, command);
  long argument = va_arg(args, long);
  va_end(args);
  return heddle_fcntl(file, command, argument);
}

int heddle_ioctl(int file, unsigned long request, ...) {
  heddle_at site = heddle_here;
  va_list args;
  va_start(args, request);
  void *argument = va_arg(args, void *);
  va_end(args);
  struct end *e = rt_end_at(file);
  if (!e) {
    rt_escape(WHY_UNMODELLED, "ioctl", site);
    return ioctl(file, request, argument);
  }
  if (request == FIONBIO) {
    rt_argument_read(2, argument, sizeof(int), site);
    int now = *(int *)argument ? O_NONBLOCK : 0;
    return set_flags(e, (e->flags & ~O_NONBLOCK) | now, site);
  }
  if (request != FIONREAD || e->kind == END_COUNTER || e->kind >= END_TIMER ||
      !e->in)
    rt_escape_end(WHY_UNMODELLED, "ioctl of a pipe or socket", site);
  if (e->phase == SOCKET_LISTENS)
    return fail(EINVAL);
  bool step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(e->in, step, site))
    return -1;
  int there = (int)rt_stream_there(e->in, INT_MAX, e->type == SOCK_SEQPACKET);
  rt_stream_done(e->in, step, false, site);
  rt_argument_write(2, argument, sizeof there, site, (uint64_t)there);
  *(int *)argument = there;
  return 0;
}

/* In the place of another descriptor, which is closed; the standard ones are
 * not the run's to give away.  Who has come there before, and would find there
 * another stream than it stands at, is not looked at. */
static int dup_to(int file, int to, bool cloexec, const char *call,
                  heddle_at site) {
  struct end *e = rt_end_at(file);
  if (!e && !rt_end_at(to)) {
    rt_escape(WHY_UNMODELLED, call, site);
    return dup3(file, to, cloexec ? O_CLOEXEC : 0);
  }
  if (!e || to <= STDERR_FILENO)
    rt_escape_end(WHY_UNMODELLED, call, site);
  rt_end_at(file);
  if (!rt_end_step(e, -1, site))
    return -1;
  if (rt_end_is_awaited(to))
    rt_escape_end(WHY_UNMODELLED, call, site);
  if (rt_end_at(to))
    rt_end_close(to, site);
  else if (fcntl(to, F_GETFD) >= 0)
    rt_escape_end(WHY_UNMODELLED, call, site);
  close(to); /* the number may have been kept */
  return rt_end_open(e, to, cloexec);
}

int heddle_dup2(int file, int to) {
  return file == to && rt_end_at(file)
             ? to
             : dup_to(file, to, false, "dup2", heddle_here);
}

int heddle_dup3(int file, int to, int flags) {
  if (file == to)
    return fail(EINVAL);
  return dup_to(file, to, flags & O_CLOEXEC, "dup3", heddle_here);
}
