#include "explore/ltl.h"

#include "base/sound.h"
#include "explore/ltl_formula.h"

/* A way to satisfy something: atoms now, formulas (bits) one state later, and
 * which `until` of them it puts off. */
struct term {
  uint64_t yes, no, next, promises;
};

struct terms {
  VEC(struct term) at;
};

struct maker {
  struct ltl_formulas l;
  VEC(uint32_t) bits;   /* by bit: the formula */
  VEC(uint32_t) untils; /* by bit of promises */
  struct terms *known;  /* by formula */
  uint8_t *is_known;
  VEC(uint64_t) states; /* sets of formulas */
  bool too_large;
};

/* --- ways to satisfy ------------------------------------------------------ */

static uint64_t bit_in(struct maker *k, bool promise, uint32_t f) {
  uint32_t *at = promise ? k->untils.at : k->bits.at;
  size_t len = promise ? k->untils.len : k->bits.len;
  for (size_t i = 0; i < len; i++)
    if (at[i] == f)
      return (uint64_t)1 << i;
  if (len == 64) {
    k->too_large = true;
    return 0;
  }
  if (promise)
    vec_push(&k->untils, f);
  else
    vec_push(&k->bits, f);
  return (uint64_t)1 << len;
}

/* What must hold one state later; of a conjunction, its parts. */
static uint64_t later(struct maker *k, uint32_t f) {
  EXPECTS(f < k->l.at.len);
  struct ltl_node n = k->l.at.at[f];
  if (n.op == LTL_TRUE)
    return 0;
  if (n.op == LTL_AND)
    return later(k, n.a) | later(k, n.b);
  return bit_in(k, false, f);
}

static bool within(uint64_t a, uint64_t b) {
  return !(a & ~b);
}

static bool asks_less(const struct term *a, const struct term *b) {
  return within(a->yes, b->yes) && within(a->no, b->no) &&
         within(a->next, b->next) && within(a->promises, b->promises);
}

/* Unless another asks for less; those that ask for more go. */
static void add_term(struct maker *k, struct terms *to, struct term t) {
  size_t kept = 0;
  if (t.yes & t.no)
    return;
  vec_each(&to->at, other) if (asks_less(other, &t)) return;
  for (size_t i = 0; i < to->at.len; i++)
    if (!asks_less(&t, &to->at.at[i]))
      to->at.at[kept++] = to->at.at[i];
  to->at.len = kept;
  vec_push(&to->at, t);
  k->too_large |= to->at.len > LTL_TERMS_MAX;
}

static void add_product(struct maker *k, struct terms *to,
                        const struct terms *a, const struct terms *b) {
  for (size_t i = 0; i < a->at.len && !k->too_large; i++)
    for (size_t j = 0; j < b->at.len && !k->too_large; j++) {
      struct term x = a->at.at[i], y = b->at.at[j];
      add_term(k, to,
               (struct term){x.yes | y.yes, x.no | y.no, x.next | y.next,
                             x.promises | y.promises});
    }
}

static const struct terms *terms_of(struct maker *k, uint32_t f);

static void add_all(struct maker *k, struct terms *to, const struct terms *a) {
  vec_each(&a->at, t) add_term(k, to, *t);
}

/* a, and this too. */
static void add_with(struct maker *k, struct terms *to, const struct terms *a,
                     struct term with) {
  vec_each(&a->at, t)
      add_term(k, to,
               (struct term){t->yes | with.yes, t->no | with.no,
                             t->next | with.next, t->promises | with.promises});
}

static void unfold(struct maker *k, uint32_t f, struct terms *out) {
  EXPECTS(f < k->l.at.len && out);
  struct ltl_node n = k->l.at.at[f];
  uint64_t atom = (uint64_t)1 << (n.a & 63);
  switch (n.op) {
  case LTL_FALSE:
    return;
  case LTL_TRUE:
    add_term(k, out, (struct term){0});
    return;
  case LTL_ATOM:
    add_term(k, out, (struct term){.yes = atom});
    return;
  case LTL_NO:
    add_term(k, out, (struct term){.no = atom});
    return;
  case LTL_NEXT:
    add_term(k, out, (struct term){.next = later(k, n.a)});
    return;
  case LTL_AND:
    add_product(k, out, terms_of(k, n.a), terms_of(k, n.b));
    return;
  case LTL_OR:
    add_all(k, out, terms_of(k, n.a));
    add_all(k, out, terms_of(k, n.b));
    return;
  case LTL_UNTIL:
    add_all(k, out, terms_of(k, n.b));
    add_with(
        k, out, terms_of(k, n.a),
        (struct term){.next = later(k, f), .promises = bit_in(k, true, f)});
    return;
  case LTL_RELEASE:
    add_product(k, out, terms_of(k, n.a), terms_of(k, n.b));
    add_with(k, out, terms_of(k, n.b), (struct term){.next = later(k, f)});
    return;
  }
}

