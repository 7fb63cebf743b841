#include "job/sequences.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "sched/sched.h"

/* --- words ---------------------------------------------------------------- */

/* One word: blanks are underscores, nothing is a minus. */
static const char *word(struct sequences *s, const char *text) {
  char *copy = arena_printf(&s->arena, "%s", *text ? text : "-");
  for (char *c = copy; *c; c++)
    if (isspace((unsigned char)*c))
      *c = '_';
  return copy;
}

static const char *name_of_thread(struct sequences *s, unsigned thread) {
  struct text name = {0};
  if (s->x->thread_name)
    s->x->thread_name(s->x, thread, &name);
  const char *own = name.len ? word(s, text_str(&name)) : NULL;
  text_free(&name);
  bool twice = !own;
  vec_each(&s->threads, t) twice |= own && *t && !strcmp(*t, own);
  if (!own)
    return arena_printf(&s->arena, "T%u", thread);
  return twice ? arena_printf(&s->arena, "%s#%u", own, thread) : own;
}

static const char *thread_of(struct sequences *s, unsigned thread) {
  while (s->threads.len <= thread) {
    const char *name = name_of_thread(s, (unsigned)s->threads.len);
    vec_push(&s->threads, name);
  }
  return s->threads.at[thread];
}

static const char *object_of(struct sequences *s, const struct event *e) {
  struct text name = {0};
  if (s->x->object_name)
    s->x->object_name(s->x, e, &name);
  const char *own = word(s, text_str(&name));
  text_free(&name);
  return own;
}

static const char *end_of(struct sequences *s, const struct run *r) {
  switch (r->end) {
  case RUN_COMPLETE:
    return "complete";
  case RUN_DEADLOCK:
    return "deadlock";
  case RUN_FAILED:
    return word(s, found_text(r->finding));
  default:
    return "cut-off";
  }
}

void sequence_event_text(const struct sequences *s,
                         const struct sequence_event *e, struct text *out) {
  text_printf(out, "%s.%u %s %s", s->threads.at[e->thread], e->number,
              e->operation, e->object);
  if (e->from_number)
    text_printf(out, " from %s.%u", s->threads.at[e->from], e->from_number);
  if (e->choice != SEQUENCE_NONE)
    text_printf(out, " choice %u", e->choice);
  if (e->never)
    text_add(out, " never");
}

bool sequence_event_equal(const struct sequence_event *a,
                          const struct sequence_event *b) {
  return a->thread == b->thread && a->number == b->number &&
         !strcmp(a->operation, b->operation) && !strcmp(a->object, b->object) &&
         a->from_number == b->from_number &&
         (!a->from_number || a->from == b->from) && a->choice == b->choice &&
         a->never == b->never;
}

/* --- of a run ------------------------------------------------------------- */

/* What was written so far was read otherwise than is right: it begins anew, as
 * the search does (sched/strategy/reach.c). */
static void forget(struct sequences *s) {
  s->written = 0;
  text_clear(&s->out);
  map_clear(&s->keys);
  vec_each(&s->before, p) {
    p->met = p->fails = 0;
    text_clear(&p->first);
  }
}

/* The order of a run: by messages where these can be told apart, else as it
 * is. */
static bool read_order(struct sequences *s, const struct event *events,
                       size_t count) {
  struct messages *m = &s->messages;
  enum messages_answer said = MESSAGES_TRACES;
  for (bool again = s->x->ports != PORTS_OTHER && !s->plain; again;) {
    said = messages_take(m, s->x->ports, s->x->ports_most, events, count);
    if (said == MESSAGES_READ) {
      order_compute(&s->work, &s->order, m->events.at, m->events.len);
      said = messages_races(m, &s->order);
    }
    s->plain = said == MESSAGES_TRACES;
    if (said != MESSAGES_READ)
      forget(s);
    again = said == MESSAGES_AGAIN;
  }
  if (said != MESSAGES_READ)
    order_compute(&s->work, &s->order, events, count);
  return said == MESSAGES_READ;
}

