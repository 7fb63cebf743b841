#include "sched/concolic_inside.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sound.h"
#include "base/verdict.h"
#include "sched/sched.h"

enum {
  CHOICES = 1 << 20,
  EVENTS = 1 << 16,
  GROUP = 64,      /* plans that are run at once */
  INDEX_BITS = 8,  /* that may differ in an address */
  BRANCH = 1, INDEX, PINNED, OPAQUE, NAN_READ, /* `size` of a branch, abi.h */
};

/* --- what is known ------------------------------------------------------ */

static uint64_t hash_step(uint64_t h, choice c) { return hash_pair(h, c); }

static struct known_branch *known_at(struct concolic *c, uint64_t hash) {
  const uint64_t *at = map_get(&c->index, hash);
  return at ? &c->known.at[*at - 1] : NULL;
}

static struct known_branch *know(struct concolic *c, uint64_t hash,
                          sym_id condition) {
  struct known_branch *k = known_at(c, hash);
  if (k)
    return k;
  struct known_branch fresh = {.condition = condition};
  vec_push(&c->known, fresh);
  vec_push(&c->hashes, hash);
  map_put(&c->index, hash, c->known.len);
  c->stats.branches++;
  return vec_last(&c->known);
}

static void lose(struct concolic *c, uint32_t site, enum lost_why why) {
  vec_each(&c->lost, l)
    if (l->site == site && l->why == why) {
      l->count++;
      return;
    }
  struct lost fresh = {site, why, 1};
  vec_push(&c->lost, fresh);
}

static sym_id as_gone(struct concolic *c, sym_id condition, bool way) {
  return way ? condition : sym_not(&c->store, condition);
}

/* Time is over, or a signal came: asked between two questions here, and by
 * the solver's own thread within one. */
static bool give_up(void *user) {
  const struct concolic *c = user;
  return c->base.give_up && c->base.give_up(c->base.give_up_user);
}

/* --- inputs for random schedules ---------------------------------------- */

/* Values that would have gone another way at some branch. */
static void pool_add(struct concolic *c) {
  struct sym_values *v;
  if (c->pool.len < POOL) {
    struct sym_values fresh = {0};
    vec_push(&c->pool, fresh);
    v = vec_last(&c->pool);
  } else {
    v = &c->pool.at[c->pool_next++ % POOL];
  }
  sym_values_copy(v, &c->answer);
}

/* A random plan has no prefix that asks for certain inputs: it gets some of
 * the pool, or the usual ones, by its seed. */
static void pool_take(struct concolic *c, uint64_t seed) {
  size_t i = (size_t)(hash_mix(seed) % (c->pool.len + 1));
  if (i < c->pool.len)
    sym_values_copy(&c->values, &c->pool.at[i]);
}

/* --- inputs for a plan -------------------------------------------------- */

/* The conditions of a prefix, as far as they are known. */
static void path_of(struct concolic *c, const choice *prefix, uint32_t len) {
  EXPECTS(prefix || !len);
  uint64_t h = 0;
  vec_clear(&c->path);
  for (uint32_t i = 0; i < len; i++) {
    const struct known_branch *k = known_at(c, h);
    if (k)
      vec_push(&c->path,
               as_gone(c, k->condition, CHOICE_ALT(prefix[i]) != 0));
    h = hash_step(h, prefix[i]);
  }
}

/* Of a plan that does not say where it meets them. */
static void path_wanted(struct concolic *c, uint64_t seed) {
  EXPECTS(seed < c->wanted.len);
  const struct wanted *w = &c->wanted.at[seed];
  vec_clear(&c->path);
  for (uint32_t i = 0; i < w->count; i++)
    vec_push(&c->path, c->wants.at[w->first + i]);
}

/* The inputs that it is given, and how many; those of other plans are solved. */
static const struct plan_input *given_of(const struct concolic *c,
                                         const struct plan *p,
                                         uint32_t *count) {
  *count = 0;
  if (!(p->flags & PLAN_FREE))
    return NULL;
  EXPECTS(p->seed < c->wanted.len);
  const struct wanted *w = &c->wanted.at[p->seed];
  *count = w->given_count;
  return c->given.at + w->given;
}

