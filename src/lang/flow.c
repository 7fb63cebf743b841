#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/text.h"
#include "lang/resolve.h"

uint32_t flow_label(struct flow *f) {
  vec_push(&f->labels, NONE);
  return (uint32_t)(f->labels.len - 1);
}

void flow_place(struct flow *f, uint32_t label) {
  EXPECTS(label < f->labels.len);
  EXPECTS(label < f->labels.len);
  if (!f->r->dead)
    f->labels.at[label] = (uint32_t)f->code.len;
}

void flow_emit(struct flow *f, struct code c) {
  if (!f->r->dead)
    vec_push(&f->code, c);
}

void flow_jump(struct flow *f, uint32_t label, token_id at) {
  EXPECTS(label < f->labels.len);
  EXPECTS(label < f->labels.len);
  flow_emit(f, (struct code){.op = CODE_JUMP,
                             .index = NONE,
                             .value = NONE,
                             .to = label,
                             .place = resolve_place(f->r, at)});
}

void flow_unless(struct flow *f, expr_id value, uint32_t label, token_id at) {
  EXPECTS(label < f->labels.len);
  EXPECTS(label < f->labels.len);
  int64_t known;
  if (expr_is_const(f->r, value, &known)) {
    if (!known)
      flow_jump(f, label, at);
    return;
  }
  flow_emit(f, (struct code){.op = CODE_UNLESS,
                             .index = NONE,
                             .value = value,
                             .to = label,
                             .place = resolve_place(f->r, at)});
}

void flow_set(struct flow *f, slot_id slot, expr_id value, token_id at) {
  EXPECTS(slot < f->slots.len);
  EXPECTS(slot < f->slots.len);
  flow_emit(f, (struct code){.op = CODE_SET,
                             .target = slot,
                             .index = NONE,
                             .value = value,
                             .place = resolve_place(f->r, at)});
}

/* a && b, a || b where b reads shared variables.  The value of a that
 * decides is 0 for &&, 1 for ||; b is then never read. */
static int branch_logical(struct flow *f, const struct ast_expr *e,
                          uint32_t label, bool when) {
  EXPECTS(e && label < f->labels.len);
  int decides = e->op == TOKEN_OR;
  bool skips = when != decides; /* a decides against the jump */
  uint32_t skip = skips ? flow_label(f) : label;
  int a = flow_branch(f, e->a, skip, decides), b = decides;
  if (a == decides)
    value_dead(f, e->b);
  else
    b = flow_branch(f, e->b, label, when);
  if (skips)
    flow_place(f, skip);
  return a == !decides || b == decides ? b : -1;
}

/* Short circuits become jumps only where the right side reads shared
 * variables; otherwise the condition is one expression. */
int flow_branch(struct flow *f, const struct ast_expr *e, uint32_t label,
                bool when) {
  EXPECTS(e && label < f->labels.len);
  struct resolver *r = f->r;
  bool logical =
      e->kind == AST_BINARY && (e->op == TOKEN_AND || e->op == TOKEN_OR);
  if (e->kind == AST_UNARY && e->op == TOKEN_NOT) {
    int inner = flow_branch(f, e->a, label, !when);
    return inner < 0 ? inner : !inner;
  }
  if (logical && f->mode == MODE_THREAD && value_reads(r, e->b))
    return branch_logical(f, e, label, when);
  expr_id value = value_lower(f, e);
  int64_t known;
  bool constant = expr_is_const(r, value, &known);
  flow_unless(f, when ? expr_not(r, value, e->token) : value, label, e->token);
  f->bound = NONE;
  return constant ? known != 0 : -1;
}

/* --- slots ---------------------------------------------------------------- */

slot_id flow_slot(struct flow *f, const char *name, struct range range,
                  int32_t init, bool temporary) {
  EXPECTS(range.lo <= range.hi);
  struct variable v = {
      .name = name, .range = range, .init = init, .temporary = temporary};
  vec_push(&f->slots, v);
  f->r->slots++;
  return (slot_id)(f->slots.len - 1);
}

