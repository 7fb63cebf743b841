/* What a finding is made of, in sentences: the circle of a deadlock, both
 * sides of a race, who freed what was used, the values an assertion saw. */
#include <ctype.h>
#include <string.h>

#include "base/sound.h"
#include "story/tell.h"

static void add_line(struct teller *t, const char *line) {
  vec_push(&t->s->evidence, line);
}
#define SAY(t, ...) add_line(t, arena_printf(&(t)->s->arena, __VA_ARGS__))

/* " at line 12", or nothing. */
static const char *at_line(struct teller *t, uint32_t site) {
  const char *line = tell_line(t, site);
  return *line ? arena_printf(&t->s->arena, " at %s", line) : "";
}

/* --- waiting ------------------------------------------------------------ */

bool tell_waits(struct teller *t, const struct event *e) {
  if (e->kind == OP_JOIN && !e->site && t->f->x->stack)
    return false; /* for ranks of MPI, by nobody's line */
  return !(e->flags & EVENT_READY) && !event_is_aside(e) &&
         e->kind != OP_STOPPED && e->kind != OP_START && e->kind != OP_EXIT;
}

static const char *waits_for_lock(struct teller *t, const struct event *e,
                                  uint32_t *whom) {
  const char *name = naming_object(&t->naming, e);
  uint32_t since = past_holder(&t->past, e);
  if (!since)
    return name;
  const struct event *by = &t->past.events[since - 1];
  const char *line = tell_line(t, by->site);
  *whom = by->thread + 1u;
  if (by->thread == e->thread)
    return arena_printf(&t->s->arena, "%s, which it holds itself%s%s", name,
                        *line ? " since " : "", line);
  bool ended = t->past.ended[by->thread % THREADS_MAX];
  return arena_printf(&t->s->arena, "%s, held by %s%s%s%s", name,
                      tell_name(t, by->thread), *line ? " since " : "", line,
                      ended ? ", which has ended without giving it back" : "");
}

/* What is there, by the last event that saw it or left it: what the pending
 * read would give nobody has looked up. */
static const char *value_there(struct teller *t, const struct event *e) {
  for (uint32_t i = t->f->events_len; i-- > 0;) {
    const struct event *by = &t->f->events[i];
    if (!(by->flags & EVENT_PENDING) && by->object == e->object &&
        by->size == e->size && OP_CLASS(by->kind) == CLASS_ACCESS)
      return tell_value(t, by);
  }
  return NULL;
}

static const char *waits_for_one(struct teller *t, const struct event *e) {
  const char *name = naming_object(&t->naming, e);
  const char *value = value_there(t, e);
  uint32_t w = past_writer(&t->past, e);
  if (!value)
    return arena_printf(&t->s->arena, "%s to change", name);
  if (!w)
    return arena_printf(&t->s->arena, "%s to change; it is %s", name, value);
  const struct event *by = &t->past.events[w - 1];
  return arena_printf(&t->s->arena, "%s to change; it is %s, written by %s%s",
                      name, value, tell_name(t, by->thread),
                      at_line(t, by->site));
}

/* The place that was read last, and the others of its turn. */
static const char *waits_for_write(struct teller *t, const struct event *e) {
  const char *all = waits_for_one(t, e);
  for (uint32_t i = 0; i < t->f->events_len; i++) {
    const struct event *other = &t->f->events[i];
    if (event_is_aside(other) && other->thread == e->thread)
      all = arena_printf(&t->s->arena, "%s; or for %s", all,
                         waits_for_one(t, other));
  }
  return all;
}

