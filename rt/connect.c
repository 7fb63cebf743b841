/* Sockets with addresses, of the process alone: unix sockets, and TCP and UDP
 * on this machine.
 *
 * A socket for connections has both its streams from the beginning, and whoever
 * reads or writes there before it is connected passes, and is told so.  Who
 * listens has a queue in the place of what it reads: connecting makes the other
 * end, of the same two streams, and puts it there by one step that waits for
 * room; accepting takes it out.  A socket for datagrams has what comes to it;
 * sending is a step on what the receiver has.
 *
 * TCP is as unix sockets are, but for what each of the calls here tells.  What
 * UDP may lose it does not lose here, unless the receiver has no room for it or
 * is not there.  A port is free as soon as who had it has closed it. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "rt/address.h"
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/stream.h"

static int fail(int error) {
  errno = error;
  return -1;
}

static bool is_internet(const struct end *e) {
  return e->domain != AF_UNIX;
}

/* --- making them --------------------------------------------------------- */

static bool is_known(int domain, int kind, int protocol) {
  bool internet = domain == AF_INET || domain == AF_INET6;
  if (kind == SOCK_SEQPACKET)
    return domain == AF_UNIX && !protocol;
  if (kind != SOCK_STREAM && kind != SOCK_DGRAM)
    return false;
  int usual = kind == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
  return (domain == AF_UNIX && !protocol) ||
         (internet && (!protocol || protocol == usual));
}

static struct end *new_socket(int domain, int kind, struct stream *in,
                              struct stream *out, int flags) {
  struct end *e = rt_heap_alloc(sizeof *e, 16);
  *e = (struct end){.in = in,
                    .out = out,
                    .kind = END_SOCKET,
                    .type = kind,
                    .domain = domain,
                    .flags = flags};
  return e;
}

int heddle_socket(int domain, int type, int protocol) {
  int kind = type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
  rt_trial_stop();
  if (!is_known(domain, kind, protocol)) {
    rt_escape(WHY_UNMODELLED, "socket", heddle_here);
    return socket(domain, type, protocol);
  }
  enum stream_kind how = kind == SOCK_STREAM ? STREAM_BYTES : STREAM_PACKETS;
  struct stream *in = rt_stream_make(how), *out = rt_stream_make(how);
  int now = type & SOCK_NONBLOCK ? O_NONBLOCK : 0;
  struct end *e = new_socket(domain, kind, in, out, O_RDWR | now);
  bool datagrams = kind == SOCK_DGRAM;
  e->phase = SOCKET_NEW;
  in->datagrams = out->datagrams = datagrams;
  in->in_now = out->out_now = !datagrams || now;
  if (datagrams && domain == AF_UNIX)
    in->most = DATAGRAMS;
  return rt_end_open(e, 0, type & SOCK_CLOEXEC);
}

/* The end behind a descriptor, which must be such a socket; -1 is the answer
 * where there is none, or it is a pair's. */
static struct end *socket_at(int file, const char *call, heddle_at site) {
  struct end *e = rt_end_at(file);
  if (!e || (e->kind == END_SOCKET && !e->domain))
    rt_escape_end(WHY_UNMODELLED, call, site);
  if (e->kind != END_SOCKET)
    errno = ENOTSOCK;
  return e->kind == END_SOCKET ? e : NULL;
}

static struct address *keep(const struct address *a) {
  struct address *kept = rt_heap_alloc(sizeof *kept, 16);
  *kept = *a;
  return kept;
}

static int bind_to(struct end *e, struct address *a, heddle_at site) {
  int error = rt_address_bind(a, e, site);
  uint32_t shares = OPTION_SHARES;
  if (e->type == SOCK_DGRAM)
    shares |= OPTION_SHARES_PACKETS;
  if (error == EADDRINUSE && e->domain != AF_UNIX && e->options & shares)
    rt_escape_end(WHY_UNMODELLED, "bind to a port that sockets share", site);
  e->bound = !error;
  e->address = error ? NULL : keep(a);
  return error;
}

