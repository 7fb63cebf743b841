/* derive: the mutation report as one HTML file that needs nothing else. */
#include <string.h>

#include "base/alloc.h"
#include "cli/derive.h"
#include "cli/derive_svg.h"

enum { MUTANTS_MAX = 20000, KILLERS_SHOWN = 12, TESTS_MAX = 5000 };

static const char style[] =
    "<style>\n"
    ":root{--ink:#1d2330;--soft:#5c6576;--line:#d8dce4;--ground:#fff;"
    "--panel:#f6f7f9;--kill:#1f7a4d;--same:#8a6d1f;--open:#a33;"
    "--accent:#2a5bd7}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e6e9ef;--soft:#9aa4b5;"
    "--line:#353c49;--ground:#14181f;--panel:#1c222b;--kill:#5fc795;"
    "--same:#d9b75a;--open:#f08080;--accent:#8fb0ff}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);"
    "background:var(--ground);margin:0 auto;max-width:76rem;"
    "padding:1.5rem 1.5rem 4rem}\n"
    "h1{font-size:1.5rem;margin:0 0 .2rem}h2{font-size:1.15rem;"
    "margin:2.2rem 0 .6rem}p.lead{color:var(--soft);margin:.1rem 0 1rem}\n"
    "dl{display:flex;flex-wrap:wrap;gap:.7rem;margin:1rem 0}"
    "dl div{background:var(--panel);border:1px solid var(--line);"
    "border-radius:8px;padding:.5rem .9rem;min-width:6.5rem}"
    "dt{color:var(--soft);font-size:.8rem}dd{margin:0;font-size:1.25rem;"
    "font-variant-numeric:tabular-nums}\n"
    "table{border-collapse:collapse;width:100%;font-size:.88rem}"
    "th{text-align:left;color:var(--soft);font-weight:600}"
    "th,td{padding:.28rem .6rem .28rem 0;border-bottom:1px solid "
    "var(--line);vertical-align:top}td.n{text-align:right;"
    "font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "code{font:.86em ui-monospace,monospace}.kill{color:var(--kill)}"
    ".same{color:var(--same)}.open{color:var(--open)}"
    "a{color:var(--accent);text-decoration:none}a:hover{text-decoration:"
    "underline}.soft{color:var(--soft)}\n"
    ".step{white-space:nowrap}.step b{font-weight:600}"
    "tr:target{background:var(--panel)}\n"
    "figure{margin:.6rem 0;overflow-x:auto;border:1px solid var(--line);"
    "border-radius:8px;background:var(--panel)}figcaption{padding:.4rem "
    ".8rem;color:var(--soft);font-size:.85rem}"
    ".machines{display:flex;flex-wrap:wrap;gap:1rem}.machines figure{margin:0}"
    "\nsvg{display:block;max-width:100%;height:auto;margin:auto}"
    "svg text{font:11px ui-monospace,monospace;text-anchor:middle;"
    "fill:var(--ink);paint-order:stroke;stroke:var(--panel);"
    "stroke-width:4px;stroke-linejoin:round}"
    "svg text.name{font:600 12px system-ui,sans-serif;stroke:none}"
    "svg path{fill:none;stroke:var(--soft);stroke-width:1.3}"
    "svg path.internal{stroke:var(--accent)}"
    "svg path.environment{stroke-dasharray:3 4}"
    "svg .dead{stroke-dasharray:2 3;opacity:.55}"
    "svg text.dead{stroke-dasharray:none}"
    "svg rect.machine,svg rect.state{fill:var(--ground);"
    "stroke:var(--ink);stroke-width:1.4}"
    "svg rect.initial{stroke-width:3}"
    "svg text.input{fill:var(--kill)}\n</style>\n";

static void figure(struct text *out, const char *name, uint64_t n) {
  text_printf(out, "<div><dt>%s</dt><dd>", name);
  text_count(out, n);
  text_add(out, "</dd></div>\n");
}

