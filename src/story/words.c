/* Events in words. */
#include <inttypes.h>
#include <string.h>

#include "base/sound.h"
#include "exec/value.h"
#include "story/tell.h"

const char *tell_name(struct teller *t, unsigned thread) {
  EXPECTS(thread < THREADS_MAX);
  return cast_name(&t->s->cast, thread);
}

static const char *keep(struct teller *t, struct text *words) {
  const char *s = arena_string(&t->s->arena, text_str(words), words->len);
  text_free(words);
  return s;
}

/* Whether one path is the end of the other. */
static bool same_file(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  if (n < m)
    return same_file(b, a);
  return !strcmp(a + n - m, b) && (n == m || a[n - m - 1] == '/');
}

/* A line table may give the whole path of a file that sites name as the
 * compiler was given it: that is one file. */
struct spot tell_spot(struct teller *t, uint32_t site) {
  struct executor *x = t->f->x;
  struct spot at = {0};
  if (x->place && site)
    at = x->place(x, site);
  if (at.file && t->s->file && same_file(at.file, t->s->file))
    at.file = t->s->file;
  return at;
}

/* Messages of the runtime know threads by numbers: "thread 1". */
const char *tell_message(struct teller *t, const char *message) {
  struct executor *x = t->f->x;
  struct text out = {0}, own = {0};
  while (*message) {
    const char *name = NULL;
    for (unsigned i = 1; i < THREADS_MAX && !name && x->thread_name; i++) {
      text_clear(&own);
      if (t->s->cast.names[i])
        x->thread_name(x, i, &own);
      char after = own.len && !strncmp(message, own.at, own.len)
                       ? message[own.len]
                       : '0';
      if (own.len > 1 && after != '.' && (after < '0' || after > '9'))
        name = t->s->cast.names[i];
    }
    if (name) {
      text_add(&out, name);
      message += own.len;
    } else {
      text_char(&out, *message++);
    }
  }
  text_free(&own);
  return keep(t, &out);
}

const char *tell_line(struct teller *t, uint32_t site) {
  struct spot at = tell_spot(t, site);
  if (!at.file || !at.line)
    return "";
  bool same = t->s->file && !strcmp(t->s->file, at.file);
  return same ? arena_printf(&t->s->arena, "line %u", at.line)
              : arena_printf(&t->s->arena, "%s:%u", listing_base(at.file),
                             at.line);
}

const char *tell_value(struct teller *t, const struct event *e) {
  struct text v = {0};
  bool ok = OP_CLASS(e->kind) == CLASS_ACCESS && e->kind != OP_FREE &&
            e != t->broken && naming_value(&t->naming, e, &v);
  if (ok)
    return keep(t, &v);
  text_free(&v);
  return NULL;
}

const char *tell_locks(struct teller *t, unsigned thread, bool since) {
  EXPECTS(thread < THREADS_MAX);
  struct text words = {0};
  for (size_t i = 0; i < t->past.holds.len; i++) {
    const struct past_hold *h = &t->past.holds.at[i];
    const struct event *e = &t->past.events[h->event - 1];
    if (h->thread != thread)
      continue;
    text_printf(&words, "%s%s", words.len ? ", " : "",
                naming_object(&t->naming, e));
    const char *line = since ? tell_line(t, e->site) : "";
    if (*line)
      text_printf(&words, " (%s)", line);
  }
  return keep(t, &words);
}

static void add_value(struct teller *t, const struct event *e,
                      const char *arrow, struct text *out) {
  size_t before = out->len;
  text_add(out, arrow);
  if (!naming_value(&t->naming, e, out))
    out->len = before;
}

static void add_count(const struct event *e, int change, struct text *out) {
  text_printf(out, " (%" PRId64 " -> %" PRId64 ")", (int64_t)e->value,
              (int64_t)e->value + change);
}

static void add_woken(struct teller *t, const struct event *e,
                      const char *verb, const char *nobody, struct text *out) {
  struct threads set;
  unsigned words = event_freed_set(e, &set);
  text_add(out, threads_any(words, &set) ? verb : nobody);
  cast_set(&t->s->cast, words, &set, out);
}

/* A name or a remark, as the program wrote it (heddle/rt.h). */
static void add_label(struct teller *t, const struct event *e,
                      struct text *out) {
  struct executor *x = t->f->x;
  const char *label = x->label ? x->label(x, e->object) : NULL;
  if (label)
    text_printf(out, e->kind == OP_REMARK ? ": %s" : " %s =", label);
}

const char *tell_label(struct teller *t, const struct event *e) {
  struct executor *x = t->f->x;
  const char *label = x->label ? x->label(x, e->object) : NULL;
  return label ? arena_string(&t->s->arena, label, strlen(label)) : NULL;
}

static void add_outcome(struct teller *t, const struct event *e,
                        struct text *out) {
  bool failed = e->flags & EVENT_FAILED;
  switch (e->kind) {
  case OP_READ:
  case OP_AWAIT:
    add_value(t, e, " -> ", out);
    break;
  case OP_CAS:
    text_add(out, failed ? " fails" : "");
    add_value(t, e, failed ? ": it is " : " <- ", out);
    break;
  case OP_WRITE:
  case OP_UPDATE:
    add_value(t, e, " <- ", out);
    break;
  case OP_REMARK:
    add_label(t, e, out);
    break;
  case OP_INPUT:
    add_label(t, e, out);
    text_char(out, ' ');
    value_input(e, out);
    break;
  case OP_TRYLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
    text_add(out, failed ? ": it is taken" : "");
    break;
  case OP_SEM_TRYP:
    text_add(out, failed ? ": it is 0" : "");
    break;
  case OP_SEM_P:
    add_count(e, -1, out);
    break;
  case OP_SEM_V:
    if (failed)
      text_add(out, " fails: it is at its limit");
    else
      add_count(e, 1, out);
    break;
  case OP_WAKE:
    text_add(out, failed ? ": timed out" : ": signalled");
    break;
  case OP_LOCK:
    text_add(out, e->flags & EVENT_WOKEN ? " again, woken"
                  : failed               ? ": it is done"
                                         : "");
    break;
  case OP_UNLOCK:
    text_add(out, failed ? " fails: another thread's, or free" : "");
    break;
  case OP_SIGNAL:
  case OP_BROADCAST:
    add_woken(t, e, ", wakes ", ", nobody waits", out);
    break;
  case OP_ARRIVE:
    add_woken(t, e, ", opens it for ", "", out);
    break;
  }
}

const char *tell_verb(unsigned kind) {
  EXPECTS(kind < OP_COUNT);
  return kind == OP_CAS ? "cas" : op_text(kind);
}

const char *tell_words(struct teller *t, const struct event *e) {
  struct text out = {0};
  const char *label = e->kind == OP_REMARK ? tell_label(t, e) : NULL;
  if (label && !strncmp(label, "MPI_", 4)) { /* a call speaks for itself */
    text_add(&out, label);
    return keep(t, &out);
  }
  text_add(&out, tell_verb(e->kind));
  if (e->kind == OP_CREATE || e->kind == OP_JOIN)
    text_printf(&out, " %s", tell_name(t, (unsigned)e->value % THREADS_MAX));
  const char *object = naming_object(&t->naming, e);
  if (*object)
    text_printf(&out, " %s", object);
  if (!(e->flags & EVENT_PENDING) && e != t->broken)
    add_outcome(t, e, &out);
  return keep(t, &out);
}
