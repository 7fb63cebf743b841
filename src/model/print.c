/* States and steps for people. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/sound.h"
#include "model/interp_inside.h"

static void print_message(const struct model *m, message_id message,
                          const int32_t *values, struct text *out) {
  EXPECTS(message < m->message_count);
  const struct message *x = &m->messages[message];
  text_add(out, x->name);
  for (uint32_t i = 0; i < x->arity; i++)
    text_printf(out, "%s%" PRId32, i ? ", " : "(", values[i]);
  if (x->arity)
    text_char(out, ')');
}

/* --- states --------------------------------------------------------------- */

/* What stands between two things of a state. */
struct between {
  size_t start;
  const char *text;
};

static void separate(struct text *out, const struct between *b) {
  if (out->len > b->start)
    text_add(out, b->text);
}

static void print_process(const struct istate *s, process_id p,
                          struct text *out) {
  EXPECTS(p < s->in->m->process_count);
  const struct process *x = &s->in->m->processes[p];
  text_printf(out, "%s at %s", x->name, x->locations[s->at[p]].name);
  bool any = false;
  for (slot_id i = 0; i < x->slot_count; i++) {
    if (x->slots[i].temporary)
      continue;
    text_printf(out, "%s%s = %" PRId32, any ? ", " : " (", x->slots[i].name,
                interp_slot(s, p, i));
    any = true;
  }
  if (any)
    text_char(out, ')');
}

static void print_queue(const struct istate *s, object_id o,
                        const struct between *b, struct text *out) {
  EXPECTS(o < s->in->m->object_count);
  const struct model *m = s->in->m;
  bool who = m->objects[o].kind == OBJECT_PORT &&
             (m->scheme == SCHEME_FIFO || m->scheme == SCHEME_CAUSAL);
  struct fronts all = {0};
  interp_canonical(s, o, &all);
  if (all.at.len) {
    separate(out, b);
    text_printf(out, "%s holds", m->objects[o].name);
  }
  for (size_t i = 0; i < all.at.len; i++) {
    const struct pending *p = &s->queue.at[all.at.at[i].at];
    const struct pending *next =
        i + 1 < all.at.len ? &s->queue.at[all.at.at[i + 1].at] : NULL;
    text_char(out, ' ');
    print_message(m, p->message, p->values, out);
    if (who && (!next || next->sender != p->sender))
      text_printf(out, " from %s%s", m->processes[p->sender].name,
                  next ? " and" : "");
  }
  vec_free(&all.at);
}

static void print_parts(const struct interp *in, const struct istate *s,
                        const struct between *b, struct text *out) {
  const struct model *m = in->m;
  for (process_id p = 0; p < m->process_count; p++) {
    if (!*m->processes[p].locations[s->at[p]].name)
      continue; /* a transition of a net is nowhere */
    separate(out, b);
    print_process(s, p, out);
  }
  for (object_id o = 0; o < m->object_count; o++) {
    const struct object *x = &m->objects[o];
    switch (x->kind) {
    case OBJECT_SHARED:
    case OBJECT_SEMAPHORE:
      separate(out, b);
      text_printf(out, "%s = %" PRId64, x->name, s->values[o]);
      break;
    case OBJECT_LOCK:
      if (s->values[o] < 0)
        break;
      separate(out, b);
      text_printf(out, "%s held by %s", x->name,
                  m->processes[s->values[o]].name);
      break;
    case OBJECT_CHANNEL:
    case OBJECT_PORT:
      print_queue(s, o, b, out);
      break;
    }
  }
}

void interp_print_state(const struct interp *in, const struct istate *s,
                        struct text *out) {
  EXPECTS(s->in == in);
  if (s->machine) {
    in->m->machine->print(in->m->machine, &s->machine->view, false, out);
    return;
  }
  print_parts(in, s, &(struct between){out->len, ", "}, out);
}

void interp_print_lines(const struct interp *in, const struct istate *s,
                        struct text *out) {
  EXPECTS(s->in == in);
  if (s->machine) {
    in->m->machine->print(in->m->machine, &s->machine->view, true, out);
    return;
  }
  text_add(out, "  ");
  print_parts(in, s, &(struct between){out->len, "\n  "}, out);
  text_char(out, '\n');
}

/* --- changes -------------------------------------------------------------- */

static void slot_changes(const struct istate *a, const struct istate *b,
                         process_id p, interp_changed *each, void *user) {
  EXPECTS(a->in == b->in && p < a->in->m->process_count);
  const struct process *x = &a->in->m->processes[p];
  for (slot_id i = 0; i < x->slot_count; i++) {
    int32_t value = interp_slot(b, p, i);
    if (x->slots[i].temporary || value == interp_slot(a, p, i))
      continue;
    char text[16];
    snprintf(text, sizeof text, "%" PRId32, value);
    each(user, &(struct interp_change){p, NONE, x->slots[i].name, true, value,
                                       text});
  }
}

/* "m1 m2", without the name; nothing when it is empty. */
static void queue_contents(const struct istate *s, object_id o,
                           struct text *out) {
  const char *name = s->in->m->objects[o].name;
  struct text all = {0};
  print_queue(s, o, &(struct between){0, ""}, &all);
  if (all.len)
    text_add(out, text_str(&all) + strlen(name) + strlen(" holds "));
  text_free(&all);
}

