#include "brute_runs.h"

#include <string.h>

/* --- states and steps ----------------------------------------------------- */

static uint32_t number(struct runs *r, struct istate *s) {
  struct text key = {0};
  interp_key(r->in, s, &key);
  for (uint32_t i = 0; i < r->states.len; i++)
    if (r->states.at[i].key_len == key.len &&
        !memcmp(r->states.at[i].key, text_str(&key), key.len)) {
      interp_state_free(s);
      text_free(&key);
      return i;
    }
  struct runs_state new = {.state = s, .key_len = key.len};
  new.key = alloc_zero(key.len + 1, 1);
  memcpy(new.key, text_str(&key), key.len);
  text_free(&key);
  vec_push(&r->states, new);
  return (uint32_t)(r->states.len - 1);
}

static void follow(struct runs *r, uint32_t from) {
  struct interp_steps steps = {0};
  interp_steps(r->in, r->states.at[from].state, &steps);
  vec_each(&steps.at, s) {
    struct interp_failure failed;
    struct istate *t = interp_fire(r->in, r->states.at[from].state, s, &failed);
    struct runs_step step = {NONE, s->process, s->edge, false};
    if (t) {
      step.passes = interp_passed(t);
      step.to = number(r, t);
    }
    vec_push(&r->states.at[from].steps, step);
  }
  vec_free(&steps.at);
}

void runs_open(struct runs *r, const struct model *m, uint32_t most) {
  struct interp_failure failed = {0};
  *r = (struct runs){.m = m, .in = interp_new(m)};
  struct istate *s = interp_initial(r->in, &failed);
  r->too_large = failed.failure != FAIL_NONE; /* nothing to look at */
  number(r, s);
  for (uint32_t i = 0; i < r->states.len && !r->too_large; i++) {
    follow(r, i);
    r->too_large = r->states.len > most;
  }
}

void runs_close(struct runs *r) {
  vec_each(&r->states, s) {
    interp_state_free(s->state);
    free(s->key);
    vec_free(&s->steps);
  }
  vec_free(&r->states);
  interp_free(r->in);
}

/* --- pairs ---------------------------------------------------------------- */

struct link {
  uint32_t from, to;
  const struct runs_step *step; /* NULL: it stays */
};

struct pairs {
  const struct runs *r;
  uint32_t guesses;
  size_t count; /* state * guesses + guess */
  bool everybody;
  VEC(struct link) links;
  VEC(formula_id) ahead;
};

static int place_ahead(const struct pairs *p, formula_id f) {
  for (size_t i = 0; i < p->ahead.len; i++)
    if (p->ahead.at[i] == f)
      return (int)i;
  return -1;
}

static void find_ahead(struct pairs *p, formula_id id) {
  const struct formula *f = &p->r->m->formulas[id];
  if (f->op == FORMULA_STATE)
    return;
  find_ahead(p, f->a);
  if (f->op == FORMULA_AND || f->op == FORMULA_OR || f->op == FORMULA_UNTIL)
    find_ahead(p, f->b);
  if (f->op >= FORMULA_NEXT && place_ahead(p, id) < 0)
    vec_push(&p->ahead, id);
}

unsigned runs_ahead(const struct model *m, formula_id f) {
  struct runs r = {.m = m};
  struct pairs p = {.r = &r};
  find_ahead(&p, f);
  unsigned n = (unsigned)p.ahead.len;
  vec_free(&p.ahead);
  return n;
}

/* What the guess says. */
static bool says(const struct pairs *p, uint32_t pair, formula_id id) {
  const struct formula *f = &p->r->m->formulas[id];
  switch (f->op) {
  case FORMULA_STATE:
    return interp_true(p->r->in, p->r->states.at[pair / p->guesses].state,
                       f->expr);
  case FORMULA_NOT:
    return !says(p, pair, f->a);
  case FORMULA_AND:
    return says(p, pair, f->a) && says(p, pair, f->b);
  case FORMULA_OR:
    return says(p, pair, f->a) || says(p, pair, f->b);
  default:
    return pair % p->guesses >> place_ahead(p, id) & 1;
  }
}

static bool agree(const struct pairs *p, uint32_t a, uint32_t b) {
  vec_each(&p->ahead, id) {
    const struct formula *f = &p->r->m->formulas[*id];
    bool next = says(p, b, *id), now;
    switch (f->op) {
    case FORMULA_NEXT:
      now = says(p, b, f->a);
      break;
    case FORMULA_EVENTUALLY:
      now = says(p, a, f->a) || next;
      break;
    case FORMULA_ALWAYS:
      now = says(p, a, f->a) && next;
      break;
    default:
      now = says(p, a, f->b) || (says(p, a, f->a) && next);
    }
    if (now != says(p, a, *id))
      return false;
  }
  return true;
}

