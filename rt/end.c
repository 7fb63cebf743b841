/* Descriptors of pipes, sockets and eventfds, and what is read and written
 * there. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rt/address.h"
#include "rt/aside.h"
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/signals.h"
#include "rt/stream.h"

/* Those of this run.  What was closed while others may use it stays: whoever
 * uses it later takes the same step as whoever came before, which finds there
 * that it is closed; so the two depend on each other. */
enum { FILES_MOST = 16384, NUMBERS_MOST = 1 << 16 };

static struct descriptor files[FILES_MOST];
static uint16_t slots[NUMBERS_MOST]; /* by number: 1 + which it is, if it is */
static unsigned files_len TOUCHED;
static unsigned files_open TOUCHED; /* and not closed */
static unsigned files_turn TOUCHED; /* whose turn it is to make room */

/* --- descriptors --------------------------------------------------------- */

static struct descriptor *find(int file) {
  unsigned slot = file >= 0 && file < NUMBERS_MOST ? slots[file] : 0;
  bool found = slot && slot <= files_len && files[slot - 1].file == file;
  return found ? &files[slot - 1] : NULL;
}

static void put(struct descriptor *d, struct descriptor it) {
  *d = it;
  slots[it.file] = (uint16_t)(d - files + 1);
}

struct end *rt_end_at(int file) {
  struct descriptor *d = files_len ? find(file) : NULL;
  rt.current->descriptor = d;
  return d ? d->end : NULL;
}

static bool is_held(const struct descriptor *d) {
  threads_each(rt.words, &rt.live, t) {
    if (rt.fibers[t].descriptor == d)
      return true;
  }
  return false;
}

bool rt_end_is_awaited(int file) {
  const struct descriptor *d = find(file);
  threads_each(rt.words, &rt.live, t) {
    const struct fiber *f = &rt.fibers[t];
    if (f != rt.current && d && f->descriptor == d &&
        OP_CLASS(f->kind) == CLASS_STREAM)
      return true;
  }
  return false;
}

/* That numbers are not used again is our doing, and so it is our limit, and no
 * EMFILE of the program's: those closed make room in turn, and what would come
 * of using one later is not looked at. */
static struct descriptor *make_room(void) {
  for (unsigned n = 0; n < files_len; n++) {
    struct descriptor *d = &files[files_turn++ % files_len];
    if (!d->closed || is_held(d))
      continue;
    rt_escape(WHY_MEMORY, "more descriptors than there is room for",
              rt.current->site);
    close(d->file);
    d->file = -1;
    return d;
  }
  rt_escape_end(WHY_MEMORY, "more descriptors than there is room for",
                rt.current->site);
}

/* The program has set a limit, and that many are open, with the three that it
 * began with: so the kernel has it.  While others run it would be a matter of
 * who closes one first. */
static bool is_beyond_limit(void) {
  uint64_t most = rt_limit_of_files ? rt_limit_of_files() : RLIM_INFINITY;
  if (files_open + 3 < most)
    return false;
  if (rt.unjoined)
    rt_escape(WHY_UNMODELLED, "RLIMIT_NOFILE, and several threads",
              rt.current->site);
  errno = EMFILE;
  return !rt.unjoined;
}

/* Those at the top are not the run's (aside.h). */
static int choose_number(int from, bool cloexec) {
  int file = rt_file_place(from, cloexec), top = rt_aside_files();
  if (file < NUMBERS_MOST && (!top || file < top))
    return file;
  close(file);
  errno = EMFILE;
  return -1;
}

/* While nobody else runs numbers that were closed are used again, and so it is
 * the program's own doing when there is none. */
int rt_end_open(struct end *e, int from, bool cloexec) {
  if (is_beyond_limit())
    return -1;
  struct descriptor *room = files_len == FILES_MOST ? make_room() : NULL;
  int file = choose_number(from, cloexec);
  if (file < 0 && !rt.unjoined)
    return -1;
  if (file < 0) {
    room = room ? room : make_room();
    file = choose_number(from, cloexec);
  }
  if (file < 0)
    rt_escape_end(WHY_MEMORY, "more descriptors than there is room for",
                  rt.current->site);
  struct descriptor *d = find(file);
  if (!d)
    d = room ? room : &files[files_len++];
  put(d, (struct descriptor){.file = file, .end = e});
  e->refs++;
  files_open++;
  return file;
}

void rt_ends_reset(void) {
  files_len = files_turn = files_open = 0;
}