static void object_change(const struct istate *a, const struct istate *b,
                          object_id o, interp_changed *each, void *user) {
  EXPECTS(a->in == b->in && o < a->in->m->object_count);
  const struct model *m = a->in->m;
  const struct object *x = &m->objects[o];
  bool queue = x->kind == OBJECT_CHANNEL || x->kind == OBJECT_PORT;
  struct text before = {0}, text = {0};
  if (queue) {
    queue_contents(a, o, &before);
    queue_contents(b, o, &text);
  } else if (x->kind == OBJECT_LOCK) {
    text_add(&text, b->values[o] < 0 ? "free" : "held by ");
    text_add(&text, b->values[o] < 0 ? "" : m->processes[b->values[o]].name);
  } else {
    text_printf(&text, "%" PRId64, b->values[o]);
  }
  bool same = queue ? !strcmp(text_str(&before), text_str(&text))
                    : a->values[o] == b->values[o];
  if (!same)
    each(user, &(struct interp_change){NONE, o, x->name,
                                       !queue && x->kind != OBJECT_LOCK,
                                       b->values[o], text_str(&text)});
  text_free(&before);
  text_free(&text);
}

void interp_changes(const struct istate *before, const struct istate *after,
                    interp_changed *each, void *user) {
  EXPECTS(before->in == after->in);
  const struct model *m = before->in->m;
  for (process_id p = 0; p < m->process_count; p++)
    slot_changes(before, after, p, each, user);
  for (object_id o = 0; o < m->object_count; o++)
    object_change(before, after, o, each, user);
}

/* --- steps ---------------------------------------------------------------- */

/* The partner of a message as one writes it before ! and ?. */
static void print_partner(const struct model *m, const struct model_step *step,
                          bool send, struct text *out) {
  const struct object *o = &m->objects[step->object];
  if (o->kind == OBJECT_CHANNEL) {
    text_add(out, m->processes[send ? o->to : o->from].name);
    return;
  }
  const char *owner = m->processes[step->process].name;
  size_t n = strlen(owner);
  bool own = o->to == step->process && !strncmp(o->name, owner, n) &&
             o->name[n] == '.';
  text_add(out, own ? o->name + n + 1 : o->name);
}

static void print_value(struct look *l, expr_id e, struct text *out) {
  EXPECTS(e < l->s->in->m->expr_count);
  int64_t v;
  if (interp_eval(l, e, &v))
    text_printf(out, "%" PRId64, v);
  else
    text_char(out, '?');
}

static void print_send(struct look *l, const struct edge *e,
                       const struct model_step *step, struct text *out) {
  const struct model *m = l->s->in->m;
  print_partner(m, step, true, out);
  text_printf(out, "!%s", m->messages[e->message].name);
  for (uint32_t i = 0; i < e->arg_count; i++) {
    text_add(out, i ? ", " : "(");
    print_value(l, e->args[i], out);
  }
  if (e->arg_count)
    text_char(out, ')');
}

static void print_receive(const struct istate *s, const struct model_step *step,
                          struct text *out) {
  struct fronts front = {0};
  print_partner(s->in->m, step, false, out);
  text_char(out, '?');
  interp_frontier(s, step->object, &front);
  vec_each(&front.at, f) if (f->choice == step->choice) print_message(
      s->in->m, s->queue.at[f->at].message, s->queue.at[f->at].values, out);
  vec_free(&front.at);
}

static void print_action(struct look *l, const struct edge *e,
                         const struct model_step *step, struct text *out) {
  const struct model *m = l->s->in->m;
  const char *name = step->object == NONE ? "" : m->objects[step->object].name;
  switch (e->action) {
  case ACT_SEND:
    print_send(l, e, step, out);
    break;
  case ACT_RECEIVE:
    print_receive(l->s, step, out);
    break;
  case ACT_READ:
    text_printf(out, "read %s (%" PRId64 ")", name, l->s->values[step->object]);
    break;
  case ACT_WRITE:
    text_printf(out, "%s = ", name);
    print_value(l, e->args[0], out);
    break;
  case ACT_LOCK:
    text_printf(out, "lock %s", name);
    break;
  case ACT_UNLOCK:
    text_printf(out, "unlock %s", name);
    break;
  case ACT_P:
    text_printf(out, "P %s", name);
    break;
  case ACT_V:
    text_printf(out, "V %s", name);
    break;
  case ACT_INPUT:
    text_printf(out, "input %" PRId32, step->choice);
    break;
  case ACT_NONE:
  case ACT_ATOMIC:
    text_add(out, m->sources[e->source].text);
    break;
  }
}

void interp_print_step(const struct interp *in, const struct istate *s,
                       const struct model_step *step, struct text *out) {
  EXPECTS(s->in == in && step->process < in->m->process_count);
  if (s->machine) {
    in->m->machine->print_move(in->m->machine, &s->machine->view,
                               step->process, step->edge, out);
    return;
  }
  if (step->edge == NONE) {
    print_receive(s, step, out);
    text_add(out, ", which no edge receives");
    return;
  }
  const struct edge *e = &in->m->processes[step->process].edges[step->edge];
  bool has_object = e->action != ACT_NONE && e->action != ACT_INPUT &&
                    e->action != ACT_ATOMIC;
  struct interp_failure ignored;
  struct look l = {.s = s, .self = step->process, .failed = &ignored};
  if (has_object && step->object == NONE) /* its guard or index fails */
    text_add(out, in->m->sources[e->source].text);
  else
    print_action(&l, e, step, out);
}
