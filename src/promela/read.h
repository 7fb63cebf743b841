/* read: the strides of reading; inside of the room. */
#ifndef PROMELA_READ_H
#define PROMELA_READ_H

#include "promela/promela.h"
#include "promela/token.h"
#include "promela/tree.h"

/* Runs the preprocessor on the file; the text it writes is in *out. */
bool promela_cpp(const char *file, const struct promela_options *o,
                 struct text *out, struct diag *diag);
/* Takes the words. */
bool promela_parse(struct program *program, struct words_of *words,
                   struct diag *diag);

#endif
