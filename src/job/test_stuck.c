#include "job/test_stuck.h"

#include <string.h>

#include "job/target.h"

enum { MOST = 8 };

static size_t places(const struct target *t, struct stuck out[MOST]) {
  struct executor *x = t->executor;
  size_t count = x && x->stuck ? x->stuck(x, out, MOST) : 0;
  return count < MOST ? count : MOST;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

void test_stuck_words(const struct target *t, const struct stuck *s,
                      struct text *out) {
  bool here = s->at.file && t->files.len == 1 &&
              !strcmp(base_name(s->at.file), base_name(t->files.at[0]));
  text_printf(out, "%s %s", s->thread, s->blocked ? "is blocked" : "spins");
  if (s->call)
    text_printf(out, " in %s()", s->call);
  if (s->at.line && (here || !s->at.file))
    text_printf(out, " at line %u", s->at.line);
  else if (s->at.line)
    text_printf(out, " at %s:%u", base_name(s->at.file), s->at.line);
  if (s->blocked)
    text_add(out, ": not modelled");
}

void test_stuck_text(const struct target *t, struct text *out) {
  struct stuck all[MOST];
  size_t count = places(t, all);
  for (size_t i = 0; i < count; i++) {
    text_add(out, "  no step any more: ");
    test_stuck_words(t, &all[i], out);
    text_char(out, '\n');
  }
}
