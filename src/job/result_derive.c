/* The result of verifying a network and deriving its tests. */
#include <string.h>

#include "job/derive.h"
#include "job/details.h"
#include "job/result.h"

struct maker {
  const struct derivation *d;
  const char *file;
  struct arena *arena;
  VEC(struct heddle_finding) findings;
};

/* What the environment gives, and then what goes round by itself. */
static void take_run(struct maker *k, const symbol_list *inputs,
                     const symbol_list *cycle, struct heddle_finding *f) {
  const struct network *n = k->d->net;
  const size_t round = cycle ? cycle->len : 0;
  struct heddle_step *run =
      arena_array(k->arena, struct heddle_step, inputs->len + round);
  for (size_t i = 0; i < inputs->len; i++)
    run[i] = (struct heddle_step){
        .process = "environment", .text = network_symbol_name(n, inputs->at[i])};
  for (size_t i = 0; i < round; i++)
    run[inputs->len + i] = (struct heddle_step){
        .process = "network", .text = network_symbol_name(n, cycle->at[i])};
  f->run = run;
  f->length = inputs->len + round;
  f->for_ever = cycle != NULL;
  f->circle = round;
}

static struct heddle_finding *add(struct maker *k, const char *key,
                                  struct text *where, struct diag_at at) {
  struct heddle_finding f = {.kind = HEDDLE_KINDS,
                             .key = key,
                             .where = arena_string(k->arena, text_str(where),
                                                   where->len),
                             .file = k->file,
                             .line = at.line,
                             .column = at.col};
  f.headline = f.where;
  f.title = arena_printf(k->arena, "%s: %s", key, f.where);
  text_free(where);
  vec_push(&k->findings, f);
  return &k->findings.at[k->findings.len - 1];
}

static void add_livelock(struct maker *k, const struct net_livelock *l) {
  struct text where = {0};
  for (size_t i = 0; i < l->cycle.len; i++)
    text_printf(&where, "%s%s", i ? " " : "",
                network_symbol_name(k->d->net, l->cycle.at[i]));
  text_add(&where, " for ever");
  take_run(k, &l->inputs, &l->cycle,
           add(k, "livelock", &where, (struct diag_at){0}));
}

static void add_stuck(struct maker *k, const struct net_stuck *s) {
  const struct network *n = k->d->net;
  const struct network_machine *m = &n->machines.at[s->machine];
  struct text where = {0};
  text_printf(&where, "%s in '%s' cannot receive '%s'", m->name,
              network_state_name(n, s->machine, s->state),
              network_symbol_name(n, s->symbol));
  struct heddle_finding *f =
      add(k, "stuck", &where, m->states.at[s->state].at);
  f->process = m->name;
  f->state = network_state_name(n, s->machine, s->state);
  f->message = network_symbol_name(n, s->symbol);
  take_run(k, &s->inputs, NULL, f);
}

static void add_dead(struct maker *k, const struct net_dead *d) {
  const struct network *n = k->d->net;
  const struct network_edge *e = &n->edges.at[d->edge];
  const char *from = network_state_name(n, e->machine, e->from);
  struct text where = {0};
  if (d->reason == DEAD_STATE)
    text_printf(&where, "%s is never in '%s'",
                n->machines.at[e->machine].name, from);
  else
    text_printf(&where, "nothing sends '%s' while %s is in '%s'",
                network_symbol_name(n, e->input),
                n->machines.at[e->machine].name, from);
  struct heddle_finding *f = add(k, "dead", &where, e->at);
  f->process = n->machines.at[e->machine].name;
  f->state = from;
  f->message = network_symbol_name(n, e->input);
}

/* As many as the claim has (net/claim.c). */
static void add_findings(struct maker *k) {
  const struct net_report *r = &k->d->result.report;
  vec_each(&r->livelocks, l) add_livelock(k, l);
  vec_each(&r->stuck, s) add_stuck(k, s);
  if (k->d->options.operators || !r->stable)
    return;
  vec_each(&r->dead, d) add_dead(k, d);
  if (!r->strongly_connected) {
    struct text where = {0};
    text_add(&where, "no way back to the start");
    take_run(k, &r->lost, NULL,
             add(k, "no-return", &where, (struct diag_at){0}));
  }
}

static void add_counts(const struct derivation *d, struct arena *a,
                       struct heddle_result *out) {
  const struct derive_result *r = &d->result;
  const bool all = r->verdict == NET_DONE;
  const struct heddle_count rows[] = {
      {"stable states", r->report.stable, all},
      {"unstable states", r->report.unstable, all},
      {"mutants", r->mutants, true},
      {"killed", r->nonequivalent, all && r->examined == r->mutants},
      {"equivalent", r->equivalent, all && r->examined == r->mutants},
      {"tests", r->suite.tests.len, all},
      {"findings", out->finding_count, all, .found = true}};
  out->counts = arena_copy(a, rows, sizeof rows);
  out->count_count = sizeof rows / sizeof *rows;
}

void result_of_derive(const struct derivation *d, const char *file,
                      struct result_wish wish, struct arena *a,
                      struct heddle_result *out) {
  struct maker k = {d, arena_string(a, file, strlen(file)), a, {0}};
  *out = (struct heddle_result){.command = "derive",
                                .name = k.file,
                                .verdict = (enum heddle_verdict)d->verdict};
  add_findings(&k);
  out->findings = arena_copy(a, k.findings.at,
                             k.findings.len * sizeof *k.findings.at);
  out->finding_count = k.findings.len;
  vec_free(&k.findings);
  add_counts(d, a, out);
  result_claim(&d->claim, a, out);
  out->goal = d->options.operators ? "every mutant decided"
                                   : "everything verified";
  struct text why = {0};
  reasons_text(&d->claim.because, &why);
  if (why.len)
    out->missed = arena_string(a, text_str(&why), why.len);
  text_free(&why);
  out->seconds = d->result.wall_seconds;
  if (wish.runs)
    out->details = details_of_derive(d, out->name, a);
}
