#include "model/network.h"

#include <stdio.h>
#include <string.h>

#include "base/sound.h"
#include "base/text.h"

/* Tables are dense; this many entries are 256 MB. */
enum { TABLE_MAX = 1 << 26 };

void network_begin(struct network *n, const char *file) {
  *n = (struct network){.file = strdup(file)};
}

void network_free(struct network *n) {
  vec_each(&n->machines, m) {
    names_free(&m->state_names);
    vec_free(&m->states);
    vec_free(&m->inputs);
    vec_free(&m->outputs);
    free(m->table);
  }
  vec_free(&n->machines);
  vec_free(&n->symbols);
  vec_free(&n->edges);
  vec_free(&n->mentions);
  vec_free(&n->inputs);
  names_free(&n->machine_names);
  names_free(&n->symbol_names);
  free(n->file);
  *n = (struct network){0};
}

machine_id network_machine(struct network *n, const char *name, size_t len,
                           struct diag_at at, struct diag *d) {
  EXPECTS(name && len);
  uint32_t old = names_find(&n->machine_names, name, len);
  if (old != NAMES_NONE) {
    diag_error(d, at, "machine '%.*s' is defined twice (first at line %u)",
               (int)len, name, n->machines.at[old].at.line);
    return NETWORK_NONE;
  }
  machine_id id = names_add(&n->machine_names, name, len);
  struct network_machine m = {
      .name = n->machine_names.at.at[id], .at = at, .initial = NETWORK_NONE};
  vec_push(&n->machines, m);
  return id;
}

local_id network_state(struct network *n, machine_id id, const char *name,
                       size_t len, bool declare, struct diag_at at,
                       struct diag *d) {
  EXPECTS(name && len);
  EXPECTS(id < n->machines.len);
  struct network_machine *m = &n->machines.at[id];
  local_id s = names_add(&m->state_names, name, len);
  if (s == m->states.len)
    vec_push(&m->states, ((struct network_state){.at = at}));
  struct network_state *state = &m->states.at[s];
  if (declare && state->declared) {
    diag_error(d, at, "state '%.*s' is defined twice in machine '%s'", (int)len,
               name, m->name);
    return NETWORK_NONE;
  }
  if (declare) {
    state->declared = true;
    if (m->initial == NETWORK_NONE && !m->initial_at.line)
      m->initial = s; /* the first one, unless the reader says otherwise */
  }
  return s;
}

symbol_id network_symbol(struct network *n, const char *name, size_t len,
                         struct diag_at at) {
  EXPECTS(name && len);
  symbol_id s = names_add(&n->symbol_names, name, len);
  if (s == n->symbols.len)
    vec_push(&n->symbols,
             ((struct network_symbol){.reader = NETWORK_NONE, .at = at}));
  return s;
}

void network_edge(struct network *n, struct network_edge e) {
  EXPECTS(e.machine < n->machines.len);
  vec_push(&n->edges, e);
}

void network_external(struct network *n, symbol_id s, struct diag_at at) {
  EXPECTS(s < n->symbols.len);
  n->symbols.at[s].declared = true;
  n->symbols.at[s].at = at;
}

void network_mention(struct network *n, struct network_mention m) {
  EXPECTS(m.machine < n->machines.len && m.symbol < n->symbols.len);
  vec_push(&n->mentions, m);
}

/* --- checking ------------------------------------------------------------- */

static void check_states(struct network *n, struct network_machine *m,
                         struct diag *d) {
  EXPECTS(m >= n->machines.at && m < n->machines.at + n->machines.len);
  VEC(const char *) known = {0};
  for (size_t s = 0; s < m->states.len; s++)
    if (m->states.at[s].declared)
      vec_push(&known, m->state_names.at.at[s]);
  for (size_t s = 0; s < m->states.len; s++) {
    const struct network_state *state = &m->states.at[s];
    if (state->declared)
      continue;
    const char *name = m->state_names.at.at[s];
    const char *near = text_nearest(name, known.at, known.len);
    char hint[200];
    if (near)
      snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    diag_error_hint(d, state->at, near ? hint : NULL,
                    "machine '%s' has no state '%s'", m->name, name);
  }
  if (!m->states.len)
    diag_error(d, m->at, "machine '%s' has no states", m->name);
  vec_free(&known);
  (void)n;
}

/* Edges by machine, order of the file kept within each. */
static void sort_edges(struct network *n) {
  struct network_edge *sorted = alloc_zero(n->edges.len + 1, sizeof *sorted);
  edge_id *next = alloc_zero(n->machines.len + 1, sizeof *next);
  vec_each(&n->edges, e) next[e->machine + 1]++;
  for (size_t m = 0; m < n->machines.len; m++) {
    n->machines.at[m].edge_count = next[m + 1];
    next[m + 1] += next[m];
    n->machines.at[m].first_edge = next[m];
  }
  vec_each(&n->edges, e) sorted[next[e->machine]++] = *e;
  if (n->edges.len)
    memcpy(n->edges.at, sorted, n->edges.len * sizeof *sorted);
  free(sorted);
  free(next);
}

