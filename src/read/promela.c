/* Promela, as SPIN reads it (doc/promela.md).  Parameters are macros. */
#include "promela/promela.h"

#include <ctype.h>
#include <string.h>

#include "read/reader.h"

/* Words that no other language begins a line with. */
static bool sniff(const char *text, size_t len) {
  static const char *const words[] = {"proctype", "active proctype", "active [",
                                      "init {",   "never {",         "mtype"};
  for (const char *s = text; s && s < text + len; s = strchr(s, '\n')) {
    while (isspace((unsigned char)*s))
      s++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (!strncmp(s, words[i], strlen(words[i])))
        return true;
  }
  return false;
}

static struct model *read_promela(const char *file, const char *text,
                                  size_t len, const struct lang_options *o,
                                  struct diag *d) {
  struct arena arena = {0};
  size_t count = o ? o->param_count : 0;
  const char **defines = arena_array(&arena, const char *, count);
  for (size_t i = 0; i < count; i++)
    defines[i] = arena_printf(&arena, "%s=%lld", o->params[i].name,
                              (long long)o->params[i].value);
  struct promela_options po = {.defines = defines,
                               .define_count = count,
                               .folder = o ? o->folder : NULL};
  struct model *m = promela_read(file, text, len, &po, d);
  if (m && count) {
    struct parameter *all = arena_array(&m->arena, struct parameter, count);
    for (size_t i = 0; i < count; i++)
      all[i] = (struct parameter){
          arena_string(&m->arena, o->params[i].name, strlen(o->params[i].name)),
          o->params[i].value};
    m->parameters = all;
    m->parameter_count = (uint32_t)count;
  }
  arena_free(&arena);
  return m;
}

const struct reader reader_promela = {
    .name = "promela",
    .what = "a Promela model",
    .command = "check",
    .suffix = ".pml .prom .promela .pr .spin",
    .sniff = sniff,
    .model = read_promela,
};
