/* disk: a breadth-first search whose states are in files.
 *
 * `heddle check --disk FOLDER`.  Memory holds what does not grow with the
 * states (values of parts, remembered moves) and buffers of a fixed size; so
 * the search goes on where one in memory has to stop.  Whether a successor is
 * new is not asked at once but for a whole level together (delayed duplicate
 * detection: Stern and Dill 1998, Korf 2003):
 *
 *   expand   the states of the level are read in order and expanded by all
 *            workers (batch.h).  A successor that was met lately is dropped (a
 *            table of states, recent.h, as large as memory allows); any other
 *            is a record: the state, and the place where it was met.  When a
 *            buffer of records is full it is sorted, each state once with its
 *            first place, and becomes a file (a spill).
 *   merge    the spills and what is in the buffers are read in the order of
 *            states, side by side with the files of the states of all levels
 *            before (runs: sorted.h).  What is in none of those is new: one
 *            more run.
 *   number   the new states are sorted by their places and written to the
 *            journal, the states of all levels in the order of discovery,
 *            each with its parent.
 *
 * A place is (which state of the level, which of its successors), so the
 * order of the journal is that of the numbers that a search in memory gives:
 * findings come in the same order, and the run to each is the same, told
 * along the parents of the journal.
 *
 * Runs are merged when they are of similar size, so they are few; and where a
 * level is small most of their blocks are never read.
 *
 * When the layout becomes wider, files stay as they are: the order of states
 * does not depend on it (sorted.h), and journal blocks name their layout.
 *
 * A ledger (checkpoint.h) names the files that belong to the search and how
 * long the journal is, and says how far the level was expanded.  No file that
 * a ledger names is changed: one that is no longer needed is removed when the
 * next ledger has been written; and what a ledger does not name is removed
 * when a search goes on with it.
 *
 * Not on the disk, and refused or named in the claim: sleep sets, depth first,
 * arcs (graphs, endless processes, liveness), ports without bound. */
#ifndef EXPLORE_DISK_H
#define EXPLORE_DISK_H

#include "explore/search.h"

struct archive;

/* Whether such a search cannot be made on the disk; *why says why. */
bool disk_refuses(const struct model *m, const struct explore_options *o,
                  struct text *why);

/* The initial state is in the store. */
void disk_open(struct search *s);
void disk_run(struct search *s);
void disk_close(struct search *s);
/* The layout has become wider. */
void disk_relayout(struct search *s);
uint64_t disk_memory(const struct disk *d);

/* What is on the disk, as the ledger has it.  When one is loaded, files that
 * it does not name are removed. */
void disk_archive(struct search *s, struct archive *a);
/* Before a ledger is written: everything into files, and these to the disk. */
bool disk_settle(struct search *s);
/* A ledger was written: what it does not name can go. */
void disk_settled(struct search *s);
/* The search is over: no file is needed any more. */
void disk_clear(struct search *s);

/* Finds the states on the runs to all findings. */
void disk_conclude(struct search *s);
/* Puts the run to this finding into the store; false: it could not be read. */
bool disk_stage(struct search *s, struct candidate *c);

#endif