int heddle_bind(int file, __CONST_SOCKADDR_ARG address, socklen_t len) {
  heddle_at site = heddle_here;
  struct address a;
  struct end *e = socket_at(file, "bind", site);
  if (!e || !rt_address_read(&a, e->domain, e->type, 1, address.__sockaddr__,
                             len, site))
    return -1;
  if (e->address)
    return fail(EINVAL);
  int error = bind_to(e, &a, site);
  return error ? fail(error) : 0;
}

/* The queue takes one more than it is said to. */
int heddle_listen(int file, int most) {
  heddle_at site = heddle_here;
  struct end *e = socket_at(file, "listen", site);
  if (!e)
    return -1;
  if (e->type == SOCK_DGRAM)
    return fail(EOPNOTSUPP);
  if (e->phase == SOCKET_CONNECTED || (e->domain == AF_UNIX && !e->address))
    return fail(EINVAL);
  if (!e->address) {
    struct address a = {
        .family = (uint8_t)e->domain, .type = SOCK_STREAM, .any = true};
    bind_to(e, &a, site);
  }
  struct stream *s = e->in;
  bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(s, step, site))
    return -1;
  if (s->over && e->phase == SOCKET_LISTENS && is_internet(e))
    rt_escape_end(WHY_UNMODELLED, "listen after shutdown", site);
  s->kind = STREAM_PACKETS;
  s->in_now = e->flags & O_NONBLOCK;
  s->most = most < 0 || most > SOMAXCONN ? SOMAXCONN + 1u : (uint32_t)most + 1;
  rt_stream_done(s, step, true, site);
  rt_address_listens(e, site);
  return 0;
}

/* --- connecting ---------------------------------------------------------- */

/* As the kernel says it: at once by a unix socket; TCP without waiting says
 * only that it has begun. */
static int refuse(struct end *e, int error) {
  if (!is_internet(e) || !(e->flags & O_NONBLOCK))
    return fail(error);
  e->error = error;
  return fail(EINPROGRESS);
}

static int join_queue(struct end *e, struct end *to, struct end *other,
                      heddle_at site) {
  struct stream *queue = to->in;
  bool now = e->flags & O_NONBLOCK;
  rt.current->descriptor = NULL;
  if (!now && !is_internet(e) &&
      rt_end_interrupted(queue, OP_STREAM_WRITE, 1, true, site))
    return EINTR;
  bool step = rt_stream_step(queue, OP_STREAM_WRITE, now ? 0 : 1, site);
  bool room = stream_passes(OP_STREAM_WRITE, 1,
                            rt_stream_state(queue) & ~STREAM_OUT_NOW);
  bool gone = queue->deaf;
  if (room && !gone)
    rt_stream_put(queue, &other, sizeof other, true);
  rt_stream_done(queue, step, room && !gone, site);
  if (gone)
    return ECONNREFUSED;
  if (!room && is_internet(e))
    rt_escape_end(WHY_UNMODELLED, "connect to who accepts nobody now", site);
  return room ? 0 : EAGAIN;
}

static int connect_stream(struct end *e, const struct address *a,
                          heddle_at site) {
  int error;
  struct end *to = rt_address_find(a, &error, site);
  if (!to || to->phase != SOCKET_LISTENS || to->in->deaf)
    return refuse(e, to ? ECONNREFUSED : error);
  if (to->type != e->type)
    return fail(EPROTOTYPE);
  if (e->phase != SOCKET_NEW)
    return fail(to->in->len >= to->in->most    ? EAGAIN
                : e->phase == SOCKET_CONNECTED ? EISCONN
                                               : EINVAL);
  if (is_internet(e) && !e->address) {
    struct address own = {.family = a->family, .type = a->type};
    rt_address_choose(&own);
    e->address = keep(&own);
  }
  struct end *other = new_socket(e->domain, e->type, e->out, e->in, O_RDWR);
  other->address = keep(a);
  other->address->any = false;
  other->peer = e->address;
  e->out->in_now = false;
  e->out->over = e->out->hung =
      false; /* what was shut down before is not told */
  e->in->out_now = false;
  error = join_queue(e, to, other, site);
  if (error)
    return error == ECONNREFUSED ? refuse(e, error) : fail(error);
  e->phase = SOCKET_CONNECTED;
  e->peer = other->address;
  rt_end_step(e, e->flags & O_NONBLOCK, site);
  if (!is_internet(e) || !(e->flags & O_NONBLOCK))
    return 0;
  e->begun = true;
  return fail(EINPROGRESS);
}

