#include "model/interp_machine.h"

#include <string.h>

#include "base/sound.h"

static void copy_parts(struct machine_view *to,
                       const struct machine_view *from) {
  EXPECTS(to->slots == from->slots);
  uint32_t count = machine_parts(from->machine, from->slots);
  for (uint32_t i = 0; i < count; i++) {
    const struct machine_part *p = &from->parts[i];
    struct machine_part *q = &to->parts[i];
    q->loaded = true;
    q->len = q->cap = p->len;
    if (!p->len)
      continue;
    q->at = alloc_zero(p->len, sizeof *q->at);
    memcpy(q->at, p->at, p->len * sizeof *q->at);
  }
  to->pending = from->pending;
}

struct machine_state *machine_state_copy(const struct machine_state *s) {
  struct machine_state *t = alloc_zero(1, sizeof *t);
  view_open(&t->view, s->view.machine, s->view.slots);
  copy_parts(&t->view, &s->view);
  t->holder = s->holder;
  t->sender = s->sender;
  return t;
}

void machine_state_free(struct machine_state *s) {
  if (s)
    view_close(&s->view);
  free(s);
}

struct machine_state *machine_state_new(const struct machine *m,
                                        struct interp_failure *failed) {
  struct machine_state *s = alloc_zero(1, sizeof *s);
  struct machine_move how = {0};
  view_open(&s->view, m, MACHINE_SLOTS_MAX);
  for (uint32_t i = 0; i < machine_parts(m, MACHINE_SLOTS_MAX); i++)
    s->view.parts[i].loaded = true;
  if (!m->initial(m, &s->view, &how))
    *failed =
        (struct interp_failure){.failure = how.failure, .place = how.place};
  view_keep(&s->view);
  view_forget(&s->view);
  return s;
}

/* --- which moves there are ------------------------------------------------ */

/* Looking is done on a copy. */
struct lookout {
  const struct machine *machine;
  struct machine_state *at;
  struct interp_steps *out; /* NULL: only whether there are any */
};

static bool process_moves(struct lookout *l, process_id p);

/* Can somebody receive what is offered after this move? */
static bool answered(struct machine_state *after, process_id sender) {
  EXPECTS(sender < after->view.slots);
  struct lookout l = {after->view.machine, machine_state_copy(after), NULL};
  uint32_t count = view_processes(&l.at->view);
  bool any = false;
  for (process_id p = 0; p < count && !any; p++)
    any = p != sender && process_moves(&l, p);
  machine_state_free(l.at);
  return any;
}

enum can { CANNOT, UNANSWERED, CAN };

static enum can possible(struct lookout *l, process_id p, uint32_t edge,
                         struct machine_move *mo) {
  struct machine_view *v = &l->at->view;
  uint32_t before = v->pending;
  if (!l->machine->fire(l->machine, v, p, edge, mo))
    return CANNOT;
  bool ok = true;
  if (!mo->failure && mo->pending && !before) {
    v->pending = mo->pending;
    ok = answered(l->at, p);
    v->pending = before;
  }
  view_undo(v);
  return ok ? CAN : UNANSWERED;
}

static bool process_moves(struct lookout *l, process_id p) {
  EXPECTS(p < l->at->view.slots);
  uint32_t first, escape = 0;
  uint32_t count = l->machine->edges(l->machine, &l->at->view, p, &first);
  bool any = false;
  for (uint32_t i = 0; i < count; i++) {
    struct machine_move mo = {0};
    enum can can = possible(l, p, first + i, &mo);
    if (escape && escape != mo.escape)
      break;
    if (can == UNANSWERED)
      escape = 0;
    if (can != CAN || (mo.is_else && any))
      continue;
    any = true;
    escape = mo.escape;
    if (l->out) {
      struct model_step s = {p, first + i, 0, NONE};
      vec_push(&l->out->at, s);
    }
  }
  return any;
}

static bool all_moves(struct lookout *l, process_id but) {
  uint32_t count = view_processes(&l->at->view);
  bool any = false;
  for (process_id p = 0; p < count; p++)
    any |= p != but && process_moves(l, p);
  return any;
}

bool machine_state_steps(const struct machine_state *s,
                         struct interp_steps *out) {
  struct lookout l = {s->view.machine, machine_state_copy(s), out};
  bool any;
  vec_clear(&out->at);
  if (s->view.pending) {
    any = all_moves(&l, s->sender);
  } else {
    any = s->holder && process_moves(&l, s->holder - 1);
    any = any || all_moves(&l, NONE);
  }
  if (!any && l.machine->has_timeout) {
    l.at->view.timeout = true;
    any = all_moves(&l, NONE);
  }
  bool timeout = l.at->view.timeout;
  machine_state_free(l.at);
  return timeout;
}

/* --- making a move -------------------------------------------------------- */

struct machine_state *machine_state_fire(const struct machine_state *s,
                                         const struct model_step *step,
                                         bool *passed,
                                         struct interp_failure *failed) {
  EXPECTS(step->process < s->view.slots);
  struct interp_steps steps = {0};
  bool timeout = machine_state_steps(s, &steps), there = false;
  vec_each(&steps.at, t) there |=
      t->process == step->process && t->edge == step->edge;
  vec_free(&steps.at);
  if (!there)
    return NULL;
  struct machine_state *t = machine_state_copy(s);
  struct machine_move mo = {0};
  const struct machine *m = s->view.machine;
  t->view.timeout = timeout;
  bool done = m->fire(m, &t->view, step->process, step->edge, &mo);
  if (!done || mo.failure) {
    *failed = (struct interp_failure){
        .failure = mo.failure, .place = mo.place, .process = step->process};
    machine_state_free(t);
    return NULL;
  }
  view_keep(&t->view);
  t->view.timeout = false;
  t->view.pending = mo.pending;
  t->sender = step->process;
  t->holder = mo.atomic && !mo.pending ? step->process + 1 : 0;
  *passed = mo.progress;
  if (t->holder) { /* who cannot go on has lost control already */
    struct lookout l = {m, machine_state_copy(t), NULL};
    if (!process_moves(&l, step->process))
      t->holder = 0;
    machine_state_free(l.at);
  }
  return t;
}

enum interp_end machine_state_end(const struct machine_state *s) {
  struct interp_steps steps = {0};
  machine_state_steps(s, &steps);
  bool stops = !steps.at.len;
  vec_free(&steps.at);
  if (!stops)
    return END_NOT;
  struct machine_state *t = machine_state_copy(s);
  uint32_t count = view_processes(&t->view);
  const struct machine *m = t->view.machine;
  bool ended = !count || !m->may_end || m->may_end(m, &t->view);
  for (process_id p = 0; p < count; p++)
    ended &= t->view.machine->place(t->view.machine, &t->view, p) & MACHINE_END;
  machine_state_free(t);
  return ended ? END_TERMINATED : END_DEADLOCK;
}

void machine_state_key(const struct machine_state *s, struct text *key) {
  text_clear(key);
  for (uint32_t i = 0; i < machine_parts(s->view.machine, s->view.slots); i++) {
    const struct machine_part *p = &s->view.parts[i];
    text_add_n(key, (const char *)&p->len, sizeof p->len);
    if (p->len)
      text_add_n(key, (const char *)p->at, p->len * sizeof *p->at);
  }
  text_add_n(key, (const char *)&s->view.pending, sizeof s->view.pending);
  text_add_n(key, (const char *)&s->holder, sizeof s->holder);
}