/* The plan with values for its inputs, into the batch of the program.  1: it
 * is there, 0: no room, -1: there are no such values, or nobody knows. */
static int send(struct concolic *c, const struct plan *p) {
  struct batch *from = c->base.batch, *to = c->x->batch;
  const choice *prefix = from->choices + p->prefix;
  if (p->flags & PLAN_FREE)
    path_wanted(c, p->seed);
  else
    path_of(c, prefix, p->prefix_len);
  enum sym_answer a =
      sym_solve(c->query, c->path.at, c->path.len, &c->values);
  if (a == SYM_UNKNOWN) {
    lose(c, 0, give_up(c) ? LOST_TIME : LOST_UNDECIDED);
    c->base.stopped = true;
  }
  if (a != SYM_SAT)
    return -1;
  if (p->after != AFTER_FIRST && !(p->flags & PLAN_FREE))
    pool_take(c, p->seed);
  uint32_t given_count;
  const struct plan_input *given = given_of(c, p, &given_count);
  size_t room = to->inputs_cap - to->inputs_len;
  size_t wanted = p->inputs_len + given_count;
  for (size_t i = 0; i < c->values.at.len; i++)
    wanted += c->values.set.at[i];
  if (wanted > room)
    return 0;
  uint32_t inputs = to->inputs_len;
  struct plan *q = batch_copy(to, p, from->choices);
  if (!q)
    return 0;
  q->inputs = inputs;
  q->flags |= PLAN_SYMBOLIC;
  if (p->flags & PLAN_FREE)
    q->seed = hash_mix(p->seed); /* of what comes after the prefix */
  for (uint32_t i = 0; i < p->inputs_len; i++)
    to->inputs[to->inputs_len++] = from->inputs[p->inputs + i];
  for (uint32_t i = 0; i < given_count; i++)
    to->inputs[to->inputs_len++] = given[i];
  for (size_t i = 0; i < c->values.at.len; i++)
    if (c->values.set.at[i])
      to->inputs[to->inputs_len++] =
          (struct plan_input){c->store.inputs.at[i].thread | INPUT_SOLVED,
                              c->store.inputs.at[i].index, c->values.at.at[i]};
  q->inputs_len = to->inputs_len - inputs;
  return 1;
}

/* --- what a run teaches ------------------------------------------------- */

static bool is_step(const struct event *e) {
  return !(e->flags & (EVENT_SILENT | EVENT_PENDING));
}

/* Its expressions; those of a process that died are lost. */
static void import(struct concolic *c, const struct batch *b,
                   const struct run *r) {
  EXPECTS(r->events + r->events_len <= b->events_len);
  EXPECTS(r->exprs + r->exprs_len <= b->exprs_cap);
  vec_clear(&c->ids);
  vec_resize(&c->ids, r->exprs_len);
  if (!sym_import(&c->store, b->exprs + r->exprs, r->exprs_len, c->ids.at))
    vec_clear(&c->ids);
}

/* The values the run had: what the plan gave, in the order of the store. */
static void values_of(struct concolic *c, const struct batch *b,
                      const struct plan *p) {
  EXPECTS(p->inputs + p->inputs_len <= b->inputs_len);
  sym_values_clear(&c->values);
  for (size_t i = 0; i < c->store.inputs.len; i++) {
    const struct sym_input *v = &c->store.inputs.at[i];
    for (uint32_t k = 0; k < p->inputs_len; k++) {
      const struct plan_input *in = &b->inputs[p->inputs + k];
      if (in->thread == (v->thread | INPUT_SOLVED) && in->index == v->index) {
        sym_values_set(&c->values, i, in->value);
        break;
      }
    }
  }
}

static sym_id condition_of(const struct concolic *c, const struct event *e) {
  EXPECTS(e->kind == OP_BRANCH);
  sym_id id = e->object && e->object <= c->ids.len
                  ? c->ids.at[e->object - 1]
                  : 0;
  return id && sym_width(&c->store, id) == 1 ? id : 0;
}

/* Whether the way that was not gone can be gone. */
static enum sym_answer other_way(struct concolic *c, sym_id condition,
                                 bool way) {
  vec_clear(&c->ask);
  vec_each(&c->path, p) vec_push(&c->ask, *p);
  vec_push(&c->ask, as_gone(c, condition, !way));
  return sym_solve(c->query, c->ask.at, c->ask.len, &c->answer);
}

