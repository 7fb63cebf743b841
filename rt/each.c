/* What libc keeps for each thread, and gives the address of: the text of an
 * error that has none of its own, of an internet address, and h_errno.  All
 * threads are one to libc here, so they are thread-local variables of ours
 * (tls.c), and others may come to know them: what is written there is a step. */
#include "rt/calls.h"
#include "rt/rt.h"

static const char no_error[40], no_address[INET_ADDRSTRLEN];
static const int no_host_error;

/* The known ones have texts that never change. */
char *heddle_strerror(int error) {
  heddle_at site = heddle_here;
  if (!error || strerrorname_np(error))
    return strerror(error);
  char *text = heddle_tls_shared(no_error, sizeof no_error);
  rt_range_write(text, sizeof no_error, site);
  return strerror_r(error, text, sizeof no_error);
}

char *heddle_strerror_l(int error, locale_t locale) {
  (void)locale; /* there are no translations */
  return heddle_strerror(error);
}

char *heddle_inet_ntoa(struct in_addr address) {
  heddle_at site = heddle_here;
  char *text = heddle_tls_shared(no_address, sizeof no_address);
  rt_range_write(text, sizeof no_address, site);
  inet_ntop(AF_INET, &address, text, sizeof no_address);
  return text;
}

int *heddle___h_errno_location(void) {
  return heddle_tls_shared(&no_host_error, sizeof no_host_error);
}
