#include "cli/load.h"

#include <string.h>

#include "cli/cli.h"

enum { ERRORS_SHOWN = 100 };

bool load_model_as(struct loaded *l, const char *file,
                   const struct lang_options *options, bool quiet) {
  *l = (struct loaded){0};
  if (!term_read(&l->source, file))
    return false;
  struct term_diag d = {.limit = ERRORS_SHOWN};
  term_diag_begin(&d);
  term_diag_source(&d, file, &l->source);
  struct diag silent = {0};
  l->model = lang_read(file, text_str(&l->source), l->source.len, options,
                       quiet ? &silent : &d.diag);
  term_diag_end(&d);
  if (!l->model)
    load_free(l);
  return l->model != NULL;
}

static bool parse_scheme(const char *name, struct lang_options *o) {
  if (!name)
    return true;
  o->has_scheme = true;
  for (int i = 0; scheme_names[i]; i++)
    if (!strcmp(scheme_names[i], name)) {
      o->scheme = (enum scheme)i;
      return true;
    }
  term_message("unknown scheme '%s': async, fifo, causal or mailbox", name);
  return false;
}

bool load_model(struct loaded *l, const char *file,
                const struct operands *defines, const char *scheme) {
  struct arena arena = {0};
  struct lang_options o = {0};
  struct lang_param *params =
      arena_array(&arena, struct lang_param, defines->at.len);
  bool ok = parse_scheme(scheme, &o);
  for (size_t i = 0; ok && i < defines->at.len; i++) {
    ok = lang_param_parse(defines->at.at[i], &arena, &params[i]);
    if (!ok)
      term_message("'-D %s': expected NAME=NUMBER", defines->at.at[i]);
  }
  o.params = params;
  o.param_count = defines->at.len;
  ok = ok && load_model_as(l, file, &o, false);
  arena_free(&arena);
  return ok;
}

void load_free(struct loaded *l) {
  model_free(l->model);
  text_free(&l->source);
  *l = (struct loaded){0};
}
