/* What goes from one descriptor to another, and several messages at once.
 *
 * Where a descriptor is modelled the kernel knows of nothing behind it: what is
 * not done here by reading and writing ends the run. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/kernel.h"
#include "rt/rt.h"
#include "rt/stream.h"

/* The call is the kernel's; neither descriptor is modelled. */
static void leave(const char *call, int one, int two, heddle_at site) {
  rt_trial_stop();
  if (rt_end_at(one) || (two >= 0 && rt_end_at(two)))
    rt_escape_end(WHY_UNMODELLED, call, site);
  rt_escape(WHY_UNMODELLED, call, site);
}

/* From a file, as much as is written at once. */
ssize_t heddle_sendfile(int to, int from, off_t *offset, size_t len) {
  enum { MOST = 65536 };
  heddle_at site = heddle_here;
  struct end *e = rt_end_at(to);
  if (!e || rt_end_at(from)) {
    leave("sendfile", to, from, site);
    return sendfile(to, from, offset, len);
  }
  char *bytes = rt_heap_alloc(MOST, 16);
  size_t want = len < MOST ? len : MOST;
  if (offset)
    rt_argument_read(2, offset, sizeof *offset, site);
  rt_file_use(from, site);
  ssize_t got =
      pread(from, bytes, want, offset ? *offset : lseek(from, 0, SEEK_CUR));
  if (got <= 0)
    return got;
  rt_end_at(to);
  ssize_t done = rt_end_write(e, OWN_BYTES, bytes, (size_t)got, 0, site);
  if (done > 0 && offset) {
    rt_argument_write(2, offset, sizeof *offset, site, 0);
    *offset += done;
  } else if (done > 0) {
    lseek(from, done, SEEK_CUR);
  }
  return done;
}

ssize_t heddle_sendfile64(int to, int from, off64_t *offset, size_t len) {
  return heddle_sendfile(to, from, offset, len);
}

ssize_t heddle_splice(int from, off64_t *at, int to, off64_t *there, size_t len,
                      unsigned flags) {
  leave("splice", from, to, heddle_here);
  return splice(from, at, to, there, len, flags);
}

ssize_t heddle_tee(int from, int to, size_t len, unsigned flags) {
  leave("tee", from, to, heddle_here);
  return tee(from, to, len, flags);
}

ssize_t heddle_vmsplice(int file, const struct iovec *v, size_t count,
                        unsigned flags) {
  leave("vmsplice", file, -1, heddle_here);
  return vmsplice(file, v, count, flags);
}

ssize_t heddle_copy_file_range(int from, off64_t *at, int to, off64_t *there,
                               size_t len, unsigned flags) {
  leave("copy_file_range", from, to, heddle_here);
  return copy_file_range(from, at, to, there, len, flags);
}

/* --- several messages ---------------------------------------------------- */

/* What was done before one fails counts. */
int heddle_sendmmsg(int file, struct mmsghdr *all, unsigned count, int flags) {
  heddle_at site = heddle_here;
  unsigned n = 0;
  for (; n < count; n++) {
    heddle_here = site;
    ssize_t sent = heddle_sendmsg(file, &all[n].msg_hdr, flags);
    if (sent < 0)
      break;
    rt_argument_write(1, &all[n].msg_len, sizeof all[n].msg_len, site, 0);
    all[n].msg_len = (unsigned)sent;
  }
  return n || !count ? (int)n : -1;
}

/* With MSG_WAITFORONE, or once there is one, it does not wait for the rest. */
int heddle_recvmmsg(int file, struct mmsghdr *all, unsigned count, int flags,
                    struct timespec *limit) {
  heddle_at site = heddle_here;
  unsigned n = 0;
  if (limit)
    rt_escape_end(WHY_UNMODELLED, "recvmmsg with a limit", site);
  for (; n < count; n++) {
    heddle_here = site;
    int how = flags & ~MSG_WAITFORONE;
    if (n && flags & MSG_WAITFORONE)
      how |= MSG_DONTWAIT;
    ssize_t got = heddle_recvmsg(file, &all[n].msg_hdr, how);
    if (got < 0)
      break;
    rt_argument_write(1, &all[n].msg_len, sizeof all[n].msg_len, site, 0);
    all[n].msg_len = (unsigned)got;
  }
  return n || !count ? (int)n : -1;
}
