#include "job/load.h"

const char *load_command(const char *file) {
  const struct reader *r = reader_by_name(file);
  return r ? r->command : NULL;
}

bool load_model_as(struct loaded *l, const struct host *h, const char *file,
                   const struct lang_options *options, bool quiet) {
  *l = (struct loaded){0};
  if (!host_read(h, &l->source, file))
    return false;
  struct diag d = quiet ? (struct diag){0} : host_diag(h);
  if (h->source && !quiet)
    h->source(h->user, file, &l->source);
  l->model = read_model(file, text_str(&l->source), l->source.len, options, &d);
  if (!quiet)
    host_said(h, &d);
  if (!l->model)
    load_free(l);
  return l->model != NULL;
}

bool load_model(struct loaded *l, const struct host *h, const char *file,
                const struct load_options *options) {
  struct arena arena = {0};
  const size_t count = options->define_count;
  struct lang_options o = {.never = options->never,
                           .never_count = options->never_count};
  struct lang_param *params = arena_array(&arena, struct lang_param, count);
  struct diag d = host_diag(h);
  bool ok = lang_scheme_parse(options->scheme, &o, &d);
  for (size_t i = 0; ok && i < count; i++)
    ok = lang_param_parse(options->defines[i], &arena, &params[i]) ||
         host_say(h, "'-D %s': expected NAME=NUMBER", options->defines[i]);
  o.params = params;
  o.param_count = count;
  ok = ok && load_model_as(l, h, file, &o, false);
  arena_free(&arena);
  return ok;
}

void load_free(struct loaded *l) {
  model_free(l->model);
  text_free(&l->source);
  *l = (struct loaded){0};
}
