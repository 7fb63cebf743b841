/* Addresses as texts: how long one is says its family, and one that is none is
 * not written. */
#include "rt/call.h"
#include "rt/calls.h"

static uint64_t length_of(int family) {
  return family == AF_INET    ? sizeof(struct in_addr)
         : family == AF_INET6 ? sizeof(struct in6_addr)
                              : 0;
}

int heddle_inet_pton(int family, const char *text, void *to) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  uint64_t len = length_of(family);
  if (len)
    rt_call_text(&k, 1, text, PTRDIFF_MAX, 1);
  rt_call_room(&k, 2, to, len);
  rt_call_enter(&k);
  int read = inet_pton(family, text, to);
  rt_call_leave(&k);
  if (read == 1)
    rt_call_wrote(&k, 2, to, len);
  rt_call_close(&k);
  return read;
}

const char *heddle_inet_ntop(int family, const void *address, char *to,
                             socklen_t size) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_read(&k, 1, address, length_of(family));
  rt_call_room(&k, 2, to, size);
  rt_call_enter(&k);
  const char *text = inet_ntop(family, address, to, size);
  rt_call_leave(&k);
  if (text)
    rt_call_wrote(&k, 2, to, rt_text_size(rt_call_new(&k, to), size, 1));
  rt_call_close(&k);
  return text;
}
