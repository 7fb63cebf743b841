#include "story/story.h"

#include <string.h>

#include "base/map.h"
#include "base/sound.h"
#include "story/tell.h"

/* --- steps -------------------------------------------------------------- */

static enum run_kind look_of(const struct event *e) {
  switch (e->kind) {
  case OP_READ:
  case OP_AWAIT:
    return RUN_READ;
  case OP_WRITE:
  case OP_UPDATE:
  case OP_CAS:
  case OP_FREE:
    return RUN_WRITE;
  case OP_LOCK:
  case OP_TRYLOCK:
  case OP_RDLOCK:
  case OP_WRLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
    return e->flags & EVENT_FAILED ? RUN_LOCAL : RUN_LOCK;
  case OP_UNLOCK:
  case OP_RDUNLOCK:
  case OP_RWUNLOCK:
    return e->flags & EVENT_FAILED ? RUN_LOCAL : RUN_UNLOCK;
  case OP_SEM_P:
  case OP_SEM_TRYP:
    return RUN_P;
  case OP_SEM_V:
    return RUN_V;
  case OP_SEND:
  case OP_STREAM_WRITE:
    return RUN_SEND;
  case OP_RECEIVE:
  case OP_STREAM_READ:
    return RUN_RECEIVE;
  case OP_INPUT:
    return RUN_INPUT;
  default:
    return RUN_LOCAL;
  }
}

/* Whether the thread went on with what it used: that says enough. */
static bool used_it(const struct story_facts *f, uint32_t i) {
  EXPECTS(i < f->events_len);
  const struct event *e = &f->events[i];
  if (f->kind == FOUND_RACE && (i == f->event || i == f->other_event))
    return false;
  for (uint32_t k = i + 1; k < f->events_len; k++)
    if (f->events[k].thread == e->thread && !event_is_part(&f->events[k]))
      return f->events[k].site == e->site;
  return false;
}

/* Ranks of MPI are started by no line of the program, and where they arrive
 * together is said by their calls (rt/mpi.h). */
static bool is_of_ranks(const struct story_facts *f, const struct event *e) {
  return ((e->kind == OP_CREATE || e->kind == OP_JOIN) && !e->site &&
          f->x->stack) ||
         ((e->kind == OP_ARRIVE || OP_CLASS(e->kind) == CLASS_STREAM) &&
          e->object & LABEL_BIT);
}

/* What no person wants to read; it belongs to a step of its thread. */
static bool is_told(const struct story_facts *f, uint32_t i) {
  EXPECTS(i < f->events_len);
  const struct event *e = &f->events[i];
  return !(e->flags & EVENT_PENDING) && e->kind != OP_START &&
         e->kind != OP_EXIT && e->kind != OP_NOTE && e->kind != OP_STOPPED &&
         !event_is_part(e) && !is_of_ranks(f, e) &&
         !(e->kind == OP_TOUCH && used_it(f, i));
}

static bool same_line(const struct spot *a, const struct spot *b) {
  return a->line && a->line == b->line && a->file && b->file &&
         !strcmp(a->file, b->file);
}

/* Whether event e goes on with what the last step says: another access in
 * the same line (but not the same place again: that is another round), the
 * unlock inside a wait, the next thread created in a loop. */
static bool goes_on(const struct teller *t, const struct event *e,
                    const struct spot *at) {
  const struct story *s = t->s;
  if (!s->steps.len)
    return false;
  const struct story_step *last = &s->steps.at[s->steps.len - 1];
  if (last->op_count && e->kind == OP_INPUT)
    return tell_next_byte(
        t, &t->f->events[s->ops.at[last->first_op + last->op_count - 1].event],
        e);
  if (last->kind != STORY_STEP || last->thread != e->thread || last->fails ||
      last->marked || !same_line(&last->at, at))
    return false;
  const struct story_op *op = &s->ops.at[last->first_op];
  const struct event *first = &t->f->events[op->event];
  if (first->kind == OP_WAIT)
    return e->kind == OP_UNLOCK && last->op_count == 1;
  if (OP_CLASS(e->kind) == CLASS_ORDER)
    return (e->kind == OP_CREATE || e->kind == OP_JOIN) &&
           e->kind == first->kind && e->site == first->site;
  if (OP_CLASS(first->kind) != CLASS_ACCESS ||
      OP_CLASS(e->kind) != CLASS_ACCESS)
    return false;
  for (uint32_t i = 0; i < last->op_count; i++) {
    const struct event *other = &t->f->events[op[i].event];
    if (other->site == e->site && other->kind == e->kind)
      return false;
  }
  return true;
}

