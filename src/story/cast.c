#include "story/cast.h"

#include <string.h>

#include "base/sound.h"
#include "base/text.h"
#include "story/expression.h"
#include "story/listing.h"

/* The first steps of a thread may be in the library of its language. */
enum { FRAMES = 16, NAME_LONGEST = 20, ASKED_MOST = 6 };

/* What is known of stacks, by number: threads that do the same have the same,
 * and to look one up takes long. */
enum { STACKS = 1 << 11 };
struct starts {
  const char *in[STACKS];
  bool known[STACKS];
};

/* The outermost function of the program in the call stack. */
static const char *find_start(struct executor *x, const struct event *e,
                              struct arena *arena) {
  struct spot frames[FRAMES];
  size_t n = x->stack && e->stack ? x->stack(x, e->stack, frames, FRAMES) : 0;
  const char *name = n && n < FRAMES ? frames[n - 1].function : NULL;
  if (!name || !*name || strlen(name) > NAME_LONGEST || !strcmp(name, "main"))
    return NULL;
  return arena_string(arena, name, strlen(name));
}

static const char *starts_in(struct starts *s, struct executor *x,
                             const struct event *e, struct arena *arena) {
  if (!s->known[e->stack])
    s->in[e->stack] = find_start(x, e, arena);
  s->known[e->stack] = true;
  return s->in[e->stack];
}

static const char *own_name(struct executor *x, unsigned thread,
                            struct arena *arena) {
  EXPECTS(thread < THREADS_MAX);
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

/* What `pthread_create(&t, NULL, worker, NULL)` is given to run. */
static const char *given_to(struct executor *x, const struct event *e,
                            struct listings *sources, struct arena *arena) {
  static const char call[] = "thrd_create";
  struct text name = {0};
  struct spot at = {0};
  const char *found = NULL;
  size_t len = 0;
  if (x->place && e->site)
    at = x->place(x, e->site);
  const struct listing *f = at.file ? listings_find(sources, at.file) : NULL;
  const char *line = f && !f->newer ? listing_line(f, at.line, &len) : NULL;
  bool c11 = line && at.col && at.col - 1 + sizeof call <= len &&
             !strncmp(line + at.col - 1, call, sizeof call - 1);
  if (line && expression_at(line, len, at.col, c11 ? 1 : 2, &name) &&
      name.at[0] == '*' && name.len <= NAME_LONGEST + 1 &&
      !strpbrk(name.at + 1, "*->.[]()&"))
    found = arena_string(arena, name.at + 1, name.len - 1);
  text_free(&name);
  return found;
}

/* Threads that no stack tells of. */
static void ask_sources(const char **function, struct executor *x,
                        const struct event *events, size_t count,
                        struct listings *sources, struct arena *arena) {
  for (size_t i = 0; i < count && sources; i++)
    if (events[i].kind == OP_CREATE &&
        !function[events[i].value % THREADS_MAX])
      function[events[i].value % THREADS_MAX] =
          given_to(x, &events[i], sources, arena);
}

void cast_meet(struct cast *c, struct executor *x, unsigned thread,
               struct arena *arena) {
  if (thread < THREADS_MAX && !c->names[thread])
    c->names[thread] = own_name(x, thread, arena);
}

void cast_make(struct cast *c, struct executor *x, const struct event *events,
               size_t count, struct listings *sources, struct arena *arena) {
  EXPECTS(events || !count);
  const char *function[THREADS_MAX] = {0};
  unsigned asked[THREADS_MAX] = {0};
  struct starts starts = {0};
  *c = (struct cast){0};
  cast_meet(c, x, 0, arena);
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
    if (t && e->stack && !function[t] && asked[t] < ASKED_MOST) {
      asked[t]++;
      function[t] = starts_in(&starts, x, e, arena);
    }
  }
  if (c->program)
    ask_sources(function, x, events, count, sources, arena);
  tell_apart(c, function, arena);
}

const char *cast_name(const struct cast *c, unsigned thread) {
  EXPECTS(thread < THREADS_MAX);
  EXPECTS(thread < THREADS_MAX);
  const char *name = thread < THREADS_MAX ? c->names[thread] : NULL;
  return name ? name : "another thread";
}

void cast_set(const struct cast *c, unsigned words, const struct threads *set,
              struct text *out) {
  const char *between = "";
  uint32_t left = threads_count(words, set), told = 0;
  threads_each(words, set, t) {
    left--;
    if (told >= CAST_MANY && left)
      continue;
    bool gap = told == CAST_MANY;
    text_printf(out, "%s%s%s", between, gap ? "... " : "",
                cast_name(c, (unsigned)t));
    between = ", ";
    told++;
  }
}