/* Who would have to wait may have come before it was closed; the kernel lets it
 * wait. */
bool rt_end_closed(struct stream *s, bool step, heddle_at site) {
  const struct fiber *f = rt.current;
  if (LIKELY(!f->descriptor || !f->descriptor->closed))
    return false;
  if (!stream_passes(f->kind, f->size, rt_stream_state(s)))
    rt_escape(WHY_UNMODELLED, "close of what a thread may wait for", site);
  rt_stream_done(s, step, false, site);
  errno = EBADF;
  return true;
}

bool rt_end_interrupted(struct stream *s, uint8_t kind, uint32_t size,
                        bool restarts, heddle_at site) {
  int number = rt_signal_breaking(restarts, site);
  if (LIKELY(!number))
    return false;
  struct descriptor *d = rt.current->descriptor;
  bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
  bool waits =
      !stream_passes(kind, size, rt_stream_state(s)) && !(d && d->closed);
  rt_stream_done(s, step, false, site);
  rt_signal_take(number);
  rt.current->descriptor = d;
  errno = waits ? EINTR : errno;
  return waits;
}

bool rt_end_escapes(int file, const char *call, heddle_at site) {
  char name[WIRE_ESCAPE_LEN];
  if (!rt_end_at(file))
    return false;
  snprintf(name, sizeof name, "%.30s of a pipe or socket", call);
  rt_escape(WHY_UNMODELLED, name, site);
  return true;
}

/* The last descriptor is gone: nobody reads, or writes, there.  Who is at the
 * other side sees first that nobody reads what it writes; for the kernel both
 * are one. */
static void leave(struct end *e, struct stream *s, bool *unread) {
  if (s == e->in) {
    *unread = s->len > 1 || (s->len && s->first->from < s->first->to);
    s->deaf = s->gone = true;
    s->drained++;
    if (e->kind == END_SOCKET)
      rt_stream_drain(s);
  }
  if (s == e->out && e->type != SOCK_DGRAM) {
    s->over = s->hung = true;
    s->fed++;
    s->reset = e->kind == END_SOCKET && *unread;
  }
}

/* While others run a number is not used again: who gets it would depend on
 * when it was closed. */
static void forget(struct descriptor *d) {
  d->closed = true;
  if (rt.unjoined)
    return;
  close(d->file);
  if (d != &files[--files_len])
    put(d, files[files_len]);
}

int rt_end_close(int file, heddle_at site) {
  struct end *e = rt_end_at(file);
  struct descriptor *d = rt.current->descriptor;
  struct stream *streams[] = {e->in ? e->in : e->out,
                              e->in && e->out != e->in ? e->out : NULL};
  bool unread = false;
  for (int i = 0; i < 2 && streams[i]; i++) {
    bool step = rt_stream_step(streams[i], OP_STREAM_CLOSE, 1, site);
    if (!i && rt_end_closed(streams[i], step, site))
      return -1;
    if (!i) {
      e->refs--;
      rt.current->descriptor = NULL;
      d->closed = true;
      files_open--;
    }
    if (e->kind == END_QUEUE)
      e->in->wanted = NULL;
    if (!e->refs && e->phase == SOCKET_LISTENS)
      e->in->deaf = e->in->gone = true;
    else if (!e->refs && e->kind != END_QUEUE)
      leave(e, streams[i], &unread);
    if (!e->refs && streams[i] == e->out && e->out != e->in)
      rt_message_end(streams[i]);
    else if (!e->refs && e->out != e->in && e->in->messages.ended)
      rt_message_took_end(streams[i]);
    rt_stream_done(streams[i], step, true, site);
  }
  if (!e->refs && e->domain)
    rt_socket_close(e, site);
  if (UNLIKELY(!e->refs && e->watchers))
    rt_epoll_forget(e, site);
  forget(d);
  return 0;
}

/* --- reading ------------------------------------------------------------- */

static ssize_t fail(struct stream *s, bool step, int error, heddle_at site) {
  rt_stream_done(s, step, false, site);
  errno = error;
  return -1;
}

/* What was not read at the other side is told once. */
static ssize_t read_reset(struct stream *s, bool step, heddle_at site) {
  s->reset = false;
  rt_stream_done(s, step, true, site);
  errno = ECONNRESET;
  return -1;
}

