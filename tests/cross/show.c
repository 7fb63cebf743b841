#include "show.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"

/* --- what is used --------------------------------------------------------- */

static void use(const struct model *m, bool *used, expr_id e) {
  if (e == NONE || used[e])
    return;
  used[e] = true;
  const struct expr *x = &m->exprs[e];
  switch (x->op) {
  case EXPR_LOCAL_AT:
  case EXPR_SHARED_AT:
    use(m, used, x->b);
    break;
  case EXPR_PEER_AT:
    use(m, used, x->c);
    break;
  case EXPR_COND:
    use(m, used, x->c);
    use(m, used, x->b);
    use(m, used, x->a);
    break;
  case EXPR_NEG:
  case EXPR_NOT:
    use(m, used, x->a);
    break;
  default:
    if (x->op > EXPR_NOT) {
      use(m, used, x->a);
      use(m, used, x->b);
    }
  }
}

static void use_code(const struct model *m, bool *used, bool *seen,
                     code_id at) {
  while (!seen[at]) {
    const struct code *c = &m->code[at];
    seen[at] = true;
    if (c->op <= CODE_SET_SHARED_AT)
      use(m, used, c->value);
    if (c->op == CODE_SET_AT || c->op == CODE_SET_SHARED_AT)
      use(m, used, c->index);
    if (c->op == CODE_UNLESS || c->op == CODE_ASSERT)
      use(m, used, c->value);
    if (c->op == CODE_UNLESS)
      use_code(m, used, seen, c->to);
    if (c->op == CODE_STOP)
      return;
    at = c->op == CODE_JUMP ? c->to : at + 1;
  }
}

bool *show_used_exprs(const struct model *m) {
  bool *used = alloc_zero(m->expr_count + 1, sizeof *used);
  bool *seen = alloc_zero(m->code_count + 1, sizeof *seen);
  for (process_id p = 0; p < m->process_count; p++) {
    const struct process *x = &m->processes[p];
    use_code(m, used, seen, x->start);
    for (edge_id i = 0; i < x->edge_count; i++) {
      const struct edge *e = &x->edges[i];
      use(m, used, e->guard);
      use(m, used, e->fits);
      use(m, used, e->index);
      for (uint32_t k = 0; k < e->arg_count; k++)
        use(m, used, e->args[k]);
      use_code(m, used, seen, e->code);
    }
  }
  for (uint32_t i = 0; i < m->property_count; i++)
    use(m, used, m->properties[i].expr);
  free(seen);
  return used;
}

/* --- expressions ---------------------------------------------------------- */

static const char *symbol(enum expr_op op) {
  static const char *const symbols[] = {
      [EXPR_ADD] = "+", [EXPR_SUB] = "-", [EXPR_MUL] = "*", [EXPR_DIV] = "/",
      [EXPR_MOD] = "%", [EXPR_EQ] = "==", [EXPR_NE] = "!=", [EXPR_LT] = "<",
      [EXPR_LE] = "<=", [EXPR_GT] = ">",  [EXPR_GE] = ">=", [EXPR_AND] = "&&",
      [EXPR_OR] = "||"};
  return symbols[op];
}

static void show_leaf(const struct model *m, const struct expr *x,
                      struct text *out) {
  switch (x->op) {
  case EXPR_CONST:
    text_printf(out, "%" PRId64, x->value);
    break;
  case EXPR_LOCAL:
    text_printf(out, "x%u", x->a);
    break;
  case EXPR_LOCAL_AT:
    text_printf(out, "(x%u..x%d)[", x->a, (int)(x->a + x->value - 1));
    show_expr(m, x->b, out);
    text_char(out, ']');
    break;
  case EXPR_BOUND:
    text_printf(out, "got%u", x->a);
    break;
  case EXPR_SHARED:
    text_add(out, m->objects[x->a].name);
    break;
  case EXPR_SHARED_AT:
    text_printf(out, "(%s..%s)[", m->objects[x->a].name,
                m->objects[x->a + x->value - 1].name);
    show_expr(m, x->b, out);
    text_char(out, ']');
    break;
  case EXPR_PEER:
    text_printf(out, "%s.x%u", m->processes[x->a].name, x->b);
    break;
  case EXPR_PEER_AT:
    text_printf(out, "%s.(x%u..x%d)[", m->processes[x->a].name, x->b,
                (int)(x->b + x->value - 1));
    show_expr(m, x->c, out);
    text_char(out, ']');
    break;
  case EXPR_AT:
    text_printf(out, "%s at %s", m->processes[x->a].name,
                m->processes[x->a].locations[x->b].name);
    break;
  case EXPR_ENDED:
    text_printf(out, "%s ended", m->processes[x->a].name);
    break;
  default:
    text_printf(out, "len(%s)", m->objects[x->a].name);
  }
}

