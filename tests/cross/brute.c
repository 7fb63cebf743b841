#include "brute.h"

#include <string.h>

#include "base/hash.h"
#include "base/map.h"

/* Ports that grow without end grow their keys; under causal order by the
 * square. */
enum { KEY_MAX = 20000 };

struct search {
  const struct model *m;
  struct interp *in;
  struct brute *out;
  struct map by_hash; /* of a key: number + 1 of the newest state with it */
  VEC(struct istate *) whole; /* by number, NULL once expanded */
  struct text key;
  brute_visit *visit; /* may be NULL */
  void *user;
};

static uint64_t *hash_slot(struct search *x, const struct text *key) {
  bool added;
  return map_at(&x->by_hash, hash_bytes(key->at, key->len), &added);
}

static bool same_key(const struct brute_state *s, const struct text *key) {
  return s->key_len == key->len && !memcmp(s->key, key->at, key->len);
}

uint32_t brute_state_of(const struct brute *b, const struct text *key) {
  for (uint32_t i = 0; i < b->states.len; i++)
    if (same_key(&b->states.at[i], key))
      return i;
  return NONE;
}

/* The number of s, which is taken over; new states come last. */
static uint32_t enter(struct search *x, struct istate *s, uint32_t parent,
                      const struct model_step *step) {
  struct brute *b = x->out;
  interp_key(x->in, s, &x->key);
  b->too_large |= x->key.len > KEY_MAX;
  uint64_t *slot = hash_slot(x, &x->key);
  for (uint32_t i = (uint32_t)*slot; i; i = b->states.at[i - 1].next_same_hash)
    if (same_key(&b->states.at[i - 1], &x->key)) {
      interp_state_free(s);
      return i - 1;
    }
  struct brute_state n = {.key = alloc_zero(x->key.len, 1),
                          .key_len = x->key.len,
                          .parent = parent,
                          .next_same_hash = (uint32_t)*slot};
  memcpy(n.key, x->key.at, x->key.len);
  if (parent != NONE) {
    n.step = *step;
    n.depth = b->states.at[parent].depth + 1;
  }
  vec_push(&b->states, n);
  vec_push(&x->whole, s);
  *slot = b->states.len;
  return (uint32_t)b->states.len - 1;
}

/* --- findings ------------------------------------------------------------- */

static struct brute_finding blank(const struct brute *b, enum finding_kind kind,
                                  uint32_t state) {
  return (struct brute_finding){
      .kind = kind,
      .process = NONE,
      .location = NONE,
      .message = NONE,
      .object = NONE,
      .property = NONE,
      .source = NONE,
      .state = state,
      .length = state == NONE ? 0 : b->states.at[state].depth};
}

static bool same_finding(const struct brute_finding *a,
                         const struct brute_finding *b) {
  if (a->kind != b->kind)
    return false;
  if (a->kind == FINDING_DEADLOCK || a->kind == FINDING_BLOCKING)
    return a->state == b->state;
  return a->process == b->process && a->location == b->location &&
         a->message == b->message && a->object == b->object &&
         a->property == b->property && a->source == b->source &&
         a->place.line == b->place.line && a->place.col == b->place.col;
}

const struct brute_finding *brute_find(const struct brute *b,
                                       const struct brute_finding *like) {
  vec_each(&b->findings, f) if (same_finding(f, like)) return f;
  return NULL;
}

static void report(struct search *x, struct brute_finding f) {
  if (!brute_find(x->out, &f))
    vec_push(&x->out->findings, f);
}

static void report_failure(struct search *x, uint32_t state,
                           const struct model_step *step, /* NULL: start code */
                           const struct interp_failure *why) {
  struct brute_finding f = blank(x->out, failure_kind(why->failure), state);
  f.failure = why->failure;
  if (f.kind == FINDING_UNSPECIFIED) {
    f.process = why->process;
    f.location = why->location;
    f.message = why->message;
    f.object = why->object;
  } else {
    f.place = why->place;
  }
  if (step) {
    f.last_step_fails = true;
    f.last_step = *step;
    f.length++;
  }
  report(x, f);
}

static void check_end(struct search *x, uint32_t state,
                      const struct istate *s) {
  struct brute *b = x->out;
  switch (interp_end(x->in, s)) {
  case END_NOT:
    break;
  case END_TERMINATED:
    b->terminated++;
    break;
  case END_BLOCKING:
    b->blocking++;
    report(x, blank(b, FINDING_BLOCKING, state));
    break;
  case END_DEADLOCK:
    b->blocking++;
    b->deadlocks++;
    report(x, blank(b, FINDING_DEADLOCK, state));
    break;
  }
}

static void check_state(struct search *x, uint32_t state,
                        const struct istate *s) {
  struct interp_stucks stucks = {0};
  interp_stucks(x->in, s, &stucks);
  vec_each(&stucks.at, k) {
    struct brute_finding f = blank(x->out, k->kind, state);
    f.process = k->process;
    f.location = k->location;
    f.message = k->message;
    f.object = k->object;
    report(x, f);
  }
  vec_free(&stucks.at);
  for (uint32_t i = 0; i < x->m->property_count; i++)
    if (interp_violated(x->in, s, &x->m->properties[i])) {
      struct brute_finding f = blank(x->out, FINDING_PROPERTY, state);
      f.property = i;
      report(x, f);
    }
  check_end(x, state, s);
}

