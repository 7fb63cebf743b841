#include "cli/events.h"

#include <inttypes.h>
#include <string.h>

static void add_spot(const struct spot *at, struct text *out) {
  if (!at->file)
    return;
  const char *name = strrchr(at->file, '/');
  text_add(out, name ? name + 1 : at->file);
  if (at->line)
    text_printf(out, ":%u", at->line);
}

void events_place(struct executor *x, uint32_t site, struct text *out) {
  struct spot at = {0};
  if (x->place)
    at = x->place(x, site);
  add_spot(&at, out);
}

void events_thread(struct executor *x, unsigned thread, struct text *out) {
  size_t before = out->len;
  if (x->thread_name)
    x->thread_name(x, thread, out);
  if (out->len == before)
    text_printf(out, "thread %u", thread);
}

static void add_object(struct executor *x, const struct event *e,
                       struct text *out) {
  size_t before = out->len;
  if (x->object_name)
    x->object_name(x, e, out);
  if (out->len == before && e->object)
    text_printf(out, "%#" PRIx64, e->object);
}

static void add_value(const struct event *e, struct text *out) {
  int64_t v = (int64_t)e->value;
  if (e->size == 1)
    v = (int8_t)v;
  else if (e->size == 2)
    v = (int16_t)v;
  else if (e->size == 4)
    v = (int32_t)v;
  text_printf(out, "%" PRId64, v);
}

static void add_threads(struct executor *x, uint64_t set, struct text *out) {
  bool first = true;
  for (; set; set &= set - 1, first = false) {
    text_add(out, first ? "" : ", ");
    events_thread(x, (unsigned)__builtin_ctzll(set), out);
  }
}

/* A name or a remark, as the program wrote it. */
static void add_label(struct executor *x, const struct event *e,
                      struct text *out) {
  const char *label = x->label ? x->label(x, e->object) : NULL;
  if (label)
    text_printf(out, e->kind == OP_REMARK ? ": %s" : " %s =", label);
}

static void add_outcome(struct executor *x, const struct event *e,
                        struct text *out) {
  bool failed = e->flags & EVENT_FAILED;
  switch (e->kind) {
  case OP_READ:
  case OP_AWAIT:
    text_add(out, " -> ");
    add_value(e, out);
    break;
  case OP_WRITE:
  case OP_UPDATE:
    text_add(out, " <- ");
    add_value(e, out);
    break;
  case OP_REMARK:
    add_label(x, e, out);
    break;
  case OP_INPUT:
    add_label(x, e, out);
    text_printf(out, " %" PRId64, (int64_t)e->value);
    break;
  case OP_CAS:
  case OP_TRYLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
  case OP_SEM_TRYP:
    text_add(out, failed ? ": failed" : ": done");
    break;
  case OP_WAKE:
    text_add(out, failed ? ": timed out" : ": signalled");
    break;
  case OP_SIGNAL:
    text_add(out, e->value ? ", wakes " : ", nobody waits");
    add_threads(x, e->value ? (uint64_t)1 << (e->value - 1) : 0, out);
    break;
  case OP_BROADCAST:
    text_add(out, e->value ? ", wakes " : ", nobody waits");
    add_threads(x, e->value, out);
    break;
  case OP_ARRIVE:
    text_add(out, e->value ? ", opens it for " : "");
    add_threads(x, e->value, out);
    break;
  }
}

void events_what(struct executor *x, const struct event *e, struct text *out) {
  text_add(out, op_text(e->kind));
  if (e->kind == OP_CREATE || e->kind == OP_JOIN) {
    text_char(out, ' ');
    events_thread(x, (unsigned)e->value % THREADS_MAX, out);
    return;
  }
  if (OP_CLASS(e->kind) > CLASS_LOCAL && OP_CLASS(e->kind) != CLASS_GLOBAL) {
    text_char(out, ' ');
    add_object(x, e, out);
  }
  if (!(e->flags & EVENT_PENDING))
    add_outcome(x, e, out);
}

static bool worth_showing(const struct event *e) {
  return !(e->flags & EVENT_PENDING) && e->kind != OP_START &&
         e->kind != OP_NOTE && e->kind != OP_STOPPED;
}

