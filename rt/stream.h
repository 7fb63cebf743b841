/* stream: what goes through pipes and sockets, in the process.
 *
 * A stream is one direction: a pipe is one, a pair of sockets two, and so is
 * what an eventfd counts.  Streams live in the heap of the thread that made
 * them, so that the reset and circle.c find them; nothing reaches the kernel.
 *
 * What is done to a stream is a step on it (exec/event.h, CLASS_STREAM):
 *
 *     bool step = rt_stream_step(s, OP_STREAM_READ, 1, site);
 *     ... what the step does, at once ...
 *     rt_stream_done(s, step, changed, site);
 *
 * The first returns when it is the thread's turn, and that is not before the
 * stream lets it pass: so a thread that waits for what nobody will write is a
 * deadlock as any other.  The second says whether the stream is another now,
 * and wakes those who wait for several streams at once (rt/poll.c).
 *
 * An *end* is what is behind a descriptor: the stream that is read there, the
 * one that is written, or both.  Descriptors are numbers of the kernel's, in
 * whose place a descriptor that is good for nothing stands, so that whatever
 * the model does not know finds no other file by chance. */
#ifndef RT_STREAM_H
#define RT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "rt/abi.h"

/* The number of the addresses of sockets (address.h), which no thread makes. */
#define STREAM_ADDRESSES (WIRE_STREAMS + WIRE_STREAMS_SIZE - 1)
/* What asks a thread to end (cancel.h): of a kind that is none of those below.
 */
#define STREAM_OF_THREAD(id)                                                   \
  (WIRE_STREAMS + WIRE_STREAMS_SIZE / THREADS_MAX * (id) + 7)
/* What tells that it has ended, to those who join it and may be asked to end. */
#define STREAM_OF_END(id) (STREAM_OF_THREAD(id) + 8)

enum stream_kind {
  STREAM_PIPE,    /* bytes in pages */
  STREAM_BYTES,   /* of a socket */
  STREAM_PACKETS, /* whole messages */
  STREAM_COUNTER, /* an eventfd */
  STREAM_SLEEPER, /* a counter: somebody who waits for several streams */
  STREAM_LIST     /* what an epoll is asked for */
};

/* As the kernel has it: what fits into a pipe, the memory that may wait in a
 * socket, and the datagrams that a unix socket keeps for whom it is not
 * connected to (net.unix.max_dgram_qlen, and one). */
enum { PIPE_PAGES = 16, SOCKET_MEMORY = 212992, DATAGRAMS = 11 };

/* Bytes that were written together, or into the same page. */
struct stream_chunk {
  struct stream_chunk *next;
  uint32_t from, to,
      room;        /* what is left of its bytes; how many there can be */
  uint32_t memory; /* that the kernel would use for them */
  const struct address *sender; /* of a datagram (connect.c), or NULL */
  struct stream *payer; /* whose memory that is, if not the stream's, or NULL */
  uint32_t priority;    /* in a message queue (mq.c) */
  unsigned char bytes[];
};

/* Who is to be woken when a stream lets somebody pass. */
struct sleeper {
  struct sleeper *next;
  struct stream *counter;
};

/* What message.c knows of a stream. */
struct stream_messages {
  uint64_t put;            /* messages so far, its end included */
  uint64_t written, taken; /* bytes */
  uint64_t memory;         /* that they would use if none were taken out */
  uint32_t end;            /* the number of its end, or 0 */
  uint16_t first, last;    /* of the marks of those that are in it, or 0 */
  bool ended;              /* somebody has read to its end */
  bool lost;               /* it is not known any more where messages end */
  unsigned priority;       /* of the first */
};

struct sigevent;

