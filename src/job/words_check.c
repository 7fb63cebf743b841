#include "job/check.h"
#include "base/count.h"
#include "job/result.h"
#include "job/words.h"

/* Findings listed; a deadlock counts once, not as a blocking state too.  Of sets
 * there may be UINT64_MAX of a kind, or more. */
static uint64_t total(const struct check *c) {
  const enum finding_kind twice = c->find >> FINDING_BLOCKING & 1
                                      ? FINDING_DEADLOCK
                                      : FINDING_BLOCKING;
  uint64_t n = 0;
  for (int k = 0; k < FINDING_KINDS; k++)
    count_add(&n, k == (int)twice ? 0 : c->result->counts[k]);
  return n;
}

/* Kinds of which the strategy cannot tell how many there are. */
static void uncertain(const struct check *c, struct text *out) {
  bool any = false;
  unsigned asked = strategy_relevant(c->model, c->find);
  for (int k = 0; k < FINDING_KINDS; k++) {
    if (!(asked >> k & 1) || (c->strategy->preserves >> k & 1) ||
        (c->strategy->finds >> k & 1 && !c->result->counts[k]))
      continue;
    text_add(out, any ? ", " : "  it cannot tell how many: ");
    text_add(out, finding_kind_names[k]);
    if (c->result->counts[k])
      text_printf(out, " >= %llu", (unsigned long long)c->result->counts[k]);
    else
      text_add(out, " ?");
    any = true;
  }
  if (any)
    text_char(out, '\n');
}

static void strategy_line(const struct check *c, struct text *out) {
  text_printf(out, "  strategy %s%s%s\n", c->strategy->name,
              c->why ? ": " : "", c->why ? c->why : "");
  if (!c->strategy->sound)
    text_add(out, "  it misses errors, and is there to be studied\n");
  uncertain(c, out);
}

/* Where states were not kept. */
static void hashed_line(const struct check *c, struct text *out) {
  const struct explore_stats *st = &c->result->stats;
  text_printf(out, "  some states are left out with probability %.2g "
                   "(expected: %.2g states)",
              st->omission, st->omitted);
  if (st->searches)
    text_printf(out, "; %llu searches, this is the one that saw most",
                (unsigned long long)st->searches);
  text_char(out, '\n');
}