/* Widths of the columns: thread, place. */
static void measure(struct executor *x, const struct event *events,
                    uint32_t count, size_t width[2]) {
  struct text t = {0};
  width[0] = width[1] = 0;
  for (uint32_t i = 0; i < count; i++) {
    text_clear(&t);
    events_thread(x, events[i].thread, &t);
    width[0] = t.len > width[0] ? t.len : width[0];
    text_clear(&t);
    events_place(x, events[i].site, &t);
    width[1] = t.len > width[1] ? t.len : width[1];
  }
  text_free(&t);
}

static void pad(struct text *out, size_t from, size_t width) {
  while (out->len < from + width)
    text_char(out, ' ');
}

static void add_event(struct executor *x, const struct event *e,
                      const size_t width[2], struct text *out) {
  size_t from = out->len;
  events_thread(x, e->thread, out);
  pad(out, from, width[0] + 2);
  from = out->len;
  events_place(x, e->site, out);
  pad(out, from, width[1] + (width[1] ? 2 : 0));
  events_what(x, e, out);
  text_char(out, '\n');
}

void events_print(struct executor *x, const struct event *events,
                  uint32_t count, const uint32_t marks[2], struct text *out) {
  enum { HEAD = 30, TAIL = 60 };
  size_t width[2];
  uint32_t shown = 0, worth = 0;
  measure(x, events, count, width);
  for (uint32_t i = 0; i < count; i++)
    worth += worth_showing(&events[i]);
  for (uint32_t i = 0; i < count; i++) {
    if (!worth_showing(&events[i]))
      continue;
    uint32_t n = shown++;
    if (worth > HEAD + TAIL && n >= HEAD && n < worth - TAIL) {
      if (n == HEAD)
        text_printf(out, "    ... %u more ...\n", worth - HEAD - TAIL);
      continue;
    }
    text_add(out, i == marks[0] || i == marks[1] ? "  > " : "    ");
    add_event(x, &events[i], width, out);
  }
}

static void place_json(struct executor *x, uint32_t site, struct json *j) {
  struct spot at = {0};
  if (x->place)
    at = x->place(x, site);
  if (!at.file)
    return;
  json_put_string(j, "file", at.file);
  json_put_uint(j, "line", at.line);
}

void events_json(struct executor *x, const struct event *events, uint32_t count,
                 struct json *j) {
  struct text t = {0};
  json_open(j, '[');
  for (uint32_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    json_open(j, '{');
    json_put_uint(j, "thread", e->thread);
    text_clear(&t);
    events_thread(x, e->thread, &t);
    json_put_string(j, "name", text_str(&t));
    json_put_string(j, "kind", op_text(e->kind));
    text_clear(&t);
    events_what(x, e, &t);
    json_put_string(j, "what", text_str(&t));
    place_json(x, e->site, j);
    if (e->flags & EVENT_PENDING)
      json_put_bool(j, "pending", true);
    if (e->flags & EVENT_SILENT)
      json_put_bool(j, "silent", true);
    json_close(j);
  }
  json_close(j);
  text_free(&t);
}

/* --- findings ----------------------------------------------------------- */

void events_headline(struct executor *x, const struct sched_finding *f,
                     struct text *out) {
  text_add(out, found_text(f->kind));
  if (f->text && *f->text)
    text_printf(out, ": %s", f->text);
  if (f->kind == FOUND_DEADLOCK || f->kind == FOUND_RACE)
    return;
  struct text place = {0};
  events_place(x, f->site, &place);
  text_printf(out, "%s%s, ", place.len ? ", " : "", text_str(&place));
  events_thread(x, f->thread, out);
  text_free(&place);
}

/* The step by which a thread holds the lock of e, or NULL. */
static const struct event *holder(const struct sched_finding *f,
                                  const struct event *e) {
  const struct event *by = NULL;
  for (uint32_t i = 0; i < f->events_len; i++) {
    const struct event *g = &f->events[i];
    if (g->flags & EVENT_PENDING || OP_CLASS(g->kind) != OP_CLASS(e->kind) ||
        g->object != e->object)
      continue;
    if (g->kind == OP_UNLOCK || g->kind == OP_RWUNLOCK ||
        g->kind == OP_RDUNLOCK)
      by = NULL;
    else if (!(g->flags & EVENT_FAILED) &&
             (g->kind == OP_LOCK || g->kind == OP_TRYLOCK ||
              g->kind == OP_RDLOCK || g->kind == OP_WRLOCK ||
              g->kind == OP_TRYRDLOCK || g->kind == OP_TRYWRLOCK))
      by = g;
  }
  return by;
}

