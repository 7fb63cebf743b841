/* step: the plain interpreter of a network or of a mutant of it.
 *
 * One input of the environment sets off a chain: the machine that reads the
 * symbol in transit answers with the next one, until an observable output
 * ends it (Jin et al., section 2; doc/semantics.md for partial machines).
 * Machines are deterministic here (chains.h has those that are not), so the
 * chain is, and it ends in exactly one of four ways.  Everything else in this
 * room that is about them, and every test, is checked against this file. */
#ifndef NET_STEP_H
#define NET_STEP_H

#include "net/mutant.h"

enum answer {
  ANSWER_OUTPUT,    /* an observable output, and the network is at rest */
  ANSWER_UNDEFINED, /* the input has no edge: not applicable here */
  ANSWER_STUCK,     /* an internal symbol met a state without an edge */
  ANSWER_LIVELOCK,  /* internal symbols go round for ever */
};

/* Called for every edge that fires, with the symbol then in transit and the
 * local states, after the edge. */
typedef void step_watch(void *user, edge_id e, symbol_id now,
                        const local_id *at);

struct stepper {
  const struct network *net;
  const struct mutant *mutant; /* NULL: the specification */
  step_watch *watch;           /* or NULL */
  void *user;
  local_id *saved; /* for the detection of cycles */
};

void stepper_begin(struct stepper *s, const struct network *n);
void stepper_end(struct stepper *s);
/* at[k] is set to the initial states. */
void stepper_initial(const struct stepper *s, local_id *at);
/* Gives one input at rest.  On ANSWER_OUTPUT `at` is the next state at rest
 * and *output the answer; otherwise `at` is where the chain was given up. */
enum answer stepper_input(struct stepper *s, local_id *at, symbol_id input,
                          symbol_id *output);

#endif
