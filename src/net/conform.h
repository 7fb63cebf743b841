/* conform: shortest tests that show that a mutant of a network with choices
 * does not conform to it.
 *
 * A network conforms when, after whatever both can be seen to do, it answers
 * an input that is sure in the specification (belief.h) only with outputs
 * that the specification allows there, and, in mode quiet, answers at all:
 * inclusion of traces on the inputs that the specification answers (a
 * reduction).  A mutant that has fewer choices conforms.
 *
 * The search goes breadth first over pairs of sets: where the specification
 * may be, where the mutant may be, after one and the same sequence of inputs
 * and outputs.  The mutant is killed by an input whose answer may be outside
 * what is allowed.  That it *may* be so is enough: a test is run until the
 * implementation has shown all it can do (the complete testing assumption).
 *
 * The inputs of a shortest way to such a pair are a test.  It is fixed when
 * each input is sure after every output that is allowed before it; if not, a
 * second search carries a third set along, of all states that the
 * specification can be in after these inputs whatever it answered, and gives
 * an input only where it is sure in all of that.  It finds a shortest fixed
 * test, or shows that there is none: then the first one is taken, which is
 * adaptive. */
#ifndef NET_CONFORM_H
#define NET_CONFORM_H

#include "net/belief.h"
#include "net/distinguish.h"

/* Three sets and how they were reached. */
struct conform_node {
  uint32_t every;       /* of the specification, whatever was seen; 0 where the
                   * search does not ask for it */
  uint32_t spec, other; /* after what was seen */
  uint32_t parent, input;
};

struct conform {
  enum net_mode mode;
  struct net_limits limits;
  struct states rest; /* at rest, of the specification and of mutants */
  struct belief spec, mutant;
  struct states known; /* every, spec, other */
  VEC(struct conform_node) nodes;
};

void conform_begin(struct conform *c, const struct network *n,
                   enum net_mode mode, bool fair, const struct net_limits *l);
void conform_end(struct conform *c);
uint64_t conform_bytes(const struct conform *c);
/* The inputs of a shortest test in `out` (cleared first). */
enum distinguish conform_mutant(struct conform *c, const struct mutant *m,
                                symbol_list *out);

#endif
