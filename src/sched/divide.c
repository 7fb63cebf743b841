#include "sched/divide.h"

#include "base/pack.h"
#include "exec/distant.h"
#include "sched/batches.h"
#include "sched/digests.h"
#include "sched/divide_part.h"
#include "sched/saved.h"
#include "sched/strategy.h"
#include "sched/tree_part.h"

/* Letters that a rank has at a time, so that it need not wait for the next. */
enum { AT_ONCE = 2 };

/* Where there are few parts, fewer than one in FEW of those wanted: batches that
 * are run here before one is waited for.  Where there are none: after so many
 * more runs, of all, it is looked for them again. */
enum { FEW = 3, BATCHES = 16, AGAIN = 8 };

/* A part that is away. */
struct away {
  node_id node;
  enum { WAITS, GIVEN, HERE, THERE } state; /* HERE: it is searched here */
  unsigned rank;
  uint64_t number;
  struct text letter, answer;
  size_t nodes; /* where its nodes begin in the letter */
};

struct sched_division {
  VEC(struct away) away;       /* in the order in which they were lent */
  VEC(node_id) nodes;          /* theirs */
  VEC(uint32_t) has;           /* letters, by rank */
  struct part_threads threads; /* of what was taken in */
  uint32_t batches;            /* run here since one was taken in */
  uint64_t next;               /* executions before which there are no parts */
  bool over; /* one of them came to nothing: the rest is searched here */
};

static struct tree *tree_of(const struct sched *s) {
  const struct sched_part *p = &s->parts[s->acting];
  return p->strategy->tree ? p->strategy->tree(p->self) : NULL;
}

/* --- whether ------------------------------------------------------------------ */

/* Whether somebody looks at each run, or at what is not a matter of the run. */
static bool is_watched(const struct sched *s) {
  const struct sched_options *o = &s->options;
  return o->watch || o->ignore || o->constraints || o->feasible ||
         o->starts_len || s->x->symbolic;
}

static bool is_bounded(const struct sched_options *o) {
  return o->preemptions != SCHED_UNBOUNDED || o->delays != SCHED_UNBOUNDED;
}

/* The first run has come to its end, whose state others are compared with. */
static bool is_ready(const struct sched *s, const struct tree *t) {
  return !t->outcomes && s->stats.complete &&
         s->stats.executions >= s->options.divide.from;
}

static bool applies(const struct sched *s) {
  const struct sched_options *o = &s->options;
  const struct tree *t = tree_of(s);
  return o->divide.parts && t && !s->acting && !is_watched(s) &&
         !is_bounded(&s->parts[s->acting].options) &&
         !t->batch.len && /* all of it was learned from */
         (s->division ? !s->division->over : is_ready(s, t));
}

/* --- lent --------------------------------------------------------------------- */

static void begin(struct sched *s) {
  if (s->division)
    return;
  struct sched_division *d = s->division = alloc_zero(1, sizeof *d);
  if (s->x->settle)
    s->x->settle(s->x);
  s->x->apart = true;
  vec_resize(&d->has, s->options.line ? distant_ranks(s->options.line) : 1);
}

/* What was run here since the last turn may have brought more of them, or what
 * is not divided. */
static void note_runs(struct sched *s) {
  struct sched_division *d = s->division;
  struct part_threads now;
  part_threads_of(s->x, &now);
  d->over |= tree_of(s)->outcomes;
  if (!part_threads_agree(&d->threads, &now))
    d->over = true;
  else if (now.len < d->threads.len)
    part_threads_set(s->x, &d->threads);
}

static void away_free(struct away *a) {
  text_free(&a->letter);
  text_free(&a->answer);
}

static void take_out(struct sched_division *d) {
  away_free(&d->away.at[0]);
  for (size_t i = 1; i < d->away.len; i++) {
    d->away.at[i - 1] = d->away.at[i];
    d->nodes.at[i - 1] = d->nodes.at[i];
  }
  d->away.len--;
  d->nodes.len--;
}

