/* What `heddle derive` says beside the words that all results share; the keys
 * are in doc/derive.md. */
#include "job/derive.h"
#include "job/details.h"
#include "net/matrix.h"
#include "report/json.h"

static void symbols(struct json *j, const char *key, const struct network *n,
                    const symbol_list *list) {
  json_key(j, key);
  json_open(j, '[');
  for (size_t i = 0; i < list->len; i++)
    json_string(j, network_symbol_name(n, list->at[i]));
  json_close(j);
}

static void edge(struct json *j, const struct network *n, edge_id id) {
  const struct network_edge *e = &n->edges.at[id];
  json_put_string(j, "machine", n->machines.at[e->machine].name);
  json_put_string(j, "from", network_state_name(n, e->machine, e->from));
  json_put_string(j, "input", network_symbol_name(n, e->input));
  json_put_string(j, "output", network_symbol_name(n, e->output));
  json_put_string(j, "to", network_state_name(n, e->machine, e->to));
  json_put_uint(j, "line", e->at.line);
}

static void findings(struct json *j, const struct derivation *d) {
  const struct network *n = d->net;
  const struct net_report *r = &d->result.report;
  json_key(j, "livelock_sequences");
  json_open(j, '[');
  for (size_t i = 0; i < r->livelocks.len; i++) {
    json_open(j, '{');
    symbols(j, "inputs", n, &r->livelocks.at[i].inputs);
    symbols(j, "cycle", n, &r->livelocks.at[i].cycle);
    json_close(j);
  }
  json_close(j);
  json_key(j, "stuck_receptions");
  json_open(j, '[');
  for (size_t i = 0; i < r->stuck.len; i++) {
    const struct net_stuck *s = &r->stuck.at[i];
    json_open(j, '{');
    json_put_string(j, "machine", n->machines.at[s->machine].name);
    json_put_string(j, "state", network_state_name(n, s->machine, s->state));
    json_put_string(j, "symbol", network_symbol_name(n, s->symbol));
    symbols(j, "inputs", n, &s->inputs);
    json_close(j);
  }
  json_close(j);
  json_key(j, "dead_transitions");
  json_open(j, '[');
  for (size_t i = 0; i < r->dead.len; i++) {
    json_open(j, '{');
    edge(j, n, r->dead.at[i].edge);
    json_put_string(j, "reason",
                    r->dead.at[i].reason == DEAD_STATE
                        ? "state never reached"
                        : "symbol never sent there");
    json_close(j);
  }
  json_close(j);
  if (!r->strongly_connected)
    symbols(j, "no_return_after", n, &r->lost);
}

static void tests(struct json *j, const struct derivation *d) {
  const struct suite *s = &d->result.suite;
  json_key(j, "tests");
  json_open(j, '[');
  for (size_t t = 0; t < s->tests.len; t++) {
    json_open(j, '{');
    symbols(j, "inputs", d->net, &s->tests.at[t].inputs);
    symbols(j, "outputs", d->net, &s->tests.at[t].outputs);
    json_put_uint(j, "kills", d->result.kills[t].len);
    json_close(j);
  }
  json_close(j);
}

/* What is another one in it: a state, an output, or nothing where the
 * transition is missing. */
static const char *other(const struct network *n, const struct mutant *m) {
  return m->kind == MUTANT_OUTPUT ? network_symbol_name(n, m->value)
         : m->kind == MUTANT_MISSING
             ? NULL
             : network_state_name(n, m->machine, m->value);
}

static void mutant(struct json *j, const struct derivation *d,
                   const struct mutant *m) {
  const struct network *n = d->net;
  const struct network_machine *k = &n->machines.at[m->machine];
  struct text what = {0};
  json_put_string(j, "operator", mutant_kind_names[m->kind]);
  if (m->edge != NETWORK_NONE) {
    edge(j, n, m->edge);
  } else {
    json_put_string(j, "machine", k->name);
    json_put_string(j, "from", network_state_name(n, m->machine, k->initial));
    json_put_uint(j, "line", k->states.at[k->initial].at.line);
  }
  if (other(n, m))
    json_put_string(j, "becomes", other(n, m));
  mutant_describe(n, m, &what);
  json_put_string(j, "text", text_str(&what));
  text_free(&what);
}

/* The first mutants that were asked for, in the order of their numbers. */
static void matrix(struct json *j, const struct derivation *d) {
  const struct derive_result *r = &d->result;
  struct kill_matrix k;
  matrix_make(&k, r);
  json_key(j, "matrix");
  json_open(j, '[');
  for (uint32_t i = 0; i < r->fate.len && i < d->listed; i++) {
    const struct mutant m = mutant_at(d->net, d->options.operators, i);
    const uint32_t fate = r->fate.at[i];
    size_t count;
    const uint32_t *tests = matrix_row(&k, i, &count);
    json_open(j, '{');
    mutant(j, d, &m);
    json_put_string(j, "fate",
                    fate == FATE_EQUIVALENT ? "equivalent"
                    : fate == FATE_UNKNOWN  ? "undecided"
                                            : "killed");
    json_key(j, "tests");
    json_open(j, '[');
    for (size_t t = 0; t < count; t++)
      json_uint(j, tests[t] + 1);
    json_close(j);
    json_close(j);
  }
  json_close(j);
  matrix_free(&k);
}

const struct heddle_detail *details_of_derive(const struct derivation *d,
                                              const char *file,
                                              struct arena *a) {
  const struct heddle_detail *first;
  struct json kept = json_keep(a, &first), *j = &kept;
  const struct derive_result *r = &d->result;
  const struct net_report *p = &r->report;
  json_put_string(j, "file", file);
  json_put_string(j, "engine", r->engine->name);
  json_put_string(j, "mode", d->options.mode == NET_QUIET ? "quiet" : "paper");
  json_put_uint(j, "machines", d->net->machines.len);
  json_put_uint(j, "stable", p->stable);
  json_put_uint(j, "unstable", p->unstable);
  json_put_uint(j, "observable", p->observable);
  json_put_uint(j, "livelocks", p->livelocks.len);
  json_put_uint(j, "stuck", p->stuck.len);
  json_put_uint(j, "dead", p->dead.len);
  json_put_bool(j, "strongly_connected", p->strongly_connected);
  json_put_uint(j, "mutants", r->mutants);
  json_put_uint(j, "examined", r->examined);
  json_put_uint(j, "nonequivalent", r->nonequivalent);
  json_put_uint(j, "equivalent", r->equivalent);
  json_put_real(j, "average_length", r->average_length);
  tests(j, d);
  if (d->listed)
    matrix(j, d);
  findings(j, d);
  json_put_real(j, "closure_seconds", r->closure_seconds);
  json_put_real(j, "cpu_seconds", r->cpu_seconds);
  json_put_real(j, "wall_seconds", r->wall_seconds);
  json_put_uint(j, "table_bytes", r->peak_bytes);
  return first;
}
