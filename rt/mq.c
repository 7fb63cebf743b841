/* Message queues of POSIX.  A queue is a stream of messages (stream.h) that is
 * found by its name among the addresses (address.h); it has room for a number
 * of them, and the one of the highest priority comes first.  Those that exist
 * in the kernel are not seen, and none is left behind. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <stdarg.h>
#include <string.h>

#include "rt/address.h"
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/stream.h"

/* As Linux has them, for who has no privileges where there is a limit. */
enum { MESSAGES = 10, LONGEST = 8192, LONGEST_MOST = 1 << 24 };

static int fail(int error) {
  errno = error;
  return -1;
}

/* --- names --------------------------------------------------------------- */

/* 0 or an error. */
static int read_name(struct address *a, const char *name, heddle_at site) {
  struct rt_call k;
  rt_call_open(&k, site);
  rt_call_text(&k, 0, name, PTRDIFF_MAX, 1);
  rt_call_close(&k);
  size_t len = strlen(name);
  *a = (struct address){.family = ADDRESS_QUEUE};
  if (name[0] != '/' || !name[1])
    return name[0] ? name[0] == '/' ? ENOENT : EINVAL : EINVAL;
  if (strchr(name + 1, '/'))
    return EACCES;
  if (len > NAME_MAX)
    return ENAMETOOLONG;
  if (len > sizeof a->name)
    rt_escape_end(WHY_UNMODELLED, "a long name of a message queue", site);
  a->name_len = (uint8_t)len;
  memcpy(a->name, name, len);
  return 0;
}

static bool is_valid(const struct mq_attr *a) {
  return a->mq_maxmsg > 0 && a->mq_msgsize > 0 && a->mq_maxmsg <= INT_MAX &&
         a->mq_msgsize <= LONGEST_MOST;
}

static struct end *make(const struct mq_attr *attributes) {
  struct end *e = rt_heap_alloc(sizeof *e, 16);
  struct stream *s = rt_stream_named(STREAM_PACKETS, "queue");
  *e = (struct end){.in = s, .out = s, .kind = END_QUEUE};
  s->most = (uint32_t)attributes->mq_maxmsg;
  s->longest = (uint32_t)attributes->mq_msgsize;
  return e;
}

/* The queue of that name; NULL and errno.  Who comes second finds what the
 * first has made. */
static struct end *find(struct address *a, int flags,
                        const struct mq_attr *attributes, heddle_at site) {
  for (int error;;) {
    struct end *e = rt_address_find(a, &error, site);
    if (e && flags & O_CREAT && flags & O_EXCL)
      e = NULL, errno = EEXIST;
    else if (!e && !(flags & O_CREAT))
      errno = ENOENT;
    else if (!e && !is_valid(attributes))
      errno = EINVAL;
    else if (!e) {
      e = make(attributes);
      if (rt_address_bind(a, e, site))
        continue;
    }
    return e;
  }
}

mqd_t heddle_mq_open(const char *name, int flags, ...) {
  heddle_at site = heddle_here;
  struct mq_attr attributes = {.mq_maxmsg = MESSAGES, .mq_msgsize = LONGEST};
  struct address a;
  if (flags & O_CREAT) {
    va_list args;
    va_start(args, flags);
    (void)va_arg(args, unsigned); /* the mode: everything here is ours */
    const struct mq_attr *given = va_arg(args, const struct mq_attr *);
    va_end(args);
    if (given) {
      rt_argument_read(3, given, sizeof *given, site);
      attributes = *given;
    }
  }
  rt_trial_stop();
  int error = read_name(&a, name, site);
  struct end *queue = error ? NULL : find(&a, flags, &attributes, site);
  if (!queue)
    return error ? fail(error) : -1;
  struct end *e = rt_heap_alloc(sizeof *e, 16);
  int mode = flags & O_ACCMODE;
  *e = (struct end){.kind = END_QUEUE,
                    .flags = flags & (O_ACCMODE | O_NONBLOCK),
                    .in = queue->in,
                    .out = queue->out};
  e->unread = mode == O_WRONLY;
  e->unwritten = mode == O_RDONLY;
  return rt_end_open(e, 0, true);
}

int heddle_mq_unlink(const char *name) {
  heddle_at site = heddle_here;
  struct address a;
  int error = read_name(&a, name, site), none;
  struct end *queue = error ? NULL : rt_address_find(&a, &none, site);
  if (!queue)
    return fail(error ? error : ENOENT);
  rt_address_drop(queue, site);
  return 0;
}

static struct end *queue_at(mqd_t file) {
  struct end *e = rt_end_at(file);
  if (e && e->kind == END_QUEUE)
    return e;
  errno = EBADF;
  return NULL;
}

int heddle_mq_close(mqd_t file) {
  return queue_at(file) ? rt_end_close(file, heddle_here) : -1;
}

/* --- attributes ---------------------------------------------------------- */

static int attributes(mqd_t file, const struct mq_attr *new,
                      struct mq_attr *old, unsigned argument, heddle_at site) {
  struct end *e = queue_at(file);
  struct mq_attr next = {0}, before = {0};
  if (!e)
    return -1;
  if (new) {
    rt_argument_read(1, new, sizeof *new, site);
    next = *new;
    if (next.mq_flags & ~O_NONBLOCK)
      return fail(EINVAL);
  }
  struct stream *s = e->in;
  bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(s, step, site))
    return -1;
  before = (struct mq_attr){.mq_flags = e->flags & O_NONBLOCK,
                            .mq_maxmsg = s->most,
                            .mq_msgsize = s->longest,
                            .mq_curmsgs = s->len};
  if (new)
    e->flags = (e->flags & ~O_NONBLOCK) | (int)next.mq_flags;
  rt_stream_done(s, step, new != NULL, site);
  if (old) {
    rt_argument_write(argument, old, sizeof *old, site, s->len);
    *old = before;
  }
  return 0;
}

