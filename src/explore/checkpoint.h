/* checkpoint: a search that is saved as it goes on, and goes on after that.
 *
 *     checkpoint_open(&c, m, o);     the folder is ours; or c.why says why not
 *     checkpoint_load(s);            what was saved there, into a new search
 *     checkpoint_tend(s);            between batches: saves when it is time
 *     checkpoint_cut(s);             a limit was reached: saves
 *     checkpoint_end(s);             the findings are told: clears the folder
 *
 * A folder belongs to one search at a time (it is locked), and holds one: a
 * ledger (archive.h), which is all of a search in memory, or names the files
 * of one on the disk (disk.h).  A search that came to its end leaves an empty
 * folder; one that was cut off, whoever did it, leaves the last ledger.
 *
 * What is saved: the values of parts, findings, what was said so far, where
 * the frontier is, and the states.  What is only remembered (moves, tables of
 * hashes) is made anew.  Another search may go on with it whatever the number
 * of its workers, its limits of time, memory and states; the model and what is
 * looked for are the same, or it is refused.
 *
 * A search in memory that cannot be saved goes on, and result->disk says why;
 * one on the disk ends there.
 *
 * Saving takes at most a twentieth of the time: where it takes long it is done
 * seldom. */
#ifndef EXPLORE_CHECKPOINT_H
#define EXPLORE_CHECKPOINT_H

#include "explore/explore.h"

struct search;

/* How states are kept; archive_head.kind. */
enum checkpoint_kind { KIND_MEMORY, KIND_DISK, KIND_RANKS };

struct checkpoint {
  const struct explore_saving *o;
  int folder;              /* -1: none */
  uint64_t model, options; /* digests */
  uint64_t slots;          /* of a machine, as they were saved */
  enum checkpoint_kind kind;
  bool resumes; /* there is something to go on with */
  double due;   /* when to save next, or 0 */
  struct text why;
};

/* False: c->why says why. */
bool checkpoint_open(struct checkpoint *c, const struct model *m,
                     const struct explore_options *o);
void checkpoint_close(struct checkpoint *c);

/* False: result->disk says why. */
bool checkpoint_load(struct search *s);
void checkpoint_tend(struct search *s);
/* Is it time?  And now, whatever the time is: for spread.h, whose ranks do it
 * together. */
bool checkpoint_due(struct search *s);
void checkpoint_now(struct search *s);
/* All states were expanded, or a limit was reached; before anything is told
 * or looked for in the whole graph. */
void checkpoint_cut(struct search *s);
void checkpoint_end(struct search *s);

#endif