struct stream {
  uint64_t object;      /* its number in events */
  uint64_t changes;     /* what a loop that only waits looks at (rt/wait.c) */
  uint64_t count;       /* of a counter; else the memory the kernel would use */
  uint8_t kind;         /* enum stream_kind */
  bool over;            /* who reads comes to an end */
  bool mute;            /* who writes has said that it will not (shutdown) */
  bool deaf;            /* who reads will not any more, */
  bool gone;            /* and has closed it */
  bool hung;            /* who wrote neither reads nor writes any more, */
  bool reset;           /* and left unread what was written to it */
  bool datagrams;       /* of messages: they are sent by datagram sockets */
  bool semaphore;       /* of a counter: reading takes one */
  bool in_now, out_now; /* who reads, or writes, does not wait (O_NONBLOCK) */
  uint64_t fed, drained; /* how often something was put in, or taken out */
  uint32_t len;          /* chunks */
  uint32_t most;         /* of them that are let in; 0: as many as fit */
  uint32_t longest;      /* of a message queue: bytes of a message */
  struct stream_chunk *first, *last, *spare;
  struct sleeper *sleepers;
  struct sigevent *wanted; /* of a message queue: who is told (mq_notify.c); */
  uint32_t waiting; /* who waits for a message, which comes before that */
  struct stream_messages messages;
};

/* A new one of the running thread's. */
struct stream *rt_stream_make(enum stream_kind kind);
/* The same; stories call it by this name, and a number. */
struct stream *rt_stream_named(enum stream_kind kind, const char *name);
/* What it lets pass (exec/event.h). */
uint64_t rt_stream_state(const struct stream *s);
bool rt_stream_step(struct stream *s, uint8_t kind, uint32_t size,
                    heddle_at site);
void rt_stream_done(struct stream *s, bool step, bool changed, heddle_at site);
/* How much of it can be taken at once, or (`all`) in any number of messages, at
 * most len. */
size_t rt_stream_there(const struct stream *s, size_t len, bool all);
/* Copies what is there, at most len bytes (of one message), and takes it out
 * unless `peeks`; *whole is the length of the message. */
size_t rt_stream_take(struct stream *s, void *to, size_t len, bool peeks,
                      size_t *whole);
void rt_stream_drain(struct stream *s);
/* Puts in as much as there is room for; `first`: the beginning of what one
 * call writes.  Of a message all of it, room or not. */
size_t rt_stream_put(struct stream *s, const void *from, size_t len,
                     bool first);
/* The room that a STREAM_WRITE of so many bytes has to wait for. */
uint32_t rt_stream_need(const struct stream *s, size_t len, bool first);
/* In a step on s: `who` is to be woken when s changes. */
void rt_stream_wants(struct stream *s, struct stream *who);
/* Waits until `who` is woken (poll.c). */
void rt_poll_sleep(struct stream *who, heddle_at site);
/* A timespec or (`micro`) timeval, the argument of that number, in nanoseconds;
 * NULL: -1, for ever; -2: it is no time. */
int64_t rt_poll_time(unsigned argument, const void *at, bool micro,
                     heddle_at site);
void rt_streams_reset(void);

/* --- ends ---------------------------------------------------------------- */

enum end_kind {
  END_PIPE,
  END_SOCKET,
  END_COUNTER,
  END_EPOLL,
  END_QUEUE,
  END_TIMER,
  END_SIGNALS
};

/* Of a socket; that of a pair is connected. */
enum socket_phase { SOCKET_CONNECTED, SOCKET_NEW, SOCKET_LISTENS };

struct address;
struct sockaddr;

