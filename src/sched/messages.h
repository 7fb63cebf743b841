/* messages: who received which message in a run, and who could have.
 *
 *     struct messages m = {0};
 *     while (messages_take(&m, ports, most, events, count) == MESSAGES_AGAIN)
 *       ;
 *     order_compute(&work, &order, m.events.at, m.events.len);
 *     messages_races(&m, &order);
 *
 * An SR-sequence (Lei 3.3.1) is a run of which is kept what each thread did
 * and which send each receive got its message from; nothing else, so sends
 * to one port by different threads have no order.  messages_take writes the
 * events of a run so that the dependence of event.h says exactly this: the
 * object of a send and of its receive is the message, not the port, and a
 * receive has no alternatives: another message is another event.  A message
 * is known by its port, its sender, and how many the sender sent before,
 * and has the same number in every run in which it is the same send.
 *
 * The race set of a receive r (Lei, theorem 3.3.1; doc/papers.md for the
 * others) are the messages of its port that were not received before r, were
 * not sent after r, and which no other of these keeps back: under fifo an
 * older one of the same sender, under causal one of their causal past.  Of
 * two messages to one port only the receiver's own receives decide which was
 * there first, so what keeps a message back is the same in every run of a
 * sequence.  messages_races appends one step for each of them to the order,
 * "r receives this instead", and a race between r and that step.  A receive
 * that is pending at the end has an empty race set: whatever it could get
 * would be there.
 *
 * Ports whose sends are ordered.  In a mailbox the order in which messages
 * came decides which is received, and where a port may be full it decides who
 * has to wait.  There a sequence has this order, too, and nothing more: two
 * sends to the port are dependent (their object is the port), a receive
 * happens after its send, and a send after the receive that made room for it
 * (the k-th receive for the send that is number k + capacity).  Other sends
 * and receives of the port have no order: a receive takes nothing away that
 * another thread waits for, and a send takes no alternative from a receive.  A
 * send that had to wait could have come before each send that its thread's
 * past does not happen after: there was room then.  So the race of the latest of
 * these is enough, as for P (order.h).  In a mailbox a receive has no other
 * race: which message it gets follows from the order of sends.
 *
 * Which ports may be full is seen on the way: when in some run of the same
 * sequence the sends that may come before a receive, less the receives before
 * it, are more than there is room for; more cannot be there at any time, for
 * only the receiver takes messages away.  Then somebody waits in that run, and
 * from there on sends to the port are ordered (MESSAGES_AGAIN: what was read
 * before is to be read anew).  In the same way it is seen whether more than
 * `most` would be in the port: then everything there matters
 * (MESSAGES_TRACES). */
#ifndef SCHED_MESSAGES_H
#define SCHED_MESSAGES_H

#include "exec/executor.h"
#include "sched/order.h"
#include "sched/queues.h"

#define MESSAGE_LOST (UINT64_C(1) << 63) /* of a send that failed */
#define MESSAGE_PORT(m) ((m) >> 40)
#define MESSAGE_SENDER(m) ((unsigned)((m) >> 32 & 255))
/* The object of sends to a port that are ordered. */
#define MESSAGE_ANY(port) ((uint64_t)(port) << 40)
/* Of such a send that failed: its size. */
enum { SIZE_LOST = 2 };

enum messages_answer {
  MESSAGES_READ,
  MESSAGES_AGAIN,  /* more ports are ordered, or streams plain (queues.h) */
  MESSAGES_TRACES, /* it cannot be read so */
};

struct sent_message {
  uint64_t number;
  uint32_t sent;     /* by which step */
  uint32_t received; /* by which, or UINT32_MAX */
  uint32_t capacity; /* of its port */
  uint32_t past;     /* under causal: where in waiting.pasts */
};

struct waiting_message {
  uint64_t number;
  uint32_t past;
};

/* The messages of all ports that were sent and not received, as they came.
 * Under causal also how many messages of each thread are in the past of each
 * message, and of each thread: THREADS_WORD numbers. */
struct waiting_messages {
  unsigned ports; /* enum ports */
  VEC(struct waiting_message) at;
  VEC(uint32_t) pasts, now;
  uint32_t sends[THREADS_WORD];
};

struct messages {
  struct event_list events; /* the run as it is to be read */
  VEC(struct sent_message) sent;
  struct waiting_messages waiting;
  struct map known; /* number -> index in sent + 1 */
  VEC(uint32_t) receives; /* steps, as they came */
  VEC(uint8_t) ordered;   /* by MESSAGE_PORT; kept from run to run */
  struct queues queues;   /* streams of programs, beside ports */
  unsigned ports;         /* enum ports */
  const uint32_t *most;   /* by port, or NULL (exec/executor.h) */
};

/* Nothing was sent yet. */
void waiting_begin(struct waiting_messages *w, unsigned ports);
/* The number of the next message that the thread sends to this port; it waits
 * there unless it is lost. */
uint64_t waiting_send(struct waiting_messages *w, unsigned thread,
                      uint64_t port, bool lost);
/* What a reception of this port may take, as an executor lists it: how many
 * there are, and which is the one at `alt`; 0: none. */
unsigned waiting_count(const struct waiting_messages *w, uint64_t port);
uint64_t waiting_at(const struct waiting_messages *w, uint64_t port,
                    unsigned alt);
/* The alternative by which this message is taken; UINT32_MAX: by none. */
unsigned waiting_alt(const struct waiting_messages *w, uint64_t message);
/* The thread has taken it. */
void waiting_take(struct waiting_messages *w, unsigned thread,
                  uint64_t message);
void waiting_free(struct waiting_messages *w);

enum messages_answer messages_take(struct messages *m, unsigned ports,
                                   const uint32_t *most,
                                   const struct event *events, size_t count);
/* Adds the race sets to the order of the run. */
enum messages_answer messages_races(struct messages *m, struct order *o);
void messages_order(struct messages *m, uint64_t port);
bool messages_ordered(const struct messages *m, uint64_t port);
void messages_free(struct messages *m);

#endif
