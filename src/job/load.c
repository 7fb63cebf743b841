#include "job/load.h"

#include <string.h>

#include "promela/promela.h"

/* Promela's files are named in many ways. */
static bool is_promela(const char *file) {
  static const char *const suffixes[] = {".pml", ".prom", ".promela", ".pr",
                                         ".spin"};
  size_t len = strlen(file);
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    size_t n = strlen(suffixes[i]);
    if (len > n && !strcmp(file + len - n, suffixes[i]))
      return true;
  }
  return false;
}

/* Parameters are macros there. */
static struct model *read_promela(const struct loaded *l, const char *file,
                                  const struct lang_options *o,
                                  struct diag *d) {
  struct arena arena = {0};
  size_t count = o ? o->param_count : 0;
  const char **defines = arena_array(&arena, const char *, count);
  for (size_t i = 0; i < count; i++)
    defines[i] = arena_printf(&arena, "%s=%lld", o->params[i].name,
                              (long long)o->params[i].value);
  struct promela_options po = {.defines = defines, .define_count = count};
  struct model *m =
      promela_read(file, text_str(&l->source), l->source.len, &po, d);
  if (m && count) {
    struct parameter *all = arena_array(&m->arena, struct parameter, count);
    for (size_t i = 0; i < count; i++)
      all[i] = (struct parameter){
          arena_string(&m->arena, o->params[i].name,
                       strlen(o->params[i].name)),
          o->params[i].value};
    m->parameters = all;
    m->parameter_count = (uint32_t)count;
  }
  arena_free(&arena);
  return m;
}

bool load_model_as(struct loaded *l, const struct host *h, const char *file,
                   const struct lang_options *options, bool quiet) {
  *l = (struct loaded){0};
  if (!host_read(h, &l->source, file))
    return false;
  struct diag d = quiet ? (struct diag){0} : host_diag(h);
  if (h->source && !quiet)
    h->source(h->user, file, &l->source);
  l->model = is_promela(file)
                 ? read_promela(l, file, options, &d)
                 : lang_read(file, text_str(&l->source), l->source.len,
                             options, &d);
  if (!quiet)
    host_said(h, &d);
  if (!l->model)
    load_free(l);
  return l->model != NULL;
}

static bool parse_scheme(const struct host *h, const char *name,
                         struct lang_options *o) {
  if (!name)
    return true;
  o->has_scheme = true;
  for (int i = 0; scheme_names[i]; i++)
    if (!strcmp(scheme_names[i], name)) {
      o->scheme = (enum scheme)i;
      return true;
    }
  return host_say(h, "unknown scheme '%s': async, fifo, causal or mailbox",
                  name);
}

bool load_model(struct loaded *l, const struct host *h, const char *file,
                const char *const *defines, size_t count,
                const char *scheme) {
  struct arena arena = {0};
  struct lang_options o = {0};
  struct lang_param *params = arena_array(&arena, struct lang_param, count);
  bool ok = parse_scheme(h, scheme, &o);
  for (size_t i = 0; ok && i < count; i++)
    ok = lang_param_parse(defines[i], &arena, &params[i]) ||
         host_say(h, "'-D %s': expected NAME=NUMBER", defines[i]);
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