static void head(const struct derive_view *v, struct text *out) {
  const struct derive_result *r = v->result;
  text_add(out, "<!doctype html>\n<html lang=\"en\"><head>"
                "<meta charset=\"utf-8\"><meta name=\"viewport\" "
                "content=\"width=device-width,initial-scale=1\"><title>");
  derive_svg_text(v->file, out);
  text_add(out, ": mutation report</title>\n");
  text_add(out, style);
  text_add(out, "</head><body>\n<h1>");
  derive_svg_text(v->file, out);
  text_add(out, "</h1>\n<p class=\"lead\">");
  text_count(out, r->nonequivalent);
  text_add(out, " of ");
  text_count(out, r->mutants);
  text_printf(out, " mutants killed by %zu tests of average length %.1f; ",
              r->suite.tests.len, r->average_length);
  text_count(out, r->equivalent);
  text_printf(out, " proved equivalent. Mode %s, engine %s.",
              v->options->mode == NET_QUIET ? "quiet" : "paper",
              r->engine->name);
  if (r->verdict != NET_DONE)
    text_printf(out, " <b class=\"open\">Stopped early (%s)</b>: what is here "
                     "is valid.",
                net_verdict_names[r->verdict]);
  text_add(out, "</p>\n<dl>");
  figure(out, "machines", v->net->machines.len);
  figure(out, "stable states", r->report.stable);
  figure(out, "unstable states", r->report.unstable);
  figure(out, "observable transitions", r->report.observable);
  figure(out, "livelocks", r->report.livelocks.len);
  figure(out, "stuck receptions", r->report.stuck.len);
  figure(out, "dead transitions", r->report.dead.len);
  text_printf(out, "<div><dt>strongly connected</dt><dd>%s</dd></div></dl>\n",
              r->report.strongly_connected ? "yes" : "no");
}

static void drawing(const struct derive_view *v, const bool *dead,
                    struct text *out) {
  text_add(out, "<h2>The network</h2>\n<figure>");
  svg_network(v->net, out);
  text_add(out, "<figcaption>Solid: internal symbols. Dotted: inputs from the "
                "environment (green) and observable outputs.</figcaption>"
                "</figure>\n<div class=\"machines\">\n");
  for (machine_id m = 0; m < v->net->machines.len; m++) {
    const size_t before = out->len;
    text_add(out, "<figure>");
    const size_t begun = out->len;
    svg_machine(v->net, m, dead, out);
    if (out->len == begun) { /* too large to be drawn */
      out->len = before;
      continue;
    }
    text_add(out, "<figcaption>");
    derive_svg_text(v->net->machines.at[m].name, out);
    text_add(out, "</figcaption></figure>\n");
  }
  text_add(out, "</div>\n");
}

static void sequence(const struct network *n, const symbol_list *list,
                     struct text *out) {
  text_add(out, "<code>");
  for (size_t i = 0; i < list->len; i++) {
    text_add(out, i ? " " : "");
    derive_svg_text(network_symbol_name(n, list->at[i]), out);
  }
  text_add(out, "</code>");
}

static void edge_cell(const struct network *n, edge_id id,
                      struct text *out) {
  const struct network_edge *e = &n->edges.at[id];
  text_add(out, "<code>");
  derive_svg_text(n->machines.at[e->machine].name, out);
  text_char(out, ' ');
  derive_svg_text(network_state_name(n, e->machine, e->from), out);
  text_add(out, " &#8211; ");
  derive_svg_text(network_symbol_name(n, e->input), out);
  text_add(out, " / ");
  derive_svg_text(network_symbol_name(n, e->output), out);
  text_add(out, " &#8594; ");
  derive_svg_text(network_state_name(n, e->machine, e->to), out);
  text_add(out, "</code>");
}