static struct story_step *add_step(struct teller *t, enum story_kind kind,
                                   unsigned thread, uint32_t site) {
  EXPECTS(thread < THREADS_MAX);
  struct story *s = t->s;
  struct story_step step = {.kind = kind,
                            .thread = (uint16_t)thread,
                            .at = tell_spot(t, site),
                            .what = "",
                            .locks = "",
                            .event = STORY_NONE,
                            .first_op = (uint32_t)s->ops.len};
  if (step.at.file && s->listings)
    step.source = listing_trimmed(listings_find(s->listings, step.at.file),
                                  step.at.line, &s->arena);
  vec_push(&s->steps, step);
  s->threads[thread % THREADS_MAX].seen = true;
  return vec_last(&s->steps);
}

/* "create work 1, work 2, ... work 300": not all names of many. */
static const char *join_many(struct teller *t, const char *before,
                             const char *last) {
  const char *gap = strstr(before, ", ... ");
  size_t len = gap ? (size_t)(gap - before) : strlen(before);
  return arena_printf(&t->s->arena, "%.*s, ... %s", (int)len, before, last);
}

/* "read total -> 0, write <- 1": what was said is not said again. */
static const char *join(struct teller *t, const struct story_step *step,
                        const struct story_op *op) {
  const char *more = op->what, *before = step->what;
  const struct story_op *last =
      &t->s->ops.at[step->first_op + step->op_count - 1];
  const char *verb = tell_verb(op->kind);
  size_t len = strlen(verb);
  bool order = OP_CLASS(op->kind) == CLASS_ORDER;
  if (order && step->op_count >= CAST_MANY)
    return join_many(t, before, more + len + 1);
  if (order)
    more += len + 1;
  else if (*op->object && op->kind != OP_FREE &&
           !strcmp(op->object, last->object) && !strncmp(more, verb, len) &&
           strlen(more) > len)
    more = arena_printf(&t->s->arena, "%s%s", verb,
                        more + len + 1 + strlen(op->object));
  return arena_printf(&t->s->arena, "%s, %s", before, more);
}

static void add_op(struct teller *t, struct story_step *step, uint32_t i) {
  const struct event *e = &t->f->events[i];
  struct story *s = t->s;
  struct story_op op = {.event = i,
                        .kind = e->kind,
                        .thread = e->thread,
                        .what = tell_words(t, e),
                        .object = naming_object(&t->naming, e),
                        .value = tell_value(t, e)};
  const char *note = tell_note(t, i);
  uint32_t cause = tell_cause(t, i);
  bool matters = !t->f->relevant || t->f->relevant[i] || e->kind == OP_CREATE;
  step->dull = (step->dull || !step->op_count) && !matters;
  step->what = step->op_count ? join(t, step, &op) : op.what;
  step->op_count++;
  vec_push(&s->ops, op);
  if (e->kind == OP_INPUT && step->op_count > 1)
    step->what = tell_bytes(t, &s->ops.at[step->first_op], step->op_count);
  if (step->event == STORY_NONE) {
    step->event = i;
    step->look = look_of(e);
  } else if (step->look == RUN_READ || e->kind == OP_UNLOCK) {
    step->look = look_of(e);
  }
  if (note)
    step->note = note;
  if (cause)
    step->cause = s->step_of[cause - 1] + 1;
  if (s->step_of[i] == STORY_NONE) {
    s->step_of[i] = (uint32_t)(step - s->steps.at);
    step->events++;
  }
}

/* --- the switch --------------------------------------------------------- */

