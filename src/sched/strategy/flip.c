/* flip: race detection and flipping (Sen, Agha 2006), as K 2.4 has it: no sleep
 * sets, and of everything that was run only the last run is remembered.
 *
 * Whoever takes a step that races with a later one sets the race flag of the
 * node before it.  Where the flag is up, the thread is postponed: the search
 * comes to the node again and takes another enabled thread, until one was taken
 * whose step did not race in any run behind it, or all of them were.  Depth
 * first, so a node is left for good before the one above it is looked at, and
 * one path is all there is to remember.
 *
 * Threads are taken in cyclic order, and beyond its prefix a run goes on with
 * the thread that it has while it can, then in the same order (AFTER_FIRST): so
 * those that are postponed come last, and what was postponed is where the
 * order began and how far it has come.
 *
 * Every trace is run.  By induction every trace from a child of a node is, when
 * the child is left.  If all threads that are enabled at a node were taken there
 * is nothing to show.  Otherwise let c be the step that was taken last: it does
 * not race behind the node.  Let t be a trace from the node, to its end, and t'
 * the steps of t before the first, q, that depends on c or is c itself.  c and
 * t' commute.  Without q c is enabled at the end of t, which is none; if q is c
 * then c t' ... is t in another order, and was run.  Else q is of another
 * thread, and every trace that begins with c t' was run.  If q is enabled then,
 * one of them goes on with q, which depends on c, and on c through no other
 * step: the two race.  If it is not, there is a run in which what let q wait is
 * c, and the two race again (order.h).  So there is no such t.
 *
 * How it differs from `dpor`: that answers a race by a step that begins the
 * sequence which reverses it, and adds none if such a step was taken or sleeps;
 * and it abandons runs in which everything sleeps.  Here a flag does not say
 * which thread it is that would come first, so threads are taken that have
 * nothing to do with the race, and a trace is run to its end once for every way
 * in which steps between the two can be put behind them. */
#include "base/alloc.h"
#include "base/pack.h"
#include "sched/order.h"
#include "sched/strategy.h"

#define NOBODY UINT16_MAX

/* A node of the last run's path, and the step that was taken there last. */
struct place {
  uint64_t object;
  uint32_t size;
  uint16_t thread, alt, alts;
  uint16_t first, first_alt; /* taken there first, and its first outcome */
  uint16_t after;            /* enabled thread after `thread`; or NOBODY, when
                                all have been taken */
  uint8_t kind;
  uint8_t known; /* a run has come through the step */
  uint8_t raced; /* in some run the step raced with a later one */
};

struct flip {
  VEC(struct place) path; /* the prefix of a plan, or its run */
  bool begun;
  struct order_work work;
  uint64_t longest; /* bytes of the largest order so far */
};

static void *flip_open(const struct sched_options *o) {
  struct flip *f = alloc_zero(1, sizeof *f);
  f->work.blocks = true;
  f->work.give_up = o->give_up;
  f->work.give_up_user = o->give_up_user;
  return f;
}

/* --- plans ---------------------------------------------------------------- */

/* Another outcome of the step, or another thread; false: there is none. */
static bool move_on(struct place *p) {
  uint16_t alt = (uint16_t)((p->alt + 1) % p->alts);
  if (alt != p->first_alt) {
    p->alt = alt;
    return true;
  }
  if (!p->raced || p->after == NOBODY)
    return false;
  *p = (struct place){
      .thread = p->after, .alts = 1, .first = p->first, .after = NOBODY};
  return true;
}

static bool flip_propose(void *self, struct batch *b) {
  struct flip *f = self;
  while (f->path.len && !move_on(vec_last(&f->path)))
    f->path.len--;
  if (f->begun && !f->path.len)
    return false;
  f->begun = true;
  struct plan *p = batch_plan(b, (uint32_t)f->path.len);
  if (!p)
    return false;
  p->flags |= PLAN_LATE;
  for (size_t i = 0; i < f->path.len; i++)
    b->choices[p->prefix + i] = CHOICE(f->path.at[i].thread, f->path.at[i].alt);
  return true;
}

/* --- learning ------------------------------------------------------------- */

/* The enabled thread after one, in cyclic order; NOBODY when that is `first`,
 * where the order began, or lies behind it. */
