/* load: a model from a file, with everything that can go wrong said. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "base/text.h"
#include "cli/options.h"
#include "lang/lang.h"

struct loaded {
  struct model *model;
  struct text source;
};

/* defines: "N=5" each; scheme: a name or NULL.  False after messages. */
bool load_model(struct loaded *l, const char *file,
                const struct operands *defines, const char *scheme);
/* The same with parameters and scheme as a recording has them. */
bool load_model_as(struct loaded *l, const char *file,
                   const struct lang_options *options, bool quiet);
void load_free(struct loaded *l);

#endif
