#include "job/starts.h"

#include <string.h>

#include "base/alloc.h"
#include "base/record_head.h"
#include "exec/tape.h"
#include "job/host.h"
#include "job/replay_change.h"
#include "sched/strategy.h"

enum { LONGEST = 1 << 15 }; /* choices: a plan has room for them */

/* A recording that is being read. */
struct start {
  struct target *target;
  const char *name;
  struct tape tape;
  VEC(choice) choices; /* with the threads of the executor */
};

/* --- what it is of --------------------------------------------------------- */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_of(const struct start *s) {
  vec_each(&s->tape.files, then)
      vec_each(&s->target->files,
               now) if (!strcmp(base_name(*then), base_name(*now))) return true;
  return host_say(s->target->host, "--from: '%s' is a recording of %s", s->name,
                  s->tape.files.len ? s->tape.files.at[0] : "nothing");
}

static bool read_tape(struct start *s) {
  const struct host *h = s->target->host;
  struct text text = {0};
  struct diag d = host_diag(h);
  bool ok = text_read_file(&text, s->name) ||
            host_say(h, "--from: cannot read '%s'", s->name);
  if (ok && record_kind_of(text_str(&text)) != RECORD_SCHEDULE)
    ok = host_say(h, "--from: '%s' is no recording of a schedule", s->name);
  ok = ok && tape_read(&s->tape, s->name, text_str(&text), text.len, &d);
  host_said(h, &d);
  text_free(&text);
  return ok && is_of(s);
}

/* --- its threads ------------------------------------------------------------ */

/* The executor's number of each thread of the recording, by who created it as
 * which of its children; it gets one if it has none. */
static void number_threads(const struct start *s, uint32_t *number) {
  struct executor *x = s->target->executor;
  uint32_t table[THREADS_MAX] = {0};
  size_t count = x->threads ? x->threads(x, table, THREADS_MAX) : 0;
  count = count ? count : 1;
  for (uint32_t i = 0; i < THREADS_MAX; i++)
    number[i] = i;
  for (size_t i = 0; x->set_threads && i < s->tape.threads.len; i++) {
    const struct tape_thread *t = &s->tape.threads.at[i];
    uint32_t who = number[t->parent % THREADS_MAX] | (uint32_t)t->index << 16;
    size_t n = 1;
    while (n < count && table[n] != who)
      n++;
    if (n == THREADS_MAX || i + 1 == THREADS_MAX)
      break;
    if (n == count)
      table[count++] = who;
    number[i + 1] = (uint32_t)n;
  }
  if (x->set_threads)
    x->set_threads(x, table, count);
}

/* --- followed ---------------------------------------------------------------- */

static bool is_step(const struct event *e) {
  return !(e->flags & (EVENT_SILENT | EVENT_PENDING));
}

/* Runs the choices as the search would, those that cannot be made left out.  NULL:
 * it cannot be run. */
static const struct run *follow(const struct start *s, bool fixed) {
  struct executor *x = s->target->executor;
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, (uint32_t)s->choices.len);
  if (!p)
    return NULL;
  batch_prefix(b, p, s->choices.at);
  p->flags |= PLAN_EVENTS | PLAN_STOP | PLAN_SKIP | PLAN_ONCE;
  size_t n = fixed ? s->tape.inputs.len : 0;
  if (n && n <= b->inputs_cap) {
    memcpy(b->inputs, s->tape.inputs.at, n * sizeof *b->inputs);
    p->inputs_len = b->inputs_len = (uint32_t)n;
  }
  x->stopped = false;
  return x->run(x) && b->done ? &b->runs[0] : NULL;
}

/* The steps that were taken are the choices now; how many. */
static void take_steps(struct start *s, const struct run *r, size_t most) {
  const struct event *e = s->target->executor->batch->events + r->events;
  vec_clear(&s->choices);
  for (uint32_t i = 0; i < r->events_len && s->choices.len < most; i++)
    if (is_step(&e[i]))
      vec_push(&s->choices, CHOICE(e[i].thread, e[i].alt));
}

struct taken {
  uint16_t thread;
  uint64_t value;
};
struct all_taken {
  VEC(struct taken) at;
};

/* The inputs that a run took, in its order. */
static void list_inputs(const struct start *s, const struct run *r,
                        struct all_taken *out) {
  const struct event *e = s->target->executor->batch->events + r->events;
  for (uint32_t i = 0; i < r->events_len; i++) {
    struct taken in = {e[i].thread, e[i].value};
    if (is_step(&e[i]) && e[i].kind == OP_INPUT)
      vec_push(&out->at, in);
  }
}

/* The next input of the thread, which is taken out; or NULL. */
static const struct taken *next_of(struct all_taken *left, uint16_t thread) {
  vec_each(&left->at, in) if (in->thread == thread) {
    in->thread = UINT16_MAX;
    return in;
  }
  return NULL;
}

/* The first step of the run that takes another value than is wanted, and could
 * take that: the choices become those of the run, with that one changed.  False:
 * there is none. */
static bool change_one(struct start *s, const struct run *r,
                       const struct all_taken *wanted) {
  const struct event *events = s->target->executor->batch->events + r->events;
  struct all_taken left = {0};
  size_t step = 0;
  bool changed = false;
  vec_each(&wanted->at, w) vec_push(&left.at, *w);
  for (uint32_t i = 0; i < r->events_len && !changed; i++) {
    const struct event *e = &events[i];
    step += is_step(e);
    const struct taken *in =
        is_step(e) && e->kind == OP_INPUT ? next_of(&left, e->thread) : NULL;
    uint64_t alt = in ? in->value - e->value + e->alt : e->alt;
    if (alt == e->alt || alt >= e->alts)
      continue;
    take_steps(s, r, s->choices.len);
    changed = step <= s->choices.len;
    if (changed)
      s->choices.at[step - 1] = CHOICE(e->thread, alt);
  }
  vec_free(&left.at);
  return changed;
}

