/* synth: random protocols in the manner of Nguyen 4.1.3.
 *
 * Two procedures.  The first specifies sends at random.  The second explores
 * what there is, takes every reception that is found missing, leaves out a
 * share of them (25 per cent in the document) and gives the others a random
 * target, until no missing reception is undecided.  So every kind of error
 * occurs: deadlocks and overflows because nothing prevents them, unspecified
 * receptions because some were left out, transitions never taken because
 * nobody looks after them.  Protocols with too few or too many states are
 * thrown away: the bounds are 500 * 2^n and 300,000.
 *
 * What the document leaves open is chosen so that a set of 400 comes near
 * Table 4.1 (doc/study.md has both side by side):
 *   sends of a state    0, 1, 2 or 3 with 46, 42, 11 and 1 per cent
 *   topology            pairs that talk both ways, and more links, of which
 *                       half go both ways, up to the average number of
 *                       partners of the table; --topology cyclic: one ring;
 *                       multi-cyclic: rings that share no channel, every
 *                       channel on one simple cycle
 *   alphabet            three messages for each channel
 *   order of decisions  as the search (breadth first) meets them, the search
 *                       reaching further as soon as it meets none: what is
 *                       decided early is what can happen early; processes
 *                       that are not linked are completed part by part
 * Extended machines have one port and one variable each; sends carry the
 * variable, may be guarded by it and may count it up; receptions may keep
 * the value and may branch on it.
 *
 * Protocol number i of a seed is the same on every machine, whatever the
 * number of protocols made with it and whoever makes it. */
#ifndef STUDY_SYNTH_H
#define STUDY_SYNTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"
#include "base/text.h"

enum topology { TOPOLOGY_ARBITRARY, TOPOLOGY_CYCLIC, TOPOLOGY_MULTI_CYCLIC };
extern const char *const topology_names[]; /* NULL-terminated */

struct synth_options {
  uint64_t seed;
  enum topology topology;
  unsigned messages;   /* in each alphabet; 0: 3 */
  unsigned capacity;   /* 0: 3 */
  unsigned omit;       /* per cent of missing receptions left out */
  unsigned states_min; /* of a process; 0: 2 */
  unsigned states_max; /* 0: 18 - 2 (n - 2), at least states_min */
  double partners;     /* average; 0: as in Table 4.1 */
  uint64_t global_min; /* 0: 500 * 2^n */
  uint64_t global_max; /* 0: 300,000 */
  bool extended;       /* ports and variables instead of channels */
  unsigned values;     /* of such a variable; 0: 2 */
  const char *scheme;  /* of ports; NULL: fifo */
};

enum { SYNTH_TRIES = 20000 };

struct synth_made {
  struct text source; /* the file, with its head comment */
  unsigned tries;     /* protocols made until one was within the bounds */
  uint64_t states, transitions;
};

/* Protocol number i with n processes (2..26).  False when `progress` says
 * stop or no protocol within the bounds turns up in SYNTH_TRIES; why. */
bool synth_protocol(const struct synth_options *o, unsigned processes,
                    uint64_t number, struct progress *progress,
                    struct synth_made *made, struct text *why);

#endif
