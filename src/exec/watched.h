/* watched: which steps of a model its properties can see.
 *
 * Two steps that change nothing in common are independent, and a search that
 * leaves out reorderings runs them in one order.  But a property is looked at
 * in every state, and the state between the two is another one in the other
 * order.  So steps that a property sees are made dependent: as if each of them
 * changed one more object, the property.
 *
 * Why this is enough.  Let s be a state that some run passes.  The run goes on
 * to an end, and one that does the same steps, in an order that differs for
 * independent ones only, is run.  The steps that change what the property reads
 * are in one order in both.  So after the last of those that come before s in
 * the first run, the property reads in the second what it reads in s.  It is
 * looked at there.  (A search by unfoldings runs each step with the past it
 * has: the steps that the property saw before it are its past.)
 *
 * And as little as needed: `always a && b` is violated where a is, or where b
 * is, so the two are parts that need not see the same steps; `never a || b`
 * and the quantifiers likewise.  What a part reads is known from its text:
 * shared variables, variables and states of processes, ends, lengths.  A step
 * is seen if it may change any of this: by what it operates on, by what the
 * code behind it sets, by where the thread is before and after.  A part that
 * only steps of one thread change orders nothing that is not in order; nor does
 * one that reads a single object, for the steps that change it depend on each
 * other anyway.
 *
 * Only `reach` knows runs in which the sends to one port have no order.  There
 * the length of a port is told apart by how many messages there can be: as long
 * as the part holds for every number up to the most that some order allows, no
 * order violates it (watched_most, sched/messages.h).
 *
 * There are SEEN_PARTS numbers; if there are more parts, the last ones share
 * one. */
#ifndef EXEC_WATCHED_H
#define EXEC_WATCHED_H

#include "model/model.h"

struct watched;

struct watched *watched_open(const struct model *m);
void watched_close(struct watched *w); /* NULL is fine */
/* The parts, one after the other: each is violated where its expression has not
 * this truth, or fails. */
struct watched_part {
  expr_id expr;
  bool wanted;
};
const struct watched_part *watched_parts(const struct watched *w,
                                         uint32_t *count);
/* The parts that see some step from this location, a bit for each (event.h):
 * which edge a reception takes is not known before.  w may be NULL. */
uint64_t watched_by(const struct watched *w, process_id p, location_id at);
/* Whether that is ever so of a step that sends or receives. */
bool watched_messages(const struct watched *w, const struct model *m);
/* By port: up to how many messages in it the parts hold that read its length
 * and nothing else. */
const uint32_t *watched_most(const struct watched *w);

#endif