static void mark_switch(struct teller *t, struct story_step *step) {
  const struct story_switch *w = &t->f->decisive;
  struct story *s = t->s;
  const char *to = tell_name(t, step->thread);
  const char *from = w->from < THREADS_MAX ? tell_name(t, w->from) : NULL;
  const char *instead = tell_name(t, w->instead);
  step->keep = true;
  step->before = arena_printf(&s->arena, "switch to %s here", to);
  if (w->change == STORY_LATER && from)
    s->decisive = arena_printf(&s->arena, "had %s run one step longer", from);
  else if (w->change == STORY_UNDONE && from)
    s->decisive = arena_printf(&s->arena, "had %s gone on here", from);
  else {
    bool on = w->from == step->thread;
    step->before = arena_printf(&s->arena, "%s goes %shere, not %s", to,
                                on ? "on " : "", instead);
    s->decisive =
        w->change == STORY_AHEAD
            ? arena_printf(&s->arena, "had %s gone ahead of %s here", instead,
                           to)
            : arena_printf(&s->arena, "had %s gone here instead of %s",
                           instead, to);
  }
  s->decisive = arena_printf(
      &s->arena, "%s, this would not have happened (checked)", s->decisive);
}

/* --- failures ----------------------------------------------------------- */

/* The event after which the story is over: the last one of the thread that
 * failed, the later one of a race; STORY_NONE when the run's end is the
 * failure. */
static uint32_t last_told(const struct story_facts *f) {
  if (f->kind == FOUND_RACE)
    return f->event > f->other_event ? f->event : f->other_event;
  if (f->kind == FOUND_NONE || f->kind == FOUND_DEADLOCK ||
      f->kind == FOUND_LIVELOCK || f->kind == FOUND_OUTPUT)
    return STORY_NONE;
  uint32_t last = STORY_NONE;
  for (uint32_t i = 0; i < f->events_len; i++)
    if (f->events[i].thread == f->thread && is_told(f, i))
      last = i;
  return last;
}

/* Its text says what is wrong. */
static bool is_misuse(unsigned kind) {
  return kind == FOUND_MISUSE || kind == FOUND_MPI;
}

/* A step itself is what is wrong. */
static bool is_fault_of_step(unsigned kind) {
  EXPECTS(kind < FOUND_COUNT);
  return kind == FOUND_USE_AFTER_FREE || kind == FOUND_OUT_OF_BOUNDS ||
         kind == FOUND_DOUBLE_FREE || is_misuse(kind);
}

/* The step that shows it, when there is one, else one of its own. */
static void add_failure(struct teller *t) {
  const struct story_facts *f = t->f;
  struct story *s = t->s;
  struct story_step *last = s->steps.len ? vec_last(&s->steps) : NULL;
  if (last && is_fault_of_step(f->kind) && last->thread == f->thread &&
      last->op_count) {
    const struct story_op *op = &s->ops.at[last->first_op + last->op_count - 1];
    if (f->events[op->event].site == f->site) {
      last->fails = last->keep = true;
      const char *what = is_misuse(f->kind) && f->text
                             ? tell_message(t, f->text)
                             : found_text(f->kind);
      last->note =
          arena_printf(&s->arena, "%s%s%s", what, last->note ? ": " : "",
                       last->note ? last->note : "");
      return;
    }
  }
  struct story_step *step = add_step(t, STORY_FAIL, f->thread, f->site);
  step->fails = step->keep = true;
  step->look = RUN_FAIL;
  step->what = is_misuse(f->kind) && f->text ? tell_message(t, f->text)
                                             : found_text(f->kind);
  step->locks = tell_locks(t, f->thread, false);
}

/* --- the end ------------------------------------------------------------ */

/* Who waits is all there is to say. */
static bool waits_matter(const struct teller *t) {
  return t->f->kind == FOUND_DEADLOCK || t->f->kind == FOUND_NONE ||
         (t->f->kind == FOUND_LIVELOCK && t->s->round == STORY_NONE);
}

/* Of another failure: who has had a part in the run and waits meanwhile.
 * That a thread waits for one to end goes without saying. */
static bool waits_meanwhile(const struct teller *t, const struct event *e) {
  return t->f->kind != FOUND_RACE && t->f->kind != FOUND_OUTPUT &&
         e->kind != OP_JOIN && e->thread != t->f->thread &&
         t->s->threads[e->thread % THREADS_MAX].seen;
}

