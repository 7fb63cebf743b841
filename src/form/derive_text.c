/* derive: text, TAP, a row of the table, and the network's notations. */
#include <stdio.h>
#include <string.h>

#include "form/derive.h"
#include "net/matrix.h"

void derive_symbols(const struct network *n, const symbol_list *list,
                    struct text *out) {
  for (size_t i = 0; i < list->len; i++)
    text_printf(out, "%s%s", i ? " " : "", network_symbol_name(n, list->at[i]));
}

/* --- summary -------------------------------------------------------------- */

enum { SHOWN = 10 }; /* of each kind of finding */

static void plural(struct text *out, uint64_t n, const char *one,
                   const char *many) {
  text_count(out, n);
  text_printf(out, " %s", n == 1 ? one : many);
}

static void headline(const struct derive_view *v, struct text *out) {
  const struct net_report *r = &v->result->report;
  text_printf(out, "%s: ", v->file);
  if (network_deterministic(v->net)) {
    text_add(out, "deterministic, ");
  } else {
    text_add(out, "not deterministic (");
    plural(out, v->net->choices, "choice", "choices");
    text_printf(out, ", the first at line %u), ",
                v->net->edges.at[v->net->first_choice].at.line);
  }
  if (r->livelocks.len)
    plural(out, r->livelocks.len, "livelock", "livelocks");
  else
    text_add(out, "no livelock");
  text_add(out, r->strongly_connected ? ", strongly connected"
                                      : ", not strongly connected");
  if (r->stuck.len) {
    text_add(out, ", ");
    plural(out, r->stuck.len, "stuck reception", "stuck receptions");
  }
  text_add(out, ", ");
  if (r->dead.len)
    plural(out, r->dead.len, "dead transition\n", "dead transitions\n");
  else
    text_add(out, "no dead transition\n");
}

static void more(struct text *out, size_t count) {
  if (count > SHOWN)
    text_printf(out, "  ... and %zu more (--json lists all)\n", count - SHOWN);
}

static void silence(const struct derive_view *v, struct text *out) {
  const struct network *n = v->net;
  const struct net_report *r = &v->result->report;
  for (size_t i = 0; i < r->livelocks.len && i < SHOWN; i++) {
    text_add(out, "  livelock after ");
    derive_symbols(n, &r->livelocks.at[i].inputs, out);
    text_add(out, ": ");
    derive_symbols(n, &r->livelocks.at[i].cycle, out);
    text_add(out, " for ever\n");
  }
  more(out, r->livelocks.len);
  for (size_t i = 0; i < r->stuck.len && i < SHOWN; i++) {
    const struct net_stuck *s = &r->stuck.at[i];
    text_add(out, "  stuck after ");
    derive_symbols(n, &s->inputs, out);
    text_printf(out, ": %s in '%s' cannot receive '%s'\n",
                n->machines.at[s->machine].name,
                network_state_name(n, s->machine, s->state),
                network_symbol_name(n, s->symbol));
  }
  more(out, r->stuck.len);
  if (!r->strongly_connected) {
    text_add(out, "  no way back to the start after ");
    derive_symbols(n, &r->lost, out);
    text_char(out, '\n');
  }
}

static void edge_text(const struct network *n, edge_id id, struct text *out) {
  const struct network_edge *e = &n->edges.at[id];
  text_printf(out, "%s %s --%s/%s--> %s", n->machines.at[e->machine].name,
              network_state_name(n, e->machine, e->from),
              network_symbol_name(n, e->input),
              network_symbol_name(n, e->output),
              network_state_name(n, e->machine, e->to));
}

static void dead(const struct derive_view *v, struct text *out) {
  const struct network *n = v->net;
  const struct net_report *r = &v->result->report;
  size_t width = 0;
  struct text line = {0};
  for (size_t i = 0; i < r->dead.len && i < SHOWN; i++) {
    text_clear(&line);
    edge_text(n, r->dead.at[i].edge, &line);
    width = line.len > width ? line.len : width;
  }
  for (size_t i = 0; i < r->dead.len && i < SHOWN; i++) {
    const struct network_edge *e = &n->edges.at[r->dead.at[i].edge];
    text_clear(&line);
    edge_text(n, r->dead.at[i].edge, &line);
    text_printf(out, "  %-*s   never: ", (int)width, text_str(&line));
    if (r->dead.at[i].reason == DEAD_STATE)
      text_printf(out, "%s is never in '%s'\n", n->machines.at[e->machine].name,
                  network_state_name(n, e->machine, e->from));
    else
      text_printf(out, "nothing sends '%s' while %s is in '%s'\n",
                  network_symbol_name(n, e->input),
                  n->machines.at[e->machine].name,
                  network_state_name(n, e->machine, e->from));
  }
  more(out, r->dead.len);
  text_free(&line);
}