/* The machine reads the symbol: it has a column, and no other reader. */
static void add_input(struct network *n, machine_id id, symbol_id s,
                      struct diag_at at, struct diag *d) {
  EXPECTS(id < n->machines.len && s < n->symbols.len);
  struct network_symbol *in = &n->symbols.at[s];
  struct network_machine *m = &n->machines.at[id];
  if (in->reader == NETWORK_NONE) {
    in->reader = id;
    in->column = (uint32_t)m->inputs.len;
    vec_push(&m->inputs, s);
  } else if (in->reader != id) {
    diag_error_hint(d, at, "a symbol has one reader; rename it in one of them",
                    "machines '%s' and '%s' both read '%s'",
                    n->machines.at[in->reader].name, m->name,
                    network_symbol_name(n, s));
  }
}

static void add_output(struct network *n, machine_id id, symbol_id s,
                       machine_id *writer) {
  EXPECTS(id < n->machines.len && s < n->symbols.len);
  struct network_machine *m = &n->machines.at[id];
  bool known = writer[s] == id + 1;
  for (size_t i = 0; !known && n->symbols.at[s].written && i < m->outputs.len;
       i++)
    known = m->outputs.at[i] == s;
  if (!known)
    vec_push(&m->outputs, s);
  writer[s] = id + 1;
  n->symbols.at[s].written = true;
}

static void classify(struct network *n, struct diag *d) {
  machine_id *writer =
      alloc_zero(n->symbols.len + 1, sizeof *writer); /* last, plus one */
  vec_each(&n->edges, e) {
    add_input(n, e->machine, e->input, e->at, d);
    add_output(n, e->machine, e->output, writer);
  }
  vec_each(&n->mentions, m) {
    if (m->output)
      add_output(n, m->machine, m->symbol, writer);
    else
      add_input(n, m->machine, m->symbol, m->at, d);
  }
  free(writer);
  for (symbol_id s = 0; s < n->symbols.len; s++) {
    if (network_is_external(n, s))
      vec_push(&n->inputs, s);
    else if (n->symbols.at[s].declared)
      diag_error(d, n->symbols.at[s].at,
                 "unknown symbol '%s': no machine reads it",
                 network_symbol_name(n, s));
  }
}

/* Edge e after the others of its state and input; none may be the same. */
static bool add_choice(struct network *n, const struct network_machine *m,
                       edge_id first, edge_id e, struct diag *d) {
  EXPECTS(first < e && e < n->edges.len);
  const struct network_edge *edge = &n->edges.at[e];
  struct network_edge *last = &n->edges.at[first];
  for (;; last = &n->edges.at[last->next]) {
    if (last->output == edge->output && last->to == edge->to) {
      char hint[80];
      snprintf(hint, sizeof hint, "first at line %u", last->at.line);
      return diag_error_hint(d, edge->at, hint,
                             "machine '%s' has the transition '%s / %s -> %s' "
                             "of state '%s' twice",
                             m->name, network_symbol_name(n, edge->input),
                             network_symbol_name(n, edge->output),
                             m->state_names.at.at[edge->to],
                             m->state_names.at.at[edge->from]);
    }
    if (last->next == NETWORK_NONE)
      break;
  }
  last->next = e;
  if (!n->choices++)
    n->first_choice = e;
  return true;
}

static bool fill_table(struct network *n, struct network_machine *m,
                       struct diag *d) {
  EXPECTS(m->states.len > 0);
  const size_t size = m->states.len * m->inputs.len;
  if (size > TABLE_MAX)
    return diag_error(d, m->at,
                      "machine '%s' is too large: %zu states times %zu "
                      "inputs (at most %d together)",
                      m->name, m->states.len, m->inputs.len, TABLE_MAX);
  m->table = alloc_resize(NULL, size + 1, sizeof *m->table);
  memset(m->table, 0xff, (size + 1) * sizeof *m->table);
  bool ok = true;
  for (edge_id e = m->first_edge; e < m->first_edge + m->edge_count; e++) {
    struct network_edge *edge = &n->edges.at[e];
    edge->next = NETWORK_NONE;
    edge_id *at = &m->table[edge->from * m->inputs.len +
                            n->symbols.at[edge->input].column];
    if (*at == NETWORK_NONE)
      *at = e;
    else
      ok &= add_choice(n, m, *at, e, d);
  }
  return ok;
}

bool network_finish(struct network *n, struct diag *d) {
  const unsigned before = d->errors;
  if (!n->machines.len)
    return diag_error(d, (struct diag_at){.file = n->file},
                      "no machine in this file");
  vec_each(&n->machines, m) check_states(n, m, d);
  if (d->errors != before)
    return false;
  sort_edges(n);
  classify(n, d);
  if (d->errors != before)
    return false;
  vec_each(&n->machines, m) fill_table(n, m, d);
  return d->errors == before;
}
