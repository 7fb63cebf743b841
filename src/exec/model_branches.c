/* Branches on inputs along a run of a model (shadow.h): each is a frame of its
 * own, with the state of the one before, and a step of its thread, taken at once
 * as in rt/symbolic.c. */
#include "base/sound.h"
#include "exec/model_frames.h"

void frames_follow(struct model_executor *x) {
  struct frame *first = &x->frames.at[0];
  if (!x->shadows)
    x->shadows = shadows_open(x->m, x->watched);
  if (!first->shadow)
    first->shadow = shadow_new(x->shadows);
}

/* What is there is told, then where the thread stands. */
static void ask(struct model_executor *x, struct frame *next, process_id p,
                uint32_t site) {
  size_t before = vec_last(&x->frames)->branches;
  bool on = !(next->stopped >> p & 1);
  if (on)
    shadow_judge(x->shadows, next->shadow, next->state, site, &x->branches);
  if (on)
    shadow_arrive(x->shadows, next->shadow, next->state, p, &x->branches);
  next->branches = (uint32_t)x->branches.at.len;
  next->asks = (uint32_t)(x->branches.at.len - before);
  next->asker = (uint16_t)p;
}

void frames_shadow(struct model_executor *x, struct frame *next,
                   const struct model_step *step, uint32_t place, bool done) {
  const struct frame *f = vec_last(&x->frames);
  if (!x->symbolic || x->quiet)
    return;
  const struct plan_input *given =
      frames_given(x, step->process, f->inputs[step->process]);
  struct shadow_taken taken = {
      .state = f->state,
      .step = step,
      .place = place,
      .input = f->inputs[step->process],
      .open = !given || given->thread & INPUT_SOLVED,
      .done = done};
  next->shadow = shadow_step(x->shadows, f->shadow, &taken, &x->branches);
  ask(x, next, step->process, f->event.site);
}

void frames_shadow_look(struct model_executor *x, struct frame *next,
                        process_id p) {
  const struct frame *f = vec_last(&x->frames);
  if (!x->symbolic || x->quiet)
    return;
  shadow_look(x->shadows, f->shadow, f->state, p, &x->branches);
  ask(x, next, p, f->event.site);
}

bool frames_branch(struct model_executor *x) {
  struct frame *f = vec_last(&x->frames), next = *f;
  EXPECTS(f->asks && f->asks <= f->branches);
  const struct shadow_branch *b =
      &x->branches.at.at[f->branches - f->asks];
  f->event = (struct event){.object = b->condition,
                            .enabled = f->enabled,
                            .size = b->how,
                            .site = b->site,
                            .thread = f->asker,
                            .kind = OP_BRANCH,
                            .flags = b->inside ? EVENT_INSIDE : 0,
                            .alt = b->way,
                            .alts = 2};
  f->taken = CHOICE(f->asker, b->way);
  bool way = b->way;
  next.asks--;
  frames_push(x, &next);
  return way;
}

/* --- expressions of a run ---------------------------------------------------- */

static void put(struct batch *b, struct run *r, const struct sym_node *n) {
  if (b->exprs_len == b->exprs_cap) {
    b->exprs_cap = b->exprs_cap ? b->exprs_cap * 2 : 1024;
    b->exprs = alloc_resize(b->exprs, b->exprs_cap, sizeof *b->exprs);
  }
  b->exprs[b->exprs_len++] = *n;
  r->exprs_len++;
}

/* The first operand that has no number yet, or 0. */
static sym_id untold(const struct model_executor *x,
                     const struct sym_node *n) {
  const sym_id operands[] = {n->a, n->b, n->c};
  for (unsigned i = 0; i < sym_operands(n->op); i++)
    if (!x->told.at[operands[i]])
      return operands[i];
  return 0;
}

/* Operands first; with a stack of its own, as expressions are deep. */
static uint32_t number_of(struct model_executor *x, struct batch *b,
                          struct run *r, sym_id id) {
  const struct sym_store *s = shadows_store(x->shadows);
  size_t bottom = x->tell.len;
  vec_push(&x->tell, id);
  while (x->tell.len > bottom) {
    sym_id top = *vec_last(&x->tell);
    struct sym_node n = *sym_at(s, top);
    sym_id next = x->told.at[top] ? 0 : untold(x, &n);
    if (next) {
      vec_push(&x->tell, next);
      continue;
    }
    x->tell.len--;
    if (x->told.at[top])
      continue;
    unsigned count = sym_operands(n.op);
    n.a = count > 0 ? x->told.at[n.a] : n.a;
    n.b = count > 1 ? x->told.at[n.b] : n.b;
    n.c = count > 2 ? x->told.at[n.c] : n.c;
    put(b, r, &n);
    x->told.at[top] = r->exprs_len;
  }
  return x->told.at[id];
}

void frames_tell(struct model_executor *x, struct batch *b, struct run *r) {
  const struct sym_store *s = shadows_store(x->shadows);
  r->exprs = b->exprs_len;
  vec_clear(&x->told);
  vec_resize(&x->told, s->nodes.len);
  for (uint32_t i = 0; i < r->events_len; i++) {
    struct event *e = &b->events[r->events + i];
    if (e->kind == OP_BRANCH)
      e->object = number_of(x, b, r, (sym_id)e->object);
  }
}