const char *tell_waiting(struct teller *t, const struct event *e,
                         uint32_t *whom) {
  struct arena *a = &t->s->arena;
  const char *name = naming_object(&t->naming, e);
  uint32_t asleep = t->past.waits[e->thread % THREADS_MAX];
  *whom = 0;
  if (asleep)
    return arena_printf(a, "a signal of %s",
                        naming_object(&t->naming, &t->past.events[asleep - 1]));
  switch (e->kind) {
  case OP_LOCK:
  case OP_RDLOCK:
  case OP_WRLOCK:
    return waits_for_lock(t, e, whom);
  case OP_JOIN:
    *whom = (uint32_t)(e->value % THREADS_MAX) + 1;
    return arena_printf(a, "%s to end", tell_name(t, *whom - 1));
  case OP_AWAIT:
    return waits_for_write(t, e);
  case OP_SEM_P:
    return arena_printf(a, "a V of %s; it is %lld", name, (long long)e->value);
  case OP_SEND:
    return arena_printf(a, "room in %s", name);
  case OP_RECEIVE:
    return arena_printf(a, "a message in %s", name);
  case OP_STREAM_READ:
  case OP_STREAM_POLL:
    if (e->object & LABEL_BIT) /* of MPI: "MPI: a message of rank 1" */
      return tell_label(t, e) + strlen("MPI: ");
    return arena_printf(a, "somebody to write to %s", name);
  case OP_STREAM_WRITE:
    return arena_printf(a, "room in %s", name);
  case OP_NOTE: {
    struct event barrier = *e;
    const char *label = e->object & LABEL_BIT ? tell_label(t, e) : NULL;
    if (label) { /* a rank of MPI says it itself */
      *whom = (uint32_t)(e->value % (THREADS_MAX + 1));
      return label;
    }
    barrier.kind = OP_ARRIVE;
    return arena_printf(a, "the others to arrive at %s",
                        naming_object(&t->naming, &barrier));
  }
  default:
    return tell_words(t, e);
  }
}

static void say_waiting(struct teller *t, const struct event *e) {
  const struct story_thread *who = &t->s->threads[e->thread % THREADS_MAX];
  uint32_t whom;
  const char *what = tell_waiting(t, e, &whom);
  SAY(t, "%s%s%s waits%s for %s", tell_name(t, e->thread),
      who->holds ? " holds " : "",
      who->holds ? arena_printf(&t->s->arena, "%s and", who->holds) : "",
      at_line(t, e->site), what);
}

/* Threads that wait for each other, as a set: follow who waits for whom as
 * often as there are threads, and then once around. */
static struct threads circle(const struct story *s) {
  struct threads set = threads_none();
  for (unsigned i = 0; i < THREADS_MAX; i++) {
    unsigned at = i;
    for (unsigned n = 0; n < THREADS_MAX && s->threads[at].waits_for; n++)
      at = s->threads[at].waits_for - 1;
    if (!s->threads[at].waits_for)
      continue;
    for (; !threads_has(THREADS_ALL, &set, at);
         at = s->threads[at].waits_for - 1)
      threads_add(THREADS_ALL, &set, at);
    break;
  }
  return set;
}

/* What became of the signals that a sleeper would have needed. */
static void say_signals(struct teller *t, const struct event *wait) {
  const struct story_facts *f = t->f;
  const struct event *last = NULL;
  for (uint32_t i = 0; i < f->events_len; i++)
    if ((f->events[i].kind == OP_SIGNAL || f->events[i].kind == OP_BROADCAST) &&
        f->events[i].object == wait->object &&
        !(f->events[i].flags & EVENT_PENDING))
      last = &f->events[i];
  const char *name = naming_object(&t->naming, wait);
  if (!last) {
    SAY(t, "nobody signals %s in this run", name);
    return;
  }
  const char *who = tell_name(t, last->thread);
  const char *verb = last->kind == OP_SIGNAL ? "signalled" : "broadcast";
  struct threads freed;
  unsigned words = event_freed_set(last, &freed);
  if (!threads_any(words, &freed)) {
    SAY(t, "%s %s %s%s, when nobody waited: that signal is lost", who, verb,
        name, at_line(t, last->site));
    return;
  }
  struct text woken = {0};
  cast_set(&t->s->cast, words, &freed, &woken);
  SAY(t, "%s %s %s%s and woke %s", who, verb, name, at_line(t, last->site),
      text_str(&woken));
  text_free(&woken);
}

/* Whether a thread before this one waits for the same condition. */
static bool told_before(struct teller *t, unsigned thread) {
  EXPECTS(thread < THREADS_MAX);
  const uint32_t *waits = t->past.waits;
  for (unsigned i = 0; i < thread; i++)
    if (waits[i] && t->f->events[waits[i] - 1].object ==
                        t->f->events[waits[thread] - 1].object)
      return true;
  return false;
}

