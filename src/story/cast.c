#include "story/cast.h"

#include <string.h>

#include "base/text.h"

enum { FRAMES = 16, NAME_LONGEST = 20 };

/* The outermost function of the program in the call stack. */
static const char *starts_in(struct executor *x, const struct event *e,
                             struct arena *arena) {
  struct spot frames[FRAMES];
  size_t n = x->stack && e->stack ? x->stack(x, e->stack, frames, FRAMES) : 0;
  const char *name = n && n < FRAMES ? frames[n - 1].function : NULL;
  if (!name || !*name || strlen(name) > NAME_LONGEST || !strcmp(name, "main"))
    return NULL;
  return arena_string(arena, name, strlen(name));
}

static const char *own_name(struct executor *x, unsigned thread,
                            struct arena *arena) {
  struct text t = {0};
  if (x->thread_name)
    x->thread_name(x, thread, &t);
  if (!t.len)
    text_printf(&t, "thread %u", thread);
  const char *name = arena_string(arena, text_str(&t), t.len);
  text_free(&t);
  return name;
}

/* A number behind the names that several threads have. */
static void tell_apart(struct cast *c, const char *const *function,
                       struct arena *arena) {
  for (unsigned t = 0; t < THREADS_MAX; t++) {
    if (!function[t])
      continue;
    unsigned before = 0, all = 0;
    for (unsigned u = 0; u < THREADS_MAX; u++)
      if (function[u] && !strcmp(function[u], function[t])) {
        all++;
        before += u < t;
      }
    c->names[t] = all == 1
                      ? function[t]
                      : arena_printf(arena, "%s %u", function[t], before + 1);
  }
}

void cast_make(struct cast *c, struct executor *x, const struct event *events,
               size_t count, struct arena *arena) {
  const char *function[THREADS_MAX] = {0};
  bool asked[THREADS_MAX] = {0};
  *c = (struct cast){0};
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    unsigned t = e->thread % THREADS_MAX;
    c->program |= e->stack != 0;
    if (!c->names[t])
      c->names[t] = own_name(x, t, arena);
    if (e->kind == OP_CREATE || e->kind == OP_JOIN) {
      unsigned other = (unsigned)e->value % THREADS_MAX;
      if (!c->names[other])
        c->names[other] = own_name(x, other, arena);
    }
    if (t && e->stack && !asked[t]) {
      asked[t] = true;
      function[t] = starts_in(x, e, arena);
    }
  }
  tell_apart(c, function, arena);
}

const char *cast_name(const struct cast *c, unsigned thread) {
  const char *name = thread < THREADS_MAX ? c->names[thread] : NULL;
  return name ? name : "another thread";
}

void cast_set(const struct cast *c, uint64_t set, struct text *out) {
  for (bool first = true; set; set &= set - 1, first = false)
    text_printf(out, "%s%s", first ? "" : ", ",
                cast_name(c, (unsigned)__builtin_ctzll(set)));
}
