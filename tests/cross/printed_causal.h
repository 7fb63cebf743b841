/* printed_causal: causal communication exactly as L prints it, kept to show
 * how it differs from ours.  Nothing outside the tests uses it.
 *
 * L has two descriptions.  2.3.1 with definition 3 (2.3.2): a port is a
 * single queue and its frontier the first message of it; that is our mailbox
 * scheme word for word, and the tests take it from there.  2.4.2, "Happen-
 * before graph" (figures 2.7 and 2.8): a port of Pi has a queue Qj for every
 * other process Pj, cut into sub-queues with parents and children; that is
 * this file.  In its words:
 *
 *   frontier  the first message of each Qj whose first sub-queue has no
 *             parents;
 *   arrival   at the end of the last sub-queue of Qj;
 *   receive   m, sent by Pj, by Pi: (1) when the first sub-queue of Qj
 *             becomes empty it leaves the parents of its children and is
 *             deleted; (2) at every port of a process other than Pi and Pj,
 *             the last sub-queue of Qj is divided into u, sent before m, and
 *             v, sent after m.  If u is empty nothing happens; v may be
 *             empty.  Let w be the last sub-queue of Qi if that is empty,
 *             otherwise a new one: u becomes a parent of w;
 *   equality  of states: the same messages in the same graphs.
 *
 * Read where L is silent: a queue that loses its last sub-queue has an empty
 * one without parents and children again ("it is natural to consider"); u
 * keeps the parents of what is divided (v comes after u in any case); empty
 * sub-queues are part of the graph, which tells more states apart than
 * counting messages only.  When a message was sent is needed to divide but is
 * no part of a state, as L says of timestamps.  Child lists are the parent
 * lists seen from the other end and are not kept.  There is no queue for
 * messages to oneself. */
#ifndef TESTS_CROSS_PRINTED_CAUSAL_H
#define TESTS_CROSS_PRINTED_CAUSAL_H

#include <stdbool.h>

#include "base/text.h"
#include "model/model.h"

struct printed; /* the happen-before graphs of all ports */

struct printed *printed_new(const struct model *m);
struct printed *printed_copy(const struct printed *p);
void printed_free(struct printed *p); /* NULL is fine */

void printed_send(struct printed *p, object_id port, process_id sender);
/* Is the oldest message of the sender in the frontier of the port? */
bool printed_in_frontier(const struct printed *p, object_id port,
                         process_id sender);
/* It must be in the frontier. */
void printed_receive(struct printed *p, object_id port, process_id sender);

/* Appends the graph of a port: "P1: 2, 2; P2: 3, 0 after P1.1" are two
 * queues of two sub-queues each, with their lengths; the first of P1 is
 * parent of the second of P2.  Queues with nothing to say are left out. */
void printed_show(const struct printed *p, object_id port, struct text *out);

#endif