/* What a unix socket has got from whom it was connected to is lost when it is
 * connected to somebody else, and who was connected to it is told so. */
static void leave_peer(struct end *e, heddle_at site) {
  struct end *old = e->to;
  if (is_internet(e) || !old || !e->in->len)
    return;
  rt_stream_drain(e->in);
  if (old == e || old->in->gone || old->to != e)
    return;
  if (!rt_alone()) /* who sends there makes no step on what it reads */
    rt_escape(WHY_UNMODELLED, "connect of who has got datagrams", site);
  old->in->reset = true;
}

static int connect_datagrams(struct end *e, const struct address *a,
                             heddle_at site) {
  int error;
  struct end *to = rt_address_find(a, &error, site);
  if (!to && !is_internet(e))
    return fail(error);
  if (to && to->type != e->type)
    return fail(EPROTOTYPE);
  if (!is_internet(e) && to->to && to->to != e)
    return fail(EPERM);
  if (is_internet(e) && !e->address) { /* others can answer there */
    struct address own = {.family = a->family, .type = a->type};
    bind_to(e, &own, site);
  }
  bool step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
  if (e->to != to)
    leave_peer(e, site);
  e->to = to;
  e->in->most = 0; /* from nobody else anything comes */
  e->peer = keep(a);
  e->phase = SOCKET_CONNECTED;
  rt_stream_done(e->in, step, true, site);
  return 0;
}

int heddle_connect(int file, __CONST_SOCKADDR_ARG address, socklen_t len) {
  heddle_at site = heddle_here;
  const struct sockaddr *to = address.__sockaddr__;
  struct address a;
  struct end *e = socket_at(file, "connect", site);
  if (!e)
    return -1;
  if (e->type == SOCK_DGRAM && len >= sizeof to->sa_family &&
      to->sa_family == AF_UNSPEC) {
    leave_peer(e, site);
    e->to = NULL;
    e->in->most = is_internet(e) ? 0 : DATAGRAMS;
    e->peer = NULL;
    e->phase = SOCKET_NEW;
    return 0;
  }
  if (!rt_address_read(&a, e->domain, e->type, 1, to, len, site))
    return -1;
  if (e->type == SOCK_DGRAM)
    return connect_datagrams(e, &a, site);
  if (e->phase == SOCKET_LISTENS && is_internet(e)) {
    if (e->in->over)
      rt_escape_end(WHY_UNMODELLED, "connect after shutdown", site);
    return fail(EISCONN);
  }
  if (e->error) {
    int error = e->error;
    e->error = 0;
    return fail(error);
  }
  if (e->begun) {
    e->begun = false;
    return 0;
  }
  return e->phase == SOCKET_CONNECTED && is_internet(e)
             ? fail(EISCONN)
             : connect_stream(e, &a, site);
}

static int accept_one(int file, struct sockaddr *address, socklen_t *len,
                      int flags, heddle_at site) {
  struct end *e = socket_at(file, "accept", site), *other;
  size_t whole;
  if (!e)
    return -1;
  if (e->type == SOCK_DGRAM)
    return fail(EOPNOTSUPP);
  if (e->phase != SOCKET_LISTENS)
    return fail(EINVAL);
  struct stream *queue = e->in;
  if (!queue->in_now &&
      rt_end_interrupted(queue, OP_STREAM_READ, 1, true, site))
    return -1;
  bool step = rt_stream_step(
      queue, e->in_limit ? OP_STREAM_LOOK : OP_STREAM_READ, 1, site);
  if (rt_end_closed(queue, step, site))
    return -1;
  if (!queue->len) {
    bool stopped = queue->over && (is_internet(e) || !queue->in_now);
    int error = stopped ? EINVAL : EAGAIN;
    rt_stream_done(queue, step, false, site);
    if (error == EAGAIN && !queue->in_now)
      rt_clock_sleep(e->in_limit);
    return fail(error);
  }
  rt_stream_take(queue, &other, sizeof other, false, &whole);
  rt_stream_done(queue, step, true, site);
  if (flags & SOCK_NONBLOCK) {
    other->flags |= O_NONBLOCK;
    rt.current->descriptor = NULL;
    rt_end_step(other, O_NONBLOCK, site);
  }
  int new = rt_end_open(other, 0, flags & SOCK_CLOEXEC);
  if (new >= 0 && address)
    rt_address_store(other->peer ? other->peer : &(struct address){0},
                     other->domain, 1, address, len, site);
  return new;
}