void show_expr(const struct model *m, expr_id e, struct text *out) {
  const struct expr *x = &m->exprs[e];
  if (x->op < EXPR_NEG) {
    show_leaf(m, x, out);
    return;
  }
  if (x->op == EXPR_NEG || x->op == EXPR_NOT) {
    text_add(out, x->op == EXPR_NEG ? "-(" : "!(");
    show_expr(m, x->a, out);
  } else if (x->op == EXPR_COND) {
    text_char(out, '(');
    show_expr(m, x->a, out);
    text_add(out, " ? ");
    show_expr(m, x->b, out);
    text_add(out, " : ");
    show_expr(m, x->c, out);
  } else {
    text_char(out, '(');
    show_expr(m, x->a, out);
    text_printf(out, " %s ", symbol(x->op));
    show_expr(m, x->b, out);
  }
  text_char(out, ')');
}

/* --- code ----------------------------------------------------------------- */

static void show_set(const struct model *m, const struct code *c,
                     struct text *out) {
  bool local = c->op == CODE_SET || c->op == CODE_SET_AT;
  if (local)
    text_printf(out, "x%u", c->target);
  else
    text_add(out, m->objects[c->target].name);
  if (c->op == CODE_SET_AT || c->op == CODE_SET_SHARED_AT) {
    text_printf(out, "[below %u: ", c->count);
    show_expr(m, c->index, out);
    text_char(out, ']');
  }
  text_add(out, " = ");
  show_expr(m, c->value, out);
}

/* Instructions from `at` to the last one that it can reach by going on. */
static void show_code(const struct model *m, const struct process *p,
                      code_id at, struct text *out) {
  code_id last = at;
  for (code_id i = at; i <= last; i++) {
    const struct code *c = &m->code[i];
    if (c->op != CODE_STOP && i + 1 > last)
      last = i + 1;
    if ((c->op == CODE_JUMP || c->op == CODE_UNLESS) && c->to > last)
      last = c->to;
    text_printf(out, "\n        %u: ", i);
    switch (c->op) {
    case CODE_JUMP:
      text_printf(out, "go to %u", c->to);
      break;
    case CODE_UNLESS:
    case CODE_ASSERT:
      text_add(out, c->op == CODE_ASSERT ? "assert " : "unless ");
      show_expr(m, c->value, out);
      if (c->op == CODE_UNLESS)
        text_printf(out, " go to %u", c->to);
      break;
    case CODE_PROGRESS:
      text_add(out, "progress");
      break;
    case CODE_STOP:
      text_printf(out, "stop at %s", p->locations[c->to].name);
      break;
    default:
      show_set(m, c, out);
    }
    text_printf(out, "   // place %u", c->place.line);
  }
}

/* --- processes and objects ------------------------------------------------ */

static const char *const action_names[] = {
    "internal", "send", "receive", "read",  "write", "lock",
    "unlock",   "P",    "V",       "input", "atomic"};

static void show_object_of(const struct model *m, const struct edge *e,
                           struct text *out) {
  for (uint32_t i = 0; i < e->count; i++)
    text_printf(out, "%s%s", i ? "|" : " ",
                e->table[i] == NONE ? "none" : m->objects[e->table[i]].name);
  if (e->index != NONE) {
    text_add(out, " by ");
    show_expr(m, e->index, out);
  }
}