/* What became of a semaphore that somebody waits for. */
static void say_semaphore(struct teller *t, const struct event *waiter) {
  const struct story_facts *f = t->f;
  const struct event *taken = NULL, *given = NULL;
  for (uint32_t i = 0; i < f->events_len; i++) {
    const struct event *e = &f->events[i];
    if (OP_CLASS(e->kind) != CLASS_SEM || e->object != waiter->object ||
        e->flags & (EVENT_PENDING | EVENT_FAILED))
      continue;
    if (e->kind == OP_SEM_P || e->kind == OP_SEM_TRYP)
      taken = e;
    else if (e->kind == OP_SEM_V)
      given = e;
  }
  const char *name = naming_object(&t->naming, waiter);
  if (taken && taken > given)
    SAY(t, "%s took %s%s, and nobody has given it back since",
        tell_name(t, taken->thread), name, at_line(t, taken->site));
  else if (!given)
    SAY(t, "nobody does a V of %s in this run", name);
}

static void say_deadlock(struct teller *t) {
  const struct story_facts *f = t->f;
  struct threads first = circle(t->s), told = threads_none();
  unsigned said = 0;
  if (threads_count(THREADS_ALL, &first) > 1) {
    struct text names = {0};
    cast_set(&t->s->cast, THREADS_ALL, &first, &names);
    SAY(t, "%s wait for each other:", text_str(&names));
    text_free(&names);
  }
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < f->events_len; i++) {
      const struct event *e = &f->events[i];
      unsigned who = e->thread % THREADS_MAX;
      if (!(e->flags & EVENT_PENDING) || !tell_waits(t, e) ||
          threads_has(THREADS_ALL, &told, who) ||
          (!round && !threads_has(THREADS_ALL, &first, who)))
        continue;
      threads_add(THREADS_ALL, &told, who);
      if (round && said++ >= CAST_MANY)
        continue;
      say_waiting(t, e);
      if (e->kind == OP_SEM_P)
        say_semaphore(t, e);
    }
  if (said > CAST_MANY)
    SAY(t, "and %u more wait", said - CAST_MANY);
  for (unsigned i = 0; i < THREADS_MAX; i++)
    if (t->past.waits[i] && threads_has(THREADS_ALL, &told, i) &&
        !told_before(t, i))
      say_signals(t, &f->events[t->past.waits[i] - 1]);
}

/* --- races -------------------------------------------------------------- */

static void say_stack(struct teller *t, uint32_t stack) {
  struct spot frames[16];
  struct executor *x = t->f->x;
  size_t n = x->stack && stack ? x->stack(x, (uint16_t)stack, frames, 16) : 0;
  for (size_t i = 0; i < n; i++)
    if (frames[i].function && frames[i].file)
      SAY(t, "  in %s (%s:%u)", frames[i].function,
          listing_base(frames[i].file), frames[i].line);
}

/* The locks a thread held before an event: a past of its own, up to there. */
static const char *locks_at(struct teller *t, uint32_t event) {
  struct past now = t->past;
  t->past = (struct past){0};
  for (uint32_t i = 0; i < event; i++)
    past_add(&t->past, t->f->events, i);
  const char *locks = tell_locks(t, t->f->events[event].thread, true);
  past_free_all(&t->past);
  t->past = now;
  return locks;
}

static void say_side(struct teller *t, uint32_t event) {
  const struct event *e = &t->f->events[event];
  const char *locks = locks_at(t, event);
  SAY(t, "%s%s: %s%s, %s%s", tell_name(t, e->thread), at_line(t, e->site),
      tell_words(t, e),
      e->flags & EVENT_PLAIN              ? ""
      : e->flags & EVENT_SILENT           ? " (in an atomic block)"
      : OP_CLASS(e->kind) != CLASS_ACCESS ? ""
                                          : " (atomic)",
      *locks ? "holding " : "holding no lock", locks);
  say_stack(t, e->stack);
}

/* The join of either by the other that comes too late, or NULL. */
static const struct event *late_join(const struct story_facts *f, unsigned by,
                                     unsigned of) {
  EXPECTS(by < THREADS_MAX && of < THREADS_MAX);
  for (uint32_t i = 0; i < f->events_len; i++)
    if (f->events[i].kind == OP_JOIN && f->events[i].thread == by &&
        f->events[i].value == of)
      return &f->events[i];
  return NULL;
}

