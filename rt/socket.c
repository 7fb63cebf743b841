/* Sending and receiving on sockets, and in several pieces.  Those that reach
 * further than this machine are the kernel's, and the verdict is then
 * incomplete. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "rt/address.h"
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/inputs.h"
#include "rt/kernel.h"
#include "rt/rt.h"
#include "rt/stdio.h"
#include "rt/stream.h"

/* The end behind a socket that is modelled; else libc's own call is made, as of
 * a function without a model. */
#define SOCKET_OR(e, file, call, ...)                                          \
  struct end *e = rt_end_at(file);                                             \
  if (!e) {                                                                    \
    uint32_t before = rt.current->inside;                                      \
    rt.current->inside = 1 + rt_escape(WHY_UNMODELLED, #call, heddle_here);    \
    rt.wire->inside = rt.current->inside;                                      \
    __auto_type result = call(__VA_ARGS__);                                    \
    heddle_left(before);                                                       \
    return result;                                                             \
  }                                                                            \
  if (e->kind != END_SOCKET) {                                                 \
    errno = ENOTSOCK;                                                          \
    return -1;                                                                 \
  }

enum {
  KNOWN = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_PEEK | MSG_TRUNC | MSG_CMSG_CLOEXEC
};

static void check_flags(int flags, const char *call, heddle_at site) {
  if (flags & ~KNOWN)
    rt_escape_end(WHY_UNMODELLED, call, site);
}

/* Of a stream the length is what there is. */
static int flags_of(const struct end *e, int flags) {
  return END_SOCKET_CALL |
         (e->type == SOCK_STREAM ? flags & ~MSG_TRUNC : flags);
}

ssize_t heddle_send(int file, const void *from, size_t len, int flags) {
  SOCKET_OR(e, file, send, file, from, len, flags)
  check_flags(flags, "send", heddle_here);
  return rt_end_write(e, 1, from, len, flags, heddle_here);
}

ssize_t heddle_sendto(int file, const void *from, size_t len, int flags,
                      __CONST_SOCKADDR_ARG to, socklen_t to_len) {
  SOCKET_OR(e, file, sendto, file, from, len, flags, to, to_len)
  check_flags(flags, "sendto", heddle_here);
  if (to_len && e->domain && e->type == SOCK_DGRAM)
    return rt_datagram_send_to(e, 1, from, len, flags, to.__sockaddr__, to_len,
                               heddle_here);
  bool local = e->domain != AF_INET && e->domain != AF_INET6;
  if (to_len && local && e->type != SOCK_SEQPACKET) {
    errno = e->phase == SOCKET_CONNECTED ? EISCONN : EOPNOTSUPP;
    return -1;
  }
  return rt_end_write(e, 1, from, len, flags, heddle_here);
}

/* With MSG_WAITALL one who would wait reads on, a step for each part, until all
 * of it is there or no more will come; what came before that counts. */
static ssize_t receive(struct end *e, char *to, size_t len, int flags,
                       const char *call, heddle_at site) {
  size_t done = 0;
  ssize_t got;
  bool all = flags & MSG_WAITALL && e->type == SOCK_STREAM;
  if (all && flags & MSG_PEEK)
    rt_escape_end(WHY_UNMODELLED, call, site);
  flags &= ~MSG_WAITALL;
  check_flags(flags, call, site);
  do {
    got = rt_end_read(e, done ? NO_ARGUMENT : 1, to + done, len - done,
                      flags_of(e, flags), site);
    done += got > 0 ? (size_t)got : 0;
  } while (all && got > 0 && done < len && !e->in->in_now &&
           !(flags & MSG_DONTWAIT));
  if (!done || got >= 0)
    return done ? (ssize_t)done : got;
  if (errno == ECONNRESET) /* it is told again by the next call */
    rt_escape_end(WHY_UNMODELLED, call, site);
  return (ssize_t)done;
}

ssize_t heddle_recv(int file, void *to, size_t len, int flags) {
  SOCKET_OR(e, file, recv, file, to, len, flags)
  return receive(e, to, len, flags, "recv", heddle_here);
}

/* Nobody in a pair has an address, and who is connected is not told again. */
ssize_t heddle_recvfrom(int file, void *to, size_t len, int flags,
                        __SOCKADDR_ARG from, socklen_t *from_len) {
  SOCKET_OR(e, file, recvfrom, file, to, len, flags, from, from_len)
  heddle_at site = heddle_here;
  ssize_t got = receive(e, to, len, flags, "recvfrom", site);
  if (got >= 0 && from_len) {
    const struct address *sender = rt.current->sender;
    if (sender && e->type == SOCK_DGRAM) {
      rt_address_store(sender, e->domain, 4, from.__sockaddr__, from_len, site);
      return got;
    }
    rt_argument_write(5, from_len, sizeof *from_len, site, 0);
    *from_len = 0;
  }
  return got;
}

int heddle_shutdown(int file, int how) {
  heddle_at site = heddle_here;
  SOCKET_OR(e, file, shutdown, file, how)
  bool known = how >= SHUT_RD && how <= SHUT_RDWR;
  if (!known || (e->phase == SOCKET_NEW && e->domain != AF_UNIX)) {
    errno = known ? ENOTCONN : EINVAL;
    return -1;
  }
  if (e->phase == SOCKET_LISTENS && e->domain != AF_UNIX)
    return rt_socket_stop(e, how != SHUT_WR, site);
  struct stream *in = e->in, *out = e->out;
  if (how != SHUT_WR) {
    bool step = rt_stream_step(in, OP_STREAM_CLOSE, 1, site);
    if (rt_end_closed(in, step, site))
      return -1;
    in->over = in->deaf = true;
    in->fed++, in->drained++;
    rt_stream_done(in, step, true, site);
  }
  if (how != SHUT_RD || out->mute) {
    bool step = rt_stream_step(out, OP_STREAM_CLOSE, 1, site);
    if (how == SHUT_WR && rt_end_closed(out, step, site))
      return -1;
    out->mute = true;
    out->fed++;
    out->over |= e->type != SOCK_DGRAM;
    out->hung |= e->type != SOCK_DGRAM && in->deaf;
    rt_stream_done(out, step, true, site);
  }
  return 0;
}

/* --- in pieces ------------------------------------------------------------ */

/* All pieces as one; -1: too much, or too many. */
static ssize_t length(unsigned argument, const struct iovec *v, size_t count,
                      heddle_at site) {
  size_t sum = 0;
  if (count > IOV_MAX) {
    errno = EINVAL;
    return -1;
  }
  if (count)
    rt_argument_read(argument, v, count * sizeof *v, site);
  for (size_t i = 0; i < count; i++)
    if (__builtin_add_overflow(sum, v[i].iov_len, &sum) || sum > SSIZE_MAX) {
      errno = EINVAL;
      return -1;
    }
  return (ssize_t)sum;
}

/* Piece by piece, each by a step. */
static char *gather(const struct iovec *v, size_t count, size_t sum,
                    heddle_at site) {
  char *all = rt_heap_alloc(sum + 1, 16);
  size_t at = 0;
  for (size_t i = 0; i < count; at += v[i++].iov_len) {
    rt_range_read(v[i].iov_base, v[i].iov_len, site);
    memcpy(all + at, v[i].iov_base, v[i].iov_len);
  }
  return all;
}

static ssize_t write_pieces(struct end *e, unsigned argument,
                            const struct iovec *v, size_t count, int flags,
                            heddle_at site) {
  ssize_t sum = length(argument, v, count, site);
  if (sum < 0 || (!sum && !(flags & END_SOCKET_CALL)))
    return sum;
  char *all = gather(v, count, (size_t)sum, site);
  return rt_end_write(e, OWN_BYTES, all, (size_t)sum, flags, site);
}

static ssize_t read_pieces(struct end *e, unsigned argument,
                           const struct iovec *v, size_t count, int flags,
                           heddle_at site) {
  ssize_t sum = length(argument, v, count, site);
  if (sum < 0 || (!sum && !(flags & END_SOCKET_CALL)))
    return sum;
  char *all = rt_heap_alloc((size_t)sum + 1, 16);
  ssize_t got = rt_end_read(e, OWN_BYTES, all, (size_t)sum, flags, site);
  size_t rest = got < 0 ? 0 : (size_t)(got < sum ? got : sum);
  for (size_t i = 0; i < count && rest; i++) {
    size_t n = v[i].iov_len < rest ? v[i].iov_len : rest;
    if (n)
      rt_range_write(v[i].iov_base, n, site);
    memcpy(v[i].iov_base, all, n);
    all += n;
    rest -= n;
  }
  return got;
}

/* Of a file, which is real. */
static ssize_t read_file(int file, const struct iovec *v, int count,
                         heddle_at site) {
  struct rt_call k;
  CANCEL_POINT(site);
  rt_call_open(&k, site);
  rt_call_read(&k, 1, v, (size_t)count * sizeof *v);
  rt_file_use(file, site);
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  if (file == STDIN_FILENO)
    rt_input_use(site);
  rt_inputs_lose(file, site);
  for (int i = 0; i < count; i++)
    rt_call_room(&k, NO_ARGUMENT, v[i].iov_base, v[i].iov_len);
  rt_call_enter(&k);
  ssize_t got = readv(file, v, count);
  rt_call_leave(&k);
  size_t rest = got < 0 ? 0 : (size_t)got;
  for (int i = 0; i < count && rest; i++) {
    size_t n = v[i].iov_len < rest ? v[i].iov_len : rest;
    rt_call_wrote(&k, NO_ARGUMENT, v[i].iov_base, n);
    rest -= n;
  }
  rt_call_close(&k);
  return got;
}

static ssize_t write_file(int file, const struct iovec *v, int count,
                          heddle_at site) {
  struct rt_call k;
  CANCEL_POINT(site);
  rt_call_open(&k, site);
  rt_call_read(&k, 1, v, (size_t)count * sizeof *v);
  for (int i = 0; i < count; i++)
    rt_call_read(&k, NO_ARGUMENT, v[i].iov_base, v[i].iov_len);
  rt_file_use(file, site);
  rt_call_enter(&k);
  ssize_t done = writev(file, v, count);
  rt_call_leave(&k);
  rt_call_close(&k);
  return done;
}

/* To standard output or error, as `write` has it. */
static ssize_t print_pieces(int file, const struct iovec *v, int count,
                            heddle_at site) {
  ssize_t sum = length(1, v, (size_t)count, site);
  for (int i = 0; i < count && sum > 0; i++) {
    heddle_here = site;
    rt_range_read(v[i].iov_base, v[i].iov_len, site);
    rt_put(file == STDERR_FILENO ? stderr : stdout, v[i].iov_base,
           v[i].iov_len);
  }
  return sum;
}

#define PIECES_OR(e, file, side, v, count, otherwise)                          \
  struct end *e = rt_end_at(file);                                             \
  if (!e && (count < 0 || count > IOV_MAX)) {                                  \
    errno = EINVAL;                                                            \
    return -1;                                                                 \
  }                                                                            \
  if (!e)                                                                      \
    return (otherwise)(file, v, count, heddle_here);                           \
  if (!e->side) {                                                              \
    errno = EBADF;                                                             \
    return -1;                                                                 \
  }

ssize_t heddle_readv(int file, const struct iovec *v, int count) {
  PIECES_OR(e, file, in, v, count, read_file)
  return read_pieces(e, 1, v, (size_t)count, 0, heddle_here);
}

ssize_t heddle_writev(int file, const struct iovec *v, int count) {
  bool prints = file == STDOUT_FILENO || file == STDERR_FILENO;
  PIECES_OR(e, file, out, v, count, prints ? print_pieces : write_file)
  return write_pieces(e, 1, v, (size_t)count, 0, heddle_here);
}

static struct msghdr header(const struct msghdr *m, int flags, const char *call,
                            heddle_at site) {
  rt_argument_read(1, m, sizeof *m, site);
  check_flags(flags, call, site);
  return *m;
}

/* Descriptors do not travel, and nothing else does beside the bytes. */
ssize_t heddle_sendmsg(int file, const struct msghdr *m, int flags) {
  heddle_at site = heddle_here;
  SOCKET_OR(e, file, sendmsg, file, m, flags)
  struct msghdr h = header(m, flags, "sendmsg", site);
  if (h.msg_controllen)
    rt_escape_end(WHY_UNMODELLED, "sendmsg", site);
  if (h.msg_namelen && e->domain && e->type == SOCK_DGRAM) {
    ssize_t sum = length(NO_ARGUMENT, h.msg_iov, h.msg_iovlen, site);
    return sum < 0 ? sum
                   : rt_datagram_send_to(
                         e, OWN_BYTES,
                         gather(h.msg_iov, h.msg_iovlen, (size_t)sum, site),
                         (size_t)sum, flags, h.msg_name, h.msg_namelen, site);
  }
  if (h.msg_namelen && e->domain)
    rt_escape_end(WHY_UNMODELLED, "sendmsg with an address", site);
  if (h.msg_namelen) {
    errno = EISCONN;
    return -1;
  }
  return write_pieces(e, NO_ARGUMENT, h.msg_iov, h.msg_iovlen,
                      flags | END_SOCKET_CALL, site);
}

/* Who has sent it is told of datagrams; of other sockets, who is connected is
 * known. */
static void tell_sender(const struct end *e, struct msghdr *m, heddle_at site) {
  const struct address *sender = rt.current->sender;
  socklen_t len = m->msg_namelen;
  m->msg_namelen = 0;
  if (!sender || e->type != SOCK_DGRAM || !m->msg_name)
    return;
  rt_address_store(sender, e->domain, OWN_BYTES, m->msg_name, &len, site);
  m->msg_namelen = len;
}

ssize_t heddle_recvmsg(int file, struct msghdr *m, int flags) {
  heddle_at site = heddle_here;
  SOCKET_OR(e, file, recvmsg, file, m, flags)
  struct msghdr h = header(m, flags, "recvmsg", site);
  size_t room = 0;
  for (size_t i = 0; i < h.msg_iovlen; i++)
    room += h.msg_iov[i].iov_len;
  int how = flags_of(e, flags | MSG_TRUNC);
  ssize_t got = read_pieces(e, NO_ARGUMENT, h.msg_iov, h.msg_iovlen, how, site);
  if (got < 0)
    return got;
  bool cut = (size_t)got > room;
  rt_argument_write(1, m, sizeof *m, site, 0);
  tell_sender(e, m, site);
  m->msg_controllen = 0;
  m->msg_flags = (cut ? MSG_TRUNC : 0) | (flags & MSG_CMSG_CLOEXEC);
  return cut && !(flags & MSG_TRUNC) ? (ssize_t)room : got;
}