/* Nothing is there: nothing ever will be, or nobody waits for it. */
static ssize_t read_nothing(const struct end *e, bool step, bool waited,
                            bool now, heddle_at site) {
  struct stream *s = e->in;
  if (s->over && !(e->type == SOCK_DGRAM && (now || s->in_now))) {
    if (waited)
      rt_message_took_end(s);
    rt_stream_done(s, step, false, site);
    return 0;
  }
  if (waited) /* the kernel would let it sleep on */
    rt_escape(WHY_UNMODELLED, "O_NONBLOCK, set while a thread waits", site);
  return fail(s, step, EAGAIN, site);
}

/* Of bytes that are not messages less may be read or written than could be.
 * How much is chosen before the step, which is one. */
enum part { PART_ALL, PART_ONE, PART_BUT_ONE, PARTS };

static enum part choose_part(const struct stream *s, size_t len) {
  bool bytes = s->kind == STREAM_PIPE || s->kind == STREAM_BYTES;
  return UNLIKELY(rt.wire->flags & WIRE_PARTIAL) && bytes && len > 1
             ? (enum part)rt_choice("part", PARTS)
             : PART_ALL;
}

static size_t part_of(enum part part, size_t len) {
  return part == PART_ALL || len < 2 ? len : part == PART_ONE ? 1 : len - 1;
}

/* What can be had is handed over by a step of its own. */
static ssize_t read_bytes(struct stream *s, bool step, enum part part,
                          unsigned argument, void *to, size_t len, int flags,
                          heddle_at site) {
  bool waits = !s->in_now && !(flags & (MSG_DONTWAIT | MSG_PEEK));
  struct rt_call k;
  size_t whole, there = part_of(part, rt_stream_there(s, len, false));
  bool own = argument == OWN_BYTES;
  rt_call_open(&k, site);
  if (own)
    k.steps = false;
  if (!own && there)
    rt_bounds_check((uint64_t)to, there, true, site);
  rt_call_room(&k, argument, to, there);
  rt_stream_take(s, to, there, flags & MSG_PEEK, &whole);
  rt_call_leave(&k);
  if (!(flags & MSG_PEEK))
    rt_message_take(s, len, there, waits && part == PART_ALL);
  rt_stream_done(s, step, !(flags & MSG_PEEK), site);
  if (!own)
    rt_call_wrote(&k, argument, to, there);
  rt_call_close(&k);
  return (ssize_t)(flags & MSG_TRUNC ? whole : there);
}

static ssize_t read_counter(struct stream *s, bool step, unsigned argument,
                            void *to, heddle_at site) {
  uint64_t value = s->semaphore ? 1 : s->count;
  s->count -= value;
  s->drained++;
  rt_stream_done(s, step, true, site);
  if (argument != OWN_BYTES)
    rt_argument_write(argument, to, sizeof value, site, value);
  memcpy(to, &value, sizeof value);
  return sizeof value;
}

/* What who reads is told of a socket that is not. */
static int not_connected(const struct end *e) {
  return e->domain == AF_UNIX && e->type == SOCK_STREAM ? EINVAL : ENOTCONN;
}

static ssize_t read_end(struct end *e, unsigned argument, void *to, size_t len,
                        int flags, heddle_at site) {
  struct stream *s = e->in;
  bool counter = e->kind == END_COUNTER, now = flags & MSG_DONTWAIT;
  if (e->kind == END_TIMER)
    return rt_timer_read(e, argument, to, len, site);
  if (e->kind == END_SIGNALS)
    return rt_signalfd_read(e, argument, to, len, site);
  if (e->kind == END_QUEUE && !e->unread)
    rt_escape_end(WHY_UNMODELLED, "read of a message queue", site);
  int error = !s || e->kind == END_QUEUE          ? EBADF
              : counter && len < sizeof(uint64_t) ? EINVAL
              : e->kind == END_EPOLL              ? EINVAL
              : len && (uint64_t)to < 4096        ? EFAULT
                                                  : 0;
  if (error) {
    errno = error;
    return -1;
  }
  if (!len && !(flags & END_SOCKET_CALL))
    return 0;
  if (e->phase == SOCKET_LISTENS) {
    errno = not_connected(e);
    return -1;
  }
  bool waits = !s->in_now && !now;
  enum part part = argument == OWN_BYTES ? PART_ALL : choose_part(s, len);
  if (waits && rt_end_interrupted(s, OP_STREAM_READ, 1, true, site))
    return -1;
  bool step = rt_stream_step(s, now ? OP_STREAM_LOOK : OP_STREAM_READ, 1, site);
  if (rt_end_closed(s, step, site))
    return -1;
  if (e->phase == SOCKET_NEW && e->type != SOCK_DGRAM)
    return fail(s, step, not_connected(e), site);
  if (s->reset && (!s->len || s->kind == STREAM_PACKETS))
    return read_reset(s, step, site);
  if (counter ? !s->count : !s->len)
    return read_nothing(e, step, waits, now, site);
  return counter ? read_counter(s, step, argument, to, site)
                 : read_bytes(s, step, part, argument, to, len, flags, site);
}