/* A way that could be gone and is not followed, or 0. */
static bool within_bounds(struct concolic *c, const struct event *e) {
  if (e->size == PINNED)
    return lose(c, e->site, LOST_PINNED), false;
  if (e->size == INDEX && c->bits >= INDEX_BITS)
    return lose(c, e->site, LOST_INDEX), false;
  if (c->forks >= c->options.branches) {
    c->full = true;
    return lose(c, e->site, LOST_BRANCHES), false;
  }
  return true;
}

/* Beyond the branches that are followed nothing is decided: that the other
 * way of one of them could have been gone is known, once it has been seen. */
static bool is_beyond(const struct concolic *c) {
  return c->full && c->forks >= c->options.branches;
}

/* Which ways the branch can go, in k; false: nobody has the time to know. */
static bool decide(struct concolic *c, struct known_branch *k,
                   const struct event *e) {
  uint8_t gone = e->alt ? 2 : 1;
  enum sym_answer a = SYM_UNSAT;
  if (!is_beyond(c)) {
    a = other_way(c, k->condition, e->alt);
    if (give_up(c))
      return lose(c, e->site, LOST_TIME), false;
  }
  k->decided = true;
  k->ways = gone;
  if (e->size == OPAQUE || e->size == NAN_READ)
    lose(c, e->site, e->size == OPAQUE ? LOST_OPAQUE : LOST_NAN);
  if (a == SYM_UNKNOWN)
    lose(c, e->site, LOST_UNDECIDED);
  else if (a == SYM_SAT && within_bounds(c, e))
    k->ways = 3;
  if (k->ways == 3)
    pool_add(c);
  c->stats.both += k->ways == 3;
  return true;
}

/* The bits of one address come one after the other. */
static void count_bits(struct concolic *c, const struct event *e) {
  if (e->size != INDEX || e->site != c->bits_site)
    c->bits = 0;
  c->bits_site = e->size == INDEX ? e->site : 0;
}

/* False: there is no time for it. */
static bool learn_branch(struct concolic *c, struct event *e, uint64_t hash,
                         bool decides) {
  EXPECTS(e->kind == OP_BRANCH);
  struct known_branch *k = known_at(c, hash);
  sym_id condition = condition_of(c, e);
  count_bits(c, e);
  if (!k && !condition) { /* of a process that died */
    e->value = e->alt ? 2 : 1;
    e->alts = 1;
    return true;
  }
  size_t at = (size_t)(know(c, hash, condition ? condition : k->condition) -
                       c->known.at);
  k = &c->known.at[at];
  sym_id gone = as_gone(c, k->condition, e->alt);
  e->object = (uint64_t)k->condition;
  if (!sym_eval(&c->store, gone, &c->values)) {
    lose(c, e->site, LOST_WRONG);
    k->decided = true;
    k->ways = e->alt ? 2 : 1;
    gone = sym_const(&c->store, 1, 1);
  }
  if (!k->decided && decides && !decide(c, k, e))
    return false;
  if (k->ways == 3) {
    c->forks++;
    c->bits += e->size == INDEX;
  }
  e->value = k->ways;
  e->alts = k->ways == 3 ? 2 : 1;
  vec_push(&c->path, gone);
  return true;
}

/* A branch of a run whose strategy asks itself which ways can be gone together
 * (PLAN_FREE): it is told the condition, and that there are two ways, unless one
 * of them is not to be followed. */
