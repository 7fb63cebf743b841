/* parked: the operation that a thread of a model stands at, as an event. */
#ifndef EXEC_PARKED_H
#define EXEC_PARKED_H

#include "exec/event.h"
#include "model/interp.h"

struct watched;

/* A shared variable's share of the address space. */
enum { PARKED_LINE = 16 };

/* The edge the thread is going to take, whether or not it must wait; NULL: it
 * has ended. */
const struct edge *parked_edge(const struct model *m, const struct istate *s,
                               process_id p);
/* A step that waits for values of variables. */
bool parked_awaits(const struct edge *e);
/* What it does, with what it shows of its object now; false when there is
 * none.  w: which properties see it (watched.h), or NULL. */
bool parked_at(const struct model *m, const struct watched *w,
               const struct istate *s, process_id p, struct event *out);

#endif