struct end {
  struct stream *in, *out; /* or NULL */
  uint32_t refs;           /* descriptors */
  uint8_t kind;            /* enum end_kind */
  int type;                /* of a socket */
  bool alone;              /* of one for datagrams: it has no peer any more */
  int flags;               /* as F_GETFL gives them */
  struct interest *interests; /* of an epoll (epoll.c) */
  struct interest *watchers;  /* that some epoll has in it */
  bool unread, unwritten;     /* of a queue: it is open for the other alone */
  uint64_t expires, interval; /* of a timer (timer.c), and */
  uint16_t reader;            /* 1 + who has read it since it was set, or 0 */
  bool seen;                  /* somebody was told that its time has come */
  uint64_t signals;           /* that one is for (signalfd.c), and */
  struct end *next;           /* such end */
  /* of sockets with addresses (connect.c) */
  int domain;                    /* 0: of a pair */
  uint32_t options;              /* those that are on (option.c), of which */
#define OPTION_SHARES 1u         /*   its port may be another's, too, */
#define OPTION_SHARES_PACKETS 2u /*  if it is for datagrams */
  uint8_t phase;                 /* enum socket_phase */
  bool bound;                    /* others find it by its address */
  bool begun;                   /* it is connected, and that was not told yet */
  bool refused;                 /* by TCP: what it wrote last was for nobody */
  int error;                    /* that is still to be told, or 0 */
  uint64_t in_limit, out_limit; /* of waiting, nanoseconds, or 0 */
  struct address *address;      /* its own, or NULL */
  const struct address *peer;
  struct end *to;    /* whom datagrams go to */
  struct end *payer; /* of them: whose memory they use while they wait */
  uint64_t paid;     /* of that, in all */
  bool polled;       /* somebody has asked whether there is some left */
};

struct descriptor {
  int file;
  bool closed;
  struct end *end;
};

/* What is behind a descriptor, or was before it was closed; or NULL: it is the
 * kernel's. */
struct end *rt_end_at(int file);
/* A descriptor for it, from a number on; -1 and errno when there is none. */
int rt_end_open(struct end *e, int from, bool cloexec);
/* Another descriptor for it. */
int rt_end_dup(struct end *e, int from, bool cloexec, heddle_at site);
/* Another thread stands at a step on it. */
bool rt_end_is_awaited(int file);
/* The running thread is about to call something else on a descriptor: if it is
 * modelled the verdict is incomplete, by this name. */
bool rt_end_escapes(int file, const char *call, heddle_at site);
int rt_end_close(int file, heddle_at site);
/* A step on each stream of it; `flags` are new ones, or -1.  False and errno:
 * it is closed. */
bool rt_end_step(struct end *e, int flags, heddle_at site);
/* After the first step of a call, on s: the descriptor is closed, and the step
 * over; errno says so. */
bool rt_end_closed(struct stream *s, bool step, heddle_at site);
/* Both as the calls of the kernel, -1 and errno; flags are those of sockets.
 * `argument` is the one of the program's call that the bytes are behind; of
 * bytes that are the runtime's it is OWN_BYTES. */
enum { OWN_BYTES = 254 };
#define END_SOCKET_CALL                                                        \
  (1 << 30) /* with the flags: by send, recv and their like */
ssize_t rt_end_read(struct end *e, unsigned argument, void *to, size_t len,
                    int flags, heddle_at site);
ssize_t rt_end_write(struct end *e, unsigned argument, const void *from,
                     size_t len, int flags, heddle_at site);
/* A message of a socket for datagrams that has an address: to whom it is
 * connected, or to the one named. */
ssize_t rt_datagram_send(struct end *e, unsigned argument, const void *from,
                         size_t len, int flags, heddle_at site);
ssize_t rt_datagram_send_to(struct end *e, unsigned argument, const void *from,
                            size_t len, int flags,
                            const struct sockaddr *address,
                            unsigned address_len, heddle_at site);
/* A signal comes before the running thread takes a step on s that may have to
 * wait, and while it waits: errno says so.  `restarts`: not one that lets the
 * call go on (SA_RESTART). */
bool rt_end_interrupted(struct stream *s, uint8_t kind, uint32_t size,
                        bool restarts, heddle_at site);
/* What poll finds there now. */
short rt_end_found(const struct end *e, short events);
/* How often something was put in, or taken out, as a look has found it. */
struct stream_news {
  uint64_t fed, drained;
};
/* The same by a step on each stream that is looked at.  `who`, unless it is
 * NULL, is woken when that changes; with `news` when anything does. */