static void tell_branch(struct concolic *c, struct event *e) {
  EXPECTS(e->kind == OP_BRANCH);
  sym_id condition = condition_of(c, e);
  bool bound = e->size == PINNED || e->size == OPAQUE ||
               e->size == NAN_READ || !condition;
  uint64_t always;
  count_bits(c, e);
  e->object = 0;
  e->value = e->alt ? 2 : 1;
  e->alts = 1;
  if (bound && condition && other_way(c, condition, e->alt) == SYM_UNSAT &&
      e->size == PINNED)
    return;
  if (bound && condition)
    lose(c, e->site,
         e->size == PINNED   ? LOST_PINNED
         : e->size == OPAQUE ? LOST_OPAQUE
                             : LOST_NAN);
  if (bound)
    return;
  if (!sym_eval(&c->store, as_gone(c, condition, e->alt), &c->values)) {
    lose(c, e->site, LOST_WRONG);
    return;
  }
  e->object = condition;
  vec_push(&c->path, as_gone(c, condition, e->alt));
  if (sym_is_const(&c->store, condition, &always) || !within_bounds(c, e))
    return;
  c->forks++;
  c->bits += e->size == INDEX;
  e->value = 3;
  e->alts = 2;
  struct known_branch *k = know(c, hash_pair(~UINT64_C(0), condition), condition);
  c->stats.both += k->ways && !(k->ways & (e->alt ? 2 : 1)) && k->ways != 3;
  k->ways |= e->alt ? 2 : 1;
}

/* Walks the run; its branches get their conditions and alternatives.  False
 * when time is over before its end. */
static bool learn(struct concolic *c, const struct batch *b, struct run *r,
                  struct event *events, const struct plan *p, bool decides) {
  EXPECTS(r->events_len == 0 || events);
  uint64_t h = 0;
  import(c, b, r);
  values_of(c, b, p);
  vec_clear(&c->path);
  c->forks = c->bits = c->bits_site = 0;
  for (uint32_t i = 0; i < r->events_len; i++) {
    struct event *e = &events[i];
    if (!is_step(e))
      continue;
    if (e->kind == OP_BRANCH && p->flags & PLAN_FREE)
      tell_branch(c, e);
    else if (e->kind == OP_BRANCH && !learn_branch(c, e, h, decides))
      return false;
    h = hash_step(h, CHOICE(e->thread, e->alt));
  }
  return true;
}

/* The run left its plan at a branch, for want of better inputs. */
static bool went_wrong(const struct batch *b, const struct run *r,
                       const struct plan *p) {
  uint32_t step = 0;
  const struct event *last = NULL;
  for (uint32_t i = 0; i < r->events_len; i++)
    if (is_step(&b->events[r->events + i])) {
      last = &b->events[r->events + i];
      step++;
    }
  return r->end == RUN_DIVERGED && last && last->kind == OP_BRANCH &&
         step <= p->prefix_len &&
         b->choices[p->prefix + step - 1] == CHOICE(last->thread, !last->alt);
}

/* --- running ------------------------------------------------------------ */

static bool fail(struct concolic *c, const char *why) {
  c->base.error = why;
  return false;
}

static bool run_group(struct concolic *c) {
  struct executor *x = c->x;
  x->steps_max = c->base.steps_max;
  x->give_up = c->base.give_up;
  x->give_up_user = c->base.give_up_user;
  x->stopped = false;
  if (!x->run(x))
    return fail(c, x->error);
  c->base.stopped |= x->stopped;
  return true;
}

/* Takes in what was run; false at the first that must be run again, or when
 * there is no more room. */
static bool take_group(struct concolic *c, uint32_t *again) {
  struct batch *to = c->base.batch, *from = c->x->batch;
  for (uint32_t i = 0; i < from->done; i++) {
    struct run *r = &from->runs[i];
    if (went_wrong(from, r, &from->plans[i])) {
      learn(c, from, r, from->events + r->events, &from->plans[i], false);
      ++*again;
      c->stats.again++;
      return false;
    }
    if (!batch_collect(to, from, i))
      return false;
    struct run *q = &to->runs[to->done - 1];
    if (!learn(c, from, r, to->events + q->events, &from->plans[i],
               r->end != RUN_DIVERGED)) {
      to->done--; /* it has not been */
      c->base.stopped = true;
      return false;
    }
    *again = 0;
  }
  return true;
}

static bool concolic_run(struct executor *x) {
  struct concolic *c = x->self;
  struct batch *b = x->batch;
  uint32_t again = 0;
  while (b->done < b->plans_len && !x->stopped) {
    uint32_t before = b->done, sent = 0;
    int room = 1;
    batch_clear(c->x->batch);
    while (sent < GROUP && before + sent < b->plans_len &&
           (room = send(c, &b->plans[before + sent])) == 1)
      sent++;
    if (!sent && !room) {
      lose(c, 0, LOST_MANY);
      x->stopped = true;
    }
    if (!sent && x->stopped)
      return true;
    if (!sent)
      return fail(c, "no inputs are known for a path");
    if (!run_group(c))
      return false;
    bool took = take_group(c, &again);
    if (b->done == before && !x->stopped && (took || !again))
      return before > 0 || fail(c, "the program does not answer");
    if (again > b->plans[b->done].prefix_len + 1)
      return fail(c, "inputs do not lead where they should");
    if (!took && !again)
      break; /* no room for more events */
  }
  return true;
}

