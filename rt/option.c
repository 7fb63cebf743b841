/* Options of sockets: those that make no difference here, limits of waiting, and
 * what a socket tells of itself. */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/stream.h"

static int fail(int error) {
  errno = error;
  return -1;
}

/* Those that are on or off, and make no difference here. */
static const struct {
  int level, name;
} switches[] = {
    {SOL_SOCKET, SO_REUSEPORT},  {SOL_SOCKET, SO_REUSEADDR}, /* OPTION_SHARES */
    {SOL_SOCKET, SO_KEEPALIVE},  {SOL_SOCKET, SO_BROADCAST},
    {SOL_SOCKET, SO_DONTROUTE},  {SOL_SOCKET, SO_OOBINLINE},
    {IPPROTO_TCP, TCP_NODELAY},  {IPPROTO_TCP, TCP_CORK},
    {IPPROTO_IPV6, IPV6_V6ONLY},
};
enum { SWITCHES = sizeof switches / sizeof *switches };

static int switch_of(int level, int name) {
  for (int i = 0; i < SWITCHES; i++)
    if (switches[i].level == level && switches[i].name == name)
      return i;
  return -1;
}

/* Those that make no difference either, and are not kept. */
static bool is_idle(int level, int name) {
  switch (level) {
  case IPPROTO_TCP:
    return name == TCP_KEEPIDLE || name == TCP_KEEPINTVL ||
           name == TCP_KEEPCNT || name == TCP_QUICKACK ||
           name == TCP_USER_TIMEOUT || name == TCP_SYNCNT ||
           name == TCP_LINGER2;
  case IPPROTO_IP:
    return name == IP_TOS || name == IP_TTL;
  case SOL_SOCKET:
    return name == SO_LINGER || name == SO_RCVBUF || name == SO_SNDBUF ||
           name == SO_PRIORITY;
  default:
    return false;
  }
}

/* Of a pair, too. */
static struct end *socket_at(int file, const char *call, heddle_at site) {
  struct end *e = rt_end_at(file);
  if (!e)
    rt_escape_end(WHY_UNMODELLED, call, site);
  if (e->kind != END_SOCKET)
    errno = ENOTSOCK;
  return e->kind == END_SOCKET ? e : NULL;
}

/* Whoever waits with a limit may find at once that it is over. */
static int set_limit(struct end *e, int name, const void *value,
                     socklen_t len) {
  struct timeval t;
  if (len < sizeof t)
    return fail(EINVAL);
  memcpy(&t, value, sizeof t);
  if (t.tv_usec < 0 || t.tv_usec >= 1000000)
    return fail(EDOM);
  uint64_t limit =
      (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_usec * 1000;
  *(name == SO_RCVTIMEO ? &e->in_limit : &e->out_limit) = limit;
  return 0;
}

int heddle_setsockopt(int file, int level, int name, const void *value,
                      socklen_t len) {
  heddle_at site = heddle_here;
  struct end *e = socket_at(file, "setsockopt", site);
  if (!e)
    return -1;
  if (!value || len < sizeof(int))
    return fail(EINVAL);
  rt_argument_read(3, value, len, site);
  if (level == SOL_SOCKET && (name == SO_RCVTIMEO || name == SO_SNDTIMEO))
    return set_limit(e, name, value, len);
  int one = switch_of(level, name);
  if (one >= 0 && *(const int *)value)
    e->options |= 1u << one;
  else if (one >= 0)
    e->options &= ~(1u << one);
  else if (!is_idle(level, name))
    rt_escape(WHY_UNMODELLED, "setsockopt", site);
  return 0;
}

/* Writes as much of it as there is room for. */
static int tell(void *value, socklen_t *len, const void *told, socklen_t size,
                heddle_at site) {
  rt_argument_read(4, len, sizeof *len, site);
  socklen_t fits = *len < size ? *len : size;
  if ((int)*len < 0)
    return fail(EINVAL);
  rt_argument_write(3, value, fits, site, 0);
  memcpy(value, told, fits);
  rt_argument_write(4, len, sizeof *len, site, fits);
  *len = fits;
  return 0;
}

/* The other end of a unix socket is the process itself, if there is one. */
static int tell_peer(const struct end *e, void *value, socklen_t *len,
                     heddle_at site) {
  bool there =
      !e->domain || (e->phase == SOCKET_CONNECTED && e->type != SOCK_DGRAM);
  struct ucred peer = {.uid = (uid_t)-1, .gid = (gid_t)-1};
  if (there)
    peer = (struct ucred){getpid(), geteuid(), getegid()};
  return tell(value, len, &peer, sizeof peer, site);
}

static int protocol_of(const struct end *e) {
  bool internet = e->domain == AF_INET || e->domain == AF_INET6;
  return !internet ? 0 : e->type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
}

int heddle_getsockopt(int file, int level, int name, void *value,
                      socklen_t *len) {
  heddle_at site = heddle_here;
  struct end *e = socket_at(file, "getsockopt", site);
  if (!e)
    return -1;
  int one = switch_of(level, name), told;
  bool general = level == SOL_SOCKET;
  if (general && name == SO_PEERCRED && (!e->domain || e->domain == AF_UNIX))
    return tell_peer(e, value, len, site);
  if (one >= 0)
    told = e->options >> one & 1;
  else if (general && name == SO_ERROR)
    told = e->error;
  else if (general && name == SO_TYPE)
    told = e->type;
  else if (general && name == SO_DOMAIN)
    told = e->domain ? e->domain : AF_UNIX;
  else if (general && name == SO_PROTOCOL)
    told = protocol_of(e);
  else if (general && name == SO_ACCEPTCONN)
    told = e->phase == SOCKET_LISTENS;
  else
    rt_escape_end(WHY_UNMODELLED, "getsockopt", site);
  if (general && name == SO_ERROR)
    e->error = 0;
  return tell(value, len, &told, sizeof told, site);
}