static void add_wait(struct teller *t, uint32_t i) {
  EXPECTS(i < t->f->events_len);
  const struct event *e = &t->f->events[i];
  struct story *s = t->s;
  struct story_thread *who = &s->threads[e->thread % THREADS_MAX];
  const char *what = tell_waiting(t, e, &who->waits_for);
  const char *line = tell_line(t, e->site);
  struct story_step *step = add_step(t, STORY_WAIT, e->thread, e->site);
  step->keep = true;
  step->fails = t->f->kind != FOUND_NONE && waits_matter(t);
  step->look = waits_matter(t) ? RUN_FAIL : RUN_LOCAL;
  step->event = i;
  /* who holds it since when is told before */
  step->what =
      arena_printf(&s->arena, "waits for %.*s", (int)strcspn(what, ",;"), what);
  step->locks = tell_locks(t, e->thread, false);
  s->step_of[i] = (uint32_t)(step - s->steps.at);
  step->events++;
  who->waits = *line ? arena_printf(&s->arena, "%s (%s)", what, line) : what;
}

static void add_ends(struct teller *t) {
  const struct story_facts *f = t->f;
  struct story *s = t->s;
  for (uint32_t i = 0; i < f->events_len; i++)
    if (f->events[i].flags & EVENT_PENDING &&
        (waits_matter(t) || waits_meanwhile(t, &f->events[i])) &&
        tell_waits(t, &f->events[i]))
      add_wait(t, i);
  for (unsigned i = 0; i < THREADS_MAX; i++) {
    const char *holds = tell_locks(t, i, true);
    struct story_thread *who = &s->threads[i];
    who->name = s->cast.names[i];
    who->holds = *holds ? holds : NULL;
    if (t->past.ended[i])
      who->ends = "ended";
  }
  for (size_t i = 0; i < t->past.holds.len; i++)
    s->steps.at[s->step_of[t->past.holds.at[i].event - 1]].keep = true;
  if (last_told(f) != STORY_NONE && f->kind != FOUND_RACE &&
      f->thread < THREADS_MAX)
    s->threads[f->thread].ends = "failed";
}

/* Silent and pending events belong to the step of their thread before them,
 * else after them, else to that which created the thread. */
static void settle_events(struct teller *t) {
  struct story *s = t->s;
  uint32_t n = s->events_len, near[THREADS_MAX];
  if (!s->steps.len) {
    if (n)
      add_step(t, STORY_FOLD, 0, 0)->what = "nothing happens";
  }
  memset(near, 0xff, sizeof near);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t *at = &near[t->f->events[i].thread % THREADS_MAX];
    if (s->step_of[i] != STORY_NONE)
      *at = s->step_of[i];
    else if (*at != STORY_NONE)
      s->steps.at[s->step_of[i] = *at].events++;
  }
  memset(near, 0xff, sizeof near);
  for (uint32_t i = n; i-- > 0;) {
    unsigned thread = t->f->events[i].thread % THREADS_MAX;
    if (s->step_of[i] == STORY_NONE) {
      uint32_t made = t->past.created[thread];
      uint32_t to = near[thread] != STORY_NONE ? near[thread]
                    : made && s->step_of[made - 1] != STORY_NONE
                        ? s->step_of[made - 1]
                        : 0;
      s->steps.at[s->step_of[i] = to].events++;
    }
    near[thread] = s->step_of[i];
  }
}

/* --- walking ------------------------------------------------------------ */

/* The first event that is told of what is repeated for ever. */
static uint32_t find_round(const struct story_facts *f) {
  uint32_t i = f->round;
  if (f->kind != FOUND_LIVELOCK)
    return STORY_NONE;
  while (i < f->events_len && !is_told(f, i))
    i++;
  return i < f->events_len ? i : STORY_NONE;
}

static void mark_round(struct teller *t, struct story_step *step) {
  const char *here = "the round begins here";
  step->keep = true;
  step->before = step->before ? arena_printf(&t->s->arena, "%s; %s", here,
                                             step->before)
                              : here;
}

