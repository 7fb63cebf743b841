/* queues: pipes, sockets and message queues of programs, as strategies that
 * count sequences of messages see them.
 *
 *     struct queues q = {0};
 *     queues_begin(&q);                            a run
 *     if (!queues_take(&q, events, i, count, step, &out)) ... read it anew
 *
 * By event.h every two operations on one stream depend on each other.  But a
 * message that is put behind the others, and one that is taken out in front,
 * have nothing to do with each other, unless it is the same one, or it made
 * room for the other.  So here a stream is two objects: one that is written and
 * one that is read.  A step on the one is independent of a step on the other;
 * a read comes after the write of its message, and a write that had to have
 * room after the read that made it: the k-th read for the message that is
 * number k + capacity.  That is the order of synchronization of a bounded
 * buffer (Lei 3.3 for messages; a stream may have several who read, which are
 * in one order, too).
 *
 * Why it is sound.  Take only runs whose steps on streams are all told
 * (exec/event.h, MESSAGE).  Of such a step what it does, and that it can be
 * done, follow from the place of the message among those that were put in, and
 * from its own place among those who take out: both are in the order.  So two
 * runs of one order do the same, and whoever tries all orders has tried all
 * runs.  Now let a run have a step that is not told, and take the first: all
 * before it are, so a run that does the same up to there is tried, or one that
 * orders it otherwise; and whether a step is told is a matter of the messages
 * before it in its stream, and so the same there.  Hence it is met.  Then
 * everything on that stream depends on everything there, as in event.h, for
 * good, and what was learned before is to be learned anew. */
#ifndef SCHED_QUEUES_H
#define SCHED_QUEUES_H

#include "base/map.h"
#include "base/vec.h"
#include "exec/event.h"

/* As VEC has it. */
struct event_list {
  struct event *at;
  size_t len, cap;
};

struct queues {
  VEC(uint64_t) plain; /* streams on which everything is dependent, each once */
  struct map known;    /* the same, to be asked */
  struct map steps;    /* of this run: who put in, or took out, number n */
  struct map rooms;    /* by stream: its capacity, if it has one */
};

/* A run: what was plain stays so. */
void queues_begin(struct queues *q);
/* Event i of a run, on a stream, and number `step` if it is one: as it is to be
 * read, and as silent events behind it which steps it comes after (order_again.h,
 * order_follow).  False: the stream has become plain. */
bool queues_take(struct queues *q, const struct event *events, size_t i,
                 size_t count, uint32_t step, struct event_list *out);
/* Of the event of a step: the one that it comes after as well. */
struct event queues_after(const struct event *e, uint32_t step);
void queues_free(struct queues *q);

#endif
