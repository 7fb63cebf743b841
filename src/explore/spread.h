/* spread: a breadth-first search by several ranks (ranks/ranks.h).
 *
 * `mpirun -n N heddle check`.  Every state belongs to one rank, by a hash of
 * the values of its parts; that rank stores it and expands it.  All go through
 * the levels together, and through a level in stretches of its indices:
 *
 *   expand   each rank its states of the stretch (batch.h); a successor goes
 *            into a list for whom it belongs to, with its place (placed.h)
 *   agree    on the numbers of values that are new (spread_agree.c), and
 *            whether to stop
 *   ship     the lists (spread_ship.c)
 *   sift     what came in, in the order of places: known, or new and stored
 *
 * At the end of the level the new states are numbered: the index of a state is
 * how many new states of all ranks have a smaller place (spread_number.c).  A
 * place is (index of the state it was left from, number of the record), so the
 * order of indices is that of the numbers in a search by one process, and so
 * are findings, their order and their runs: the parent of a state is the one
 * with the smallest index, and a run is told along parents (paths.h).  A rank
 * stores its states in this order from the beginning, since it meets them in
 * it: the first that is met is the one with the smallest place.
 *
 * Values.  A packed state means something only together with the numbers of
 * values (parts.h), which each process gives as it meets them.  So after every
 * batch each rank says which values it has met that were not agreed on, as
 * bytes; all append them in the order of ranks, and have the same numbers from
 * then on.  A rank whose own numbers were others writes its records anew, and
 * forgets what it remembers of moves since the batch began; when the layout,
 * which is a function of the numbers of values, becomes wider, everybody
 * expands the batch once more.  Numbers once agreed on never change.
 *
 * A search that is saved (checkpoint.h) is saved where a level begins, a file
 * for each rank (spread_save.c), and goes on with any number of ranks.
 *
 * The end: a level without new states, counted over all ranks.
 *
 * Not by several ranks, and refused or named in the claim: what disk.h lists,
 * and --disk itself. */
#ifndef EXPLORE_SPREAD_H
#define EXPLORE_SPREAD_H

#include "explore/search.h"

/* Whether such a search cannot be made by several ranks; *why says why. */
bool spread_refuses(const struct model *m, const struct explore_options *o,
                    struct text *why);

/* The initial state is in the store: it stays with its owner. */
void spread_open(struct search *s);
void spread_run(struct search *s);
void spread_close(struct search *s);
uint64_t spread_memory(const struct spread *p);

/* All ranks together: finds the states on the runs to all findings; sources
 * that somebody has taken are taken. */
void spread_conclude(struct search *s);
/* Puts the run to this finding into the store. */
bool spread_stage(struct search *s, struct candidate *c);
/* Figures of all ranks together. */
void spread_sum(struct search *s);

/* For checkpoint.h, by all ranks together.  Before the ledger is written by
 * rank 0: the states, into files.  What the ledger has of it.  After it: what
 * was saved before can go; false, and nothing has changed, if some rank could
 * not.  When a ledger was loaded: the states.  The search is over: no file is
 * needed any more. */
struct archive;
bool spread_settle(struct search *s);
void spread_archive(struct search *s, struct archive *a);
bool spread_settled(struct search *s, bool ok);
bool spread_load(struct search *s);
void spread_clear(struct search *s);
/* Does every rank say so? */
bool spread_agrees(struct ranks *r, bool ok);

#endif