static void show_edge(const struct model *m, const struct process *p,
                      const struct edge *e, struct text *out) {
  text_printf(out, "    %s:", p->locations[e->from].name);
  if (e->guard != NONE) {
    text_add(out, " when ");
    show_expr(m, e->guard, out);
  }
  text_printf(out, " %s", action_names[e->action]);
  show_object_of(m, e, out);
  if (e->message != NONE)
    text_printf(out, " %s", m->messages[e->message].name);
  for (uint32_t i = 0; i < e->arg_count; i++) {
    text_add(out, i ? ", " : " (");
    show_expr(m, e->args[i], out);
    text_add(out, i + 1 == e->arg_count ? ")" : "");
  }
  if (e->action == ACT_INPUT)
    text_printf(out, " %d..%d", e->input_range.lo, e->input_range.hi);
  for (uint32_t i = 0; i < e->touched_count; i++)
    text_printf(out, " %s", m->objects[e->touched[i]].name);
  if (e->fits != NONE) {
    text_add(out, " fits ");
    show_expr(m, e->fits, out);
  }
  if (m->code[e->code].op == CODE_STOP)
    text_printf(out, " -> %s", p->locations[m->code[e->code].to].name);
  else
    show_code(m, p, e->code, out);
  text_printf(out, "   // source %u\n", e->source);
}

static void show_process(const struct model *m, const struct process *p,
                         struct text *out) {
  text_printf(out, "  %s %s, final", p->thread ? "thread" : "process", p->name);
  for (location_id l = 0; l < p->location_count; l++)
    if (p->locations[l].final)
      text_printf(out, " %s", p->locations[l].name);
  for (slot_id i = 0; i < p->slot_count; i++)
    text_printf(out, ", %s: %d..%d = %d", p->slots[i].name,
                p->slots[i].range.lo, p->slots[i].range.hi, p->slots[i].init);
  if (m->code[p->start].op != CODE_STOP) {
    text_add(out, ", start");
    show_code(m, p, p->start, out);
  }
  text_char(out, '\n');
  for (edge_id i = 0; i < p->edge_count; i++)
    show_edge(m, p, &p->edges[i], out);
}

static void show_object(const struct model *m, const struct object *o,
                        struct text *out) {
  static const char *const kinds[] = {"shared", "lock", "semaphore", "channel",
                                      "port"};
  text_printf(out, "  %s %s", kinds[o->kind], o->name);
  if (o->kind == OBJECT_CHANNEL)
    text_printf(out, " from %s to %s", m->processes[o->from].name,
                m->processes[o->to].name);
  if (o->kind >= OBJECT_CHANNEL && o->capacity == UNBOUNDED)
    text_add(out, " unbounded");
  else if (o->kind >= OBJECT_CHANNEL)
    text_printf(out, " [%u]", o->capacity);
  else if (o->kind != OBJECT_LOCK)
    text_printf(out, ": %d..%d = %d", o->range.lo, o->range.hi, o->init);
  text_char(out, '\n');
}

/* Does the name occur in the text, as a word? */
static bool mentions(const struct text *t, const char *name) {
  size_t len = strlen(name);
  for (const char *s = text_str(t); (s = strstr(s, name)); s++)
    if (!isalnum((unsigned char)s[len]) &&
        (s == t->at || !isalnum((unsigned char)s[-1])))
      return true;
  return false;
}

static void show_message(const struct message *message, struct text *out) {
  text_printf(out, "  message %s", message->name);
  for (uint32_t k = 0; k < message->arity; k++)
    text_printf(out, " %d..%d", message->payload[k].lo, message->payload[k].hi);
  text_char(out, '\n');
}

/* What is declared and not used is left out. */
void show_model(const struct model *m, struct text *out) {
  struct text body = {0};
  bool ports = false;
  for (process_id p = 0; p < m->process_count; p++)
    show_process(m, &m->processes[p], &body);
  for (uint32_t i = 0; i < m->property_count; i++) {
    text_add(&body, m->properties[i].kind == PROPERTY_ALWAYS ? "  always "
                                                             : "  never ");
    show_expr(m, m->properties[i].expr, &body);
    text_char(&body, '\n');
  }
  for (object_id i = 0; i < m->object_count; i++)
    ports |= m->objects[i].kind == OBJECT_PORT &&
             mentions(&body, m->objects[i].name);
  if (ports)
    text_printf(out, "  scheme %s\n", scheme_names[m->scheme]);
  for (object_id i = 0; i < m->object_count; i++)
    if (mentions(&body, m->objects[i].name))
      show_object(m, &m->objects[i], out);
  for (message_id i = 0; i < m->message_count; i++)
    if (mentions(&body, m->messages[i].name))
      show_message(&m->messages[i], out);
  text_add(out, text_str(&body));
  text_free(&body);
}