static void close_round(struct teller *t) {
  struct story *s = t->s;
  if (s->round == STORY_NONE)
    return;
  struct story_step *last = vec_last(&s->steps);
  unsigned thread = last->thread;
  last->keep = true;
  struct story_step *step = add_step(t, STORY_FOLD, thread, 0);
  step->keep = step->fails = true;
  step->look = RUN_FAIL;
  step->what = arena_printf(&s->arena,
                            "and so on for ever: all is as it was before "
                            "event %u",
                            s->round + 1);
}

static void tell_event(struct teller *t, uint32_t i) {
  EXPECTS(i < t->f->events_len);
  const struct event *e = &t->f->events[i];
  const struct story_facts *f = t->f;
  struct spot at = tell_spot(t, e->site);
  bool switched = f->decisive.change && f->decisive.event == i;
  bool side = f->kind == FOUND_RACE && (i == f->event || i == f->other_event);
  bool round = t->s->round == i;
  struct story_step *step = !switched && !side && !round && goes_on(t, e, &at)
                                ? vec_last(&t->s->steps)
                                : add_step(t, STORY_STEP, e->thread, e->site);
  if (switched)
    mark_switch(t, step);
  if (round)
    mark_round(t, step);
  if (side)
    step->marked = step->keep = true;
  add_op(t, step, i);
}

/* What is too long ago to be told, unless it says where it went wrong. */
static bool is_early(const struct teller *t, uint32_t i) {
  const struct story_facts *f = t->f;
  return f->most && i < t->last && t->last - i >= f->most &&
         !(f->decisive.change && f->decisive.event == i) &&
         !(f->kind == FOUND_RACE && (i == f->event || i == f->other_event)) &&
         t->s->round != i && f->events[i].kind != OP_CREATE;
}

/* What comes long before the failure is counted, not told. */
static void count_event(struct teller *t, uint32_t i) {
  struct story *s = t->s;
  struct story_step *step = s->steps.len ? vec_last(&s->steps) : NULL;
  if (!step || step->kind != STORY_FOLD)
    step = add_step(t, STORY_FOLD, t->f->events[i].thread, 0);
  s->step_of[i] = (uint32_t)(step - s->steps.at);
  step->events++;
  step->folded++;
}

static void name_counted(struct story *s) {
  vec_each(&s->steps, step) {
    if (step->kind == STORY_FOLD)
      step->what = arena_printf(&s->arena, "%u earlier event%s", step->folded,
                                step->folded == 1 ? "" : "s");
  }
}

/* What happens after the failure is counted, not told. */
static void fold_rest(struct teller *t, uint32_t from) {
  struct story *s = t->s;
  struct story_step *step = NULL;
  uint32_t steps = 0;
  for (uint32_t i = from; i < t->f->events_len; i++) {
    if (!is_told(t->f, i))
      continue;
    if (!step)
      step = add_step(t, STORY_FOLD, t->f->events[i].thread, 0);
    s->step_of[i] = (uint32_t)(step - s->steps.at);
    step->events++;
    steps++;
  }
  if (step) {
    step->folded = steps;
    step->what = arena_printf(&s->arena, "%u more event%s after this", steps,
                              steps == 1 ? "" : "s");
  }
}

static void walk(struct teller *t) {
  const struct story_facts *f = t->f;
  uint32_t last = last_told(f);
  bool fails = f->kind != FOUND_RACE && last != STORY_NONE;
  t->last = last == STORY_NONE ? f->events_len : last;
  for (uint32_t i = 0; i < f->events_len; i++) {
    bool told = is_told(f, i), early = told && is_early(t, i);
    if (early)
      count_event(t, i);
    else if (told)
      tell_event(t, i);
    past_add(&t->past, f->events, i);
    if (told && !early)
      vec_last(&t->s->steps)->locks = tell_locks(t, f->events[i].thread, false);
    if (i == last) {
      name_counted(t->s);
      if (fails)
        add_failure(t);
      fold_rest(t, i + 1);
      return;
    }
  }
  name_counted(t->s);
  close_round(t);
  /* A thread that failed before it did anything that is an event. */
  if (last == STORY_NONE && f->kind != FOUND_NONE &&
      f->kind != FOUND_DEADLOCK && f->kind != FOUND_LIVELOCK &&
      f->kind != FOUND_OUTPUT)
    add_failure(t);
}