/* The number, in its thread, of the event that is step `step`. */
static unsigned number_at(const struct syn_sequence *q, uint32_t step) {
  EXPECTS(step < q->events.len);
  return q->events.at[step].number;
}

static void add_from(const struct sequences *s, const struct syn_sequence *q,
                     uint32_t step, struct sequence_event *e) {
  vec_each(&s->messages.sent, m) {
    if (m->received != step)
      continue;
    e->from = MESSAGE_SENDER(m->number);
    e->from_number = number_at(q, m->sent);
    e->choice = SEQUENCE_NONE;
  }
}

void sequence_of_run(struct sequences *s, const struct batch *b, uint32_t i,
                     struct syn_sequence *out) {
  const struct run *r = &b->runs[i];
  const struct event *events = b->events + r->events;
  unsigned count[THREADS_MAX] = {0};
  *out = (struct syn_sequence){.end = end_of(s, r)};
  bool read = read_order(s, events, r->events_len);
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &events[k];
    bool pending = e->flags & EVENT_PENDING;
    if (e->flags & EVENT_SILENT)
      continue;
    thread_of(s, e->thread);
    struct sequence_event own = {
        .operation = word(s, op_text(e->kind)),
        .object = object_of(s, e),
        .thread = e->thread,
        .number = ++count[e->thread],
        .choice = pending || e->alts < 2 ? SEQUENCE_NONE : e->alt,
        .never = pending};
    if (read && e->kind == OP_RECEIVE && !pending)
      add_from(s, out, (uint32_t)out->events.len, &own);
    vec_push(&out->events, own);
  }
}

static uint64_t word_hash(const char *text) {
  return hash_bytes(text, strlen(text));
}

/* The same for the same sequence, in whatever order it was run: what each
 * thread did, and after how much of the others. */
static uint64_t key_of(const struct sequences *s,
                       const struct syn_sequence *q) {
  const struct order *o = &s->order;
  uint64_t key = word_hash(q->end);
  for (unsigned t = 0; t < s->threads.len; t++)
    for (uint32_t k = 0; k < q->events.len; k++) {
      const struct sequence_event *e = &q->events.at[k];
      if (e->thread != t)
        continue;
      key = hash_pair(key, word_hash(e->operation) + e->never);
      key = hash_pair(key, word_hash(e->object) + t);
      key = hash_pair(key, (uint64_t)e->from << 32 | e->from_number);
      key = hash_pair(key, e->choice);
      for (unsigned u = 0; k < o->executed && u < o->width; u++) {
        uint32_t last = order_clock(o, k)[u];
        key = hash_pair(key, last ? q->events.at[last - 1].number : 0);
      }
    }
  return key;
}

void sequences_drop(struct syn_sequence *q) {
  vec_free(&q->events);
  *q = (struct syn_sequence){0};
}

/* --- a before b ----------------------------------------------------------- */

/* One side of a property; false: it is none. */
static bool describe(struct sequences *s, const char *text, size_t len,
                     struct before *p, int side) {
  char *copy = arena_printf(&s->arena, "%.*s", (int)len, text), *save = NULL;
  unsigned n = 0;
  for (char *w = strtok_r(copy, " \t", &save); w;
       w = strtok_r(NULL, " \t", &save)) {
    if (n == 3)
      return false;
    p->words[side][n++] = w;
  }
  char *dot = n == 1 ? strrchr(p->words[side][0], '.') : NULL, *end;
  if (n > 1 || !dot)
    return n > 1;
  p->number[side] = (unsigned)strtoul(dot + 1, &end, 10);
  *dot = 0;
  return isdigit((unsigned char)dot[1]) && !*end && p->number[side];
}

bool sequences_before(struct sequences *s, const char *words, struct diag *d) {
  static const char middle[] = " before ";
  struct before p = {.text = words};
  const char *at = strstr(words, middle);
  if (at && describe(s, words, (size_t)(at - words), &p, 0) &&
      describe(s, at + strlen(middle), strlen(at + strlen(middle)), &p, 1)) {
    vec_push(&s->before, p);
    return true;
  }
  return diag_error_hint(d, (struct diag_at){0},
                         "expected 'A before B', each THREAD.NUMBER or THREAD "
                         "OPERATION [OBJECT], '*' for any word",
                         "'%s' is no order of events", words);
}