static void say_race(struct teller *t) {
  const struct story_facts *f = t->f;
  if (f->event >= f->events_len || f->other_event >= f->events_len)
    return;
  const struct event *a = &f->events[f->other_event];
  const struct event *b = &f->events[f->event];
  say_side(t, f->other_event);
  say_side(t, f->event);
  SAY(t, "nothing orders the two: no lock is held at both, no join, signal "
         "or atomic lies between");
  const struct event *join = late_join(f, a->thread, b->thread);
  const struct event *early = join ? a : b;
  if (!join)
    join = late_join(f, b->thread, a->thread);
  bool object =
      OP_CLASS(a->kind) != CLASS_ACCESS || OP_CLASS(b->kind) != CLASS_ACCESS;
  const char *lock = object ? "another lock" : "a lock";
  const char *atomic =
      a->kind == OP_FREE || b->kind == OP_FREE || object
          ? ""
          : arena_printf(&t->s->arena, ",%s %s being atomic", join ? "" : " or",
                         naming_object(&t->naming, b));
  if (join)
    SAY(t,
        "what would order them: %s held at both%s, or %s after the "
        "join%s",
        lock, atomic, tell_line(t, early->site), at_line(t, join->site));
  else
    SAY(t, "what would order them: %s held at both%s", lock, atomic);
}

/* --- memory ------------------------------------------------------------- */

static void say_memory(struct teller *t) {
  const struct story_facts *f = t->f;
  uint32_t last = t->past.last[f->thread % THREADS_MAX];
  const struct event *use = last ? &f->events[last - 1] : NULL;
  if (!use || OP_CLASS(use->kind) != CLASS_ACCESS || use->site != f->site)
    return;
  for (uint32_t i = 0; i + 1 < last; i++) {
    const struct event *e = &f->events[i];
    if (e->kind == OP_FREE && !(e->flags & EVENT_PENDING) &&
        e->object < use->object + use->size &&
        use->object < e->object + e->size)
      SAY(t, "%s was freed by %s%s (event %u); %s uses it at event %u",
          naming_object(&t->naming, e), tell_name(t, e->thread),
          at_line(t, e->site), i + 1, tell_name(t, f->thread), last);
  }
}

/* --- values ------------------------------------------------------------- */

static bool in_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *text, const char *word, size_t len) {
  for (const char *at = text; len && text && (at = strchr(at, *word)); at++)
    if (!strncmp(at, word, len) && !in_word(at[len]) &&
        (at == text || !in_word(at[-1])))
      return true;
  return false;
}

/* Whether the name, up to its first index or member, is a word of text; or
 * its last member, if it is one of what a call gives ("get()->size"). */
static bool mentions(const char *text, const char *name) {
  const char *member = strstr(name, ")->");
  if (member && has_word(text, member + 3, strcspn(member + 3, "[.-( ")))
    return true;
  while (*name && !in_word(*name))
    name++;
  size_t len = 0;
  while (in_word(name[len]))
    len++;
  return has_word(text, name, len);
}

/* The last event of the run with a value for each object, newest first: all
 * that the line names, or those that made the difference, or a few. */
static void say_values(struct teller *t, const char *line, bool relevant) {
  enum { NAMED = 12, OTHERS = 3 };
  const unsigned most = line ? NAMED : OTHERS;
  const struct story_facts *f = t->f;
  const struct story *s = t->s;
  unsigned said = 0;
  for (size_t i = s->ops.len; i-- > 0 && said < most;) {
    const struct story_op *op = &s->ops.at[i];
    const struct event *e = &f->events[op->event];
    bool mine =
        line ? mentions(line, op->object) || mentions(f->text, op->object)
             : e->thread == f->thread &&
                   (!relevant || (f->relevant && f->relevant[op->event]));
    if (!op->value || !mine)
      continue;
    bool newer = false;
    for (size_t k = i + 1; k < s->ops.len && !newer; k++)
      newer = !strcmp(s->ops.at[k].object, op->object) && s->ops.at[k].value &&
              (line || f->events[s->ops.at[k].event].thread == f->thread);
    if (newer)
      continue;
    SAY(t, "%s: %s, last %s by %s%s", op->object, op->value,
        OP_CHANGES(e->kind) ? "written" : "read", tell_name(t, e->thread),
        at_line(t, e->site));
    said++;
  }
}

