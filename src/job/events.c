#include "job/events.h"

#include <inttypes.h>
#include <string.h>

#include "base/sound.h"
#include "exec/value.h"

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
  EXPECTS(thread < THREADS_MAX);
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

/* Whom it sets free, after `some`; or `nobody`. */
static void add_freed(struct executor *x, const struct event *e,
                      const char *some, const char *nobody, struct text *out) {
  struct threads set;
  unsigned words = event_freed_set(e, &set);
  const char *before = some;
  threads_each(words, &set, t) {
    text_add(out, before);
    events_thread(x, (unsigned)t, out);
    before = ", ";
  }
  text_add(out, before == some ? nobody : "");
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
    value_text(x, e, out);
    break;
  case OP_WRITE:
  case OP_UPDATE:
    text_add(out, " <- ");
    value_text(x, e, out);
    break;
  case OP_REMARK:
    add_label(x, e, out);
    break;
  case OP_INPUT:
    add_label(x, e, out);
    text_char(out, ' ');
    value_input(e, out);
    break;
  case OP_CAS:
  case OP_TRYLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
  case OP_SEM_TRYP:
    text_add(out, failed ? ": failed" : ": done");
    break;
  case OP_UNLOCK:
  case OP_SEM_V:
    text_add(out, failed ? ": failed" : "");
    break;
  case OP_WAKE:
    text_add(out, failed ? ": timed out" : ": signalled");
    break;
  case OP_SIGNAL:
  case OP_BROADCAST:
    add_freed(x, e, ", wakes ", ", nobody waits", out);
    break;
  case OP_ARRIVE:
    add_freed(x, e, ", opens it for ", "", out);
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

static void place_json(struct executor *x, uint32_t site, struct json *j) {
  struct spot at = {0};
  if (x->place && site)
    at = x->place(x, site);
  if (!at.file)
    return;
  json_put_string(j, "file", at.file);
  json_put_uint(j, "line", at.line);
}

void events_json(struct executor *x, const struct event *events, uint32_t count,
                 struct json *j) {
  EXPECTS(events || !count);
  struct text t = {0};
  json_open(j, '[');
  for (uint32_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (event_is_part(e))
      continue;
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