static bool fits(const char *pattern, const char *word_) {
  return !pattern || !strcmp(pattern, "*") || !strcmp(pattern, word_);
}

static bool described(const struct sequences *s, const struct before *p,
                      int side, const struct sequence_event *e) {
  return fits(p->words[side][0], s->threads.at[e->thread]) &&
         (p->number[side] ? p->number[side] == e->number
                          : fits(p->words[side][1], e->operation) &&
                                fits(p->words[side][2], e->object));
}

/* Whether step k, which b describes, has an a before it. */
static bool has_before(const struct sequences *s, const struct before *p,
                       const struct syn_sequence *q, uint32_t k) {
  for (uint32_t i = 0; i < k; i++)
    if (described(s, p, 0, &q->events.at[i]) && order_after(&s->order, i, k))
      return true;
  return false;
}

void sequences_judge(struct sequences *s, const struct syn_sequence *q,
                     const char *name) {
  vec_each(&s->before, p) {
    bool fails = false;
    for (uint32_t k = 0; k < s->order.executed && k < q->events.len; k++) {
      bool met = described(s, p, 1, &q->events.at[k]);
      p->met += met;
      if (!met || fails || has_before(s, p, q, k))
        continue;
      fails = true;
      if (!p->fails++) {
        text_printf(&p->first, "%s: ", name);
        sequence_event_text(s, &q->events.at[k], &p->first);
      }
    }
  }
}

/* --- of a search ---------------------------------------------------------- */

static void write_one(struct sequences *s, const struct syn_sequence *q) {
  struct text name = {0};
  text_printf(&name, "sequence %llu", (unsigned long long)++s->written);
  text_printf(&s->out, "%s %s\n", text_str(&name), q->end);
  vec_each(&q->events, e) {
    text_add(&s->out, "  ");
    sequence_event_text(s, e, &s->out);
    text_char(&s->out, '\n');
  }
  sequences_judge(s, q, text_str(&name));
  text_free(&name);
}

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct sequences *s = user;
  const struct run *r = &b->runs[i];
  if (r->end != RUN_REDUNDANT && r->end != RUN_DIVERGED &&
      r->end != RUN_EARLY) {
    struct syn_sequence q;
    bool fresh;
    for (uint32_t k = 0; k < r->events_len; k++)
      thread_of(s, b->events[r->events + k].thread);
    struct arena_mark mark = arena_mark(&s->arena);
    sequence_of_run(s, b, i, &q);
    map_at(&s->keys, key_of(s, &q), &fresh);
    if (fresh)
      write_one(s, &q);
    sequences_drop(&q);
    arena_release(&s->arena, mark);
  }
  if (s->next)
    s->next(s->next_user, b, i);
}

void sequences_watch(struct sequences *s, const char *of, struct executor *x,
                     struct sched_options *o) {
  s->of = of;
  s->x = x;
  s->next = o->watch;
  s->next_user = o->watch_user;
  o->watch = watch;
  o->watch_user = s;
}

void sequences_text(const struct sequences *s, struct text *out) {
  text_printf(out, "heddle sequences 1\nof %s\n", s->of);
  for (size_t i = 0; i < s->threads.len; i++)
    text_printf(out, "thread %zu %s\n", i, s->threads.at[i]);
  text_add_n(out, text_str(&s->out), s->out.len);
  text_printf(out, "end %llu\n", (unsigned long long)s->written);
}

void sequences_free(struct sequences *s) {
  vec_each(&s->all, q) sequences_drop(q);
  vec_each(&s->before, p) text_free(&p->first);
  vec_free(&s->all);
  vec_free(&s->before);
  vec_free(&s->threads);
  messages_free(&s->messages);
  order_free(&s->order);
  order_work_free(&s->work);
  text_free(&s->out);
  map_free(&s->keys);
  arena_free(&s->arena);
  *s = (struct sequences){0};
}
