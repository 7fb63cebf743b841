/* queue: contents of channels and ports, as words.
 *
 *   channel, and port under mailbox order   message payload...   oldest first
 *   port under async   message payload...          ascending (a multiset)
 *   port under fifo    sender message payload...   by sender, oldest first
 *
 * Under causal order all ports together are one value (PART_NET, causal.c):
 *   M, then M entries "port sender message payload...", by port and sender,
 *   oldest first; then M rows of bits, the messages in the causal past of
 *   each entry; then one such row for every process.
 * Rows name entries by their place in the list, and only pending messages
 * are named: receiving a message removes it from every row.  This is the
 * correction of L 2.3.3 that doc/papers.md gives; with the order as
 * printed, messages overtake each other. */
#ifndef EXPLORE_QUEUE_H
#define EXPLORE_QUEUE_H

#include "base/vec.h"
#include "explore/parts.h"

/* A message that can be received next. */
struct queue_pending {
  int32_t choice; /* as struct model_step has it */
  message_id message;
  size_t payload; /* index of its first payload word */
};
struct frontier_list {
  VEC(struct queue_pending) at;
};

/* Messages in the object. */
size_t queue_count(const struct model *m, object_id o, const struct words *w);
void queue_send(const struct model *m, object_id o, struct words *w,
                process_id sender, message_id message, const int32_t *payload);
void queue_frontier(const struct model *m, object_id o, const struct words *w,
                    struct frontier_list *out);
/* Takes one of the frontier out. */
void queue_receive(const struct model *m, object_id o, struct words *w,
                   const struct queue_pending *p, process_id receiver);

/* The same for PART_NET; used by the above. */
size_t causal_count(const struct model *m, object_id o, const struct words *w);
void causal_send(const struct model *m, object_id o, struct words *w,
                 process_id sender, message_id message, const int32_t *payload);
void causal_frontier(const struct model *m, object_id o, const struct words *w,
                     struct frontier_list *out);
void causal_receive(const struct model *m, object_id o, struct words *w,
                    const struct queue_pending *p, process_id receiver);
/* The empty net: no message, empty rows. */
void causal_empty(struct words *w);

#endif