/* --- the whole ---------------------------------------------------------- */

/* Whether it goes wrong at this event: a side of a race, a wait without an
 * end. */
static bool is_wrong_at(const struct story_facts *f, uint32_t i) {
  return f->kind == FOUND_RACE ? i == f->event || i == f->other_event
                               : f->kind == FOUND_DEADLOCK &&
                                     f->events[i].flags & EVENT_PENDING;
}

/* The file where it goes wrong, if events are in it; else that of most events,
 * of those that matter if any do. */
static const char *most_used_file(const struct story_facts *f,
                                  struct arena *arena) {
  struct names files = {0};
  VEC(uint64_t) uses = {0};
  uint32_t best = 0;
  bool placed = f->kind != FOUND_DEADLOCK && f->kind != FOUND_RACE &&
                f->kind != FOUND_NONE && f->x->place && f->site;
  struct spot wrong = placed ? f->x->place(f->x, f->site) : (struct spot){0};
  uint32_t from = f->most && f->events_len > f->most && !f->relevant
                      ? f->events_len - f->most
                      : 0;
  for (uint32_t i = from; i < f->events_len && f->x->place; i++) {
    struct spot at = {0};
    if (f->events[i].site)
      at = f->x->place(f->x, f->events[i].site);
    if (!at.file || !at.line)
      continue;
    uint32_t id = names_add(&files, at.file, strlen(at.file));
    while (uses.len <= id)
      vec_push(&uses, 0);
    uses.at[id] += f->relevant && f->relevant[i] ? f->events_len : 1;
    if (is_wrong_at(f, i) || (wrong.file && !strcmp(wrong.file, at.file)))
      uses.at[id] += (uint64_t)f->events_len * f->events_len;
    if (uses.at[id] > uses.at[best])
      best = id;
  }
  const char *name = uses.len ? arena_string(arena, files.at.at[best],
                                             strlen(files.at.at[best]))
                              : NULL;
  names_free(&files);
  vec_free(&uses);
  return name;
}

static bool is_at(const struct story_facts *f, uint32_t site) {
  if (site == f->site || !f->x->place || !site || !f->site)
    return site == f->site;
  struct spot a = f->x->place(f->x, site), b = f->x->place(f->x, f->site);
  return a.line == b.line && a.file && b.file &&
         !strcmp(listing_base(a.file), listing_base(b.file));
}

/* The access at which the program was stopped: there is no value of it. */
static const struct event *find_broken(const struct story_facts *f) {
  const struct event *last = NULL;
  uint32_t a = f->event, b = f->other_event;
  if (f->kind == FOUND_RACE && a < f->events_len && b < f->events_len)
    return f->events[a < b ? a : b].kind == OP_FREE
               ? &f->events[a < b ? b : a]
               : NULL;
  if (f->kind != FOUND_CRASH && f->kind != FOUND_USE_AFTER_FREE &&
      f->kind != FOUND_OUT_OF_BOUNDS)
    return NULL;
  for (uint32_t i = 0; i < f->events_len; i++)
    if (f->events[i].thread == f->thread && !event_is_part(&f->events[i]) &&
        !(f->events[i].flags & EVENT_PENDING))
      last = &f->events[i];
  return last && is_at(f, last->site) && OP_CLASS(last->kind) == CLASS_ACCESS
             ? last
             : NULL;
}

/* "main at counter.c:20", one more of them. */
static void add_side(struct teller *t, const struct event *e,
                     const char *between, struct text *out) {
  struct spot at = tell_spot(t, e->site);
  text_printf(out, "%s%s", out->len ? between : "", tell_name(t, e->thread));
  if (at.file)
    text_printf(out, " at %s:%u", listing_base(at.file), at.line);
}

/* Those who stand somewhere when it is over; that somebody waits for them goes
 * without saying.  Of many, some of those who wait. */