static const struct terms *terms_of(struct maker *k, uint32_t f) {
  EXPECTS(f < k->l.at.len);
  if (!k->is_known[f]) {
    struct terms t = {0};
    unfold(k, f, &t); /* its parts have smaller trees: this ends */
    k->known[f] = t;
    k->is_known[f] = 1;
  }
  return &k->known[f];
}

/* --- states --------------------------------------------------------------- */

static uint32_t state_of(struct maker *k, uint64_t set) {
  for (uint32_t i = 0; i < k->states.len; i++)
    if (k->states.at[i] == set)
      return i;
  vec_push(&k->states, set);
  k->too_large |= k->states.len > LTL_STATES_MAX;
  return (uint32_t)(k->states.len - 1);
}

static void add_edges(struct maker *k, struct ltl *a, uint64_t set) {
  struct terms all = {0};
  add_term(k, &all, (struct term){0});
  for (unsigned i = 0; i < k->bits.len && !k->too_large; i++) {
    struct terms next = {0};
    if (!(set >> i & 1))
      continue;
    add_product(k, &next, &all, terms_of(k, k->bits.at[i]));
    vec_free(&all.at);
    all = next;
  }
  vec_each(&all.at, t) {
    /* promises for now; sets when all of them are known */
    struct ltl_edge e = {state_of(k, t->next), t->yes, t->no, t->promises};
    vec_push(&a->edges, e);
  }
  k->too_large |= a->edges.len > LTL_EDGES_MAX;
  vec_free(&all.at);
}

static void make_states(struct maker *k, struct ltl *a, uint32_t f) {
  if (f != LTL_FALSE)
    state_of(k, later(k, f));
  else
    state_of(k, bit_in(k, false, f));
  for (uint32_t i = 0; i < k->states.len && !k->too_large; i++) {
    vec_push(&a->first, (uint32_t)a->edges.len);
    add_edges(k, a, k->states.at[i]);
  }
  vec_push(&a->first, (uint32_t)a->edges.len);
  a->state_count = (uint32_t)k->states.len;
  a->set_count = (unsigned)k->untils.len;
  uint64_t sets =
      a->set_count == 64 ? UINT64_MAX : ((uint64_t)1 << a->set_count) - 1;
  vec_each(&a->edges, e) e->sets = sets & ~e->sets;
}

/* --- states with the same edges are one ----------------------------------- */

/* name: what a state is called now, or NULL. */
static bool same_edge(const struct ltl_edge *x, const struct ltl_edge *y,
                      const uint32_t *name) {
  return (name ? name[x->to] == name[y->to] : x->to == y->to) &&
         x->yes == y->yes && x->no == y->no && x->sets == y->sets;
}

/* Each edge of x is one of y. */
static bool covered(const struct ltl *a, uint32_t x, uint32_t y,
                    const uint32_t *name) {
  EXPECTS(x < a->state_count && y < a->state_count);
  for (uint32_t i = a->first.at[x]; i < a->first.at[x + 1]; i++) {
    bool found = false;
    for (uint32_t j = a->first.at[y]; j < a->first.at[y + 1] && !found; j++)
      found = same_edge(&a->edges.at[i], &a->edges.at[j], name);
    if (!found)
      return false;
  }
  return true;
}

/* A state without edges, or that leads to such states only, reads nothing. */
static bool is_dead(const struct ltl *a, uint32_t x, const bool *dead) {
  EXPECTS(x < a->state_count);
  for (uint32_t i = a->first.at[x]; i < a->first.at[x + 1]; i++)
    if (!dead[a->edges.at[i].to])
      return false;
  return true;
}