static void link_states(struct pairs *p, uint32_t s, uint32_t t,
                        const struct runs_step *step) {
  for (uint32_t g = 0; g < p->guesses; g++)
    for (uint32_t h = 0; h < p->guesses; h++)
      if (agree(p, s * p->guesses + g, t * p->guesses + h))
        vec_push(&p->links,
                 ((struct link){s * p->guesses + g, t * p->guesses + h, step}));
}

static void link_all(struct pairs *p, bool stays, bool progress) {
  const struct runs *r = p->r;
  p->guesses = 1u << p->ahead.len;
  p->count = r->states.len * p->guesses;
  for (uint32_t s = 0; s < r->states.len; s++) {
    vec_each(&r->states.at[s].steps,
             step) if (step->to != NONE && (progress || !step->passes))
        link_states(p, s, step->to, step);
    if (stays && !r->states.at[s].steps.len)
      link_states(p, s, s, NULL);
  }
}

/* --- fair components ------------------------------------------------------ */

/* The guess is, or need not be, made true here. */
static bool keeps(const struct pairs *p, uint32_t pair, formula_id id) {
  const struct formula *f = &p->r->m->formulas[id];
  switch (f->op) {
  case FORMULA_EVENTUALLY:
    return !says(p, pair, id) || says(p, pair, f->a);
  case FORMULA_ALWAYS:
    return says(p, pair, id) || !says(p, pair, f->a);
  case FORMULA_UNTIL:
    return !says(p, pair, id) || says(p, pair, f->b);
  default:
    return true;
  }
}

static bool can(const struct pairs *p, uint32_t pair, process_id q, edge_id e) {
  vec_each(&p->r->states.at[pair / p->guesses].steps,
           s) if (s->process == q && (e == NONE || s->edge == e)) return true;
  return false;
}

enum worth { WORTH_NOTHING, WORTH_LESS, WORTH_IT };

/* What this demand makes of the component; WORTH_LESS: `in` has lost nodes. */
static enum worth judge_demand(const struct pairs *p, uint32_t *in, uint32_t c,
                               process_id q, edge_id e, enum fairness fair) {
  bool moves = false, always = true, ever = false;
  if (!fair)
    return WORTH_IT;
  vec_each(&p->links, l) if (in[l->from] == c && in[l->to] == c && l->step &&
                             l->step->process == q &&
                             (e == NONE || l->step->edge == e)) moves = true;
  for (uint32_t i = 0; i < p->count; i++)
    if (in[i] == c) {
      always &= can(p, i, q, e);
      ever |= can(p, i, q, e);
    }
  if (moves || !(fair == FAIR_WEAK ? always : ever))
    return WORTH_IT;
  if (fair == FAIR_WEAK)
    return WORTH_NOTHING;
  for (uint32_t i = 0; i < p->count; i++)
    if (in[i] == c && can(p, i, q, e))
      in[i] = 0;
  return WORTH_LESS;
}

static enum worth judge_component(const struct pairs *p, uint32_t *in,
                                  uint32_t c) {
  const struct model *m = p->r->m;
  bool linked = false;
  vec_each(&p->links, l) linked |= in[l->from] == c && in[l->to] == c;
  if (!linked)
    return WORTH_NOTHING;
  vec_each(&p->ahead, id) {
    bool kept = false;
    for (uint32_t i = 0; i < p->count; i++)
      kept |= in[i] == c && keeps(p, i, *id);
    if (!kept)
      return WORTH_NOTHING;
  }
  enum worth worth = WORTH_IT;
  for (process_id q = 0; q < m->process_count && worth == WORTH_IT; q++) {
    worth = judge_demand(p, in, c, q, NONE,
                         p->everybody ? FAIR_STRONG : m->processes[q].fair);
    for (edge_id e = 0; e < m->processes[q].edge_count && worth == WORTH_IT;
         e++)
      worth = judge_demand(p, in, c, q, e, m->processes[q].edges[e].fair);
  }
  return worth;
}

/* Those reached from here, among nodes of `set`, get `mark`, in `at`; in the
 * order in which they are left. */
struct walker {
  const struct pairs *p;
  bool back;
  uint32_t *first, *next; /* links by node */
  const uint32_t *in;
  uint32_t set;
  bool *been;
  VEC(uint32_t) left;
};