/* --- the search ----------------------------------------------------------- */

static void expand(struct search *x, uint32_t state) {
  struct brute *b = x->out;
  struct istate *s = x->whole.at[state];
  struct interp_steps steps = {0};
  VEC(uint32_t) successors = {0};
  if (x->visit)
    x->visit(x->user, s, b->states.at[state].depth);
  check_state(x, state, s);
  interp_steps(x->in, s, &steps);
  for (process_id p = 0; p < x->m->process_count; p++)
    vec_push(&b->ended,
             x->m->processes[p].locations[interp_location(s, p)].final);
  vec_each(&steps.at, step) {
    struct interp_failure why;
    if (step->edge != NONE)
      b->taken[x->m->processes[step->process].edges[step->edge].source] = true;
    struct istate *t = interp_fire(x->in, s, step, &why);
    if (!t) {
      assert(why.failure != FAIL_NONE);
      report_failure(x, state, step, &why);
      continue;
    }
    uint32_t to = enter(x, t, state, step);
    bool known = false;
    vec_each(&successors, k) known |= *k == to;
    if (!known)
      vec_push(&successors, to);
    struct brute_edge edge = {state, to};
    if (!known)
      vec_push(&b->edges, edge);
  }
  b->transitions += successors.len;
  vec_free(&successors);
  vec_free(&steps.at);
  interp_state_free(s);
  x->whole.at[state] = NULL;
}

static void search(struct search *x, uint32_t state_limit) {
  struct brute *b = x->out;
  struct interp_failure why;
  struct istate *s = interp_initial(x->in, &why);
  bool failed = why.failure != FAIL_NONE;
  enter(x, s, NONE, NULL);
  if (failed) { /* the run ends before it begins */
    for (process_id p = 0; p < x->m->process_count; p++)
      if (interp_start_fails(x->in, p, &why))
        report_failure(x, 0, NULL, &why);
    return;
  }
  for (uint32_t i = 0; i < b->states.len; i++) {
    expand(x, i);
    b->too_large |= b->states.len > state_limit;
    if (b->too_large)
      return;
  }
}

struct brute *brute_explore(const struct model *m, uint32_t state_limit) {
  return brute_walk(m, state_limit, NULL, NULL);
}

struct brute *brute_walk(const struct model *m, uint32_t state_limit,
                         brute_visit *visit, void *user) {
  struct search x = {.m = m, .in = interp_new(m), .visit = visit, .user = user};
  x.out = alloc_zero(1, sizeof *x.out);
  x.out->taken = alloc_zero(m->source_count + 1, sizeof *x.out->taken);
  search(&x, state_limit);
  if (!x.out->too_large)
    brute_ends(x.out, m);
  if (!x.out->too_large)
    for (source_id i = 0; i < m->source_count; i++)
      if (!x.out->taken[i]) {
        struct brute_finding f = blank(x.out, FINDING_UNEXECUTABLE, NONE);
        f.source = i;
        report(&x, f);
      }
  vec_each(&x.whole, s) interp_state_free(*s);
  vec_free(&x.whole);
  map_free(&x.by_hash);
  text_free(&x.key);
  interp_free(x.in);
  return x.out;
}

void brute_free(struct brute *b) {
  if (!b)
    return;
  vec_each(&b->states, s) free(s->key);
  vec_free(&b->states);
  vec_free(&b->findings);
  vec_free(&b->edges);
  vec_free(&b->ended);
  free(b->taken);
  free(b);
}

/* --- looking at the result ------------------------------------------------ */

uint64_t brute_count(const struct brute *b, enum finding_kind kind) {
  uint64_t n = 0;
  vec_each(&b->findings, f) n += f->kind == kind;
  return n;
}

void brute_run(const struct brute *b, const struct brute_finding *f,
               struct interp_steps *out) {
  vec_clear(&out->at);
  if (f->state == NONE)
    return;
  vec_resize(&out->at, f->length);
  size_t i = f->length;
  if (f->last_step_fails)
    out->at.at[--i] = f->last_step;
  for (uint32_t s = f->state; b->states.at[s].parent != NONE;
       s = b->states.at[s].parent)
    out->at.at[--i] = b->states.at[s].step;
  assert(i == 0);
}

void brute_print_finding(const struct model *m, const struct brute_finding *f,
                         struct text *out) {
  text_add(out, finding_kind_names[f->kind]);
  switch (f->kind) {
  case FINDING_DEADLOCK:
  case FINDING_BLOCKING:
    text_printf(out, " in state %u", f->state);
    break;
  case FINDING_UNSPECIFIED:
  case FINDING_OVERFLOW:
    text_printf(out, " %s at %s: %s on %s", m->processes[f->process].name,
                m->processes[f->process].locations[f->location].name,
                m->messages[f->message].name, m->objects[f->object].name);
    break;
  case FINDING_ENDLESS:
    text_printf(out, " %s", m->processes[f->process].name);
    break;
  case FINDING_PROPERTY:
    text_printf(out, " %u", f->property);
    break;
  case FINDING_UNEXECUTABLE:
    text_printf(out, " source %u", f->source);
    return;
  default:
    text_printf(out, " at %u:%u", f->place.line, f->place.col);
  }
  text_printf(out, " after %u steps", f->length);
}
