/* lang: from the text of a model to the model.
 *
 * The notation is described in doc/language.md.  Reading goes in three
 * strides, each in its own files: lex.c makes tokens, parse*.c make a tree
 * that mirrors the text, and the rest (resolve.c and what it calls) gives
 * names their meaning, expands arrays, folds constants and lowers edges and
 * statements to the IR of model/model.h.
 *
 * All errors of a text are reported at once: a stride that finds errors
 * leaves out what it could not understand and goes on.  No input crashes it
 * or makes it run away; whatever could be too large has a limit with an
 * error of its own. */
#ifndef LANG_LANG_H
#define LANG_LANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
#include "model/model.h"

/* A parameter changed from outside, "-D N=5". */
struct lang_param {
  const char *name;
  int64_t value;
};

/* All-zero: the model as it is written. */
struct lang_options {
  const struct lang_param *params;
  size_t param_count;
  bool has_scheme; /* then scheme overrides the model's */
  enum scheme scheme;
  /* Claims that must hold nowhere, in the language's own words, besides those
   * of the text; .hed has none. */
  const char *const *never;
  size_t never_count;
  /* What the file's name begins in, for a language whose texts include others;
   * NULL: where the process is. */
  const char *folder;
};

/* The model, or NULL when there are errors (they are in the diag).  A model
 * may come with warnings.  file is only a name; options may be NULL.  Free
 * with model_free. */
struct model *lang_read(const char *file, const char *text, size_t len,
                        const struct lang_options *options, struct diag *diag);

/* Splits "N=5" into a parameter that lives in the arena; false when it is
 * not a name, '=' and a 32-bit number. */
bool lang_param_parse(const char *definition, struct arena *arena,
                      struct lang_param *out);

/* A scheme by its name, which overrides the model's; NULL: the model's own.
 * False after a message: there is none of that name. */
bool lang_scheme_parse(const char *name, struct lang_options *o,
                       struct diag *diag);

/* The comments "// expect: ..." of a text, in order; text is what follows
 * the colon, without blanks at its ends. */
struct lang_expectation {
  struct place place;
  const char *text;
};
struct lang_expectations {
  struct arena arena;
  VEC(struct lang_expectation) at;
};
void lang_expectations(struct lang_expectations *out, const char *text,
                       size_t len);
void lang_expectations_free(struct lang_expectations *e);

#endif
