/* load: a model from a file, with everything that can go wrong said. */
#ifndef JOB_LOAD_H
#define JOB_LOAD_H

#include "job/host.h"
#include "read/reader.h"

/* The command that takes files with such a name, or NULL. */
const char *load_command(const char *file);

struct loaded {
  struct model *model;
  struct text source;
};

struct load_options {
  const char *const *defines; /* "N=5" each */
  size_t define_count;
  const char *scheme;       /* a name or NULL */
  const char *const *never; /* as lang_options has them */
  size_t never_count;
};

/* False after messages. */
bool load_model(struct loaded *l, const struct host *h, const char *file,
                const struct load_options *options);
/* The same with parameters and scheme as a recording has them; quiet: what is
 * wrong with it is not said. */
bool load_model_as(struct loaded *l, const struct host *h, const char *file,
                   const struct lang_options *options, bool quiet);
void load_free(struct loaded *l);

#endif
