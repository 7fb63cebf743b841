/* What a search may claim at its end. */
#include "base/sound.h"
#include "sched/datarace.h"
#include "sched/sched.h"
#include "sched/strategy.h"

/* --- what escaped ------------------------------------------------------- */

static size_t rows_of(struct executor *x, struct because rows[ESCAPES_MAX]) {
  size_t count = x->because ? x->because(x, rows, ESCAPES_MAX) : 0;
  return count < ESCAPES_MAX ? count : ESCAPES_MAX;
}

void sched_escaped(struct sched *s) {
  struct because rows[ESCAPES_MAX];
  size_t count = rows_of(s->x, rows);
  for (size_t i = 0; i < count; i++)
    if (s->escapes[i]) {
      rows[i].count = s->escapes[i];
      reasons_add(&s->escaped, rows[i]);
      s->escapes[i] = 0;
    }
}

bool sched_overlaid(struct sched *s, const struct batch *b,
                    const struct run *r) {
  static const struct because why = {
      .why = WHY_UNMODELLED,
      .name = "a lock or the like accessed as memory",
      .count = 1};
  size_t count =
      datarace_overlaid(s->races, b->events + r->events, r->events_len);
  if (count && count != DATARACE_GAVE_UP)
    reasons_add(&s->escaped, why);
  return count != DATARACE_GAVE_UP;
}

void sched_escaped_before(struct executor *x, uint64_t bits,
                          struct reasons *out) {
  struct because rows[ESCAPES_MAX];
  if (!bits)
    return;
  size_t count = rows_of(x, rows);
  for (size_t i = 0; i < count; i++)
    if (bits >> i & 1)
      reasons_add(out, rows[i]);
}

/* --- what was cut off --------------------------------------------------- */

static void add_number(struct text *out, uint64_t n, const char *what) {
  text_count(out, n);
  text_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

static void add_cut(struct sched *s, const struct sched_cut *c) {
  EXPECTS(c->why < WHY_COUNT && c->count);
  const struct sched_options *o = &s->options;
  struct spot at = {0};
  struct text name = {0};
  if (s->x->place && c->site)
    at = s->x->place(s->x, c->site);
  text_add(&name, c->why == WHY_BOUND ? "at most " : "");
  if (c->why == WHY_STEPS)
    add_number(&name, s->x->steps_max, "step");
  else if (o->preemptions != SCHED_UNBOUNDED)
    add_number(&name, o->preemptions, "preemption");
  else
    add_number(&name, o->delays, "delay");
  reasons_add(&s->claim.because, (struct because){c->why, text_str(&name),
                                                  at.file, at.line, c->count});
  text_free(&name);
}

static void add_limit(struct sched *s) {
  const struct sched_options *o = &s->options;
  struct text name = {0};
  if (s->limit == WHY_RUNS)
    add_number(&name, o->runs, "run");
  reasons_add(&s->claim.because,
              (struct because){.why = s->limit,
                               .name = name.len ? text_str(&name) : NULL});
  text_free(&name);
}

/* Runs that made no step any more: a limit of time, or a call of the kernel
 * that nobody models. */
static void add_stuck(struct sched *s) {
  enum { MOST = 16 };
  struct stuck at[MOST];
  size_t count = s->x->stuck ? s->x->stuck(s->x, at, MOST) : 0;
  struct text name = {0};
  for (size_t i = 0; i < count && i < MOST; i++) {
    text_clear(&name);
    if (!at[i].blocked)
      text_printf(&name, "%s spins", at[i].thread);
    else
      text_printf(&name, "%s", at[i].call ? at[i].call : at[i].thread);
    reasons_add(&s->claim.because,
                (struct because){at[i].blocked ? WHY_UNMODELLED : WHY_TIME,
                                 text_str(&name), at[i].at.file,
                                 at[i].at.line, at[i].count});
  }
  text_free(&name);
}

/* --- the claim ---------------------------------------------------------- */

unsigned sched_asked(const struct sched *s) {
  const struct sched_options *o = &s->options;
  return PRESERVES_ALL & ~(o->no_races ? 1u << FOUND_RACE : 0) &
         ~(o->same_output ? 0 : 1u << FOUND_OUTPUT) &
         ~(s->x && s->x->leaves ? 0 : 1u << FOUND_BLOCKING);
}

/* What the part that came to its end preserves; as long as none did, what the
 * row would. */
static unsigned preserved(const struct sched *s) {
  if (!s->finished || !s->parts_len)
    return s->options.strategy->preserves;
  const struct sched_part *lead = sched_leading(s);
  return lead->complete ? lead->strategy->preserves : 0;
}

/* Whatever is tested has at least one run that ends by itself, in a finding or
 * with threads waiting, unless something that is named cut all of them off:
 * where a search saw none of these its strategy has missed it, whatever it
 * says. */
static void add_endless(struct sched *s) {
  const struct sched_stats *n = &s->stats;
  struct text name = {0};
  if (!s->finished || !n->executions || n->complete || n->failed ||
      n->deadlocked || s->claim.because.at.len)
    return;
  text_printf(&name, "%s: no run came to its end", s->options.strategy->name);
  reasons_add(&s->claim.because,
              (struct because){.why = WHY_STRATEGY, .name = text_str(&name)});
  text_free(&name);
}

void sched_conclude(struct sched *s) {
  struct claim *c = &s->claim;
  reasons_free(&c->because);
  *c = (struct claim){.asked = sched_asked(s),
                      .preserved = preserved(s),
                      .strategy = s->options.strategy->name,
                      .found = s->counting};
  if (s->x) {
    c->under = s->x->under;
    sched_escaped(s);
    if (s->x->left_out)
      s->x->left_out(s->x, &c->because);
    add_stuck(s);
  }
  reasons_merge(&c->because, &s->escaped);
  if (s->options.known)
    reasons_merge(&c->because, s->options.known);
  vec_each(&s->cuts, cut)
    if (&s->parts[cut->part] == sched_leading(s))
      add_cut(s, cut);
  if (s->stats.undecided)
    reasons_add(&c->because, (struct because){
                                 .why = WHY_BOUND,
                                 .name = "properties that the solver could "
                                         "not decide",
                                 .count = s->stats.undecided});
  if (s->stopped)
    add_limit(s);
  add_endless(s);
  s->finished &= preserved(s) != 0;
  if (s->verdict != VERDICT_BROKEN)
    s->verdict = verdict_of(c);
}