int heddle_accept(int file, __SOCKADDR_ARG address, socklen_t *len) {
  return accept_one(file, address.__sockaddr__, len, 0, heddle_here);
}

int heddle_accept4(int file, __SOCKADDR_ARG address, socklen_t *len,
                   int flags) {
  if (flags & ~(SOCK_NONBLOCK | SOCK_CLOEXEC))
    return fail(EINVAL);
  return accept_one(file, address.__sockaddr__, len, flags, heddle_here);
}

/* Those who were not accepted yet are cut off. */
static void empty_queue(struct end *e, heddle_at site) {
  struct end *other;
  size_t whole;
  while (e->in->len) {
    rt_stream_take(e->in, &other, sizeof other, false, &whole);
    bool step = rt_stream_step(other->in, OP_STREAM_CLOSE, 1, site);
    other->in->deaf = other->in->gone = true;
    rt_stream_drain(other->in);
    rt_stream_done(other->in, step, true, site);
    step = rt_stream_step(other->out, OP_STREAM_CLOSE, 1, site);
    other->out->over = other->out->hung = other->out->reset = true;
    rt_stream_done(other->out, step, true, site);
  }
}

void rt_socket_close(struct end *e, heddle_at site) {
  if (e->phase == SOCKET_LISTENS)
    empty_queue(e, site);
  if (e->type == SOCK_DGRAM)
    e->to = NULL;
  if (e->bound)
    rt_address_drop(e, site);
}

/* For TCP it is then as if it had never listened, but that it keeps its port;
 * that it does not send any more says nothing. */
int rt_socket_stop(struct end *e, bool reads, heddle_at site) {
  if (!reads)
    return 0;
  struct stream *queue = e->in;
  bool step = rt_stream_step(queue, OP_STREAM_CLOSE, 1, site);
  if (rt_end_closed(queue, step, site))
    return -1;
  bool again = queue->over;
  queue->over = queue->deaf = true;
  queue->fed++, queue->drained++;
  rt_stream_done(queue, step, !again, site);
  if (again)
    return fail(ENOTCONN);
  empty_queue(e, site);
  return 0;
}

/* --- datagrams ----------------------------------------------------------- */

/* Whom it was connected to is gone, and with it what came from there. */
static void forget_peer(struct end *e, heddle_at site) {
  bool step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
  rt_stream_drain(e->in);
  e->to = NULL;
  e->peer = NULL;
  e->phase = SOCKET_NEW;
  e->in->most = DATAGRAMS;
  rt_stream_done(e->in, step, true, site);
}

#define NO_MEMORY "datagrams beyond the memory of who sends them"

/* UDP does not say what became of it, and nobody gets it who is connected to
 * somebody else. */
