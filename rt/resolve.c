/* Names of machines and services, as far as nobody has to be asked: addresses
 * and ports in numbers, and this machine as `localhost` or by no name.  Any
 * other is the library's to find, and named.
 *
 * What getaddrinfo gives is blocks of the heap, so that what is lost, freed twice
 * or used after freeaddrinfo is found. */
#include <errno.h>
#include <netinet/in.h>
#include <string.h>

#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"

/* One of a list. */
struct answer {
  struct addrinfo info;
  struct sockaddr_in6 address; /* or of the older version */
  char name[64];
};

struct wanted {
  int flags, family, kind, protocol;
  uint16_t port;
};

static const struct {
  int kind, protocol;
} kinds[] = {
    {SOCK_STREAM, IPPROTO_TCP}, {SOCK_DGRAM, IPPROTO_UDP}, {SOCK_RAW, 0}};

/* Behind the last; NULL: there is no memory. */
static struct addrinfo **add(struct addrinfo **last, const struct wanted *w,
                             int family, const void *address, unsigned kind) {
  struct answer *f = heddle_calloc(1, sizeof *f);
  if (!f)
    return NULL;
  f->info = (struct addrinfo){.ai_flags = w->flags,
                              .ai_family = family,
                              .ai_socktype = kinds[kind].kind,
                              .ai_protocol = kinds[kind].protocol,
                              .ai_addr = (struct sockaddr *)&f->address};
  if (family == AF_INET) {
    struct sockaddr_in *in = (struct sockaddr_in *)&f->address;
    *in =
        (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(w->port)};
    memcpy(&in->sin_addr, address, sizeof in->sin_addr);
    f->info.ai_addrlen = sizeof *in;
  } else {
    f->address = (struct sockaddr_in6){.sin6_family = AF_INET6,
                                       .sin6_port = htons(w->port)};
    memcpy(&f->address.sin6_addr, address, sizeof f->address.sin6_addr);
    f->info.ai_addrlen = sizeof f->address;
  }
  *last = &f->info;
  return &f->info.ai_next;
}

/* One of each kind that is wanted, at an address. */
static struct addrinfo **add_kinds(struct addrinfo **last,
                                   const struct wanted *w, int family,
                                   const void *address) {
  for (unsigned i = 0; last && i < sizeof kinds / sizeof *kinds; i++)
    if (!w->kind || w->kind == kinds[i].kind)
      last = add(last, w, family, address, i);
  return last;
}

static int give(struct addrinfo *first, struct addrinfo **last,
                const char *name, const struct wanted *w,
                struct addrinfo **out) {
  if (!last) {
    heddle_freeaddrinfo(first);
    return EAI_MEMORY;
  }
  if (w->flags & AI_CANONNAME && name) {
    struct answer *f = (struct answer *)first;
    first->ai_canonname = strncpy(f->name, name, sizeof f->name - 1);
  }
  *out = first;
  return 0;
}

/* Whether localhost has an address of the newer version, too, as /etc/hosts says
 * of this machine.  Asked with the kernel's calls: libc's files are the run's. */
static bool has_six(void) {
  char hosts[4096];
  int file = open("/etc/hosts", O_RDONLY | O_CLOEXEC);
  ssize_t len = file < 0 ? 0 : read(file, hosts, sizeof hosts - 1);
  if (file >= 0)
    close(file);
  hosts[len > 0 ? len : 0] = 0;
  for (char *line = hosts, *next; *line; line = next) {
    next = line + strcspn(line, "\n");
    next += *next ? 1 : 0;
    char *name = strstr(line, "localhost");
    if (!strncmp(line, "::1", 3) && (line[3] == ' ' || line[3] == '\t') &&
        name && name < next && strchr(" \t\n", name[9]))
      return true;
  }
  return false;
}

/* This machine: both versions, the newer first where it is asked to speak and
 * last where it is to listen, as glibc has it. */
static int this_machine(const char *name, const struct wanted *w,
                        struct addrinfo **out) {
  bool all = !name && w->flags & AI_PASSIVE;
  struct in_addr old = {htonl(all ? INADDR_ANY : INADDR_LOOPBACK)};
  struct in6_addr six = all ? in6addr_any : in6addr_loopback;
  struct addrinfo *first = NULL, **last = &first;
  if (all && w->family != AF_INET6)
    last = add_kinds(last, w, AF_INET, &old);
  bool newer = !name || w->family == AF_INET6 || has_six();
  if (last && newer && w->family != AF_INET)
    last = add_kinds(last, w, AF_INET6, &six);
  if (last && !all && w->family != AF_INET6)
    last = add_kinds(last, w, AF_INET, &old);
  return give(first, last, name, w, out);
}

static int at_number(const char *name, const struct wanted *w, int family,
                     const void *address, struct addrinfo **out) {
  if (w->family != AF_UNSPEC && w->family != family)
    return EAI_ADDRFAMILY;
  struct addrinfo *first = NULL;
  return give(first, add_kinds(&first, w, family, address), name, w, out);
}

/* The number of a port; -1: a name. */
static int port_of(const char *service) {
  if (!service)
    return 0;
  char *end;
  long n = strtol(service, &end, 10);
  return *service >= '0' && *service <= '9' && !*end && n <= UINT16_MAX ? (int)n
                                                                        : -1;
}

