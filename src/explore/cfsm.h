/* cfsm: communicating finite state machines in the sense of N 2.1, and their
 * topology.
 *
 * Some strategies are defined for processes that do nothing but send on and
 * receive from channels.  (Guards, variables and payload do no harm: they
 * belong to the process.) */
#ifndef EXPLORE_CFSM_H
#define EXPLORE_CFSM_H

#include "base/text.h"
#include "base/vec.h"
#include "model/model.h"

/* Only channels, and only steps that use one unless `internal`?  If not,
 * *why says what else there is. */
bool cfsm_is(const struct model *m, bool internal, struct text *why);

struct ring {
  VEC(object_id) channels; /* the receiver of one is the sender of the next */
};
struct rings {
  VEC(struct ring) at;
};

/* The rings of a multi-cyclic protocol (N definition 2.5): its active
 * channels connect all processes strongly, each lies on exactly one simple
 * cycle, and all channels of a cycle have the same capacity.  (That some
 * partition into cycles exists is not enough: doc/papers.md.)  False
 * when it is not multi-cyclic; *why then says what fails, and where. */
bool cfsm_rings(const struct model *m, struct rings *out, struct text *why);
void cfsm_rings_free(struct rings *r);

#endif