static void add_waiting(struct teller *t, struct text *out) {
  const struct story_facts *f = t->f;
  uint32_t all = 0, told = 0;
  for (uint32_t i = 0; i < f->events_len; i++)
    all += (f->events[i].flags & EVENT_PENDING) != 0;
  for (uint32_t i = 0; i < f->events_len; i++) {
    const struct event *e = &f->events[i];
    bool many = all > CAST_MANY;
    if (!(e->flags & EVENT_PENDING) || e->kind == OP_JOIN ||
        (many && e->flags & EVENT_READY) || (many && told == CAST_MANY))
      continue;
    add_side(t, e, ", ", out);
    told++;
  }
}

/* The places that a line about it names. */
static const char *sides_of(struct teller *t) {
  const struct story_facts *f = t->f;
  struct text out = {0};
  uint32_t first = f->event < f->other_event ? f->event : f->other_event;
  uint32_t second = f->event < f->other_event ? f->other_event : f->event;
  if (f->kind == FOUND_RACE && second < f->events_len) {
    add_side(t, &f->events[first], "", &out);
    add_side(t, &f->events[second], " and ", &out);
  }
  if (f->kind == FOUND_DEADLOCK)
    add_waiting(t, &out);
  const char *sides =
      out.len ? arena_string(&t->s->arena, text_str(&out), out.len)
              : t->s->where;
  text_free(&out);
  return sides;
}

static void add_headline(struct teller *t) {
  const struct story_facts *f = t->f;
  struct story *s = t->s;
  bool says = f->text && *f->text;
  s->headline =
      arena_printf(&s->arena, "%s%s%s%s%s", found_text(f->kind),
                   says ? ": " : "", says ? tell_message(t, f->text) : "",
                   f->after ? ", after " : "", f->after ? f->after : "");
  s->where = "";
  s->sides = sides_of(t);
  if (f->kind == FOUND_DEADLOCK || f->kind == FOUND_RACE ||
      f->kind == FOUND_NONE)
    return;
  struct spot at = tell_spot(t, f->site);
  const char *who = tell_name(t, f->thread);
  s->where = at.file ? arena_printf(&s->arena, "%s at %s:%u", who,
                                    listing_base(at.file), at.line)
                     : who;
  s->sides = s->where;
}

void story_make(struct story *s, const struct story_facts *f,
                struct listings *listings) {
  *s = (struct story){
      .listings = listings, .kind = f->kind, .events_len = f->events_len,
      .round = find_round(f)};
  struct teller t = {.s = s, .f = f, .broken = find_broken(f)};
  s->step_of = arena_array(&s->arena, uint32_t, f->events_len + 1);
  memset(s->step_of, 0xff, f->events_len * sizeof *s->step_of);
  cast_make(&s->cast, f->x, f->events, f->events_len, listings, &s->arena);
  cast_meet(&s->cast, f->x, f->thread, &s->arena);
  naming_begin(&t.naming, f->x, listings, &s->cast, &s->arena);
  /* All names first, so that a pointer to what is used later has one. */
  naming_blocks(&t.naming, f->events, f->events_len);
  for (uint32_t i = 0; i < f->events_len; i++)
    naming_object(&t.naming, &f->events[i]);
  s->file = most_used_file(f, &s->arena);
  add_headline(&t);
  walk(&t);
  add_ends(&t);
  settle_events(&t);
  if (!f->bare)
    tell_evidence(&t);
  else if (*s->sides)
    vec_push(&s->evidence, s->sides);
  if (s->plain)
    s->decisive = f->decisive.failed
                      ? "it comes whoever goes first (checked)"
                      : NULL;
  else if (!f->decisive.change && f->decisive.failed > 1)
    s->decisive = arena_printf(
        &s->arena,
        "no other choice at any one place avoids it (%u runs checked)",
        f->decisive.failed);
  tell_fold(s);
  naming_end(&t.naming);
  past_free_all(&t.past);
}

void story_free(struct story *s) {
  vec_free(&s->steps);
  vec_free(&s->inner);
  vec_free(&s->ops);
  vec_free(&s->evidence);
  vec_free(&s->source);
  arena_free(&s->arena);
  *s = (struct story){0};
}