/* Whether nothing is asked for that is not known here. */
static bool is_plain(const struct wanted *w, const char *name, int port) {
  int known = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV | AI_CANONNAME;
  bool kind = !w->kind || w->kind == SOCK_STREAM || w->kind == SOCK_DGRAM;
  int usual = w->kind == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
  return !(w->flags & ~known) && kind && port >= 0 &&
         (!w->protocol || (w->kind && w->protocol == usual)) &&
         (!name || strlen(name) < sizeof(((struct answer *)0)->name)) &&
         (w->family == AF_UNSPEC || w->family == AF_INET ||
          w->family == AF_INET6);
}

static int look_up(const char *name, const char *service, struct wanted *w,
                   struct addrinfo **out, bool *known) {
  int port = port_of(service);
  struct in6_addr address;
  *known = true;
  if (!name && !service)
    return EAI_NONAME;
  if (port < 0 && w->flags & AI_NUMERICSERV)
    return EAI_NONAME;
  w->port = (uint16_t)port;
  if (!(*known = is_plain(w, name, port)))
    return 0;
  if (!name)
    return this_machine(NULL, w, out);
  if (inet_pton(AF_INET, name, &address) == 1)
    return at_number(name, w, AF_INET, &address, out);
  if (inet_pton(AF_INET6, name, &address) == 1)
    return at_number(name, w, AF_INET6, &address, out);
  if (w->flags & AI_NUMERICHOST)
    return EAI_NONAME;
  *known = !strcmp(name, "localhost");
  return *known ? this_machine(name, w, out) : 0;
}

int heddle_getaddrinfo(const char *name, const char *service,
                       const struct addrinfo *hints, struct addrinfo **out) {
  heddle_at site = heddle_here;
  struct rt_call k;
  struct wanted w = {0};
  struct addrinfo *found = NULL;
  char host[256] = "", port[256] = "";
  bool known;
  rt_call_open(&k, site);
  if (name)
    rt_call_text(&k, 0, name, sizeof host, 1);
  if (service)
    rt_call_text(&k, 1, service, sizeof port, 1);
  if (hints)
    rt_call_read(&k, 2, hints, sizeof *hints);
  rt_call_enter(&k);
  if (hints)
    w = (struct wanted){hints->ai_flags, hints->ai_family, hints->ai_socktype,
                        hints->ai_protocol, 0};
  strncpy(host, name ? name : "", sizeof host - 1);
  strncpy(port, service ? service : "", sizeof port - 1);
  rt_call_leave(&k);
  rt_call_close(&k);
  heddle_here = site;
  int error =
      look_up(name ? host : NULL, service ? port : NULL, &w, &found, &known);
  if (!known) {
    rt_escape(WHY_UNMODELLED, "getaddrinfo", site);
    error = getaddrinfo(name, service, hints, &found);
  }
  if (error)
    return error;
  rt_argument_write(3, out, sizeof *out, site, (uint64_t)found);
  *out = found;
  return 0;
}

void heddle_freeaddrinfo(struct addrinfo *list) {
  heddle_at site = heddle_here;
  if (list && !rt_in_heap((uint64_t)list)) {
    rt_escape(WHY_UNMODELLED, "freeaddrinfo", site);
    freeaddrinfo(list);
    return;
  }
  while (list) {
    rt_argument_read(0, list, sizeof *list, site);
    struct addrinfo *next = list->ai_next;
    heddle_here = site;
    heddle_free(list);
    list = next;
  }
}

/* Where it is to be in numbers; NULL: it is to have a name. */
static const char *host_of(const struct sockaddr *a, int flags, char *to,
                           socklen_t room) {
  const void *at =
      a->sa_family == AF_INET
          ? (const void *)&((const struct sockaddr_in *)a)->sin_addr
          : &((const struct sockaddr_in6 *)a)->sin6_addr;
  return flags & NI_NUMERICHOST ? inet_ntop(a->sa_family, at, to, room) : NULL;
}

/* Writes a text, if it was asked for. */
static bool put(unsigned argument, char *to, socklen_t room, const char *text,
                heddle_at site) {
  size_t len = strlen(text) + 1;
  if (!to || !room)
    return true;
  if (len > room)
    return false;
  rt_argument_write(argument, to, (uint32_t)len, site, 0);
  memcpy(to, text, len);
  return true;
}

int heddle_getnameinfo(const struct sockaddr *a, socklen_t len, char *host,
                       socklen_t host_len, char *service, socklen_t service_len,
                       int flags) {
  heddle_at site = heddle_here;
  char name[INET6_ADDRSTRLEN] = "", port[8];
  rt_argument_read(0, a, len, site);
  bool internet =
      len >= sizeof(struct sockaddr_in) &&
      (a->sa_family == AF_INET ||
       (a->sa_family == AF_INET6 && len >= sizeof(struct sockaddr_in6)));
  bool numbers = (!host || host_of(a, flags, name, sizeof name)) &&
                 (!service || flags & NI_NUMERICSERV);
  if (!internet || !numbers) {
    rt_escape(WHY_UNMODELLED, "getnameinfo", site);
    return getnameinfo(a, len, host, host_len, service, service_len, flags);
  }
  if ((!host || !host_len) && (!service || !service_len))
    return EAI_NONAME;
  snprintf(port, sizeof port, "%d",
           ntohs(((const struct sockaddr_in *)a)->sin_port));
  return put(2, host, host_len, name, site) &&
                 put(4, service, service_len, port, site)
             ? 0
             : EAI_OVERFLOW;
}