static struct range widened(struct range a, struct range b) {
  return (struct range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

/* Reuses a free one of the same range, else any free one: fewer slots make
 * smaller states. */
slot_id flow_take(struct flow *f, struct range range, token_id at) {
  EXPECTS(range.lo <= range.hi);
  range = widened(range, (struct range){0, 0});
  struct temporary *found = NULL;
  vec_each(&f->temporaries, t) {
    const struct range *has = &f->slots.at[t->slot].range;
    bool same = has->lo == range.lo && has->hi == range.hi;
    if (!t->busy && (!found || same))
      found = t;
    if (found == t && same)
      break;
  }
  if (!found) {
    if (f->temporaries.len >= TEMPORARIES_MAX) {
      resolve_error(f->r, at, NULL, "more than %d values to remember at once",
                    TEMPORARIES_MAX);
      return f->temporaries.at[0].slot;
    }
    const char *name =
        arena_printf(f->r->arena, "(value %zu)", f->temporaries.len + 1);
    struct temporary t = {flow_slot(f, name, range, 0, true), false};
    vec_push(&f->temporaries, t);
    found = vec_last(&f->temporaries);
  }
  found->busy = true;
  vec_push(&f->taken, (uint32_t)(found - f->temporaries.at));
  struct range *has = &f->slots.at[found->slot].range;
  *has = widened(*has, range);
  return found->slot;
}

size_t flow_mark(const struct flow *f) {
  return f->taken.len;
}

void flow_release(struct flow *f, size_t mark) {
  EXPECTS(mark <= f->taken.len);
  EXPECTS(mark <= f->taken.len);
  while (f->taken.len > mark)
    f->temporaries.at[vec_pop(&f->taken)].busy = false;
}

void flow_spill(struct flow *f, token_id at) {
  if (f->bound == NONE || f->r->dead)
    return;
  slot_id slot = flow_take(f, f->bound_range, at);
  struct expr old = f->r->exprs.at[f->bound];
  flow_set(f, slot, expr_push(f->r, old), at);
  /* Whoever uses the value reads the temporary from now on. */
  f->r->exprs.at[f->bound].op = EXPR_LOCAL;
  f->r->exprs.at[f->bound].a = slot;
  f->bound = NONE;
}

/* --- locations and edges -------------------------------------------------- */

location_id flow_stop(struct flow *f, token_id at) {
  struct resolver *r = f->r;
  flow_spill(f, at);
  if (r->dead)
    return 0;
  struct place place = resolve_place(r, at);
  f->line_steps = f->line == place.line ? f->line_steps + 1 : 1;
  f->line = place.line;
  struct location l = {.first_edge = (edge_id)f->edges.len, .place = place};
  l.name = f->line_steps == 1
               ? arena_printf(r->arena, "%u", f->line)
               : arena_printf(r->arena, "%u.%u", f->line, f->line_steps);
  vec_push(&f->locations, l);
  location_id id = (location_id)(f->locations.len - 1);
  flow_emit(f, (struct code){.op = CODE_STOP,
                             .index = NONE,
                             .value = NONE,
                             .to = id,
                             .place = place});
  return id;
}

struct edge flow_edge(const struct flow *f, enum action action) {
  return (struct edge){.action = action,
                       .index = NONE,
                       .message = NONE,
                       .guard = NONE,
                       .fits = NONE,
                       .code = (code_id)f->code.len,
                       .source = NONE};
}

void flow_add(struct flow *f, struct edge e, token_id at) {
  struct resolver *r = f->r;
  if (r->dead || r->full)
    return;
  if (++r->edges > EDGES_MAX)
    resolve_full(r, at, "edges", EDGES_MAX);
  e.from = (location_id)(f->locations.len - 1);
  vec_push(&f->edges, e);
  vec_last(&f->locations)->edge_count++;
}

source_id flow_source(struct flow *f, token_id key, unsigned role,
                      const char *from, const char *verb, token_id first,
                      token_id last) {
  struct resolver *r = f->r;
  if (r->dead)
    return NONE;
  bool added;
  uint64_t *id = map_at(&r->source_of, (uint64_t)key << 8 | role, &added);
  if (added) {
    const char *text = resolve_text(r, first, last);
    struct source s = {.process = r->processes.at[f->process].base,
                       .from = from ? from : vec_last(&f->locations)->name,
                       .text = arena_printf(r->arena, "%s%s", verb, text),
                       .place = resolve_place(r, key)};
    *id = r->sources.len;
    vec_push(&r->sources, s);
  }
  return (source_id)*id;
}

/* --- the end -------------------------------------------------------------- */

/* Labels become indices into the flow's code. */
static void settle_labels(struct flow *f) {
  vec_each(&f->code, c) {
    if (c->op == CODE_JUMP || c->op == CODE_UNLESS)
      c->to = f->labels.at[c->to];
  }
}

/* Where code that begins at c normally ends: the first stop on a walk that
 * prefers to go straight on.  seen[] holds the number of the last walk. */
static location_id usual_end(const struct flow *f, uint32_t c, uint32_t walk,
                             uint32_t *seen, uint32_t *todo) {
  size_t open = 0;
  todo[open++] = c;
  while (open) {
    c = todo[--open];
    if (seen[c] == walk)
      continue;
    seen[c] = walk;
    const struct code *x = &f->code.at[c];
    if (x->op == CODE_STOP)
      return x->to;
    if (x->op == CODE_UNLESS)
      todo[open++] = x->to;
    todo[open++] = x->op == CODE_JUMP ? x->to : c + 1;
  }
  return 0; /* it runs in circles */
}

static void set_ends(struct flow *f) {
  uint32_t *seen = alloc_zero(3 * f->code.len + 1, sizeof *seen);
  uint32_t walk = 0;
  vec_each(&f->edges, e) {
    e->to = usual_end(f, e->code, ++walk, seen, seen + f->code.len);
  }
  free(seen);
}

static void move_code(struct flow *f, uint32_t base) {
  vec_each(&f->code, c) {
    struct code moved = *c;
    if (c->op == CODE_JUMP || c->op == CODE_UNLESS)
      moved.to += base;
    vec_push(&f->r->code, moved);
  }
}

static void *kept(struct flow *f, const void *at, size_t count, size_t size) {
  EXPECTS(at || !count);
  return count ? arena_copy(f->r->arena, at, count * size) : NULL;
}

void flow_finish(struct flow *f) {
  struct resolver *r = f->r;
  settle_labels(f);
  live_zero(f);
  uint32_t base = (uint32_t)r->code.len;
  set_ends(f);
  vec_each(&f->edges, e) e->code += base;
  move_code(f, base);
  struct process *p = &r->processes.at[f->process];
  p->slot_count = (uint32_t)f->slots.len;
  p->slots = kept(f, f->slots.at, f->slots.len, sizeof *f->slots.at);
  p->location_count = (uint32_t)f->locations.len;
  p->locations =
      kept(f, f->locations.at, f->locations.len, sizeof *f->locations.at);
  p->edge_count = (uint32_t)f->edges.len;
  p->edges = kept(f, f->edges.at, f->edges.len, sizeof *f->edges.at);
  p->start += base;
}

void flow_free(struct flow *f) {
  vec_free(&f->slots);
  vec_free(&f->locations);
  vec_free(&f->edges);
  vec_free(&f->code);
  vec_free(&f->labels);
  vec_free(&f->temporaries);
  vec_free(&f->taken);
  vec_free(&f->loops);
  vec_free(&f->touched);
}
