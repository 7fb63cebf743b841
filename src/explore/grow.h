/* grow: ports that grow for ever.
 *
 * A port without bound may hold ever more messages, and a search of all
 * states does then not end.  When the contents of such a port are longer than
 * ever (at first each time, then when they have doubled), the run to that state
 * is looked at: if it has been in a state before that
 * differs in nothing but unbounded ports, and the steps in between can be
 * taken again as they were, and again, these ports grow for ever.  They can
 * be taken again if
 *
 *   async    the later contents have every message of the earlier ones: what
 *            could be received then can be received now
 *   fifo,    of each sender (under mailbox: of all) the later contents begin
 *   mailbox  with the earlier ones, and no more was received in between than
 *            was there: what comes first is the same again
 *   causal   in order of arrival the same as under mailbox, and what was
 *            received in between was the oldest each time: a run that always
 *            receives the oldest is a run under causal order too, for what
 *            comes before a message by cause has come before it
 *
 * for guards see no ports, and a send to a port without bound never waits.
 * From then on states in which the port holds more than a few messages are
 * looked at but not left (GROW_SHOWN, or what it held when this was seen), so
 * that the search ends; its verdict names the port.
 *
 * Whether a port grows cannot be decided where order matters, so there is a
 * last resort: a port that holds more than GROW_FAR messages is not followed
 * further, and the verdict says this and no more.
 *
 * All this happens between levels, so it is the same for any number of
 * workers. */
#ifndef EXPLORE_GROW_H
#define EXPLORE_GROW_H

#include "base/vec.h"
#include "explore/parts.h"

enum { GROW_SHOWN = 4, GROW_FAR = 512 };

struct search;

struct grow_port {
  object_id port;
  size_t longest; /* contents so far */
  size_t looked;  /* contents when the run to them was looked at last */
  size_t bound;   /* states with more are not left; SIZE_MAX: none */
  bool proved;    /* it grows for ever */
};

struct grow {
  VEC(struct grow_port) ports; /* those without bound */
  value_id *seen;              /* by port: values that were looked at */
  uint32_t states;             /* that were looked at */
  bool cuts;                   /* some port has a bound now */
};

void grow_open(struct grow *g, const struct model *m);
void grow_close(struct grow *g);
/* Looks at the states that came since the last time. */
void grow_look(struct search *s);
/* Whether a port of the state holds too many messages; *port says which. */
bool grow_cuts(const struct grow *g, struct parts *ps, const value_id *values,
               struct words *scratch, object_id *port);

#endif
