/* Which processes can no longer come to their end, by walking all edges again
 * and again.  Nothing here is shared with the explorer. */
#include "base/alloc.h"
#include "brute.h"

/* Whether code from here on may stop at a final location of p; `fuel` keeps
 * loops short. */
static bool leads_to_end(const struct model *m, const struct process *p,
                         code_id at, unsigned fuel) {
  const struct code *c = &m->code[at];
  if (!fuel)
    return false;
  switch (c->op) {
  case CODE_STOP:
    return p->locations[c->to].final;
  case CODE_JUMP:
    return leads_to_end(m, p, c->to, fuel - 1);
  case CODE_UNLESS:
    return leads_to_end(m, p, c->to, fuel - 1) ||
           leads_to_end(m, p, at + 1, fuel - 1);
  default:
    return leads_to_end(m, p, at + 1, fuel - 1);
  }
}

static bool has_end(const struct model *m, const struct process *p) {
  enum { FUEL = 40 };
  for (edge_id e = 0; e < p->edge_count; e++)
    if (leads_to_end(m, p, p->edges[e].code, FUEL))
      return true;
  return false;
}

/* The first state from which p comes neither to its end nor to a state that
 * nothing leaves, or NONE. */
static uint32_t first_endless(const struct brute *b, const struct model *m,
                              process_id p) {
  size_t n = b->states.len;
  bool *good = alloc_zero(n, sizeof *good), *left = alloc_zero(n, sizeof *left);
  uint32_t found = NONE;
  vec_each(&b->edges, e) left[e->from] = true;
  for (size_t i = 0; i < n; i++)
    good[i] = !left[i] || b->ended.at[i * m->process_count + p];
  for (bool changed = true; changed;) {
    changed = false;
    vec_each(&b->edges, e) if (good[e->to] && !good[e->from])
        good[e->from] = changed = true;
  }
  for (uint32_t i = 0; i < n && found == NONE; i++)
    if (!good[i])
      found = i;
  free(good);
  free(left);
  return found;
}

void brute_ends(struct brute *b, const struct model *m) {
  if (b->ended.len != b->states.len * m->process_count)
    return; /* start code failed: nothing was walked */
  for (process_id p = 0; p < m->process_count; p++) {
    uint32_t state = has_end(m, &m->processes[p]) ? first_endless(b, m, p)
                                                  : NONE;
    if (state == NONE)
      continue;
    struct brute_finding f = {.kind = FINDING_ENDLESS,
                              .process = p,
                              .location = NONE,
                              .message = NONE,
                              .object = NONE,
                              .property = NONE,
                              .source = NONE,
                              .state = state,
                              .length = b->states.at[state].depth};
    vec_push(&b->findings, f);
  }
}
