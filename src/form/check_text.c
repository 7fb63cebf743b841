#include <string.h>

#include "form/check.h"
#include "job/chart.h"
#include "job/findings.h"

enum { LINES_PER_KIND = 20 };

/* Findings listed; a deadlock counts once, not as a blocking state too. */
static uint64_t total(const struct check *c) {
  uint64_t n = 0;
  for (int k = 0; k < FINDING_KINDS; k++)
    n += c->result->counts[k];
  return n - (c->find >> FINDING_BLOCKING & 1
                  ? c->result->counts[FINDING_DEADLOCK]
                  : c->result->counts[FINDING_BLOCKING]);
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

static void headline(const struct check *c, struct text *out) {
  const struct explore_result *r = c->result;
  uint64_t findings = total(c);
  text_printf(out, "%s: ", c->model->file);
  if (findings)
    text_count(out, findings);
  text_printf(out, "%s in ", findings == 1 ? " finding"
                             : findings    ? " findings"
                             : r->verdict == VERDICT_INCOMPLETE
                                 ? "no errors so far"
                                           : "no errors");
  text_count(out, r->stats.states);
  text_add(out, r->stats.states == 1 ? " state" : " states");
  if (c->strategy->fold) {
    text_add(out, r->stats.states == 1 ? " that stands for "
                                       : " that stand for ");
    text_add(out, r->stopped ? "at least " : "");
    text_count(out, r->stats.stands_for);
  }
  text_add(out, ", ");
  text_count(out, r->stats.transitions);
  text_add(out, r->stats.transitions == 1 ? " transition" : " transitions");
  text_printf(out, " (%.2f s", r->stats.seconds);
  if (!r->claim.because.at.len)
    text_printf(out, ", %s%s", r->stopped ? "not everything explored: " : "",
                stop_reason_texts[r->stopped]);
  text_char(out, ')');
  reasons_line(&r->claim.because, out);
  text_char(out, '\n');
  if (c->strategy != &strategy_full)
    strategy_line(c, out);
  if (c->hashed)
    hashed_line(c, out);
}

/* A long state ends in "..."; the run shows it whole. */
static void cut_state(struct text *where, size_t most) {
  if (where->len <= most)
    return;
  size_t len = most - 5;
  while (len && where->at[len] != ',')
    len--;
  where->at[len] = 0;
  where->len = len;
  text_add(where, ", ...");
}

static void list_kind(const struct check *c, enum finding_kind kind,
                      struct text *out) {
  const struct explore_result *r = c->result;
  uint64_t shown = 0, count = r->counts[kind];
  if (kind == FINDING_BLOCKING)
    count -= r->counts[FINDING_DEADLOCK];
  struct text where = {0};
  vec_each(&r->findings, f) {
    if (f->kind != kind)
      continue;
    if (++shown > LINES_PER_KIND)
      break;
    text_clear(&where);
    finding_where(f, c->model, &where);
    if (kind == FINDING_DEADLOCK || kind == FINDING_BLOCKING)
      cut_state(&where, c->width > 90 ? c->width - 30 : 60);
    text_printf(out, "  %-12s %s", finding_word(kind), text_str(&where));
    if (kind != FINDING_UNEXECUTABLE) {
      if (where.len < 50)
        text_fill(out, ' ', 50 - where.len);
      text_printf(out, "  %3zu step%s", f->run.steps.len,
                  f->run.steps.len == 1 ? "" : "s");
      if (finding_for_ever(f, c->model) && f->circle)
        text_printf(out, ", the last %u for ever", f->circle);
    }
    text_char(out, '\n');
  }
  text_free(&where);
  shown = shown > LINES_PER_KIND ? LINES_PER_KIND : shown;
  if (count > LINES_PER_KIND || (c->strategy->fold && count > shown)) {
    text_printf(out, "  %-12s ... and ", finding_word(kind));
    text_count(out, count - shown);
    text_add(out, c->strategy->fold
                      ? " more, most of them alike but for who is who\n"
                      : " more (--json lists them)\n");
  }
}

static void show_run(const struct check *c, const struct finding *f,
                     struct text *out) {
  struct recording recording;
  struct chart chart;
  struct text why = {0};
  finding_record(f, c->model, &recording);
  if (chart_make(&chart, &recording, c->model, &why))
    run_render_text(out, &chart.run,
                    (struct run_style){.width = c->width,
                                       .indent = 2,
                                       .colour = c->colour,
                                       .lines = false});
  else
    text_printf(out, "  (a bug in heddle: %s)\n", text_str(&why));
  chart_free(&chart);
  recording_free(&recording);
  text_free(&why);
}

static void show_every_run(const struct check *c, struct text *out) {
  struct text where = {0};
  vec_each(&c->result->findings, f) {
    if (f->kind == FINDING_UNEXECUTABLE)
      continue;
    text_clear(&where);
    finding_where(f, c->model, &where);
    text_printf(out, "\n%s: %s\n\n", finding_kind_names[f->kind],
                text_str(&where));
    show_run(c, f, out);
  }
  text_free(&where);
}

static void show_first_run(const struct check *c, struct text *out) {
  const struct finding *first = NULL;
  size_t runs = 0;
  vec_each(&c->result->findings, f) {
    runs += f->kind != FINDING_UNEXECUTABLE;
    if (!first && runs)
      first = f;
  }
  if (!first)
    return;
  if (finding_for_ever(first, c->model))
    text_printf(out, "\nA run that shows the first %s:\n\n",
                finding_word(first->kind));
  else
    text_printf(out, "\nA %srun to the first %s:\n\n",
                c->shortest ? "shortest " : "",
                finding_kind_names[first->kind]);
  show_run(c, first, out);
  if (c->hint)
    text_printf(out, "\n--html report.html draws %s, --record run.rec keeps "
                     "%s to be replayed\n",
                runs > 1 ? "all of them" : "it", runs > 1 ? "this one" : "it");
}

void check_line(const struct check *c, struct text *out) {
  struct text all = {0};
  headline(c, &all);
  text_add_n(out, text_str(&all), strcspn(text_str(&all), "\n"));
  text_char(out, '\n');
  text_free(&all);
}

void check_text(const struct check *c, struct text *out) {
  headline(c, out);
  if (!c->result->findings.len)
    return;
  text_char(out, '\n');
  for (int kind = 0; kind < FINDING_KINDS; kind++)
    list_kind(c, (enum finding_kind)kind, out);
  if (c->all_runs)
    show_every_run(c, out);
  else
    show_first_run(c, out);
}