static void walk(struct walker *w, uint32_t n) {
  w->been[n] = true;
  for (uint32_t i = w->first[n]; i; i = w->next[i - 1]) {
    const struct link *l = &w->p->links.at[i - 1];
    uint32_t to = w->back ? l->from : l->to;
    if (w->in[to] == w->set && !w->been[to])
      walk(w, to);
  }
  vec_push(&w->left, n);
}

static void walker_open(struct walker *w, const struct pairs *p, bool back,
                        const uint32_t *in, uint32_t set) {
  *w = (struct walker){.p = p, .back = back, .in = in, .set = set};
  w->first = alloc_zero(p->count + 1, sizeof *w->first);
  w->next = alloc_zero(p->links.len + 1, sizeof *w->next);
  w->been = alloc_zero(p->count + 1, sizeof *w->been);
  for (uint32_t i = 0; i < p->links.len; i++) {
    uint32_t from = back ? p->links.at[i].to : p->links.at[i].from;
    w->next[i] = w->first[from];
    w->first[from] = i + 1;
  }
}

static void walker_close(struct walker *w) {
  free(w->first);
  free(w->next);
  free(w->been);
  vec_free(&w->left);
}

/* Whether the nodes of `set` hold a fair run. */
static bool holds_fair(const struct pairs *p, uint32_t *in, uint32_t set,
                       uint32_t *names) {
  struct walker there, back;
  bool fair = false;
  walker_open(&there, p, false, in, set);
  for (uint32_t n = 0; n < p->count; n++)
    if (in[n] == set && !there.been[n])
      walk(&there, n);
  VEC(uint32_t) parts = {0};
  walker_open(&back, p, true, in, set);
  uint32_t *part = alloc_zero(p->count + 1, sizeof *part);
  while (there.left.len) {
    uint32_t n = vec_pop(&there.left);
    if (back.been[n])
      continue;
    vec_clear(&back.left);
    walk(&back, n);
    vec_push(&parts, ++*names);
    vec_each(&back.left, i) part[*i] = *names;
  }
  for (uint32_t n = 0; n < p->count; n++)
    if (in[n] == set)
      in[n] = part[n];
  free(part);
  walker_close(&there);
  walker_close(&back);
  while (parts.len && !fair) {
    uint32_t c = vec_pop(&parts);
    switch (judge_component(p, in, c)) {
    case WORTH_IT:
      fair = true;
      break;
    case WORTH_LESS:
      fair = holds_fair(p, in, c, names);
      break;
    case WORTH_NOTHING:
      break;
    }
  }
  vec_free(&parts);
  return fair;
}

/* Whether a fair run goes on from a node of which `begins` is true. */
static bool fair_from(const struct pairs *p, const bool *begins) {
  uint32_t *in = alloc_zero(p->count + 1, sizeof *in), names = 1;
  struct walker w;
  walker_open(&w, p, false, in, 0);
  for (uint32_t n = 0; n < p->count; n++)
    if (begins[n] && !w.been[n])
      walk(&w, n);
  vec_each(&w.left, n) in[*n] = 1;
  walker_close(&w);
  bool fair = holds_fair(p, in, 1, &names);
  free(in);
  return fair;
}

/* --- what is asked -------------------------------------------------------- */

static bool violate_possibly(const struct runs *r, expr_id e) {
  bool *good = alloc_zero(r->states.len, sizeof *good), bad = false;
  for (size_t i = 0; i < r->states.len; i++)
    good[i] = interp_true(r->in, r->states.at[i].state, e);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < r->states.len; i++)
      vec_each(&r->states.at[i].steps,
               s) if (!good[i] && s->to != NONE && good[s->to]) good[i] =
          changed = true;
  }
  for (size_t i = 0; i < r->states.len; i++)
    bad |= !good[i];
  free(good);
  return bad;
}

bool runs_violate(const struct runs *r, const struct temporal *t) {
  struct pairs p = {.r = r};
  if (t->possibly)
    return violate_possibly(r, t->expr);
  find_ahead(&p, t->formula);
  link_all(&p, true, true);
  bool *begins = alloc_zero(p.count, sizeof *begins);
  for (uint32_t g = 0; g < p.guesses; g++)
    begins[g] = !says(&p, g, t->formula);
  bool violated = fair_from(&p, begins);
  free(begins);
  vec_free(&p.links);
  vec_free(&p.ahead);
  return violated;
}

bool runs_circle(const struct runs *r) {
  struct pairs p = {.r = r, .everybody = true};
  link_all(&p, false, false);
  bool *begins = alloc_zero(p.count, sizeof *begins);
  for (uint32_t i = 0; i < p.count; i++)
    begins[i] = true; /* every state is reached by some steps or other */
  bool found = fair_from(&p, begins);
  free(begins);
  vec_free(&p.links);
  return found;
}