static ssize_t send_to(struct end *e, struct end *to, unsigned argument,
                       const void *from, size_t len, int flags,
                       heddle_at site) {
  bool internet = is_internet(e);
  if (e->in->reset) {
    e->in->reset = false;
    return fail(ECONNRESET);
  }
  if (e->out->mute)
    return fail(EPIPE);
  if (internet && !e->address) {
    struct address own = {.family = (uint8_t)e->domain, .type = SOCK_DGRAM};
    bind_to(e, &own, site);
  }
  if (internet && len > 65507)
    return fail(EMSGSIZE);
  if (e->out->count >= SOCKET_MEMORY) {
    /* who takes something out of another socket makes no step here */
    if (!((e->flags & O_NONBLOCK) || flags & MSG_DONTWAIT))
      rt_escape_end(WHY_UNMODELLED, NO_MEMORY, site);
    if (!rt_alone())
      rt_escape(WHY_UNMODELLED, NO_MEMORY, site);
    return fail(EAGAIN);
  }
  bool strange = to && to->to && to->to != e;
  bool lost = internet ? !to || strange || to->in->gone : strange;
  if (lost && internet && e->phase == SOCKET_CONNECTED)
    /* the kernel would tell so in a later call */
    rt_escape_end(WHY_UNMODELLED, "a datagram that nobody gets", site);
  if (lost)
    return internet ? (ssize_t)len : fail(EPERM);
  struct end way = {.kind = END_SOCKET,
                    .type = SOCK_DGRAM,
                    .in = e->in,
                    .out = to->in,
                    .address = e->address,
                    .payer = internet ? NULL : e,
                    .alone = true};
  if (internet || e->flags & O_NONBLOCK)
    flags |= MSG_DONTWAIT;
  rt.current->descriptor = NULL;
  ssize_t done = rt_end_write(&way, argument, from, len, flags, site);
  if (e->polled)
    rt_end_may_be_full(e, site);
  if (done < 0 && errno == ENOTCONN) {
    if (e->to == to && !internet)
      forget_peer(e, site);
    errno = ECONNREFUSED;
  }
  return done < 0 && internet ? (ssize_t)len : done;
}

ssize_t rt_datagram_send(struct end *e, unsigned argument, const void *from,
                         size_t len, int flags, heddle_at site) {
  if (!is_internet(e) && len > SOCKET_MEMORY - 32)
    return fail(EMSGSIZE);
  if (e->phase != SOCKET_CONNECTED)
    return fail(e->out->mute     ? EPIPE
                : is_internet(e) ? EDESTADDRREQ
                                 : ENOTCONN);
  return send_to(e, e->to, argument, from, len, flags, site);
}

ssize_t rt_datagram_send_to(struct end *e, unsigned argument, const void *from,
                            size_t len, int flags,
                            const struct sockaddr *address,
                            socklen_t address_len, heddle_at site) {
  struct address a;
  int error;
  unsigned to_argument = argument == OWN_BYTES ? NO_ARGUMENT : 4;
  if (!rt_address_read(&a, e->domain, e->type, to_argument, address,
                       address_len, site))
    return -1;
  if (e->out->mute || (!is_internet(e) && len > SOCKET_MEMORY - 32))
    return fail(e->out->mute ? EPIPE : EMSGSIZE);
  struct end *to = rt_address_find(&a, &error, site);
  if (!to && !is_internet(e))
    return fail(error);
  if (to && to->type != e->type)
    return fail(EPROTOTYPE);
  return send_to(e, to, argument, from, len, flags, site);
}

/* --- what is told of them ------------------------------------------------ */

static int tell(int file, bool peer, struct sockaddr *to, socklen_t *len,
                heddle_at site) {
  struct end *e = rt_end_at(file);
  if (!e || e->kind == END_SOCKET)
    e = e && !e->domain ? e : socket_at(file, "getsockname", site);
  if (!e || e->kind != END_SOCKET)
    return fail(ENOTSOCK);
  if (peer && e->phase != SOCKET_CONNECTED)
    return fail(ENOTCONN);
  const struct address *a = peer ? e->peer : e->address;
  rt_address_store(a ? a : &(struct address){0},
                   e->domain ? e->domain : AF_UNIX, 1, to, len, site);
  return 0;
}

int heddle_getsockname(int file, __SOCKADDR_ARG to, socklen_t *len) {
  return tell(file, false, to.__sockaddr__, len, heddle_here);
}

int heddle_getpeername(int file, __SOCKADDR_ARG to, socklen_t *len) {
  return tell(file, true, to.__sockaddr__, len, heddle_here);
}
