#include "exec/stuck.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/text.h"
#include "exec/frames.h"
#include "rt/names.h"

/* Long enough for a process that gets a twentieth of the CPU, short enough
 * for whoever waits. */
#define PATIENCE 0.3

struct wire_where stuck_ask(struct wire *w, pid_t group) {
  const struct timespec slice = {.tv_nsec = 2000000};
  w->where = (struct wire_where){0};
  kill(-group, WIRE_WHERE_SIGNAL);
  double end = clock_wall() + PATIENCE;
  while (!__atomic_load_n(&w->where.told, __ATOMIC_ACQUIRE) &&
         clock_wall() < end)
    nanosleep(&slice, NULL);
  struct wire_where out = w->where;
  out.call[sizeof out.call - 1] = 0;
  out.len = out.len < WIRE_WHERE_FRAMES ? out.len : WIRE_WHERE_FRAMES;
  if (!out.told)
    out.len = out.call[0] = 0;
  return out;
}

/* What programs call, unlike what the instrumentation does. */
static bool is_modelled(const char *name) {
  static const char *const names[] = {
#define ROW(name) #name,
      HEDDLE_LIBC(ROW)
#undef ROW
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name))
      return true;
  return false;
}

static const char *thread_name(struct stuck_places *s,
                               const struct symbols *y, unsigned thread,
                               const char *started) {
  if (thread && started)
    return started;
  struct text t = {0};
  symbols_thread(y, thread < THREADS_MAX ? thread : 0, &t);
  const char *name = arena_string(&s->arena, text_str(&t), t.len);
  text_free(&t);
  return name;
}

static struct stuck look_up(struct stuck_places *s, const struct wire_where *w,
                            const struct symbols *y, struct frames *f) {
  const char *called = NULL, *started = NULL;
  struct stuck k = {.at = frames_innermost(f, w->at, w->len, &called,
                                           &started, &s->arena)};
  if (!k.at.line)
    k.at = symbols_place(y, w->site);
  k.thread = thread_name(s, y, w->thread, started);
  if (called && is_modelled(called))
    k.call = called;
  else if (w->call[0])
    k.call = arena_string(&s->arena, w->call, strlen(w->call));
  return k;
}

static bool same(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

const struct stuck *stuck_note(struct stuck_places *s,
                               const struct wire_where *w,
                               const struct symbols *y, struct frames *f,
                               bool blocked) {
  struct stuck k = look_up(s, w, y, f);
  k.blocked = blocked;
  k.count = 1;
  vec_each(&s->at, old)
    if (old->blocked == blocked && old->at.line == k.at.line &&
        same(old->at.file, k.at.file) && same(old->thread, k.thread) &&
        same(old->call, k.call)) {
      old->count++;
      return old;
    }
  vec_push(&s->at, k);
  return vec_last(&s->at);
}

void stuck_free(struct stuck_places *s) {
  vec_free(&s->at);
  arena_free(&s->arena);
}
