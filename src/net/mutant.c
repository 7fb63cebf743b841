#include "net/mutant.h"

#include "base/sound.h"

const char *const mutant_kind_names[MUTANT_KINDS] = {"initial", "output",
                                                     "destination", "missing"};

/* Mutants of one kind in one machine, and in one of its edges. */
static uint64_t per_edge(const struct network_machine *k,
                         enum mutant_kind kind) {
  EXPECTS(kind < MUTANT_KINDS);
  switch (kind) {
  case MUTANT_OUTPUT:
    return k->outputs.len - 1; /* asked only where there is an edge */
  case MUTANT_DESTINATION:
    return k->states.len - 1;
  case MUTANT_MISSING:
    return 1;
  default:
    return 0;
  }
}

static uint64_t per_machine(const struct network_machine *k,
                            enum mutant_kind kind) {
  EXPECTS(kind < MUTANT_KINDS);
  if (kind == MUTANT_INITIAL)
    return k->states.len - 1;
  return k->edge_count ? k->edge_count * per_edge(k, kind) : 0;
}

uint64_t mutant_count(const struct network *n, unsigned operators) {
  EXPECTS(operators < 1u << MUTANT_KINDS);
  uint64_t count = 0;
  for (enum mutant_kind kind = 0; kind < MUTANT_KINDS; kind++)
    if (operators >> kind & 1)
      for (machine_id k = 0; k < n->machines.len; k++)
        count += per_machine(&n->machines.at[k], kind);
  return count;
}

/* The number-th state (or output) of the machine that is not `own`. */
static uint32_t other_state(uint64_t number, local_id own) {
  return (uint32_t)(number + (number >= own));
}

static symbol_id other_output(const struct network_machine *k, uint64_t number,
                              symbol_id own) {
  for (size_t i = 0;; i++)
    if (k->outputs.at[i] != own && !number--)
      return k->outputs.at[i];
}

static struct mutant in_machine(const struct network *n, machine_id id,
                                enum mutant_kind kind, uint64_t number) {
  EXPECTS(id < n->machines.len && kind < MUTANT_KINDS);
  const struct network_machine *k = &n->machines.at[id];
  struct mutant m = {.kind = kind, .machine = id, .edge = NETWORK_NONE};
  if (kind == MUTANT_INITIAL) {
    m.value = other_state(number, k->initial);
    return m;
  }
  const uint64_t each = per_edge(k, kind);
  m.edge = k->first_edge + (edge_id)(number / each);
  const struct network_edge *e = &n->edges.at[m.edge];
  if (kind == MUTANT_OUTPUT)
    m.value = other_output(k, number % each, e->output);
  else if (kind == MUTANT_DESTINATION)
    m.value = other_state(number % each, e->to);
  return m;
}

struct mutant mutant_at(const struct network *n, unsigned operators,
                        uint64_t number) {
  EXPECTS(number < mutant_count(n, operators));
  for (enum mutant_kind kind = 0; kind < MUTANT_KINDS; kind++)
    for (machine_id k = 0; operators >> kind & 1 && k < n->machines.len; k++) {
      const uint64_t count = per_machine(&n->machines.at[k], kind);
      if (number < count)
        return in_machine(n, k, kind, number);
      number -= count;
    }
  assert(!"mutant number out of range");
  return (struct mutant){.edge = NETWORK_NONE};
}

void mutant_describe(const struct network *n, const struct mutant *m,
                     struct text *out) {
  const struct network_machine *k = &n->machines.at[m->machine];
  if (m->kind == MUTANT_INITIAL) {
    text_printf(out, "%s starts in '%s'", k->name,
                network_state_name(n, m->machine, m->value));
    return;
  }
  const struct network_edge *e = &n->edges.at[m->edge];
  text_printf(out, "%s %s --%s/%s--> %s ", k->name,
              network_state_name(n, m->machine, e->from),
              network_symbol_name(n, e->input),
              network_symbol_name(n, e->output),
              network_state_name(n, m->machine, e->to));
  if (m->kind == MUTANT_OUTPUT)
    text_printf(out, "answers '%s'", network_symbol_name(n, m->value));
  else if (m->kind == MUTANT_DESTINATION)
    text_printf(out, "leads to '%s'",
                network_state_name(n, m->machine, m->value));
  else
    text_add(out, "is missing");
}