/* --- the rest is the program's ------------------------------------------ */

static struct executor *program(struct executor *x) {
  return ((struct concolic *)x->self)->x;
}

static struct spot concolic_place(struct executor *x, uint32_t site) {
  return program(x)->place(program(x), site);
}
static size_t concolic_stack(struct executor *x, uint16_t stack,
                             struct spot *at, size_t cap) {
  return program(x)->stack(program(x), stack, at, cap);
}
static const char *concolic_label(struct executor *x, uint64_t number) {
  return program(x)->label(program(x), number);
}
static void concolic_thread_name(struct executor *x, unsigned thread,
                                 struct text *out) {
  program(x)->thread_name(program(x), thread, out);
}
static bool concolic_meaning(struct executor *x, uint64_t address,
                             struct text *out) {
  return program(x)->meaning(program(x), address, out);
}

static void concolic_object_name(struct executor *x, const struct event *e,
                                 struct text *out) {
  program(x)->object_name(program(x), e, out);
}
static size_t concolic_threads(struct executor *x, uint32_t *table,
                               size_t cap) {
  return program(x)->threads(program(x), table, cap);
}
static void concolic_set_threads(struct executor *x, const uint32_t *table,
                                 size_t count) {
  program(x)->set_threads(program(x), table, count);
}
static size_t concolic_because(struct executor *x, struct because *out,
                               size_t cap) {
  return program(x)->because(program(x), out, cap);
}
static void concolic_left_out(struct executor *x, struct reasons *out) {
  const struct concolic *c = x->self;
  if (c->x->left_out)
    c->x->left_out(c->x, out);
  vec_each(&c->lost, l) {
    struct spot at = program(x)->place(program(x), l->site);
    enum why why = l->why == LOST_TIME ? WHY_TIME : WHY_INPUT;
    reasons_add(out, (struct because){why, lost_text(l->why), at.file,
                                      at.line, l->count});
  }
}
static const char *concolic_notice(struct executor *x) {
  return program(x)->notice(program(x));
}
static size_t concolic_stuck(struct executor *x, struct stuck *out,
                             size_t cap) {
  return program(x)->stuck(program(x), out, cap);
}
static size_t concolic_covers(struct executor *x, struct covered *out,
                              size_t cap) {
  return program(x)->covers(program(x), out, cap);
}

static void concolic_close(struct executor *x) {
  struct concolic *c = x->self;
  batch_free(x->batch);
  sym_query_close(c->query);
  sym_store_free(&c->store);
  map_free(&c->index);
  vec_free(&c->known);
  vec_free(&c->hashes);
  vec_free(&c->lost);
  vec_free(&c->wanted);
  vec_free(&c->wants);
  vec_free(&c->given);
  vec_each(&c->pool, v) sym_values_free(v);
  vec_free(&c->pool);
  vec_free(&c->ids);
  vec_free(&c->path);
  vec_free(&c->ask);
  sym_values_free(&c->values);
  sym_values_free(&c->answer);
  free(c);
}

bool concolic_possible(void) {
  struct sym_store none = {0};
  struct sym_query *q = sym_query_open(&none, 1);
  sym_query_close(q);
  return q != NULL;
}