/* Keeps the edges of the states that stand for themselves. */
static void rename_all(struct ltl *a, const uint32_t *name, const bool *dead) {
  uint32_t *number = alloc_zero(a->state_count, sizeof *number);
  uint32_t count = 0;
  for (uint32_t s = 0; s < a->state_count; s++)
    if (name[s] == s && (!dead[s] || !s))
      number[s] = count++;
  struct ltl b = {0};
  for (uint32_t s = 0; s < a->state_count; s++) {
    if (name[s] != s || (dead[s] && s))
      continue;
    vec_push(&b.first, (uint32_t)b.edges.len);
    for (uint32_t i = a->first.at[s]; i < a->first.at[s + 1]; i++) {
      struct ltl_edge e = a->edges.at[i];
      if (dead[e.to])
        continue;
      e.to = number[name[e.to]];
      bool there = false;
      for (size_t j = *vec_last(&b.first); j < b.edges.len; j++)
        there |= same_edge(&b.edges.at[j], &e, NULL);
      if (!there)
        vec_push(&b.edges, e);
    }
  }
  vec_push(&b.first, (uint32_t)b.edges.len);
  vec_free(&a->edges);
  vec_free(&a->first);
  a->edges = b.edges;
  a->first = b.first;
  a->state_count = count;
  free(number);
}

static void merge_states(struct ltl *a) {
  uint32_t *name = alloc_zero(a->state_count, sizeof *name);
  bool *dead = alloc_zero(a->state_count, sizeof *dead);
  for (uint32_t s = 0; s < a->state_count; s++)
    name[s] = s;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < a->state_count; s++) {
      if (!dead[s] && is_dead(a, s, dead))
        dead[s] = changed = true;
      for (uint32_t t = 0; t < s && name[s] == s; t++)
        if (name[t] == t && covered(a, s, t, name) && covered(a, t, s, name)) {
          name[s] = t;
          changed = true;
        }
    }
    /* what was renamed to something that was renamed since */
    for (uint32_t s = 0; s < a->state_count; s++)
      while (name[name[s]] != name[s])
        name[s] = name[name[s]];
  }
  rename_all(a, name, dead);
  free(name);
  free(dead);
}

/* -------------------------------------------------------------------------- */

bool ltl_open(struct ltl *a, const struct model *m, formula_id f, bool negate) {
  EXPECTS(f < m->formula_count);
  struct maker k = {0};
  uint32_t root = ltl_formula(&k.l, m, f, negate);
  *a = (struct ltl){0};
  k.known = alloc_zero(k.l.at.len, sizeof *k.known);
  k.is_known = alloc_zero(k.l.at.len, sizeof *k.is_known);
  k.too_large = k.l.atoms.len > FORMULA_ATOMS_MAX;
  if (!k.too_large)
    make_states(&k, a, root);
  if (!k.too_large)
    merge_states(a);
  vec_each(&k.l.atoms, x) vec_push(&a->atoms, *x);
  for (size_t i = 0; i < k.l.at.len; i++)
    vec_free(&k.known[i].at);
  free(k.known);
  free(k.is_known);
  vec_free(&k.bits);
  vec_free(&k.untils);
  vec_free(&k.states);
  vec_free(&k.l.atoms);
  ltl_formulas_free(&k.l);
  return !k.too_large;
}

/* An edge that accepts if an atom holds is two. */
static void add_never_edge(struct ltl *a, const struct never *n, uint32_t from,
                           const struct never_edge *e) {
  struct ltl_edge one = {e->to, e->yes, e->no, n->accepts[from]};
  if (e->to == NEVER_ENDS) {
    vec_push(&a->ends, ((struct ltl_end){from, e->yes, e->no}));
    return;
  }
  if (n->accept && !one.sets) {
    struct ltl_edge other = one;
    other.no |= n->accept;
    vec_push(&a->edges, other);
    one.yes |= n->accept;
    one.sets = 1;
  }
  vec_push(&a->edges, one);
}

void ltl_open_never(struct ltl *a, const struct never *n) {
  *a = (struct ltl){.set_count = 1, .state_count = n->state_count};
  for (uint32_t i = 0; i < n->atom_count; i++)
    vec_push(&a->atoms, n->atoms[i]);
  for (uint32_t s = 0; s < n->state_count; s++) {
    vec_push(&a->first, (uint32_t)a->edges.len);
    for (uint32_t i = n->first[s]; i < n->first[s + 1]; i++)
      add_never_edge(a, n, s, &n->edges[i]);
  }
  vec_push(&a->first, (uint32_t)a->edges.len);
}

void ltl_close(struct ltl *a) {
  vec_free(&a->ends);
  vec_free(&a->atoms);
  vec_free(&a->edges);
  vec_free(&a->first);
}
