/* promela: from a Promela text, as SPIN 6.5 reads it, to a model.
 *
 * What is read and what is refused is in doc/promela.md.  Reading goes in
 * four strides, each in its own files: cpp.c runs the preprocessor, lex.c
 * makes tokens, parse*.c make a tree with names resolved (tree.h), and flow.c
 * makes the control-flow automaton of each proctype exactly as SPIN does, so
 * that states are the same states (flow.h).  The result is a machine
 * (model/machine.h) behind the face of a model.
 *
 * No input crashes it or makes it run away: whatever could be too large has a
 * limit with an error of its own. */
#ifndef PROMELA_PROMELA_H
#define PROMELA_PROMELA_H

#include "base/diag.h"
#include "model/model.h"

struct promela_options {
  const char *const *defines; /* "N=5", as cpp's -D has them */
  size_t define_count;
  /* What the file's name begins in; NULL: where the process is. */
  const char *folder;
  bool no_cpp; /* a text with directives is refused: nothing is run */
};

/* The model, or NULL when there are errors (they are in the diag).  Files that
 * the text includes are looked for beside `file`.  Free with model_free. */
struct model *promela_read(const char *file, const char *text, size_t len,
                           const struct promela_options *options,
                           struct diag *diag);

#endif
