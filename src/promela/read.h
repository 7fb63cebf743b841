/* read: the strides of reading; inside of the room. */
#ifndef PROMELA_READ_H
#define PROMELA_READ_H

#include "promela/machine.h"
#include "promela/promela.h"
#include "promela/token.h"
#include "promela/tree.h"

/* Runs the preprocessor on the text, which is that of the file or shall be; the
 * text it writes is in *out. */
bool promela_cpp(const char *file, const char *text, size_t len,
                 const struct promela_options *o, struct text *out,
                 struct diag *diag);
/* Takes the words. */
bool promela_parse(struct program *program, struct words_of *words,
                   struct diag *diag);

/* What is asked of runs: formulas, never claims, labels.  Of the model the
 * temporal properties and what they refer to are made. */
bool promela_claims(struct model *m, struct promela *pm, struct diag *diag);
/* What the proctypes are drawn as. */
void promela_sketches(struct model *m, const struct promela *pm);
/* Notes the variables that never change. */
void promela_fix(struct promela *pm, const struct machine *m);
/* Notes the trace assertion, if there is one. */
bool trace_make(struct promela *pm, struct diag *diag);

#endif
