/* derive: JSON, schema heddle.derive/1; the keys are in doc/derive.md. */
#include "form/derive.h"
#include "report/because.h"
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

static void findings(struct json *j, const struct derive_view *v) {
  const struct network *n = v->net;
  const struct net_report *r = &v->result->report;
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
    json_put_string(j, "reason", r->dead.at[i].reason == DEAD_STATE
                                     ? "state never reached"
                                     : "symbol never sent there");
    json_close(j);
  }
  json_close(j);
  if (!r->strongly_connected)
    symbols(j, "no_return_after", n, &r->lost);
}

static void tests(struct json *j, const struct derive_view *v) {
  const struct suite *s = &v->result->suite;
  json_key(j, "tests");
  json_open(j, '[');
  for (size_t t = 0; t < s->tests.len; t++) {
    json_open(j, '{');
    symbols(j, "inputs", v->net, &s->tests.at[t].inputs);
    symbols(j, "outputs", v->net, &s->tests.at[t].outputs);
    json_put_uint(j, "kills", v->result->kills[t].len);
    json_close(j);
  }
  json_close(j);
}

void derive_json(const struct derive_view *v, struct text *out) {
  const struct derive_result *r = v->result;
  const struct net_report *p = &r->report;
  struct json j = {.out = out};
  json_begin(&j, "heddle.derive/1");
  json_put_string(&j, "file", v->file);
  json_put_string(&j, "verdict", verdict_names[v->verdict]);
  because_json(&j, &v->claim->because);
  under_json(&j, v->claim->under);
  json_put_string(&j, "engine", r->engine->name);
  json_put_string(&j, "mode",
                  v->options->mode == NET_QUIET ? "quiet" : "paper");
  json_put_uint(&j, "machines", v->net->machines.len);
  json_put_uint(&j, "stable", p->stable);
  json_put_uint(&j, "unstable", p->unstable);
  json_put_uint(&j, "observable", p->observable);
  json_put_uint(&j, "livelocks", p->livelocks.len);
  json_put_uint(&j, "stuck", p->stuck.len);
  json_put_uint(&j, "dead", p->dead.len);
  json_put_bool(&j, "strongly_connected", p->strongly_connected);
  json_put_uint(&j, "mutants", r->mutants);
  json_put_uint(&j, "examined", r->examined);
  json_put_uint(&j, "nonequivalent", r->nonequivalent);
  json_put_uint(&j, "equivalent", r->equivalent);
  json_put_real(&j, "average_length", r->average_length);
  tests(&j, v);
  findings(&j, v);
  json_put_real(&j, "closure_seconds", r->closure_seconds);
  json_put_real(&j, "cpu_seconds", r->cpu_seconds);
  json_put_real(&j, "wall_seconds", r->wall_seconds);
  json_put_uint(&j, "table_bytes", r->peak_bytes);
  json_end(&j);
}