/* As many parts as there are to be. */
static void lend(struct sched *s) {
  struct sched_division *d = s->division;
  const struct sched_divide *how = &s->options.divide;
  struct tree *t = tree_of(s);
  while (d->away.len < how->parts && s->stats.executions >= d->next &&
         sched_runs_left(s) / (d->away.len + 1) >= how->runs) {
    struct away a = {.node = tree_part_choose(t, d->nodes.at, d->nodes.len,
                                              how->parts, how->runs / 4)};
    if (!a.node && !d->away.len)
      d->next = s->stats.executions + s->stats.executions / AGAIN;
    if (!a.node)
      return;
    part_write(s, &d->threads, &a.letter);
    a.nodes = tree_lend(t, a.node, &a.letter);
    vec_push(&d->away, a);
    vec_push(&d->nodes, a.node);
  }
}

static struct away *waiting(struct sched_division *d) {
  vec_each(&d->away, a) if (a->state == WAITS) return a;
  return NULL;
}

/* Whoever has few letters gets one more. */
static void deal_out(struct sched *s) {
  struct sched_division *d = s->division;
  struct away *a;
  for (unsigned n = 0; n < AT_ONCE; n++)
    for (unsigned r = 1; r < d->has.len && (a = waiting(d)); r++) {
      if (d->has.at[r] > n)
        continue;
      a->number = distant_give(s->options.line, r, a->letter.at, a->letter.len);
      a->state = GIVEN;
      a->rank = r;
      d->has.at[r]++;
    }
}

/* --- come back ---------------------------------------------------------------- */

static bool hear(struct sched *s) {
  struct sched_division *d = s->division;
  struct text answer = {0};
  uint64_t number;
  unsigned rank;
  if (!s->options.line ||
      !distant_given(s->options.line, &rank, &number, &answer))
    return false;
  d->has.at[rank] -= d->has.at[rank] > 0;
  vec_each(&d->away, a) if (a->state == GIVEN && a->number == number) {
    a->answer = answer;
    a->state = THERE;
    return true;
  }
  text_free(&answer); /* of a part that is not away any more */
  return true;
}

/* What has come from other ranks is noted, and they get more. */
static void attend(struct sched *s) {
  while (hear(s))
    ;
  deal_out(s);
}

static void attend_home(void *home) {
  attend(home);
}

static void search_here(struct sched *s, struct away *a) {
  const struct progress *p = s->progress;
  uint32_t steps_max = s->x->steps_max;
  a->state = HERE;
  part_search(s->x, attend_home, s, p ? p->stop : NULL, a->letter.at,
              a->letter.len, &a->answer);
  s->x->steps_max = steps_max;
  batch_clear(s->x->batch);
  sched_has_executor(s);
  part_threads_set(s->x, &s->division->threads);
  a->state = THERE;
}

/* Until the first has come; false: it gave up. */
static bool wait(struct sched *s) {
  struct sched_division *d = s->division;
  for (unsigned turns = 0; d->away.at[0].state != THERE;) {
    attend(s);
    struct away *a = waiting(d);
    if (d->away.at[0].state == THERE)
      break;
    if (sched_gives_up(s))
      return false;
    if (a)
      search_here(s, a);
    else
      distant_rest(&turns);
  }
  return true;
}

/* --- taken in ----------------------------------------------------------------- */

static void add_counts(struct sched *s, const struct sched_stats *more) {
  struct sched_stats *n = &s->stats;
  struct sched_part *p = &s->parts[s->acting];
  n->executions += more->executions;
  n->complete += more->complete;
  n->deadlocked += more->deadlocked;
  n->redundant += more->redundant;
  n->failed += more->failed;
  n->early += more->early;
  n->cut_off += more->cut_off;
  n->given_up += more->given_up;
  n->steps += more->steps;
  n->batches += more->batches;
  n->unequal += more->unequal;
  p->executions += more->executions;
  p->steps += more->steps;
  if (more->longest > n->longest) {
    n->longest = more->longest;
    n->threads = more->threads;
    digests_longest(s);
  }
}

