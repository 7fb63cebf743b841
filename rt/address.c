#include "rt/address.h"

#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rt/call.h"
#include "rt/kernel.h"
#include "rt/rt.h"
#include "rt/stream.h"

enum { BOUND_MOST = 256, PORTS_FROM = 32768, PORTS_EACH = 400 };

static struct {
  struct stream steps;
  struct {
    struct address address;
    struct end *end;
    char path[PATH_MAX]; /* of a unix socket in a folder: whole */
  } bound[BOUND_MOST];
  unsigned len;
  uint16_t chosen[THREADS_MAX]; /* ports and names given to each thread */
} all;

void rt_addresses_reset(void) {
  if (!all.steps.object)
    return;
  all.len = 0;
  all.steps = (struct stream){.object = 0};
  memset(all.chosen, 0, sizeof all.chosen);
}

/* --- the object ---------------------------------------------------------- */

static bool begin(heddle_at site) {
  if (!all.steps.object) {
    all.steps.object = STREAM_ADDRESSES;
    all.steps.kind = STREAM_LIST;
    rt_label_put(STREAM_ADDRESSES, "the-addresses-of-sockets");
  }
  rt.current->descriptor = NULL;
  return rt_stream_step(&all.steps, OP_STREAM_LOOK, 1, site);
}

static void finish(bool step, bool changed, heddle_at site) {
  rt_stream_done(&all.steps, step, changed, site);
}

/* --- as the program has them --------------------------------------------- */

static bool read_unix(struct address *a, const struct sockaddr_un *from,
                      socklen_t len) {
  size_t head = offsetof(struct sockaddr_un, sun_path), n = len - head;
  if (n && from->sun_path[0])
    n = strnlen(from->sun_path, n);
  a->name_len = (uint8_t)n;
  memcpy(a->name, from->sun_path, n);
  return true;
}

/* Whether it is of this machine alone. */
static bool read_port(struct address *a, const void *from) {
  if (a->family == AF_INET) {
    const struct sockaddr_in *in = from;
    uint32_t host = ntohl(in->sin_addr.s_addr);
    a->port = ntohs(in->sin_port);
    a->any = host == INADDR_ANY;
    return a->any || host >> 24 == IN_LOOPBACKNET;
  }
  const struct sockaddr_in6 *in = from;
  a->port = ntohs(in->sin6_port);
  a->any = IN6_IS_ADDR_UNSPECIFIED(&in->sin6_addr);
  a->mapped = IN6_IS_ADDR_V4MAPPED(&in->sin6_addr);
  return a->any || IN6_IS_ADDR_LOOPBACK(&in->sin6_addr) ||
         (IN6_IS_ADDR_V4MAPPED(&in->sin6_addr) &&
          in->sin6_addr.s6_addr[12] == IN_LOOPBACKNET);
}

bool rt_address_read(struct address *a, int family, int type, unsigned argument,
                     const void *from, socklen_t len, heddle_at site) {
  size_t least = family == AF_UNIX   ? offsetof(struct sockaddr_un, sun_path)
                 : family == AF_INET ? sizeof(struct sockaddr_in)
                                     : sizeof(struct sockaddr_in6) - 4;
  size_t most = family == AF_UNIX ? sizeof(struct sockaddr_un) : INT_MAX;
  *a = (struct address){.family = (uint8_t)family, .type = (uint8_t)type};
  errno = !from ? EFAULT : EINVAL;
  if (!from || len < least || len > most)
    return false;
  rt_argument_read(argument, from, len, site);
  if (((const struct sockaddr *)from)->sa_family != family) {
    errno = family == AF_UNIX ? EINVAL : EAFNOSUPPORT;
    return false;
  }
  if (family == AF_UNIX)
    return read_unix(a, from, len);
  if (!read_port(a, from))
    rt_escape_end(WHY_UNMODELLED, "an address beyond this machine", site);
  return true;
}

static const struct in6_addr mapped = {
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1}}};

/* Of IPv4. */
static bool is_old(const struct address *a) {
  return a->family == AF_INET || a->mapped;
}

/* Whether two addresses with ports have some in common. */
static bool do_meet(const struct address *a, const struct address *b) {
  if (a->port != b->port)
    return false;
  return is_old(a) == is_old(b) || (is_old(a) ? b : a)->any;
}

