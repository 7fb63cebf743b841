/* twin: a random model twice, as text in the modelling language and as the
 * model that the text must mean.
 *
 * Both are made by the same strokes: whatever is written is also built, with
 * build.h, by rules taken from doc/semantics.md and not from src/lang.  Threads
 * become flat code in which every visible action is a stop.  All places of
 * the built model are lines of the text (columns mean nothing).  Temporaries
 * of the built model are never zeroed: states of threads are to be compared
 * by what is declared (twin_compare does). */
#ifndef TESTS_CROSS_TWIN_H
#define TESTS_CROSS_TWIN_H

#include "base/text.h"
#include "model/model.h"

struct twin {
  struct text text;
  struct model *model;
  bool threads; /* there are any */
};

struct twin twin_make(uint64_t seed);
void twin_free(struct twin *t);

/* Reads the text and explores both by brute force: the same projected states
 * at the same depths, the same findings by kind and line at the same
 * lengths; without threads the same numbers of states and transitions.  The
 * explorer must agree on the model that was read, too.
 * False when they differ; *why says how.  *skipped when they are too large
 * to compare. */
bool twin_compare(const struct twin *t, struct text *why, bool *skipped);

#endif