static void findings(const struct derive_view *v, struct text *out) {
  const struct network *n = v->net;
  const struct net_report *r = &v->result->report;
  if (!r->livelocks.len && !r->stuck.len && !r->dead.len &&
      r->strongly_connected)
    return;
  text_add(out, "<h2>Findings</h2>\n<table>");
  for (size_t i = 0; i < r->livelocks.len; i++) {
    text_add(out, "<tr><td class=\"open\">livelock</td><td>after ");
    sequence(n, &r->livelocks.at[i].inputs, out);
    text_add(out, ": ");
    sequence(n, &r->livelocks.at[i].cycle, out);
    text_add(out, " for ever</td></tr>\n");
  }
  for (size_t i = 0; i < r->stuck.len; i++) {
    const struct net_stuck *s = &r->stuck.at[i];
    text_add(out, "<tr><td class=\"open\">stuck</td><td>after ");
    sequence(n, &s->inputs, out);
    text_add(out, ": <code>");
    derive_svg_text(n->machines.at[s->machine].name, out);
    text_add(out, "</code> in <code>");
    derive_svg_text(network_state_name(n, s->machine, s->state), out);
    text_add(out, "</code> cannot receive <code>");
    derive_svg_text(network_symbol_name(n, s->symbol), out);
    text_add(out, "</code></td></tr>\n");
  }
  if (!r->strongly_connected) {
    text_add(out, "<tr><td class=\"open\">no return</td><td>after ");
    sequence(n, &r->lost, out);
    text_add(out, " the initial state cannot be reached</td></tr>\n");
  }
  for (size_t i = 0; i < r->dead.len; i++) {
    text_add(out, "<tr><td class=\"same\">dead</td><td>");
    edge_cell(n, r->dead.at[i].edge, out);
    text_add(out, r->dead.at[i].reason == DEAD_STATE
                      ? " <span class=\"soft\">the state is never reached"
                      : " <span class=\"soft\">the symbol never arrives in "
                        "that state");
    text_add(out, "</span></td></tr>\n");
  }
  text_add(out, "</table>\n");
}

static void tests(const struct derive_view *v, struct text *out) {
  const struct suite *s = &v->result->suite;
  text_add(out, "<h2>Tests</h2>\n<table><tr><th>test</th><th>input / expected "
                "output</th><th>kills</th></tr>\n");
  for (size_t t = 0; t < s->tests.len && t < TESTS_MAX; t++) {
    const struct suite_test *test = &s->tests.at[t];
    text_printf(out, "<tr id=\"t%zu\"><td class=\"n\">%zu</td><td>", t + 1,
                t + 1);
    for (size_t i = 0; i < test->inputs.len; i++) {
      text_add(out, "<code class=\"step\"><b>");
      derive_svg_text(network_symbol_name(v->net, test->inputs.at[i]), out);
      text_add(out, "</b> / ");
      derive_svg_text(network_symbol_name(v->net, test->outputs.at[i]), out);
      text_add(out, i + 1 < test->inputs.len ? "</code> &#8594; " : "</code>");
    }
    text_printf(out, "</td><td class=\"n\">%zu</td></tr>\n",
                v->result->kills[t].len);
  }
  text_add(out, "</table>\n");
}

/* Why no sequence tells the mutant apart. */
static const char *why_equivalent(const struct derive_view *v,
                                  const struct mutant *m) {
  const struct net_report *r = &v->result->report;
  for (size_t i = 0; m->edge != NETWORK_NONE && i < r->dead.len; i++)
    if (r->dead.at[i].edge == m->edge)
      return r->dead.at[i].reason == DEAD_STATE
                 ? "equivalent: the transition is dead, its state is never "
                   "reached"
                 : "equivalent: the transition is dead, its symbol never "
                   "arrives there";
  return "equivalent: all pairs of states that both reach were visited, and "
         "they answer alike";
}

