/* load: a model from a file, with everything that can go wrong said. */
#ifndef JOB_LOAD_H
#define JOB_LOAD_H

#include "job/host.h"
#include "lang/lang.h"

struct loaded {
  struct model *model;
  struct text source;
};

/* defines: "N=5" each; scheme: a name or NULL.  False after messages. */
bool load_model(struct loaded *l, const struct host *h, const char *file,
                const char *const *defines, size_t count, const char *scheme);
/* The same with parameters and scheme as a recording has them; quiet: what is
 * wrong with it is not said. */
bool load_model_as(struct loaded *l, const struct host *h, const char *file,
                   const struct lang_options *options, bool quiet);
/* A name of a scheme or NULL, for the options; false after a message. */
bool load_scheme(const struct host *h, const char *name,
                 struct lang_options *o);
void load_free(struct loaded *l);

#endif