void rt_address_store(const struct address *a, int family, unsigned argument,
                      void *to, socklen_t *len, heddle_at site) {
  union {
    struct sockaddr_un un;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
  } as = {.un = {.sun_family = (sa_family_t)family}};
  size_t size = offsetof(struct sockaddr_un, sun_path);
  if (family == AF_UNIX && a->family) {
    memcpy(as.un.sun_path, a->name, a->name_len);
    size += a->name_len + (a->name_len && a->name[0]); /* and its end */
  } else if (family == AF_INET) {
    as.in.sin_port = htons(a->port);
    as.in.sin_addr.s_addr =
        htonl(a->family && !a->any ? INADDR_LOOPBACK : INADDR_ANY);
    size = sizeof as.in;
  } else if (family == AF_INET6) {
    as.in6.sin6_port = htons(a->port);
    if (a->family && !a->any)
      as.in6.sin6_addr = is_old(a) ? mapped : in6addr_loopback;
    size = sizeof as.in6;
  }
  bool own = argument == OWN_BYTES; /* the length is the runtime's */
  if (!own)
    rt_argument_read(argument + 1, len, sizeof *len, site);
  size_t room = *len < size ? *len : size;
  if (room)
    rt_argument_write(own ? NO_ARGUMENT : argument, to, (uint32_t)room, site,
                      0);
  memcpy(to, &as, room);
  if (!own)
    rt_argument_write(argument + 1, len, sizeof *len, site, size);
  *len = (socklen_t)size;
}

/* --- who has which ------------------------------------------------------- */

static bool is_path(const struct address *a) {
  return a->family == AF_UNIX && a->name_len && a->name[0];
}

/* From the root, and without links; "" when it is not there. */
static void whole(const struct address *a, char path[PATH_MAX]) {
  char text[sizeof a->name + 1] = "";
  memcpy(text, a->name, a->name_len);
  if (!realpath(text, path))
    path[0] = 0;
}

static bool has_name(const struct address *a) {
  return a->family == AF_UNIX || a->family == ADDRESS_QUEUE;
}

static bool is_same(const struct address *a, const struct address *b) {
  if (has_name(a) ? a->family != b->family : has_name(b))
    return false;
  if (a->type != b->type)
    return false;
  return has_name(a) ? a->name_len == b->name_len &&
                           !memcmp(a->name, b->name, a->name_len)
                     : do_meet(a, b);
}

/* The newest: a path that was removed may be another's now. */
static struct end *find(const struct address *a, const char *path) {
  for (unsigned i = all.len; i-- > 0;)
    if (is_path(a) ? path[0] && !strcmp(all.bound[i].path, path)
                   : !all.bound[i].path[0] && is_same(a, &all.bound[i].address))
      return all.bound[i].end;
  return NULL;
}

/* One that depends on nothing but what the thread has asked for before. */
void rt_address_choose(struct address *a) {
  unsigned id = rt.current->id, n = all.chosen[id]++;
  if (a->family == AF_UNIX)
    a->name_len =
        (uint8_t)(1 + snprintf(a->name + 1, 6, "%05x", id * PORTS_EACH + n));
  else
    a->port = (uint16_t)(PORTS_FROM + (id * PORTS_EACH + n % PORTS_EACH) %
                                          (UINT16_MAX - PORTS_FROM));
}

/* The file that the kernel would make; it goes with the run. */
static int make_node(const struct address *a, char path[PATH_MAX],
                     heddle_at site) {
  char text[sizeof a->name + 1] = "";
  memcpy(text, a->name, a->name_len);
  rt_name_use(text, true, site);
  rt_name_judge(text, ABI_CREATES, "bind", site);
  int error = mknod(text, S_IFSOCK | 0777, 0) ? errno : 0;
  rt_name_done();
  if (!error)
    whole(a, path);
  return error == EEXIST ? EADDRINUSE : error;
}

int rt_address_bind(struct address *a, struct end *e, heddle_at site) {
  char path[PATH_MAX] = "";
  int error = is_path(a) ? make_node(a, path, site) : 0;
  bool step = begin(site);
  if (has_name(a) ? !a->name_len : !a->port)
    do
      rt_address_choose(a);
    while (find(a, ""));
  else if (!error && !is_path(a) && find(a, ""))
    error = EADDRINUSE;
  if (!error && all.len == BOUND_MOST)
    rt_escape_end(WHY_UNMODELLED, "more than 256 sockets with names", site);
  if (!error) {
    all.bound[all.len].address = *a;
    all.bound[all.len].end = e;
    strcpy(all.bound[all.len++].path, path);
  }
  finish(step, !error, site);
  return error;
}

struct end *rt_address_find(const struct address *a, int *error,
                            heddle_at site) {
  char path[PATH_MAX] = "";
  *error = ECONNREFUSED;
  if (is_path(a)) {
    whole(a, path);
    if (!path[0])
      *error = errno;
  }
  bool step = begin(site);
  struct end *e = find(a, path);
  finish(step, false, site);
  return e;
}

void rt_address_listens(struct end *e, heddle_at site) {
  bool step = begin(site);
  e->phase = SOCKET_LISTENS;
  finish(step, true, site);
}

void rt_address_drop(struct end *e, heddle_at site) {
  bool step = begin(site);
  unsigned kept = 0;
  for (unsigned i = 0; i < all.len; i++)
    if (all.bound[i].end != e)
      all.bound[kept++] = all.bound[i];
  all.len = kept;
  finish(step, true, site);
}