static void add_findings(struct sched *s, struct sched *more) {
  uint64_t before = s->stats.executions - more->stats.executions;
  for (size_t i = 0; i < more->keys.len; i++) {
    struct sched_finding none = {0};
    struct sched_finding *f =
        i < more->findings.len ? &more->findings.at[i] : &none;
    f->execution += before;
    /* without --all the first of them is the last of the search */
    if (f != &none && (s->options.all || !s->counting))
      sched_take_finding(s, more->keys.at[i], f);
  }
}

/* What the search of a part has found and counted. */
static bool add_found(struct sched *s, struct unpack *in) {
  struct sched more = {.x = s->x, .options = s->options};
  uint64_t before = s->stats.executions;
  saved_take_found(&more, in);
  bool ok = !in->bad && saved_find_sites(&more);
  if (ok) {
    add_counts(s, &more.stats);
    s->first_state = s->first_state ? s->first_state : more.first_state;
    vec_each(&more.cuts, c) {
      c->part = s->acting;
      sched_take_cut(s, c);
    }
    reasons_merge(&s->escaped, &more.escaped);
    add_findings(s, &more);
    sched_mark(s, before);
  }
  sched_close(&more);
  return ok;
}

static void restore(struct sched *s, const struct away *a) {
  tree_restore(tree_of(s), a->node, &a->letter, a->nodes);
}

/* The first of those that are away, whose answer is there. */
static void take_in(struct sched *s) {
  struct sched_division *d = s->division;
  struct away *a = &d->away.at[0];
  const unsigned char *at = (const unsigned char *)a->answer.at;
  struct unpack in = {at, at + a->answer.len, false};
  enum part_state state = (enum part_state)unpack_uint(&in, PART_BROKEN);
  struct part_threads threads;
  bool raw = tree_of(s)->raw;
  part_read_threads(&in, &threads);
  if (in.bad || state != PART_SEARCHED ||
      !part_threads_agree(&d->threads, &threads)) {
    d->over |= in.bad || state == PART_BROKEN ||
               (state == PART_GIVEN_UP && !sched_gives_up(s));
    restore(s, a);
  } else if (!add_found(s, &in) || !tree_take_back(tree_of(s), a->node, &in)) {
    sched_broken(s, "the answer of another rank cannot be understood");
  }
  d->over |= tree_of(s)->outcomes;
  take_out(d);
  if (d->over || raw != tree_of(s)->raw)
    divide_end(s);
}

/* --- the search --------------------------------------------------------------- */

static void next_part(struct sched *s) {
  s->division->batches = 0;
  if (wait(s)) {
    take_in(s);
    note_runs(s);
  }
}

bool divide_turn(struct sched *s) {
  if (!applies(s))
    return false;
  begin(s);
  note_runs(s);
  if (s->division->over)
    return divide_end(s), false;
  lend(s);
  struct sched_division *d = s->division;
  bool few = d->away.len * FEW < s->options.divide.parts;
  if (!d->away.len || (few && d->batches++ < BATCHES))
    return false;
  next_part(s);
  return true;
}

bool divide_rest(struct sched *s) {
  if (!s->division || s->acting || !s->division->away.len)
    return false;
  next_part(s);
  return true;
}

void divide_attend(struct sched *s) {
  if (s->options.attend)
    s->options.attend(s->options.attend_user);
  if (s->division && s->division->away.len)
    attend(s);
}

void divide_gather(struct sched *s) {
  while (s->division && s->division->away.len) {
    uint32_t acting = s->acting;
    s->acting = 0;
    bool there = wait(s);
    if (there)
      take_in(s);
    else
      divide_end(s);
    s->acting = acting;
  }
}

void divide_end(struct sched *s) {
  struct sched_division *d = s->division;
  if (!d)
    return;
  uint32_t acting = s->acting;
  s->acting = 0;
  while (d->away.len) {
    restore(s, &d->away.at[0]);
    take_out(d);
  }
  s->acting = acting;
}

void divide_close(struct sched *s) {
  struct sched_division *d = s->division;
  if (!d)
    return;
  s->x->apart = false;
  vec_each(&d->away, a) away_free(a);
  vec_free(&d->away);
  vec_free(&d->nodes);
  vec_free(&d->has);
  free(d);
  s->division = NULL;
}
