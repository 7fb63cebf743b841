/* address: names by which sockets of the process find each other.
 *
 * A name is a path or an abstract name of a unix socket, or a port of this
 * machine for TCP or UDP (its loopback; a socket of IPv6 that is bound to every
 * address has those of IPv4, too).  Who is bound to which name is one object, the
 * *addresses*: binding, looking for somebody, and the close of a socket that
 * had a name are steps on it that depend on each other.
 *
 *     struct address a;
 *     if (!rt_address_read(&a, type, argument, sockaddr, len, site))
 *       return -1;                             errno says why
 *     struct end *e = rt_address_find(&a, site);      a step
 *
 * An address of another machine is no one's here: the run ends there, and the
 * verdict is incomplete. */
#ifndef RT_ADDRESS_H
#define RT_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "rt/abi.h"

struct end;

enum { ADDRESS_QUEUE = 255 }; /* a family of names of its own (mq.c) */
struct address {
  uint8_t family; /* AF_UNIX, AF_INET, AF_INET6; ADDRESS_QUEUE; 0: none */
  uint8_t type;   /* SOCK_STREAM ...: each has names of its own, but paths */
  uint16_t port;
  uint8_t name_len; /* of a path as the program has it, or abstract name */
  bool any;         /* of a port: at every address of the machine */
  bool mapped;      /* of AF_INET6: an address of the older version */
  char name[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
};

/* What the program's sockaddr says.  False and errno: nothing that can be. */
bool rt_address_read(struct address *a, int family, int type, unsigned argument,
                     const void *from, socklen_t len, heddle_at site);
/* Writes it as the kernel does; a->family 0: no name, of `family`.  The length
 * is the next argument, or with OWN_BYTES the runtime's. */
void rt_address_store(const struct address *a, int family, unsigned argument,
                      void *to, socklen_t *len, heddle_at site);
/* By a step: the socket is bound to it, a port or name that is 0 is chosen
 * (and a says which).  0 or an error. */
int rt_address_bind(struct address *a, struct end *e, heddle_at site);
/* A port or name that is free, and that nobody is told of. */
void rt_address_choose(struct address *a);
/* By a step: the socket that is bound to it, or NULL and *error, which connect
 * says. */
struct end *rt_address_find(const struct address *a, int *error,
                            heddle_at site);
/* By a step: whoever finds it can connect. */
void rt_address_listens(struct end *e, heddle_at site);
/* By a step: nobody finds it any more. */
void rt_address_drop(struct end *e, heddle_at site);
void rt_addresses_reset(void);

/* --- connect.c --- */
/* The last descriptor of a socket that listens, or has a name, was closed. */
void rt_socket_close(struct end *e, heddle_at site);
/* shutdown of who listens for TCP: nobody is accepted any more. */
int rt_socket_stop(struct end *e, bool reads, heddle_at site);

#endif