short rt_end_look(struct end *e, short events, struct stream *who,
                  struct stream_news *news, heddle_at site);
/* It was asked whether a socket for datagrams can send, and it has sent: where
 * the answer rests on what others have taken, no step tells of it. */
void rt_end_may_be_full(const struct end *e, heddle_at site);
void rt_ends_reset(void);

/* --- message.c --- */
/* In a step that has put a message in, or closed what is written there; `sure`:
 * it would have, had others come between. */
void rt_message_put(struct stream *s, size_t len, bool sure);
void rt_message_end(struct stream *s);
/* In a step that took `got` bytes out, of so many that were asked for; `sure`:
 * it would have waited for them. */
void rt_message_take(struct stream *s, size_t asked, size_t got, bool sure);
/* Who reads has come to the end, or closes what has come to its end. */
void rt_message_took_end(struct stream *s);
void rt_messages_reset(void);

/* --- timer.c --- */
/* As rt_end_look; `must`: nothing else is ready, and who looks would wait. */
short rt_timer_look(struct end *e, short events, struct stream *who,
                    struct stream_news *news, bool must, heddle_at site);
/* After a look that has found it not over: when it is, by the clock of who has
 * set it; 0: it is not set, or no timer.  An epoll may have some. */
uint64_t rt_timer_due(const struct end *e);
ssize_t rt_timer_read(struct end *e, unsigned argument, void *to, size_t len,
                      heddle_at site);

/* --- mq_notify.c, linked only where it is called --- */
#ifndef IN_MQ_NOTIFY
#define IN_MQ_NOTIFY __attribute__((weak))
#endif
/* The running thread is about to wait for a message; whether it has to. */
bool rt_mq_await(struct stream *s, heddle_at site) IN_MQ_NOTIFY;
/* In a step that has put a message in: who is to be told now, or NULL; after
 * it they are. */
struct sigevent *rt_mq_wanted(struct stream *s) IN_MQ_NOTIFY;
void rt_mq_tell(struct sigevent *wanted, heddle_at site) IN_MQ_NOTIFY;

/* --- epoll.c, linked only where there are some --- */
#ifndef IN_EPOLL
#define IN_EPOLL __attribute__((weak))
#endif
/* As rt_end_look, at what a list asks for: at its `timers`, or at the rest. */
short rt_epoll_look(struct end *list, short events, struct stream *who,
                    bool timers, bool must, heddle_at site) IN_EPOLL;
/* The last descriptor of it is closed: no list asks for it any more. */
void rt_epoll_forget(struct end *e, heddle_at site) IN_EPOLL;

/* --- signalfd.c, linked only where there are some --- */
#ifndef IN_SIGNALFD
#define IN_SIGNALFD __attribute__((weak))
#endif
/* What is pending for the process is another now, after a step; whether one of
 * them is for these signals; a run begins. */
void rt_signalfd_count(heddle_at site) IN_SIGNALFD;
bool rt_signalfd_wants(uint64_t signal) IN_SIGNALFD;
void rt_signalfds_reset(void) IN_SIGNALFD;
ssize_t rt_signalfd_read(struct end *e, unsigned argument, void *to, size_t len,
                         heddle_at site) IN_SIGNALFD;
/* --- signals.c, for it: what is pending for the process; a step on that, after
 * which one of a set is taken, or 0 --- */
uint64_t rt_signals_pending(void);
void rt_signals_look(heddle_at site);
int rt_signals_take(uint64_t set);

/* --- limits.c, linked only where limits are set: of descriptors that are open,
 * by the program's own word, or RLIM_INFINITY --- */
#ifndef IN_LIMITS
#define IN_LIMITS __attribute__((weak))
#endif
uint64_t rt_limit_of_files(void) IN_LIMITS;

/* --- files.c --- */
/* A descriptor of the kernel's that is good for nothing, among those of the
 * running thread, and at least `from`. */
int rt_file_place(int from, bool cloexec);

#endif