/* With a limit it waits for no time, or for all of it. */
ssize_t rt_end_read(struct end *e, unsigned argument, void *to, size_t len,
                    int flags, heddle_at site) {
  bool limited = e->in_limit && !(flags & MSG_DONTWAIT) && !e->in->in_now;
  ssize_t got = read_end(e, argument, to, len,
                         limited ? flags | MSG_DONTWAIT : flags, site);
  if (limited && got < 0 && errno == EAGAIN)
    rt_clock_sleep(e->in_limit);
  return got;
}

/* --- writing ------------------------------------------------------------- */

/* The first datagram that nobody gets makes a socket forget whom it was
 * connected to, and what it has got from there. */
static ssize_t disconnect(struct end *e, heddle_at site) {
  if (!e->alone) {
    bool step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
    rt_stream_drain(e->in);
    rt_stream_done(e->in, step, true, site);
  }
  errno = e->alone ? ENOTCONN : ECONNREFUSED;
  e->alone = true;
  return -1;
}

static bool is_too_long(const struct stream *s, size_t len) {
  return s->kind == STREAM_PACKETS && len > SOCKET_MEMORY - 32;
}

/* Whether a socket is told now that what it sent was not read. */
static bool is_reset(struct stream *s, heddle_at site) {
  bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site), reset = s->reset;
  s->reset = false;
  rt_stream_done(s, step, reset, site);
  return reset;
}

/* Nobody reads, or it is too long; what was written before counts. */
static ssize_t write_fails(struct end *e, bool step, size_t len, size_t done,
                           int flags, heddle_at site) {
  const struct stream *s = e->out;
  bool refused = e->type == SOCK_DGRAM && s->gone && !s->mute;
  rt_stream_done(e->out, step, false, site);
  if (s->deaf && e->type == SOCK_SEQPACKET && is_reset(e->in, site)) {
    errno = ECONNRESET;
    return -1;
  }
  if (is_too_long(s, len)) {
    errno = EMSGSIZE;
    return -1;
  }
  if (refused)
    return disconnect(e, site);
  if (!(flags & MSG_NOSIGNAL) && s->kind != STREAM_PACKETS) {
    heddle_here = site;
    heddle_raise(SIGPIPE);
  }
  errno = EPIPE;
  return done ? (ssize_t)done : -1;
}

static ssize_t write_counter(struct stream *s, unsigned argument,
                             const void *from, bool now, heddle_at site) {
  uint64_t value;
  if (argument != OWN_BYTES)
    rt_argument_read(argument, from, sizeof value, site);
  memcpy(&value, from, sizeof value);
  if (value == UINT64_MAX) {
    errno = EINVAL;
    return -1;
  }
  uint32_t need = value < STREAM_MOST ? (uint32_t)value : STREAM_MOST;
  if (!now && !s->out_now &&
      rt_end_interrupted(s, OP_STREAM_WRITE, need, true, site))
    return -1;
  bool step = rt_stream_step(s, OP_STREAM_WRITE, now ? 0 : need, site);
  if (rt_end_closed(s, step, site))
    return -1;
  if (UINT64_MAX - 1 - s->count < value) {
    if (!s->out_now && !now)
      rt_escape_end(WHY_UNMODELLED, "an eventfd that is nearly full", site);
    return fail(s, step, EAGAIN, site);
  }
  s->count += value;
  s->fed++;
  rt_stream_done(s, step, value > 0, site);
  return sizeof value;
}

static void sign(const struct end *e, struct stream_chunk *c) {
  c->sender = e->address;
  if (!e->payer)
    return;
  c->payer = e->payer->out;
  c->payer->count += c->memory;
  e->payer->paid += c->memory;
}

