/* messages: who received which message in a run, and who could have.
 *
 *     struct messages m = {0};
 *     if (messages_take(&m, ports, most, events, count))
 *       order_compute(&work, &order, m.events.at, m.events.len);
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
 * The race set of a receive r (Lei, theorem 3.3.1; doc/papers.md for fifo)
 * are the messages of its port that were not received before r, were not sent
 * after r, and, under fifo, are the oldest of their sender among these.
 * messages_races appends one step for each of them to the order, "r receives
 * this instead", and a race between r and that step.  A receive that is
 * pending at the end has an empty race set: whatever it could get would be
 * there.
 *
 * This is sound as long as a send never has to wait.  messages_races says
 * whether in some run of the same SR-sequence it would: when the sends that may
 * come before a receive, less the receives before it, are more than the port
 * has room for; more cannot be there at any time, for only the receiver takes
 * messages away.  In the same way it says whether more than `most` would be in
 * the port. */
#ifndef SCHED_MESSAGES_H
#define SCHED_MESSAGES_H

#include "exec/executor.h"
#include "sched/order.h"

#define MESSAGE_LOST (UINT64_C(1) << 63) /* of a send that failed */
#define MESSAGE_PORT(m) ((m) >> 40)
#define MESSAGE_SENDER(m) ((unsigned)((m) >> 32 & 255))

struct sent_message {
  uint64_t number;
  uint32_t sent;     /* by which step */
  uint32_t received; /* by which, or UINT32_MAX */
  uint32_t capacity; /* of its port, and not more than `most` */
};

/* The messages of all ports that were sent and not received, as they came. */
struct waiting_messages {
  VEC(uint64_t) at;
};

struct messages {
  VEC(struct event) events; /* the run as it is to be read */
  VEC(struct sent_message) sent;
  struct waiting_messages waiting;
  struct map known; /* number -> index in sent + 1 */
  unsigned ports;   /* enum ports */
  const uint32_t *most; /* by port, or NULL (exec/executor.h) */
};

/* What a reception of this port may take, as an executor lists it: how many
 * there are, and which is the one at `alt`; 0: none. */
unsigned waiting_count(const struct waiting_messages *w, uint64_t port,
                       unsigned ports);
uint64_t waiting_at(const struct waiting_messages *w, uint64_t port,
                    unsigned ports, unsigned alt);
/* The alternative by which this message is taken; UINT32_MAX: by none. */
unsigned waiting_alt(const struct waiting_messages *w, uint64_t message,
                     unsigned ports);
void waiting_remove(struct waiting_messages *w, uint64_t message);

/* False: the run cannot be read so (receptions with alternatives beyond their
 * messages; a send that waits). */
bool messages_take(struct messages *m, unsigned ports,
                   const uint32_t *most, const struct event *events,
                   size_t count);
/* Adds the race sets to the order of the run; false: a send may have to
 * wait, or be one too many. */
bool messages_races(const struct messages *m, struct order *o);
void messages_free(struct messages *m);

#endif