static void add_at(struct executor *x, uint32_t site, struct text *out) {
  struct text place = {0};
  events_place(x, site, &place);
  if (place.len)
    text_printf(out, " at %s", text_str(&place));
  text_free(&place);
}

static void add_waiting(struct executor *x, const struct sched_finding *f,
                        const struct event *e, struct text *out) {
  text_add(out, "    ");
  events_thread(x, e->thread, out);
  text_add(out, " waits");
  add_at(x, e->site, out);
  text_add(out, " to ");
  events_what(x, e, out);
  const struct event *by = holder(f, e);
  if (by) {
    text_add(out, ", held by ");
    events_thread(x, by->thread, out);
    text_add(out, " since");
    struct text place = {0};
    events_place(x, by->site, &place);
    text_printf(out, " %s", place.len ? text_str(&place) : "before");
    text_free(&place);
  }
  text_char(out, '\n');
}

/* Threads that wait for a signal; wait[thread] is their WAIT. */
static uint64_t sleepers(const struct sched_finding *f,
                         uint32_t wait[THREADS_MAX]) {
  uint64_t waiting = 0;
  for (uint32_t i = 0; i < f->events_len; i++) {
    const struct event *e = &f->events[i];
    unsigned thread = e->thread % THREADS_MAX;
    if (e->flags & EVENT_PENDING)
      continue;
    if (e->kind == OP_WAIT) {
      wait[thread] = i;
      waiting |= (uint64_t)1 << thread;
    } else if (e->kind == OP_SIGNAL && e->value) {
      waiting &= ~((uint64_t)1 << (e->value - 1) % THREADS_MAX);
    } else if (e->kind == OP_BROADCAST) {
      waiting &= ~e->value;
    } else if (e->kind == OP_WAKE) {
      waiting &= ~((uint64_t)1 << thread);
    }
  }
  return waiting;
}

static void add_sleeper(struct executor *x, const struct event *e,
                        struct text *out) {
  text_add(out, "    ");
  events_thread(x, e->thread, out);
  text_add(out, " waits");
  add_at(x, e->site, out);
  text_add(out, " for a signal of ");
  add_object(x, e, out);
  text_char(out, '\n');
}

static void add_waiters(struct executor *x, const struct sched_finding *f,
                        struct text *out) {
  uint32_t wait[THREADS_MAX];
  uint64_t asleep = sleepers(f, wait);
  for (uint32_t i = 0; i < f->events_len; i++)
    if (f->events[i].flags & EVENT_PENDING &&
        !(asleep >> f->events[i].thread % THREADS_MAX & 1))
      add_waiting(x, f, &f->events[i], out);
  for (; asleep; asleep &= asleep - 1)
    add_sleeper(x, &f->events[wait[__builtin_ctzll(asleep)]], out);
}

static void add_stack(struct executor *x, const struct event *e,
                      struct text *out) {
  struct spot frames[16];
  size_t n = x->stack && e->stack ? x->stack(x, e->stack, frames, 16) : 0;
  for (size_t i = 0; i < n; i++)
    if (frames[i].function) {
      text_printf(out, "      in %s (", frames[i].function);
      add_spot(&frames[i], out);
      text_add(out, ")\n");
    }
}

static void add_race_side(struct executor *x, const struct event *e,
                          struct text *out) {
  text_add(out, "    ");
  events_thread(x, e->thread, out);
  add_at(x, e->site, out);
  text_add(out, ": ");
  events_what(x, e, out);
  text_add(out, e->flags & EVENT_PLAIN ? "" : " (atomic)");
  text_char(out, '\n');
  add_stack(x, e, out);
}

void events_finding(struct executor *x, const struct sched_finding *f,
                    struct text *out) {
  text_add(out, "  ");
  events_headline(x, f, out);
  text_char(out, '\n');
  if (f->kind == FOUND_DEADLOCK || f->kind == FOUND_LIVELOCK)
    add_waiters(x, f, out);
  if (f->kind == FOUND_RACE) {
    add_race_side(x, &f->events[f->other_event], out);
    add_race_side(x, &f->events[f->event], out);
    text_add(out, "    no lock, join or atomic orders the two\n");
  }
}