static void add_count(struct text *out, uint64_t n, const char *what) {
  text_add(out, n == UINT64_MAX ? "at least " : "");
  text_count(out, n);
  text_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

/* 1234567 as 1,234,567; what nobody would read as 1.23 * 10^6 (JSON has it). */
static void add_digits(struct text *out, const struct text *digits) {
  enum { READABLE = 100 };
  if (digits->len > READABLE) {
    text_printf(out, "%c.%.2s * 10^%zu", *digits->at, digits->at + 1,
                digits->len - 1);
    return;
  }
  for (size_t i = 0; i < digits->len; i++) {
    if (i && (digits->len - i) % 3 == 0)
      text_char(out, ',');
    text_char(out, digits->at[i]);
  }
}

static void add_set(const struct check *c, struct text *out) {
  const struct explore_result *r = c->result;
  const struct text *digits = &c->sets.states;
  if (digits->len)
    add_digits(out, digits);
  else
    text_add(out, "an unknown number of");
  text_printf(out, " state%s, %llu nodes at most (%.2f s%s)",
              digits->len == 1 && *digits->at == '1' ? "" : "s",
              (unsigned long long)c->sets.peak_nodes, r->stats.seconds,
              r->claim.because.at.len ? "" : ", everything explored");
  reasons_line(&r->claim.because, out);
}

static void add_line(const struct check *c, struct text *out) {
  const struct explore_result *r = c->result;
  uint64_t findings = total(c);
  text_printf(out, "%s: ", c->model->file);
  if (findings)
    add_count(out, findings, "finding");
  else
    text_add(out, r->verdict == VERDICT_INCOMPLETE ? "no errors so far"
                                                   : "no errors");
  text_add(out, " in ");
  if (c->symbolic) {
    add_set(c, out);
    return;
  }
  add_count(out, r->stats.states, "state");
  if (c->strategy->fold) {
    text_add(out, r->stats.states == 1 ? " that stands for "
                                       : " that stand for ");
    text_add(out, r->stopped || r->stats.stands_for == UINT64_MAX ? "at least "
                                                                  : "");
    text_count(out, r->stats.stands_for);
  }
  text_add(out, ", ");
  add_count(out, r->stats.transitions, "transition");
  text_printf(out, " (%.2f s", r->stats.seconds);
  if (!r->claim.because.at.len)
    text_printf(out, ", %s%s", r->stopped ? "not everything explored: " : "",
                stop_reason_texts[r->stopped]);
  text_char(out, ')');
  reasons_line(&r->claim.because, out);
}

static void add_grounds(const struct check *c, struct text *out) {
  if (c->list_states) {
    text_add(out, "  engine dd: one set had all states when a list had ");
    text_count(out, c->list_states);
    text_add(out, "; --engine states goes on with the list\n");
  }
  if (c->strategy != &strategy_full)
    strategy_line(c, out);
  if (c->hashed)
    hashed_line(c, out);
}

/* What can be done with the runs there are, and with a search that was cut
 * off. */
static void add_next(const struct check *c, struct text *out) {
  size_t runs = 0;
  if (c->hint && c->result->resumable)
    text_add(out, "\n--resume goes on with this search\n");
  vec_each(&c->result->findings, f) runs += f->kind != FINDING_UNEXECUTABLE;
  if (c->hint && runs)
    text_printf(out, "\n--html report.html draws %s, --record run.rec keeps "
                     "%s to be replayed\n",
                runs > 1 ? "all of them" : "it", runs > 1 ? "this one" : "it");
}

static const char *count_words(struct arena *a, uint64_t n) {
  struct text t = {0};
  text_count(&t, n);
  return result_lines(&t, a);
}

static void take_facts(const struct check *c, struct arena *a,
                       struct heddle_result *out) {
  const struct explore_stats *st = &c->result->stats;
  const struct model *m = c->model;
  const double bytes = (double)(st->store_bytes + st->memo_bytes);
  enum { MINE = 7 };
  struct heddle_fact *at =
      arena_array(a, struct heddle_fact, MINE + m->parameter_count);
  struct heddle_fact *end = at;
  struct text all = {0};
  add_digits(&all, &c->sets.states);
  *end++ = (struct heddle_fact){"states", c->symbolic
                                              ? result_lines(&all, a)
                                              : count_words(a, st->states)};
  if (!c->symbolic)
    *end++ =
        (struct heddle_fact){"transitions", count_words(a, st->transitions)};
  *end++ = (struct heddle_fact){
      "longest of the shortest runs",
      arena_printf(a, "%llu steps", (unsigned long long)st->depth)};
  *end++ = (struct heddle_fact){
      "strategy", arena_printf(a, "%s%s%s", c->strategy->name,
                               c->why ? ": " : "", c->why ? c->why : "")};
  *end++ = (struct heddle_fact){"communication", scheme_names[m->scheme]};
  for (uint32_t i = 0; i < m->parameter_count; i++)
    *end++ = (struct heddle_fact){
        m->parameters[i].name,
        arena_printf(a, "%lld", (long long)m->parameters[i].value)};
  *end++ = (struct heddle_fact){"time", arena_printf(a, "%.2f s", st->seconds)};
  *end++ = (struct heddle_fact){
      "memory", arena_printf(a, "%.1f MB, states of %llu bits",
                             bytes / (1 << 20),
                             (unsigned long long)st->state_bits)};
  out->facts = at;
  out->fact_count = (size_t)(end - at);
}

void words_of_check(const struct check *c, struct arena *a,
                    struct heddle_result *out) {
  struct text line = {0}, grounds = {0}, next = {0};
  add_line(c, &line);
  add_grounds(c, &grounds);
  add_next(c, &next);
  out->line = out->title = result_lines(&line, a);
  out->grounds = result_lines(&grounds, a);
  out->next = result_lines(&next, a);
  take_facts(c, a, out);
}