/* In parts, as there is room; all of it unless it is not to wait. */
static ssize_t write_bytes(struct end *e, struct rt_call *k, const char *from,
                           size_t len, int flags) {
  struct stream *s = e->out;
  size_t done = 0;
  bool room;
  do {
    bool waits = !s->out_now && !(flags & MSG_DONTWAIT);
    uint32_t need = rt_stream_need(s, len, !done);
    /* who has written something is never called again */
    if (waits && rt_end_interrupted(s, OP_STREAM_WRITE, need, !done, k->site))
      return done ? (ssize_t)done : -1;
    bool step = rt_stream_step(s, OP_STREAM_WRITE,
                               flags & MSG_DONTWAIT ? 0 : need, k->site);
    if (rt_end_closed(s, step, k->site))
      return -1;
    rt.current->descriptor = NULL;
    room = stream_passes(OP_STREAM_WRITE, need,
                         rt_stream_state(s) & ~STREAM_OUT_NOW);
    if (e->phase != SOCKET_CONNECTED)
      return fail(s, step, e->domain == AF_UNIX ? ENOTCONN : EPIPE, k->site);
    if (e->domain && e->domain != AF_UNIX && s->gone && !e->refused) {
      e->refused = true; /* TCP learns of it by the answer */
      rt_stream_done(s, step, false, k->site);
      return (ssize_t)len;
    }
    if ((room && s->deaf) || s->mute || is_too_long(s, len))
      return write_fails(e, step, len, done, flags, k->site);
    rt_call_enter(k);
    size_t n = room ? rt_stream_put(s, from + done, len - done, !done) : 0;
    if (room && s->kind == STREAM_PACKETS)
      sign(e, s->last);
    rt_call_leave(k);
    if (n || (room && s->kind == STREAM_PACKETS))
      rt_message_put(
          s, n, n == len && (waits || !s->most || s->messages.put < s->most));
    s->fed += !room && s->kind == STREAM_PIPE; /* for EPOLLET it is news */
    rt_stream_done(s, step, room, k->site);
    done += n;
    if (!room && waits)
      rt_escape(WHY_UNMODELLED, "O_NONBLOCK, set while a thread waits",
                k->site);
    if (!room || s->out_now || flags & MSG_DONTWAIT)
      break;
  } while (done < len);
  if (done || (room && !len))
    return (ssize_t)done;
  errno = EAGAIN;
  return -1;
}

ssize_t rt_end_write(struct end *e, unsigned argument, const void *from,
                     size_t len, int flags, heddle_at site) {
  struct rt_call k;
  bool counter = e->kind == END_COUNTER;
  int error = e->kind >= END_TIMER                 ? EINVAL
              : !e->out || e->unwritten            ? EBADF
              : e->kind == END_QUEUE               ? EINVAL
              : counter && len != sizeof(uint64_t) ? EINVAL
              : len && (uint64_t)from < 4096       ? EFAULT
                                                   : 0;
  if (error) {
    errno = error;
    return -1;
  }
  if (e->out_limit)
    flags |= MSG_DONTWAIT;
  if (e->domain && e->type == SOCK_DGRAM)
    return rt_datagram_send(e, argument, from, len, flags, site);
  if (counter)
    return write_counter(e->out, argument, from, flags & MSG_DONTWAIT, site);
  if (!len && e->kind == END_PIPE)
    return 0;
  /* into a pipe, a part of what is atomic there is never written */
  if (argument != OWN_BYTES && (e->kind != END_PIPE || len > PIPE_BUF))
    len = part_of(choose_part(e->out, len), len);
  rt_call_open(&k, site);
  if (argument == OWN_BYTES)
    k.steps = false;
  else
    rt_call_read(&k, argument, from, len);
  ssize_t done = write_bytes(e, &k, from, len, flags);
  rt_call_close(&k);
  return done;
}

/* Steps on what is read and what is written there; `flags` are new ones, or
 * -1.  Whoever closes the last descriptor of an end sees how many there are. */
bool rt_end_step(struct end *e, int flags, heddle_at site) {
  struct stream *streams[] = {e->in ? e->in : e->out,
                              e->in && e->out != e->in ? e->out : NULL};
  for (int i = 0; i < 2 && streams[i]; i++) {
    struct stream *s = streams[i];
    bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
    if (!i && rt_end_closed(s, step, site))
      return false;
    rt.current->descriptor = NULL;
    bool now =
        flags & O_NONBLOCK || (e->phase == SOCKET_NEW && e->type != SOCK_DGRAM);
    if (flags >= 0 && s == e->in)
      s->in_now = now;
    if (flags >= 0 && s == e->out)
      s->out_now = now;
    rt_stream_done(s, step, true, site);
  }
  return true;
}

