#include "report/run.h"

#include <string.h>

#include "base/sound.h"

const char *run_kind_word(enum run_kind kind) {
  static const char *const words[] = {
#define RUN_KIND(name, word) word,
      RUN_KINDS(RUN_KIND)
#undef RUN_KIND
  };
  return (size_t)kind < sizeof words / sizeof *words ? words[kind] : "local";
}

uint32_t run_sender(const struct run_chart *c, size_t receive) {
  EXPECTS(receive < c->event_count);
  const struct run_event *e = &c->events[receive];
  if (e->kind != RUN_RECEIVE || !e->match || e->match > receive)
    return 0;
  const struct run_event *s = &c->events[e->match - 1];
  if (s->kind != RUN_SEND || s->column >= c->column_count ||
      e->column >= c->column_count)
    return 0;
  return e->match;
}

uint32_t run_receiver(const struct run_chart *c, size_t send) {
  EXPECTS(send < c->event_count);
  for (size_t i = send + 1; i < c->event_count; i++)
    if (run_sender(c, i) == send + 1)
      return (uint32_t)i + 1;
  return 0;
}

const char *run_file(const struct run_event *e) {
  const char *slash = e->file ? strrchr(e->file, '/') : NULL;
  return slash ? slash + 1 : e->file;
}