static void killers(const struct derive_view *v, const uint32_t *of,
                    size_t count, struct text *out) {
  (void)v;
  text_add(out, "<span class=\"kill\">killed by</span> ");
  for (size_t i = 0; i < count && i < KILLERS_SHOWN; i++)
    text_printf(out, "%s<a href=\"#t%u\">%u</a>", i ? ", " : "", of[i] + 1,
                of[i] + 1);
  if (count > KILLERS_SHOWN)
    text_printf(out, " and %zu more", count - KILLERS_SHOWN);
}

static void mutant_row(const struct derive_view *v, uint32_t number,
                       const uint32_t *of, size_t count, struct text *out) {
  const uint32_t fate = v->result->fate.at[number];
  const struct mutant m = mutant_at(v->net, v->options->operators, number);
  text_printf(out, "<tr><td class=\"n\">%u</td><td>%s</td><td>", number + 1,
              mutant_kind_names[m.kind]);
  if (m.edge != NETWORK_NONE)
    edge_cell(v->net, m.edge, out);
  struct text what = {0};
  mutant_describe(v->net, &m, &what);
  const char *verb = text_str(&what);
  if (m.edge != NETWORK_NONE) { /* what follows the edge's last state */
    const char *arrow = strstr(verb, "--> ");
    const char *to =
        network_state_name(v->net, m.machine, v->net->edges.at[m.edge].to);
    if (arrow)
      verb = arrow + 4 + strlen(to);
  }
  text_char(out, ' ');
  derive_svg_text(verb, out);
  text_add(out, "</td><td>");
  text_free(&what);
  if (fate == FATE_EQUIVALENT)
    text_printf(out, "<span class=\"same\">%s</span>",
                why_equivalent(v, &m));
  else if (fate == FATE_UNKNOWN)
    text_add(out, "<span class=\"open\">not decided</span>");
  else
    killers(v, of, count, out);
  text_add(out, "</td></tr>\n");
}

/* Tests by mutant, from the mutants by test. */
static void mutants(const struct derive_view *v, struct text *out) {
  const struct derive_result *r = v->result;
  const size_t killed = r->killed.len, tests_len = r->suite.tests.len;
  uint32_t *first = alloc_zero(killed + 2, sizeof *first);
  for (size_t t = 0; t < tests_len; t++)
    for (size_t i = 0; i < r->kills[t].len; i++)
      first[r->kills[t].at[i] + 2]++;
  for (size_t m = 0; m < killed; m++)
    first[m + 2] += first[m + 1];
  uint32_t *by = alloc_zero(first[killed + 1] + (size_t)1, sizeof *by);
  for (uint32_t t = 0; t < tests_len; t++)
    for (size_t i = 0; i < r->kills[t].len; i++)
      by[first[r->kills[t].at[i] + 1]++] = t;
  text_add(out, "<h2>Mutants</h2>\n<table><tr><th>mutant</th><th>operator</th>"
                "<th>fault</th><th>verdict</th></tr>\n");
  size_t place = 0;
  for (uint32_t m = 0; m < r->fate.len && m < MUTANTS_MAX; m++) {
    const bool dies = place < killed && r->killed.at[place] == m;
    mutant_row(v, m, by + first[place], dies ? first[place + 1] - first[place]
                                             : 0,
               out);
    place += dies;
  }
  text_add(out, "</table>\n");
  if (r->mutants > MUTANTS_MAX) {
    text_add(out, "<p class=\"soft\">and ");
    text_count(out, r->mutants - MUTANTS_MAX);
    text_add(out, " more, not listed here</p>\n");
  }
  free(first);
  free(by);
}

void derive_html(const struct derive_view *v, struct text *out) {
  const struct net_report *r = &v->result->report;
  bool *dead = alloc_zero(v->net->edges.len + 1, sizeof *dead);
  for (size_t i = 0; i < r->dead.len; i++)
    dead[r->dead.at[i].edge] = true;
  head(v, out);
  drawing(v, dead, out);
  findings(v, out);
  if (v->options->operators) {
    tests(v, out);
    mutants(v, out);
  }
  text_add(out, "</body></html>\n");
  free(dead);
}
