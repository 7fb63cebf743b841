/* What the explorer needs to know of the program: its places and its
 * variables. */
#include <string.h>

#include "rt/keys.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

extern const struct heddle_site __start_heddle_sites[] __attribute__((weak));
extern const struct heddle_site __stop_heddle_sites[] __attribute__((weak));
extern const struct heddle_global __start_heddle_globals[]
    __attribute__((weak));
extern const struct heddle_global __stop_heddle_globals[]
    __attribute__((weak));

extern const struct heddle_enum __start_heddle_enums[] __attribute__((weak));
extern const struct heddle_enum __stop_heddle_enums[] __attribute__((weak));

extern const struct heddle_covered __start_heddle_covers[]
    __attribute__((weak));
extern const struct heddle_covered __stop_heddle_covers[]
    __attribute__((weak));

/* The string's offset among the names; the last one is often the same. */
static uint32_t name(const char *s, const char **last, uint32_t *last_at) {
  struct wire *w = rt.wire;
  if (s == *last)
    return *last_at;
  uint32_t len = (uint32_t)strlen(s) + 1;
  if (w->names_len + len > w->names_cap)
    return 0;
  uint32_t at = w->names_len;
  memcpy((char *)w + w->names + at, s, len);
  w->names_len += len;
  *last = s;
  *last_at = at;
  return at;
}

static void write_sites(void) {
  struct wire *w = rt.wire;
  struct wire_site *to = (void *)((char *)w + w->sites);
  const char *files = NULL, *functions = NULL;
  uint32_t file_at = 0, function_at = 0;
  size_t count = (size_t)(__stop_heddle_sites - __start_heddle_sites);
  for (size_t i = 0; i < count && w->sites_len < w->sites_cap; i++) {
    const struct heddle_site *s = &__start_heddle_sites[i];
    to[w->sites_len++] = (struct wire_site){
        name(s->file, &files, &file_at),
        name(s->function, &functions, &function_at), s->line, s->column, 0};
  }
}

/* Rows of one unit stand together, and few enumerations take turns in it: what
 * one of the rows before has said is not said again. */
static void write_enums(void) {
  enum { BACK = 32 };
  struct wire *w = rt.wire;
  struct wire_site *to = (void *)((char *)w + w->sites);
  const char *last = NULL;
  uint32_t last_at = 0;
  size_t count = (size_t)(__stop_heddle_enums - __start_heddle_enums);
  for (size_t i = 0; i < count; i++) {
    const struct heddle_enum *e = &__start_heddle_enums[i];
    size_t site = (size_t)(e->site - __start_heddle_sites), k = 1;
    if (site >= w->sites_len)
      continue;
    while (k <= i && k <= BACK && e[-k].values != e->values)
      k++;
    size_t before = k <= i && k <= BACK
                        ? (size_t)(e[-k].site - __start_heddle_sites)
                        : w->sites_len;
    to[site].values = before < w->sites_len
                          ? to[before].values
                          : name(e->values, &last, &last_at);
  }
}

static void write_globals(void) {
  struct wire *w = rt.wire;
  struct wire_global *to = (void *)((char *)w + w->globals);
  const char *last = NULL;
  uint32_t last_at = 0;
  size_t count = (size_t)(__stop_heddle_globals - __start_heddle_globals);
  for (size_t i = 0; i < count && w->globals_len < w->globals_cap; i++) {
    const struct heddle_global *g = &__start_heddle_globals[i];
    to[w->globals_len++] = (struct wire_global){
        (uint64_t)g->at, g->size, g->element, name(g->name, &last, &last_at),
        (uint32_t)g->member};
  }
}

static uint32_t covers_count(void) {
  size_t n = (size_t)(__stop_heddle_covers - __start_heddle_covers);
  return n < rt.wire->covers_cap ? (uint32_t)n : rt.wire->covers_cap;
}

/* What was seen by a process before this one stays. */
static void write_covers(void) {
  struct wire *w = rt.wire;
  struct wire_cover *to = (void *)((char *)w + w->covers);
  const char *files = NULL, *functions = NULL;
  uint32_t file_at = 0, function_at = 0;
  w->covers_len = covers_count();
  for (uint32_t i = 0; i < w->covers_len; i++) {
    const struct heddle_covered *c = &__start_heddle_covers[i];
    to[i].at = (struct wire_site){
        name(c->at.file, &files, &file_at),
        name(c->at.function, &functions, &function_at), c->at.line,
        c->at.column};
    to[i].branch = c->branch != 0;
  }
}

void rt_covers_collect(void) {
  struct wire *w = rt.wire;
  struct wire_cover *to = (void *)((char *)w + w->covers);
  for (uint32_t i = 0, n = covers_count(); i < n; i++)
    to[i].seen |= *__start_heddle_covers[i].seen;
}

/* What is nobody's variable, and yet threads do things to it: the semaphore
 * that stands for the pending signals, keys, whether threads have ended and
 * who joins them. */
static void write_own(void) {
  struct wire *w = rt.wire;
  struct wire_global *to = (void *)((char *)w + w->globals);
  const struct {
    const void *at;
    uint64_t size, element;
    const char *name;
  } own[] = {{rt_signals_object(), 16, 16, "the signals"},
             {rt_keys.used, sizeof rt_keys.used, 1, "key"},
             {rt.ended, sizeof rt.ended, 1, "ended"},
             {rt.claimed, sizeof rt.claimed, 1, "claimed"},
             {rt.joined, sizeof rt.joined, 1, "joined"}};
  const char *last = NULL;
  uint32_t last_at = 0;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (w->globals_len < w->globals_cap)
      to[w->globals_len++] = (struct wire_global){
          (uint64_t)own[i].at, own[i].size, own[i].element,
          name(own[i].name, &last, &last_at), 0};
}

void rt_tables_write(void) {
  rt.wire->symbolic = rt_sym_built();
  struct wire *w = rt.wire;
  w->names_len = 1; /* offset 0: the empty name */
  w->sites_len = w->globals_len = 0;
  write_sites();
  write_enums();
  write_globals();
  write_covers();
  write_own();
}

void rt_label_put(uint64_t number, const char *text) {
  struct wire *w = rt.wire;
  struct wire_label *l =
      w->labels ? (struct wire_label *)wire_label_find(
                      (struct wire_label *)((char *)w + w->labels), number)
                : NULL;
  if (!l || l->number)
    return;
  strncpy(l->text, text, sizeof l->text - 1);
  l->number = number;
}