int heddle_mq_getattr(mqd_t file, struct mq_attr *a) {
  return attributes(file, NULL, a, 1, heddle_here);
}

int heddle_mq_setattr(mqd_t file, const struct mq_attr *new,
                      struct mq_attr *old) {
  return attributes(file, new, old, 2, heddle_here);
}

/* --- messages ------------------------------------------------------------ */

/* The newest is behind those of its priority, and before those of lower ones.
 */
static void sort_last(struct stream *s, unsigned priority) {
  struct stream_chunk *c = s->last, **at = &s->first;
  c->priority = priority;
  while (*at != c && (*at)->priority >= priority)
    at = &(*at)->next;
  if (*at == c)
    return;
  struct stream_chunk *before = *at;
  while (before->next != c)
    before = before->next;
  before->next = NULL;
  s->last = before;
  c->next = *at;
  *at = c;
}

/* Not to wait: by the flags, or because the time may be over. */
static int give_up(const struct timespec *until, bool now) {
  if (now)
    return fail(EAGAIN);
  if (!rt_time_is_valid(until))
    return fail(EINVAL);
  rt_clock_reach(until);
  return fail(ETIMEDOUT);
}

static int send_message(mqd_t file, const char *from, size_t len,
                        unsigned priority, const struct timespec *until,
                        heddle_at site) {
  struct end *e = queue_at(file);
  struct rt_call k;
  if (!e || e->unwritten)
    return fail(EBADF);
  if (priority >= MQ_PRIO_MAX)
    return fail(EINVAL);
  struct stream *s = e->out;
  if (len > s->longest)
    return fail(EMSGSIZE);
  rt_call_open(&k, site);
  rt_call_read(&k, 1, from, len);
  bool now = e->flags & O_NONBLOCK;
  if (!now && rt_end_interrupted(s, OP_STREAM_WRITE, 1, true, site)) {
    rt_call_close(&k);
    return -1;
  }
  bool step = rt_stream_step(s, OP_STREAM_WRITE, now || until ? 0 : 1, site);
  bool closed = rt_end_closed(s, step, site), room = s->len < s->most;
  struct sigevent *wanted = NULL;
  if (!closed && room) {
    rt_call_enter(&k);
    rt_stream_put(s, from, len, true);
    rt_call_leave(&k);
    sort_last(s, priority);
    if (!s->messages.put)
      s->messages.priority = priority;
    s->messages.lost |= priority != s->messages.priority;
    rt_message_put(s, len, !now && !until);
    wanted = s->wanted ? rt_mq_wanted(s) : NULL;
  }
  if (!closed)
    rt_stream_done(s, step, room, site);
  if (UNLIKELY(wanted != NULL))
    rt_mq_tell(wanted, site);
  rt_call_close(&k);
  return closed ? -1 : room ? 0 : give_up(until, now);
}

static ssize_t receive(mqd_t file, char *to, size_t len, unsigned *priority,
                       const struct timespec *until, heddle_at site) {
  struct end *e = queue_at(file);
  if (!e || e->unread)
    return fail(EBADF);
  struct stream *s = e->in;
  if (len < s->longest)
    return fail(EMSGSIZE);
  bool now = e->flags & O_NONBLOCK;
  if (!now && rt_end_interrupted(s, OP_STREAM_READ, 1, true, site))
    return -1;
  bool awaits = rt_mq_await && !now && !until && rt_mq_await(s, site);
  bool step = rt_stream_step(s, now || until ? OP_STREAM_LOOK : OP_STREAM_READ,
                             1, site);
  s->waiting -= awaits;
  if (rt_end_closed(s, step, site))
    return -1;
  if (s->wanted && until && !now) /* who has a limit may wait, too */
    rt_escape(WHY_UNMODELLED, "mq_notify beside mq_timedreceive", site);
  if (!s->len) {
    rt_stream_done(s, step, false, site);
    return give_up(until, now);
  }
  size_t whole = s->first->to;
  unsigned its = s->first->priority;
  char *copy = rt_heap_alloc(whole + 1, 16);
  rt_stream_take(s, copy, whole, false, &whole);
  rt_message_take(s, whole, whole, !now && !until);
  rt_stream_done(s, step, true, site);
  if (whole)
    rt_argument_write(1, to, (uint32_t)whole, site, 0);
  memcpy(to, copy, whole);
  if (priority) {
    rt_argument_write(3, priority, sizeof *priority, site, its);
    *priority = its;
  }
  return (ssize_t)whole;
}

int heddle_mq_send(mqd_t file, const char *from, size_t len,
                   unsigned priority) {
  return send_message(file, from, len, priority, NULL, heddle_here);
}

int heddle_mq_timedsend(mqd_t file, const char *from, size_t len,
                        unsigned priority, const struct timespec *until) {
  heddle_at site = heddle_here;
  rt_argument_read(4, until, sizeof *until, site);
  return send_message(file, from, len, priority, until, site);
}

ssize_t heddle_mq_receive(mqd_t file, char *to, size_t len,
                          unsigned *priority) {
  return receive(file, to, len, priority, NULL, heddle_here);
}

ssize_t heddle_mq_timedreceive(mqd_t file, char *to, size_t len,
                               unsigned *priority,
                               const struct timespec *until) {
  heddle_at site = heddle_here;
  rt_argument_read(4, until, sizeof *until, site);
  return receive(file, to, len, priority, until, site);
}