/* What choices mean for who runs the tests. */
static void runs(const struct derive_view *v, struct text *out) {
  const struct derive_result *r = v->result;
  if (network_deterministic(v->net) || !r->suite.tests.len ||
      r->verdict != NET_DONE)
    return;
  text_add(out, "  ");
  text_count(out, r->sure);
  text_add(out, " of the killed by a single run of a test, ");
  text_count(out, r->nonequivalent - r->sure);
  text_add(out, " when tests are run until all answers were seen; ");
  plural(out, r->adaptive, "test is adaptive\n", "tests are adaptive\n");
}

static void mutants(const struct derive_view *v, struct text *out) {
  const struct derive_result *r = v->result;
  plural(out, r->mutants, "mutant: ", "mutants: ");
  text_count(out, r->nonequivalent);
  text_add(out, " killed by ");
  plural(out, r->suite.tests.len, "test", "tests");
  if (r->suite.tests.len)
    text_printf(out, " (average length %.1f)", r->average_length);
  if (r->equivalent) {
    text_add(out, ", ");
    text_count(out, r->equivalent);
    if (network_deterministic(v->net))
      text_add(out, " equivalent (proved)");
    else
      text_add(out,
               r->equivalent == 1 ? " conforms (proved)" : " conform (proved)");
  }
  const uint64_t open = r->mutants - r->nonequivalent - r->equivalent;
  if (open) {
    text_add(out, ", ");
    text_count(out, open);
    text_add(out, " not decided");
  }
  text_char(out, '\n');
}

void derive_line(const struct derive_view *v, struct text *out) {
  const struct reasons *because = &v->claim->because;
  if (!v->result->report.stable) {
    text_printf(out, "%s: not verified", v->file);
  } else {
    headline(v, out);
    if (v->options->operators) {
      text_cut(out, out->len - 1);
      text_add(out, "; ");
      mutants(v, out);
    }
    text_cut(out, out->len - 1);
  }
  if (because->at.len)
    reasons_line(because, out);
  text_char(out, '\n');
}

void derive_summary(const struct derive_view *v, struct text *out) {
  const struct derive_result *r = v->result;
  if (!r->report.stable) {
    text_printf(out, "%s: not verified", v->file);
    reasons_line(&v->claim->because, out);
    text_char(out, '\n');
    return;
  }
  headline(v, out);
  silence(v, out);
  dead(v, out);
  text_add(out, "  ");
  plural(out, r->report.stable, "stable state, ", "stable states, ");
  text_count(out, r->report.unstable);
  text_add(out, " unstable, ");
  plural(out, r->report.observable, "observable transition\n",
         "observable transitions\n");
  if (v->options->operators) {
    mutants(v, out);
    runs(v, out);
  }
  if (v->claim->because.at.len) {
    text_add(out, "the tests so far are valid");
    reasons_line(&v->claim->because, out);
    text_char(out, '\n');
  }
}

/* "  12 output: lamp on --press/dark--> off answers 'light': killed by 1, 3" */
static void mutant_line(const struct derive_view *v, uint32_t number,
                        const uint32_t *tests, size_t count, struct text *out) {
  const uint32_t fate = v->result->fate.at[number];
  const struct mutant m = mutant_at(v->net, v->options->operators, number);
  text_printf(out, "  %u %s: ", number + 1, mutant_kind_names[m.kind]);
  mutant_describe(v->net, &m, out);
  const char *same =
      network_deterministic(v->net) ? ": equivalent" : ": conforms";
  text_add(out, fate == FATE_EQUIVALENT ? same
                : fate == FATE_UNKNOWN  ? ": not decided"
                                        : ": killed by ");
  for (size_t i = 0; i < count; i++)
    text_printf(out, "%s%u", i ? ", " : "", tests[i] + 1);
  text_char(out, '\n');
}

void derive_mutants(const struct derive_view *v, uint64_t most,
                    struct text *out) {
  struct kill_matrix k;
  if (!most)
    return;
  matrix_make(&k, v->result);
  for (uint32_t i = 0; i < v->result->fate.len && i < most; i++) {
    size_t count;
    const uint32_t *tests = matrix_row(&k, i, &count);
    mutant_line(v, i, tests, count, out);
  }
  matrix_free(&k);
}

/* --- tests ---------------------------------------------------------------- */

void derive_tests(const struct derive_view *v, struct text *out) {
  const struct suite *s = &v->result->suite;
  for (size_t t = 0; t < s->tests.len; t++) {
    suite_test_text(v->net, &s->tests.at[t], out);
    text_char(out, '\n');
  }
}

void derive_tap(const struct derive_view *v, struct text *out) {
  const struct suite *s = &v->result->suite;
  text_printf(out, "TAP version 13\n1..%zu\n", s->tests.len);
  for (size_t t = 0; t < s->tests.len; t++) {
    const size_t kills = v->result->kills[t].len;
    text_printf(out, "ok %zu - ", t + 1);
    suite_test_text(v->net, &s->tests.at[t], out);
    text_printf(out, " # length %zu, kills %zu\n",
                suite_test_length(&s->tests.at[t]), kills);
  }
}

