/* The search for a test on decision diagrams: see net/symbolic.h. */
#include <string.h>

#include "base/alloc.h"
#include "dd/pairs.h"
#include "net/symbolic.h"

/* The search for one mutant. */
struct duel {
  struct symbolic *s;
  const struct mutant *mutant;
  dd_node observable, answers; /* of the mutant */
  VEC(dd_node) layers;         /* pairs at distance 0, 1, ... */
  /* where the fault shows: steps and answers of the specification and of
   * the mutant, and the states at rest from which they begin */
  dd_node spec_steps, spec_answers, other_steps, other_answers, places;
  VEC(dd_node) equal; /* pairs of equal ones of these, by distance */
};

static void pair_values(const struct duel *d, const local_id *spec,
                        const local_id *other, uint32_t *values) {
  for (unsigned k = 0; k < d->s->coding.machines; k++) {
    values[2 * k + 1] = spec[k];
    values[2 * k] = other[k];
  }
}

static bool pair_is(const struct duel *d, const uint32_t *values,
                    const local_id *spec, const local_id *other) {
  for (unsigned k = 0; k < d->s->coding.machines; k++)
    if (values[2 * k + 1] != spec[k] || values[2 * k] != other[k])
      return false;
  return true;
}

/* The input that leads both from one pair to the next. */
static symbol_id input_between(const struct duel *d, const uint32_t *before,
                               const uint32_t *after) {
  const struct network *n = d->s->net;
  const unsigned machines = d->s->coding.machines;
  struct stepper a, b;
  local_id *at = alloc_zero(2 * machines, sizeof *at);
  local_id *other = at + machines;
  symbol_id found = NETWORK_NONE;
  stepper_begin(&a, n);
  stepper_begin(&b, n);
  b.mutant = d->mutant;
  for (size_t i = 0; i < n->inputs.len && found == NETWORK_NONE; i++) {
    symbol_id x, y;
    for (unsigned k = 0; k < machines; k++) {
      at[k] = before[2 * k + 1];
      other[k] = before[2 * k];
    }
    const symbol_id in = n->inputs.at[i];
    if (stepper_input(&a, at, in, &x) == ANSWER_OUTPUT &&
        stepper_input(&b, other, in, &y) == ANSWER_OUTPUT && x == y &&
        pair_is(d, after, at, other))
      found = in;
  }
  stepper_end(&a);
  stepper_end(&b);
  free(at);
  return found;
}

/* --- one search ----------------------------------------------------------- */

/* The first pair of `layer` from which the steps lead to `pair`: 1 and left
 * there; 0: none, -1: DD_FULL. */
static int step_back(struct duel *d, dd_node layer, dd_node spec,
                     dd_node other, uint32_t *pair, symbol_list *back) {
  struct coding *c = &d->s->coding;
  const dd_node one = layer ? dd_tuple(c->pairs, pair) : DD_EMPTY;
  dd_node all = one == DD_FULL ? DD_FULL
                               : dd_pairs_step(c->pairs, one, c->steps, spec,
                                               other, true);
  if (all != DD_FULL)
    all = dd_intersect(c->pairs, all, layer);
  if (all == DD_FULL || !all)
    return all ? -1 : 0;
  uint32_t *before = alloc_zero(2 * c->machines, sizeof *before);
  dd_first(c->pairs, all, before);
  vec_push(back, input_between(d, before, pair));
  memcpy(pair, before, 2 * c->machines * sizeof *pair);
  free(before);
  return 1;
}

/* TCGen: from the pair that differs back through the layers; from a pair of
 * equal states on, the way is the specification's. */
static bool walk_back(struct duel *d, uint32_t *pair, size_t depth,
                      bool equal, symbol_id last, symbol_list *out) {
  struct symbolic *s = d->s;
  symbol_list back = {0};
  int found = 1;
  vec_push(&back, last);
  for (; depth && !equal && found > 0; depth--) {
    found = step_back(d, d->layers.at[depth - 1], s->observable,
                      d->observable, pair, &back);
    if (!found) {
      found = step_back(d, d->equal.at[depth - 1], d->spec_steps,
                        d->other_steps, pair, &back);
      equal = true;
    }
  }
  if (equal && found > 0) {
    uint32_t *state = alloc_zero(s->coding.machines, sizeof *state);
    for (unsigned k = 0; k < s->coding.machines; k++)
      state[k] = pair[2 * k];
    found = symbolic_way(s, depth, state, out) ? 1 : -1;
    free(state);
  }
  while (found > 0 && back.len)
    vec_push(out, vec_pop(&back));
  vec_free(&back);
  return found > 0;
}

