/* sra: simultaneous reachability analysis (N 3.2.3.2, after Özdemir and Ural
 * 1995; on ports after Bengi and Tai, L 2.2.4; read as doc/papers.md says).
 *
 * A leap has one executable step of each process that has any; a process
 * whom others may disturb (it also has a step that waits for them, or another
 * message may come to a port, or another send compete with its own) may stay
 * out, and every subset of such processes may.  (As printed one might leave out
 * one at a time only; that loses deadlocks.)  Two sends for whose order a port
 * cares do not go together.
 *
 * Sound: the first steps of a run, one for each process, as far as they are
 * executable now and nothing before them in the run disturbs them, are
 * independent and commute to the front; a process whose first step is not
 * among them is one that others may disturb.  A process that nobody can disturb
 * may move although the run does not need it to: its step commutes with the
 * run.  So the same argument holds for runs to any step, and executable
 * transitions and failing steps are preserved too; and unspecified receptions
 * and overflows, if those may stay out who must not move for them
 * (surprise.h). */
#include "base/sound.h"
#include "explore/desk.h"
#include "explore/explore.h"
#include "explore/surprise.h"

struct sra {
  struct future f;
  struct kept kept;
};

static void close_sra(void *self) {
  struct sra *s = self;
  kept_close(&s->kept);
  future_close(&s->f);
  free(s);
}

static void *open_sra(const struct model *m, unsigned find, struct text *why) {
  struct sra *s = alloc_zero(1, sizeof *s);
  future_open(&s->f, m);
  kept_open(&s->kept, &s->f, find);
  if (!s->f.scalars)
    return s;
  text_printf(why,
              "it is for processes that only pass messages, and '%s' is "
              "shared",
              s->f.scalar ? s->f.scalar : "something");
  close_sra(s);
  return NULL;
}

static const struct edge *edge_of(const struct sra *s,
                                  const struct desk_option *o) {
  return &s->f.model->processes[o->process].edges[o->list->at[o->move].edge];
}

/* The port whose order this step is part of, or NONE. */
static object_id competes_for(const struct sra *s,
                              const struct desk_option *o) {
  object_id to = offer_object(o->offer, o->list->at[o->move].edge);
  bool sends = edge_of(s, o)->action == ACT_SEND;
  return sends && to != NONE && s->f.contended[to] ? to : NONE;
}

/* Is the order of the option and one that is in the leap part of a port? */
static bool competes(const struct sra *s, const struct desk *d, uint32_t i) {
  object_id o = competes_for(s, &d->options.at[i]);
  vec_each(&d->list, k) if (o != NONE && competes_for(s, &d->options.at[*k]) ==
                                             o) return true;
  return false;
}

/* The options of d->list together.  Receptions first: which message is which
 * is known by what is in the port now. */
static void leap(const struct sra *s, struct desk *d, struct leaps *out) {
  desk_push(d);
  for (int sends = 0; sends <= 1; sends++)
    vec_each(&d->list, k) {
      const struct desk_option *o = &d->options.at[*k];
      if (sends == (edge_of(s, o)->action != ACT_RECEIVE))
        desk_take(d, o);
    }
  desk_leap(d, out);
  desk_pop(d);
}

/* d->group[k]: where the options of the k-th process begin, twice; one more
 * when it may stay out. */
static void multiply(const struct sra *s, struct desk *d, uint32_t k,
                     uint32_t groups, struct leaps *out) {
  EXPECTS(k <= groups);
  if (k == groups) {
    if (d->list.len)
      leap(s, d, out);
    return;
  }
  for (uint32_t i = d->group[k] / 2; i < d->group[k + 1] / 2; i++) {
    if (competes(s, d, i))
      continue;
    vec_push(&d->list, i);
    multiply(s, d, k + 1, groups, out);
    d->list.len--;
  }
  if (d->group[k] & 1)
    multiply(s, d, k + 1, groups, out);
}

static bool may_stay(const struct sra *s, const struct view *v, process_id p) {
  struct desk *d = v->desk;
  desk_view_lists(d, v, p);
  return !future_undisturbed(&s->f, v->locals, p, d->lists.at, d->waits) ||
         kept_back(&s->kept, v, p);
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  const struct sra *s = self;
  struct desk *d = v->desk;
  uint32_t groups = 0;
  desk_begin(d, v);
  vec_clear(&d->list);
  for (process_id p = 0; p < d->processes; p++) {
    size_t from = d->options.len;
    desk_view_options(d, v, p);
    if (d->options.len > from)
      d->group[groups++] = (uint32_t)from * 2 + may_stay(s, v, p);
  }
  d->group[groups] = (uint32_t)d->options.len * 2;
  multiply(s, d, 0, groups, out);
}

const struct strategy strategy_sra = {
    .name = "sra",
    .summary = "simultaneous: as many processes move together as can",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING |
                 1u << FINDING_UNSPECIFIED | 1u << FINDING_OVERFLOW |
                 1u << FINDING_UNEXECUTABLE | 1u << FINDING_ASSERTION |
                 1u << FINDING_RANGE,
    .sound = true,
    .open = open_sra,
    .leaps = leaps,
    .close = close_sra,
};