int rt_end_dup(struct end *e, int from, bool cloexec, heddle_at site) {
  return rt_end_step(e, -1, site) ? rt_end_open(e, from, cloexec) : -1;
}

/* --- looking ------------------------------------------------------------- */

/* TCP: it listens no more, and is as one that never did. */
static bool is_stopped(const struct end *e) {
  return e->phase == SOCKET_LISTENS && e->domain != AF_UNIX && e->in->over;
}

static short look_in(const struct end *e) {
  const struct stream *s = e->in;
  if (is_stopped(e))
    return POLLHUP;
  bool socket = e->kind == END_SOCKET;
  bool there =
      e->kind == END_COUNTER || e->kind >= END_TIMER ? s->count : s->len;
  bool local = !e->domain || e->domain == AF_UNIX;
  /* where nobody reads what it writes a unix socket is as if it were mute */
  bool hung =
      local && (s->hung || (socket && e->type != SOCK_DGRAM && e->out->deaf));
  bool gone = socket ? s->over && (hung || e->out->mute) : s->over;
  if (e->phase == SOCKET_NEW && e->type != SOCK_DGRAM)
    return (short)(POLLHUP | (e->error ? POLLERR : 0) |
                   (e->error || s->over ? POLLIN | POLLRDNORM | POLLRDHUP : 0));
  return (short)((there || (socket && s->over) ? POLLIN | POLLRDNORM : 0) |
                 (socket && s->over ? POLLRDHUP : 0) | (gone ? POLLHUP : 0) |
                 (s->reset ? POLLERR : 0));
}

/* A datagram to who is not connected to this socket may have to wait there. */
static bool has_room_at(const struct end *e) {
  bool other = e->to && e->to->to != e && e->domain == AF_UNIX;
  return !other || e->to->in->len < DATAGRAMS;
}

static short look_out(const struct end *e) {
  const struct stream *s = e->out;
  bool room = e->phase == SOCKET_LISTENS ? is_stopped(e)
              : e->kind == END_SOCKET    ? (s->count + 1) * 4 <= SOCKET_MEMORY
              : e->kind == END_PIPE      ? s->len < PIPE_PAGES
              : e->kind == END_QUEUE     ? s->len < s->most
                                         : s->count < UINT64_MAX - 1;
  return (short)((room && has_room_at(e) ? POLLOUT | POLLWRNORM : 0) |
                 (s->deaf && e->kind == END_PIPE ? POLLERR : 0));
}

enum { OUT = POLLOUT | POLLWRNORM };

static bool looks_out(const struct end *e, short events) {
  return e->out && (!e->in || events & OUT);
}

/* Errors are found whether they are asked for or not. */
short rt_end_found(const struct end *e, short events) {
  short found = (short)((e->in ? look_in(e) : 0) |
                        (looks_out(e, events) ? look_out(e) : 0));
  return (short)(found & (events | POLLERR | POLLHUP));
}

#define NO_ROOM "poll for room at another socket"

void rt_end_may_be_full(const struct end *e, heddle_at site) {
  bool other = e->to && e->to->to != e;
  if (!rt_alone() && (other || (e->paid + 1) * 4 > SOCKET_MEMORY))
    rt_escape(WHY_UNMODELLED, NO_ROOM, site);
}

short rt_end_look(struct end *e, short events, struct stream *who,
                  struct stream_news *news, heddle_at site) {
  bool out = looks_out(e, events) && e->out != e->in;
  if (out && e->domain == AF_UNIX && e->type == SOCK_DGRAM) {
    e->polled = true;
    rt_end_may_be_full(e, site);
    if (who && !look_out(e) && !rt_alone()) /* nobody would wake it */
      rt_escape_end(WHY_UNMODELLED, NO_ROOM, site);
  }
  struct stream *streams[] = {e->in, out ? e->out : NULL};
  short found = 0;
  for (int i = 0; i < 2; i++) {
    struct stream *s = streams[i];
    if (!s)
      continue;
    bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
    if (rt_end_closed(s, step, site))
      return POLLNVAL;
    rt.current->descriptor = NULL;
    found |= rt_end_found(e, s == e->in && out ? events & ~OUT : events);
    if (news && s == e->in)
      news->fed = s->fed;
    if (news && s == e->out)
      news->drained = s->drained;
    if (who && (!found || news))
      rt_stream_wants(s, who);
    rt_stream_done(s, step, false, site);
    if (step && who)
      rt.step->flags &= (uint8_t)~EVENT_FAILED; /* it is known who waits */
  }
  return found;
}