/* What both reach in one more step from a layer, and from the equal states of
 * its distance; equal states are left out then, nothing happens there. */
static dd_node advance(struct duel *d, dd_node front, dd_node equal) {
  struct coding *c = &d->s->coding;
  const dd_node a = dd_pairs_step(c->pairs, front, c->steps,
                                  d->s->observable, d->observable, false);
  const dd_node b =
      equal ? dd_pairs_step(c->pairs, equal, c->steps, d->spec_steps,
                            d->other_steps, false)
            : DD_EMPTY;
  if (a == DD_FULL || b == DD_FULL)
    return DD_FULL;
  const dd_node both = dd_union(c->pairs, a, b);
  return both == DD_FULL || !d->equal.len
             ? both
             : dd_minus(c->pairs, both, d->s->same);
}

/* A difference at a distance: 1, and the test is in `out`; 0; -1: DD_FULL. */
static int decide(struct duel *d, size_t depth, uint32_t *pair,
                  symbol_list *out) {
  struct coding *c = &d->s->coding;
  const bool both = d->s->mode == NET_PAPER;
  const dd_node front = d->layers.at[depth];
  const dd_node equal = depth < d->equal.len ? d->equal.at[depth] : DD_EMPTY;
  uint32_t input;
  int differ = dd_pairs_differ(c->pairs, equal, c->labels, d->spec_answers,
                               d->other_answers, both, pair, &input);
  const bool at_equal = differ > 0;
  if (!differ)
    differ = dd_pairs_differ(c->pairs, front, c->labels, d->s->answers,
                             d->answers, both, pair, &input);
  if (differ > 0 && !walk_back(d, pair, depth, at_equal, input, out))
    differ = -1;
  return differ;
}

/* From layers.at[0] and the equal states on. */
static enum distinguish search(struct duel *d, symbol_list *out) {
  struct coding *c = &d->s->coding;
  uint32_t *pair = alloc_zero(2 * c->machines, sizeof *pair);
  dd_node seen = d->layers.at[0];
  enum distinguish found = DISTINGUISH_LIMIT;
  for (size_t depth = 0;; depth++) {
    if (net_limits_check(&d->s->limits, 0) != NET_DONE)
      break;
    const int differ = decide(d, depth, pair, out);
    if (differ) {
      found = differ > 0 ? DISTINGUISH_FOUND : DISTINGUISH_LIMIT;
      break;
    }
    const dd_node next =
        advance(d, d->layers.at[depth],
                depth < d->equal.len ? d->equal.at[depth] : DD_EMPTY);
    const dd_node new =
        next == DD_FULL ? DD_FULL : dd_minus(c->pairs, next, seen);
    if (!new && depth + 1 >= d->equal.len) {
      found = DISTINGUISH_EQUIVALENT;
      break;
    }
    seen = new == DD_FULL ? DD_FULL : dd_union(c->pairs, seen, new);
    if (seen == DD_FULL)
      break;
    vec_push(&d->layers, new);
  }
  free(pair);
  return found;
}

/* --- both searches -------------------------------------------------------- */

static dd_node first_pair(struct duel *d) {
  const struct network *n = d->s->net;
  const unsigned machines = d->s->coding.machines;
  uint32_t *values = alloc_zero(4 * machines, sizeof *values);
  local_id *at = values + 2 * machines, *other = at + machines;
  for (machine_id k = 0; k < machines; k++) {
    at[k] = n->machines.at[k].initial;
    other[k] = mutant_initial(n, d->mutant, k);
  }
  pair_values(d, at, other, values);
  const dd_node pair = dd_tuple(d->s->coding.pairs, values);
  free(values);
  return pair;
}

/* Where the fault shows: given so that the chain, in the specification,
 * comes to the edge.  The mutant's chain is the same until then. */
