#include "sched/divide_part.h"

#include <string.h>

#include "base/clock.h"
#include "base/pack.h"
#include "exec/distant.h"
#include "sched/batches.h"
#include "sched/divide.h"
#include "sched/saved.h"
#include "sched/strategy.h"
#include "sched/tree_part.h"

/* Steps of a part's runs, for each run of its share. */
enum { STEPS_PER_RUN = 256 };

/* --- threads ---------------------------------------------------------------- */

void part_threads_of(struct executor *x, struct part_threads *out) {
  out->len = x->threads ? (uint32_t)x->threads(x, out->at, THREADS_MAX) : 0;
}

void part_threads_set(struct executor *x, const struct part_threads *t) {
  if (x->set_threads)
    x->set_threads(x, t->at, t->len);
}

bool part_threads_agree(struct part_threads *all,
                        const struct part_threads *t) {
  uint32_t common = t->len < all->len ? t->len : all->len;
  if (memcmp(all->at, t->at, common * sizeof *t->at))
    return false;
  if (t->len > all->len)
    *all = *t;
  return true;
}

static void pack_threads(struct text *out, const struct part_threads *t) {
  pack_uint(out, t->len);
  pack_bytes(out, t->at, t->len * sizeof *t->at);
}

void part_read_threads(struct unpack *in, struct part_threads *out) {
  out->len = (uint32_t)unpack_uint(in, THREADS_MAX);
  if (!unpack_into(in, out->at, out->len, sizeof *out->at))
    out->len = 0;
}

/* --- the letter --------------------------------------------------------------- */

/* Seconds until the search is over; 0: nobody says. */
static double time_left(const struct sched *s) {
  static const double least = 1e-3;
  const struct sched_options *o = &s->options;
  double now = clock_wall(), left = 0;
  if (o->seconds > 0)
    left = s->started + o->seconds - now;
  if (o->deadline > 0 && (!(left > 0) || o->deadline - now < left))
    left = o->deadline - now;
  bool limited = o->seconds > 0 || o->deadline > 0;
  return limited && left < least ? least : left;
}

void part_write(const struct sched *s, const struct part_threads *t,
                struct text *letter) {
  const struct sched_options *o = &s->options;
  double seconds = time_left(s);
  pack_uint(letter, s->x->steps_max);
  pack_uint(letter, o->no_races | o->same_output << 1);
  pack_uint(letter, o->divide.runs);
  pack_bytes(letter, &seconds, sizeof seconds);
  pack_uint(letter, s->stats.executions);
  pack_uint(letter, s->stats.longest);
  pack_uint(letter, s->stats.threads);
  pack_uint(letter, s->first_state);
  pack_uint(letter, o->inputs_len);
  pack_bytes(letter, o->inputs, o->inputs_len * sizeof *o->inputs);
  pack_threads(letter, t);
}

/* --- the search --------------------------------------------------------------- */

struct guest {
  struct sched s;
  struct sched_options options;
  VEC(struct plan_input) inputs;
  struct part_threads threads;
  uint64_t executions, longest, of_longest, first_state;
};

static void read_letter(struct guest *g, struct executor *x,
                        struct unpack *in) {
  struct sched_options *o = &g->options;
  x->steps_max = (uint32_t)unpack_uint(in, UINT32_MAX);
  unsigned flags = (unsigned)unpack_uint(in, 3);
  *o = (struct sched_options){.strategy = &sched_optimal,
                              .preemptions = SCHED_UNBOUNDED,
                              .delays = SCHED_UNBOUNDED,
                              .no_races = flags & 1,
                              .same_output = flags >> 1,
                              .all = true};
  o->runs = unpack_uint(in, UINT64_MAX);
  o->steps = o->runs * STEPS_PER_RUN;
  unpack_into(in, &o->seconds, 1, sizeof o->seconds);
  g->executions = unpack_uint(in, UINT64_MAX);
  g->longest = unpack_uint(in, UINT64_MAX);
  g->of_longest = unpack_uint(in, THREADS_MAX);
  g->first_state = unpack_uint(in, UINT64_MAX);
  unpack_vec(in, &g->inputs);
  o->inputs = g->inputs.at;
  o->inputs_len = (uint32_t)g->inputs.len;
  part_read_threads(in, &g->threads);
}

/* As if it had run what was run so far, so that its batches are as large. */
static void begin(struct guest *g) {
  struct sched *s = &g->s;
  s->stats.executions = s->before = g->executions;
  s->stats.longest = g->longest;
  s->stats.threads = g->of_longest;
  s->first_state = g->first_state;
}

static enum part_state state_of(const struct sched *s) {
  if (s->verdict == VERDICT_BROKEN)
    return PART_BROKEN;
  bool share = s->stopped && (s->limit == WHY_RUNS || s->limit == WHY_STEPS);
  return share || s->finished ? PART_SEARCHED : PART_GIVEN_UP;
}

static void write_answer(struct guest *g, struct text *answer) {
  struct sched *s = &g->s;
  struct text part = {0};
  enum part_state state = state_of(s);
  struct sched_part *p = &s->parts[0];
  if (state == PART_SEARCHED &&
      !tree_give_back(p->strategy->tree(p->self), &part))
    state = PART_GIVEN_UP;
  pack_uint(answer, state);
  part_threads_of(s->x, &g->threads);
  pack_threads(answer, &g->threads);
  s->stats.executions -= g->executions;
  vec_each(&s->findings, f) f->execution -= g->executions;
  sched_escaped(s);
  saved_found(s, answer);
  text_add_n(answer, part.at, part.len);
  text_free(&part);
}

void part_search(struct executor *x, void (*attend)(void *user), void *user,
                 const volatile sig_atomic_t *stop, const void *letter,
                 size_t len, struct text *answer) {
  struct guest *g = alloc_zero(1, sizeof *g);
  struct unpack in = {letter, (const unsigned char *)letter + len, false};
  read_letter(g, x, &in);
  g->options.attend = attend;
  g->options.attend_user = user;
  part_threads_set(x, &g->threads);
  sched_open(&g->s, x, &g->options);
  begin(g);
  struct sched_part *p = &g->s.parts[0];
  struct progress progress = {.stop = stop};
  if (in.bad || !tree_borrow(p->strategy->tree(p->self), &in))
    sched_broken(&g->s, "a part of the search cannot be understood");
  else
    sched_search(&g->s, &progress);
  write_answer(g, answer);
  sched_close(&g->s);
  vec_free(&g->inputs);
  free(g);
}

static void attend_ranks(void *ranks) {
  distant_attend(ranks);
}

void divide_serve(struct executor *x, const void *letter, size_t len,
                  struct text *answer, struct ranks *r) {
  part_search(x, attend_ranks, r, NULL, letter, len, answer);
}