struct executor *concolic_open(struct executor *x,
                               const struct concolic_options *o) {
  struct concolic *c = alloc_zero(1, sizeof *c);
  c->options = *o;
  if (!c->options.branches)
    c->options.branches = 1000;
  c->query = sym_query_open(&c->store,
                            o->patience ? o->patience : SOLVER_PATIENCE);
  if (!c->query) {
    free(c);
    return NULL;
  }
  sym_query_watch(c->query, give_up, c);
  c->x = x;
  c->base = (struct executor){
      .name = x->name,
      .batch = batch_new(x->batch->plans_cap, CHOICES, EVENTS),
      .self = c,
      .steps_max = x->steps_max,
      .identity = x->identity,
      .give_up = x->give_up,
      .give_up_user = x->give_up_user,
      .symbolic = true,
      .under = x->under,
      .no_reduction = x->no_reduction,
      .ports = x->ports,
      .ports_most = x->ports_most,
      .leaves = x->leaves,
      .run = concolic_run,
      .place = concolic_place,
      .stack = x->stack ? concolic_stack : NULL,
      .label = x->label ? concolic_label : NULL,
      .thread_name = concolic_thread_name,
      .object_name = concolic_object_name,
      .meaning = x->meaning ? concolic_meaning : NULL,
      .threads = x->threads ? concolic_threads : NULL,
      .set_threads = x->set_threads ? concolic_set_threads : NULL,
      .because = x->because ? concolic_because : NULL,
      .left_out = concolic_left_out,
      .notice = x->notice ? concolic_notice : NULL,
      .stuck = x->stuck ? concolic_stuck : NULL,
      .covers = x->covers ? concolic_covers : NULL,
      .save = concolic_save,
      .load = concolic_load,
      .close = concolic_close};
  return &c->base;
}

/* --- for strategies and reports ----------------------------------------- */

static bool feasible(void *user, const uint64_t *branches, size_t count) {
  struct concolic *c = user;
  vec_clear(&c->ask);
  for (size_t i = 0; i < count; i++)
    vec_push(&c->ask, as_gone(c, (sym_id)(branches[i] >> 1), branches[i] & 1));
  enum sym_answer a =
      sym_solve(c->query, c->ask.at, c->ask.len, &c->answer);
  if (a == SYM_UNKNOWN) {
    c->base.spoilt |= give_up(c); /* it is taken for "no", and is none */
    lose(c, 0, give_up(c) ? LOST_TIME : LOST_UNDECIDED);
  }
  return a == SYM_SAT;
}

static uint64_t want(void *user, const uint64_t *branches, size_t count) {
  struct concolic *c = user;
  struct wanted w = {.first = (uint32_t)c->wants.len,
                     .count = (uint32_t)count};
  for (size_t i = 0; i < count; i++)
    vec_push(&c->wants,
             as_gone(c, (sym_id)(branches[i] >> 1), branches[i] & 1));
  vec_push(&c->wanted, w);
  return c->wanted.len - 1;
}

static uint64_t give(void *user, const struct plan_input *inputs,
                     size_t count) {
  struct concolic *c = user;
  struct wanted w = {.given = (uint32_t)c->given.len,
                     .given_count = (uint32_t)count};
  for (size_t i = 0; i < count; i++)
    vec_push(&c->given, inputs[i]);
  vec_push(&c->wanted, w);
  return c->wanted.len - 1;
}

void concolic_join(struct executor *concolic, struct sched_options *o) {
  o->feasible = feasible;
  o->want = want;
  o->give = give;
  o->feasible_user = concolic->self;
}

const struct lost *concolic_lost(const struct executor *concolic,
                                 size_t *count) {
  const struct concolic *c = concolic->self;
  *count = c->lost.len;
  return c->lost.at;
}

const char *lost_text(enum lost_why why) {
  static const char *const texts[] = {
      [LOST_PINNED] = "a value that cannot be followed",
      [LOST_OPAQUE] = "a function that nobody looks into may have read inputs",
      [LOST_NAN] = "the bits of what is no number (NaN)",
      [LOST_INDEX] = "an address with more than 256 values",
      [LOST_BRANCHES] = "more branches on inputs than --branches",
      [LOST_UNDECIDED] = "a condition the solver did not decide",
      [LOST_TIME] = "a condition the solver was at when time was over",
      [LOST_MANY] = "more inputs than a run can be given",
      [LOST_WRONG] = "the program went another way than its expression"};
  return texts[why];
}

const struct concolic_stats *concolic_stats(const struct executor *concolic) {
  return &((const struct concolic *)concolic->self)->stats;
}

const struct sym_query_stats *
concolic_queries(const struct executor *concolic) {
  return sym_query_stats(((const struct concolic *)concolic->self)->query);
}