/* Inputs that the recording fixes are choices among their values here. */
static bool choose_inputs(struct start *s) {
  struct all_taken wanted = {0};
  const struct run *r = follow(s, true);
  if (r)
    list_inputs(s, r, &wanted);
  bool changed = true;
  for (size_t turn = 0; r && changed && turn <= wanted.at.len; turn++) {
    r = follow(s, false);
    changed = r && change_one(s, r, &wanted);
  }
  vec_free(&wanted.at);
  return r != NULL;
}

/* A turn of a waiting loop is one step of these strategies, and is planned by
 * what they know of it. */
static bool waits(const struct batch *b, const struct run *r) {
  for (uint32_t i = 0; i < r->events_len; i++) {
    const struct event *e = &b->events[r->events + i];
    if (e->kind == OP_AWAIT || e->flags & EVENT_VAIN)
      return true;
  }
  return false;
}

static bool settle_on(struct start *s, const struct sched_strategy *strategy) {
  const struct host *h = s->target->host;
  size_t all = s->choices.len;
  if (!s->target->concolic && s->tape.inputs.len && !choose_inputs(s))
    return host_say(h, "--from: '%s' cannot be run", s->name);
  const struct run *r = follow(s, s->target->concolic != NULL);
  if (!r)
    return host_say(h, "--from: '%s' cannot be run", s->name);
  if (strategy->awaits && waits(s->target->executor->batch, r))
    return host_say(h,
                    "--from: %s does not begin with '%s', in which threads "
                    "wait in loops; unfold does",
                    strategy->name, s->name);
  take_steps(s, r, all);
  if (s->choices.len < all)
    host_say(h, "--from: '%s': %zu of %zu choices could be made", s->name,
             s->choices.len, all);
  return true;
}

/* --- all of them ------------------------------------------------------------- */

static void tell_change(const struct start *s) {
  struct text what = {0};
  if (replay_change(&s->tape, s->target, &what))
    host_say(s->target->host,
             "--from: the program has changed since '%s' was recorded, which "
             "is followed as far as it goes",
             s->name);
  text_free(&what);
}

static void keep(struct starts *all, const struct start *s) {
  size_t len = s->choices.len, n = s->target->concolic ? s->tape.inputs.len : 0;
  choice *choices = alloc_zero(len + 1, sizeof *choices);
  struct plan_input *inputs = alloc_zero(n + 1, sizeof *inputs);
  if (len)
    memcpy(choices, s->choices.at, len * sizeof *choices);
  for (size_t i = 0; i < n; i++) {
    inputs[i] = s->tape.inputs.at[i];
    if (inputs[i].thread != INPUT_NAMED)
      inputs[i].thread |= INPUT_SOLVED;
  }
  struct sched_start start = {choices, (uint32_t)len, inputs, (uint32_t)n};
  vec_push(&all->choices, choices);
  vec_push(&all->inputs, inputs);
  vec_push(&all->at, start);
}

static bool read_one(struct starts *all, struct start *s,
                     const struct sched_strategy *strategy) {
  uint32_t number[THREADS_MAX];
  if (!read_tape(s))
    return false;
  tell_change(s);
  number_threads(s, number);
  for (size_t i = 0; i < s->tape.choices.len && i < LONGEST; i++) {
    choice c = s->tape.choices.at[i];
    vec_push(&s->choices,
             CHOICE(number[CHOICE_THREAD(c) % THREADS_MAX], CHOICE_ALT(c)));
  }
  if (!settle_on(s, strategy))
    return false;
  keep(all, s);
  return true;
}

static bool applies(const struct target *t, const struct sched_strategy *s,
                    size_t count) {
  bool unfolds =
      s == &sched_unfold || s == &sched_contextual || s == &sched_stateful;
  bool tree = s == &sched_optimal || s == &sched_dpor;
  if (!unfolds && (!tree || t->concolic))
    return host_say(t->host,
                    "--from does not go with %s%s: unfold, contextual "
                    "and stateful begin with recordings%s",
                    s->name, t->concolic ? " of symbolic inputs" : "",
                    t->concolic ? "" : ", optimal and dpor with one");
  if (tree && count > 1)
    return host_say(t->host,
                    "%s begins with one recording: two runs of one "
                    "trace are two places of its tree; unfold takes "
                    "several",
                    s->name);
  return true;
}

bool starts_read(struct starts *all, struct target *t,
                 const struct sched_strategy *strategy,
                 const char *const *files, size_t count) {
  if (count && !applies(t, strategy, count))
    return false;
  bool ok = true;
  for (size_t i = 0; ok && i < count; i++) {
    struct start s = {.target = t, .name = files[i]};
    ok = read_one(all, &s, strategy);
    vec_free(&s.choices);
    tape_free(&s.tape);
  }
  return ok;
}

void starts_free(struct starts *s) {
  vec_each(&s->choices, c) free(*c);
  vec_each(&s->inputs, in) free(*in);
  vec_free(&s->choices);
  vec_free(&s->inputs);
  vec_free(&s->at);
}