static bool expose(struct duel *d) {
  struct symbolic *s = d->s;
  struct coding *c = &s->coding;
  const struct network_edge *e = &s->net->edges.at[d->mutant->edge];
  uint32_t *pattern = alloc_resize(NULL, c->machines + 1, sizeof *pattern);
  memset(pattern, 0xff, (c->machines + 1) * sizeof *pattern);
  pattern[e->machine] = e->from;
  pattern[c->machines] = e->input;
  const dd_node here = symbolic_pattern(s, pattern);
  free(pattern);
  const dd_node before = symbolic_through(s, here);
  if (before == DD_FULL)
    return false;
  const dd_node given = dd_intersect(c->sets, here, c->inputs);
  const dd_node all =
      given == DD_FULL ? DD_FULL : dd_union(c->sets, before, given);
  if (all == DD_FULL)
    return false;
  d->spec_steps = dd_restrict_from(c->steps, s->observable, c->sets, all);
  d->other_steps = dd_restrict_from(c->steps, d->observable, c->sets, all);
  d->places = dd_preimage(c->sets, all, c->steps, s->enter);
  if (d->spec_steps == DD_FULL || d->other_steps == DD_FULL ||
      d->places == DD_FULL)
    return false;
  d->spec_answers = dd_labels(c->labels, c->steps, d->spec_steps);
  d->other_answers = dd_labels(c->labels, c->steps, d->other_steps);
  return d->spec_answers != DD_FULL && d->other_answers != DD_FULL;
}

static enum distinguish relaxed_search(struct duel *d, symbol_list *out) {
  struct coding *c = &d->s->coding;
  if (!expose(d))
    return DISTINGUISH_LIMIT;
  vec_each(&d->s->layers, layer) {
    const dd_node some = dd_intersect(c->sets, *layer, d->places);
    const dd_node equal =
        some == DD_FULL ? DD_FULL
                        : dd_pairs_same(c->pairs, c->sets, some, c->empty);
    if (equal == DD_FULL)
      return DISTINGUISH_LIMIT;
    vec_push(&d->equal, equal);
  }
  vec_push(&d->layers, DD_EMPTY);
  return search(d, out);
}

static enum distinguish plain_search(struct duel *d, symbol_list *out) {
  const dd_node start = first_pair(d);
  if (start == DD_FULL)
    return DISTINGUISH_LIMIT;
  vec_clear(&d->equal);
  vec_clear(&d->layers);
  vec_clear(out);
  vec_push(&d->layers, start);
  return search(d, out);
}

/* Whether the sequence, really run, tells the mutant apart. */
static bool kills(const struct duel *d, const symbol_list *inputs) {
  const struct network *n = d->s->net;
  struct stepper a, b;
  stepper_begin(&a, n);
  stepper_begin(&b, n);
  b.mutant = d->mutant;
  local_id *at = alloc_zero(2 * n->machines.len, sizeof *at);
  local_id *other = at + n->machines.len;
  stepper_initial(&a, at);
  stepper_initial(&b, other);
  bool killed = false;
  for (size_t i = 0; i < inputs->len && !killed; i++) {
    symbol_id x, y;
    const symbol_id in = inputs->at[i];
    if (stepper_input(&a, at, in, &x) != ANSWER_OUTPUT)
      break;
    if (stepper_input(&b, other, in, &y) == ANSWER_OUTPUT) {
      killed = x != y;
      continue;
    }
    killed = d->s->mode == NET_QUIET;
    break;
  }
  stepper_end(&a);
  stepper_end(&b);
  free(at);
  return killed;
}

enum distinguish symbolic_distinguish(struct symbolic *s,
                                      const struct mutant *m,
                                      symbol_list *out) {
  struct coding *c = &s->coding;
  const bool faulty_edge = m->edge != NETWORK_NONE;
  vec_clear(out);
  if (faulty_edge && s->fired && !s->fired[m->edge])
    return DISTINGUISH_EQUIVALENT; /* no reachable chain fires the edge */
  coding_tidy(c, s->exhausted);
  s->exhausted = true; /* unless this one ends */
  struct duel d = {.s = s, .mutant = m};
  dd_node edges = coding_edges(c, m);
  dd_protect(c->steps, &edges);
  d.observable =
      faulty_edge ? close_observable(c, symbolic_closure(s, m, edges))
                  : s->observable;
  dd_unprotect(c->steps, 1);
  d.answers = d.observable == DD_FULL
                  ? DD_FULL
                  : dd_labels(c->labels, c->steps, d.observable);
  if (d.answers == DD_FULL)
    return DISTINGUISH_LIMIT;
  enum distinguish found =
      faulty_edge ? relaxed_search(&d, out) : plain_search(&d, out);
  if (faulty_edge && found == DISTINGUISH_FOUND && !kills(&d, out))
    found = plain_search(&d, out);
  s->exhausted = found == DISTINGUISH_LIMIT;
  vec_free(&d.layers);
  vec_free(&d.equal);
  return found;
}