static uint16_t enabled_after(const struct event *e, unsigned thread,
                              unsigned first) {
  unsigned all = event_enabled_words(e) * THREADS_WORD;
  for (unsigned i = 1; i <= all; i++) {
    unsigned next = (thread + i) % all;
    if (next == first)
      break;
    if (event_enables(e, next))
      return (uint16_t)next;
  }
  return NOBODY;
}

/* What an atomic block touched is not what it is, nor how far a text was read
 * (rt/extent.h). */
static bool is_step(const struct place *p, const struct step *s) {
  return p->thread == s->thread &&
         (!p->known ||
          (p->kind == s->kind && (p->size == s->size || s->kind == OP_READ) &&
           (p->object == s->object || s->kind == OP_ATOMIC)));
}

/* Whether the run took the steps of its prefix. */
static bool follows(const struct flip *f, const struct order *o) {
  for (size_t i = 0; i < f->path.len; i++)
    if (i >= o->executed || !is_step(&f->path.at[i], &o->steps.at[i]))
      return false;
  return true;
}

/* The outcome that was chosen, where there was a choice. */
static uint16_t outcome(const struct step *s) {
  return s->alts > 1 ? s->alt : 0;
}

/* A step of the run; that it has more outcomes may be told late. */
static void note_step(struct flip *f, uint32_t i, const struct step *s,
                      const struct event *e) {
  if (i == f->path.len) {
    struct place fresh = {
        .first = s->thread, .first_alt = outcome(s), .alts = 1};
    vec_push(&f->path, fresh);
  }
  struct place *p = &f->path.at[i];
  p->alts = s->alts > p->alts ? s->alts : p->alts;
  if (p->known)
    return;
  p->known = true;
  p->thread = s->thread;
  p->alt = outcome(s);
  p->kind = s->kind;
  p->object = s->object;
  p->size = s->size;
  p->after = enabled_after(e, p->thread, p->first);
}

static bool flip_learn(void *self, const struct batch *b, uint32_t i,
                       bool left_out, const char **error) {
  struct flip *f = self;
  const struct run *run = &b->runs[i];
  const struct event *events = b->events + run->events;
  struct order *o = &f->work.own;
  if (!order_compute(&f->work, NULL, events, run->events_len))
    return false;
  if (o->executed < f->path.len && run_is_cut(run->end))
    return true; /* a limit came before anything new */
  if (!follows(f, o)) {
    *error = sched_diverged;
    return false;
  }
  uint64_t bytes = o->steps.len * sizeof(struct step) +
                   (uint64_t)o->executed * o->width * sizeof(uint32_t);
  f->longest = bytes > f->longest ? bytes : f->longest;
  for (uint32_t k = 0; k < o->executed; k++)
    note_step(f, k, &o->steps.at[k], &events[o->steps.at[k].event]);
  for (size_t r = 0; !left_out && r < o->races.len; r++)
    f->path.at[o->races.at[r].first].raced = true;
  return true;
}

/* --- to a file and back --------------------------------------------------- */

static void flip_save(const void *self, struct text *out) {
  const struct flip *f = self;
  pack_uint(out, f->begun);
  pack_uint(out, f->longest);
  pack_vec(out, &f->path);
}

static bool flip_load(void *self, struct unpack *in) {
  struct flip *f = self;
  f->begun = unpack_uint(in, 1);
  f->longest = unpack_uint(in, UINT64_MAX);
  unpack_vec(in, &f->path);
  vec_each(&f->path, p) in->bad |=
      !p->alts || p->first_alt >= p->alts || p->alt >= p->alts ||
      p->thread >= THREADS_MAX ||
      (p->after >= THREADS_MAX && p->after != NOBODY);
  return !in->bad;
}

static uint64_t flip_bytes(const void *self) {
  const struct flip *f = self;
  return f->path.cap * sizeof *f->path.at + f->longest;
}

static void flip_close(void *self) {
  struct flip *f = self;
  vec_free(&f->path);
  order_work_free(&f->work);
  free(f);
}

const struct sched_strategy sched_flip = {
    .name = "flip",
    .summary = "every trace, some many times (races are flipped; for study)",
    .preserves = PRESERVES_ALL,
    .awaits = true,
    .repeats = true,
    .open = flip_open,
    .propose = flip_propose,
    .learn = flip_learn,
    .save = flip_save,
    .load = flip_load,
    .bytes = flip_bytes,
    .close = flip_close,
};