void derive_row(const struct derive_view *v, struct text *out) {
  if (!v) {
    text_printf(out, "%-20s %2s %8s %8s %9s %8s %8s %6s %6s %9s %9s %8s\n",
                "model", "K", "stable", "unstable", "engine", "mutants",
                "noneq", "tests", "avg", "closure s", "total s", "MB");
    return;
  }
  const struct derive_result *r = v->result;
  const char *base = strrchr(v->file, '/');
  text_printf(out,
              "%-20s %2zu %8llu %8llu %9s %8llu %8llu %6zu %6.2f %9.3f "
              "%9.3f %8.1f%s\n",
              base ? base + 1 : v->file, v->net->machines.len,
              (unsigned long long)r->report.stable,
              (unsigned long long)r->report.unstable, r->engine->name,
              (unsigned long long)r->mutants,
              (unsigned long long)r->nonequivalent, r->suite.tests.len,
              r->average_length, r->closure_seconds, r->cpu_seconds,
              (double)r->peak_bytes / 1e6,
              v->claim->because.at.len ? " (incomplete)" : "");
}

/* --- the network ---------------------------------------------------------- */

static void escaped(const char *s, struct text *out) {
  for (; *s; s++)
    if (*s == '<')
      text_add(out, "&lt;");
    else if (*s == '&')
      text_add(out, "&amp;");
    else if (*s == '"')
      text_add(out, "&quot;");
    else
      text_char(out, *s);
}

static void attribute(const char *name, const char *value, struct text *out) {
  text_printf(out, " %s=\"", name);
  escaped(value, out);
  text_char(out, '"');
}

static void machine_xml(const struct network *n, machine_id m,
                        struct text *out) {
  const struct network_machine *k = &n->machines.at[m];
  text_add(out, "  <machine");
  attribute("name", k->name, out);
  attribute("initial", network_state_name(n, m, k->initial), out);
  text_add(out, ">\n");
  vec_each(&n->mentions, x) {
    if (x->machine != m)
      continue;
    text_printf(out, "    <%s", x->output ? "output" : "input");
    attribute("symbol", network_symbol_name(n, x->symbol), out);
    text_add(out, "/>\n");
  }
  for (local_id s = 0; s < k->states.len; s++) {
    text_add(out, "    <state");
    attribute("name", network_state_name(n, m, s), out);
    text_add(out, ">\n");
    for (size_t i = 0; i < k->inputs.len; i++)
      for (edge_id id = k->table[s * k->inputs.len + i]; id != NETWORK_NONE;
           id = n->edges.at[id].next) {
        const struct network_edge *e = &n->edges.at[id];
        text_add(out, "      <transition");
        attribute("input", network_symbol_name(n, e->input), out);
        attribute("output", network_symbol_name(n, e->output), out);
        attribute("to", network_state_name(n, m, e->to), out);
        text_add(out, "/>\n");
      }
    text_add(out, "    </state>\n");
  }
  text_add(out, "  </machine>\n");
}

void network_write_xml(const struct network *n, struct text *out) {
  text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<!DOCTYPE network SYSTEM \"network.dtd\">\n<network>\n");
  for (machine_id m = 0; m < n->machines.len; m++)
    machine_xml(n, m, out);
  for (symbol_id s = 0; s < n->symbols.len; s++)
    if (n->symbols.at[s].declared) {
      text_add(out, "  <external");
      attribute("symbol", network_symbol_name(n, s), out);
      text_add(out, "/>\n");
    }
  text_add(out, "</network>\n");
}

static void state_hed(const struct network *n, machine_id m, local_id s,
                      struct text *out) {
  const struct network_machine *k = &n->machines.at[m];
  bool first = true;
  for (size_t i = 0; i < k->inputs.len; i++)
    for (edge_id id = k->table[s * k->inputs.len + i]; id != NETWORK_NONE;
         id = n->edges.at[id].next) {
      const struct network_edge *e = &n->edges.at[id];
      const char *label = first ? network_state_name(n, m, s) : "";
      const int pad = (int)strlen(label) < 11 ? 11 - (int)strlen(label) : 0;
      text_printf(out, "  %s%s%*s %s / %s -> %s\n", label, first ? ":" : " ",
                  pad, "", network_symbol_name(n, e->input),
                  network_symbol_name(n, e->output),
                  network_state_name(n, m, e->to));
      first = false;
    }
  if (first)
    text_printf(out, "  %s:\n", network_state_name(n, m, s));
}

void network_write_hed(const struct network *n, struct text *out) {
  for (machine_id m = 0; m < n->machines.len; m++) {
    const struct network_machine *k = &n->machines.at[m];
    text_printf(out, "%smachine %s {\n", m ? "\n" : "", k->name);
    vec_each(&n->mentions, x) if (x->machine == m)
        text_printf(out, "  %s %s\n", x->output ? "outputs" : "inputs",
                    network_symbol_name(n, x->symbol));
    state_hed(n, m, k->initial, out); /* the first one is the initial one */
    for (local_id s = 0; s < k->states.len; s++)
      if (s != k->initial)
        state_hed(n, m, s, out);
    text_add(out, "}\n");
  }
  for (symbol_id s = 0; s < n->symbols.len; s++)
    if (n->symbols.at[s].declared)
      text_printf(out, "\nexternal %s\n", network_symbol_name(n, s));
}