static void say_assertion(struct teller *t) {
  size_t before = t->s->evidence.len;
  const char *line = NULL;
  for (size_t i = t->s->steps.len; i-- > 0 && !line;)
    if (t->s->steps.at[i].kind == STORY_FAIL)
      line = t->s->steps.at[i].source ? t->s->steps.at[i].source : "";
  if (line)
    say_values(t, line, false);
  if (t->s->evidence.len == before)
    say_values(t, NULL, true);
  if (t->s->evidence.len == before)
    say_values(t, NULL, false);
}

/* What is repeated for ever: by whom, and where. */
static void say_round(struct teller *t) {
  const struct story_facts *f = t->f;
  uint32_t low = UINT32_MAX, high = 0, last = 0;
  struct threads who = threads_none();
  for (uint32_t i = t->s->round; i < f->events_len; i++) {
    const struct event *e = &f->events[i];
    struct spot at = tell_spot(t, e->site);
    if (e->flags & EVENT_PENDING)
      continue;
    last = i;
    threads_add(THREADS_ALL, &who, e->thread % THREADS_MAX);
    low = at.line && at.line < low ? at.line : low;
    high = at.line > high ? at.line : high;
  }
  struct text names = {0}, lines = {0};
  cast_set(&t->s->cast, THREADS_ALL, &who, &names);
  if (high)
    text_printf(&lines, low == high ? " in line %u" : " in lines %u to %u", low,
                high);
  SAY(t,
      "%s %s round%s for ever: after event %u all is as it was before "
      "event %u",
      text_str(&names), threads_count(THREADS_ALL, &who) > 1 ? "go" : "goes",
      text_str(&lines), last + 1, t->s->round + 1);
  text_free(&names);
  text_free(&lines);
}

/* --- what no schedule avoids -------------------------------------------- */

static bool has_place(unsigned kind) {
  EXPECTS(kind < FOUND_COUNT);
  return kind != FOUND_NONE && kind != FOUND_DEADLOCK && kind != FOUND_RACE &&
         kind != FOUND_LIVELOCK && kind != FOUND_OUTPUT &&
         kind != FOUND_PROPERTY;
}

/* Two lines before the place, it, and two after it. */
static void add_source(struct teller *t, struct spot at) {
  struct story *s = t->s;
  const struct listing *f = listings_find(s->listings, at.file);
  uint32_t first = at.line > 2 ? at.line - 2 : 1;
  for (uint32_t n = first; n <= at.line + 2; n++) {
    size_t len;
    const char *line = listing_line(f, n, &len);
    if (line)
      vec_push(&s->source,
               arena_printf(&s->arena, "%c %4u  %.*s", n == at.line ? '>' : ' ',
                            n, (int)len, line));
  }
}

/* Values were chosen: which is what matters. */
static bool has_inputs(const struct story_facts *f) {
  for (uint32_t i = 0; i < f->events_len; i++)
    if (f->events[i].kind == OP_INPUT)
      return true;
  return false;
}

static void tell_plainly(struct teller *t) {
  struct spot at = tell_spot(t, t->f->site);
  if (!t->f->decisive.always || t->f->decisive.change ||
      !has_place(t->f->kind) || !at.file || !t->s->listings || has_inputs(t->f))
    return;
  t->s->plain = true;
  say_stack(t, t->f->stack);
  add_source(t, at);
}

void tell_evidence(struct teller *t) {
  tell_plainly(t);
  switch (t->f->kind) {
  case FOUND_LIVELOCK:
    if (t->s->round != STORY_NONE)
      say_round(t);
    else
      say_deadlock(t);
    break;
  case FOUND_DEADLOCK:
    say_deadlock(t);
    break;
  case FOUND_RACE:
    say_race(t);
    break;
  case FOUND_USE_AFTER_FREE:
  case FOUND_DOUBLE_FREE:
  case FOUND_OUT_OF_BOUNDS:
    say_memory(t);
    break;
  case FOUND_ASSERTION:
  case FOUND_ABORT:
  case FOUND_CRASH:
  case FOUND_PROPERTY:
  case FOUND_RANGE:
  case FOUND_EXIT:
    say_assertion(t);
    break;
  }
}
