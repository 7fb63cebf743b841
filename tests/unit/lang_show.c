#include "lang_show.h"

#include <string.h>

static void listen(void *user, enum diag_level level, struct diag_at at,
                   const char *msg, const char *hint) {
  struct heard *h = user;
  text_printf(&h->text, "%u:%u+%u %s: %s%s%s\n", at.line, at.col, at.len,
              level == DIAG_ERROR ? "error" : "warning", msg, hint ? " | " : "",
              hint ? hint : "");
}

struct model *hear(struct heard *h, const char *text,
                   const struct lang_options *options) {
  *h = (struct heard){.diag = {.sink = listen}};
  h->diag.user = h;
  return lang_read("test.hed", text, strlen(text), options, &h->diag);
}

void heard_free(struct heard *h) {
  text_free(&h->text);
}

static const char *const operators[] = {
    [EXPR_ADD] = "+", [EXPR_SUB] = "-", [EXPR_MUL] = "*", [EXPR_DIV] = "/",
    [EXPR_MOD] = "%", [EXPR_EQ] = "==", [EXPR_NE] = "!=", [EXPR_LT] = "<",
    [EXPR_LE] = "<=", [EXPR_GT] = ">",  [EXPR_GE] = ">=", [EXPR_AND] = "&&",
    [EXPR_OR] = "||",
};

void show_expr(const struct model *m, expr_id id, struct text *out) {
  const struct expr *e = &m->exprs[id];
  switch (e->op) {
  case EXPR_CONST:
    text_printf(out, "%lld", (long long)e->value);
    return;
  case EXPR_LOCAL:
    text_printf(out, "s%u", e->a);
    return;
  case EXPR_BOUND:
    text_printf(out, "b%u", e->a);
    return;
  case EXPR_SHARED:
    text_add(out, m->objects[e->a].name);
    return;
  case EXPR_LOCAL_AT:
  case EXPR_SHARED_AT:
    if (e->op == EXPR_LOCAL_AT)
      text_printf(out, "s%u", e->a);
    else
      text_add(out, m->objects[e->a].name);
    text_printf(out, "+%lld[", (long long)e->value);
    show_expr(m, e->b, out);
    text_add(out, "]");
    return;
  case EXPR_PEER:
  case EXPR_PEER_AT:
    text_printf(out, "%s.s%u", m->processes[e->a].name, e->b);
    if (e->op == EXPR_PEER_AT) {
      text_add(out, "[");
      show_expr(m, e->c, out);
      text_add(out, "]");
    }
    return;
  case EXPR_AT:
    text_printf(out, "%s@%s", m->processes[e->a].name,
                m->processes[e->a].locations[e->b].name);
    return;
  case EXPR_ENDED:
    text_printf(out, "ended(%s)", m->processes[e->a].name);
    return;
  case EXPR_LENGTH:
    text_printf(out, "len(%s)", m->objects[e->a].name);
    return;
  case EXPR_NEG:
  case EXPR_NOT:
    text_add(out, e->op == EXPR_NEG ? "-" : "!");
    show_expr(m, e->a, out);
    return;
  default:
    text_add(out, "(");
    show_expr(m, e->a, out);
    text_printf(out, " %s ", e->op == EXPR_COND ? "?" : operators[e->op]);
    show_expr(m, e->b, out);
    if (e->op == EXPR_COND) {
      text_add(out, " : ");
      show_expr(m, e->c, out);
    }
    text_add(out, ")");
  }
}

static const char *const actions[] = {"",      "send",  "receive", "read",
                                      "write", "lock",  "unlock",  "P",
                                      "V",     "input", "atomic"};

static void show_instruction(const struct model *m, const struct process *p,
                             const struct code *c, struct text *out) {
  switch (c->op) {
  case CODE_SET:
    text_printf(out, "s%u = ", c->target);
    break;
  case CODE_SET_AT:
    text_printf(out, "s%u+%u[", c->target, c->count);
    show_expr(m, c->index, out);
    text_add(out, "] = ");
    break;
  case CODE_SET_SHARED:
    text_printf(out, "%s = ", m->objects[c->target].name);
    break;
  case CODE_SET_SHARED_AT:
    text_printf(out, "%s+%u[", m->objects[c->target].name, c->count);
    show_expr(m, c->index, out);
    text_add(out, "] = ");
    break;
  case CODE_JUMP:
    text_printf(out, "go %u", c->to - p->start);
    return;
  case CODE_UNLESS:
    text_printf(out, "go %u unless ", c->to - p->start);
    break;
  case CODE_ASSERT:
    text_add(out, "assert ");
    break;
  case CODE_PROGRESS:
    text_add(out, "progress");
    return;
  case CODE_STOP:
    text_printf(out, "at %s", p->locations[c->to].name);
    return;
  }
  show_expr(m, c->value, out);
}

/* The straight line from id to its first jump or stop. */
static void show_code(const struct model *m, const struct process *p,
                      code_id id, struct text *out) {
  for (;; id++) {
    show_instruction(m, p, &m->code[id], out);
    if (m->code[id].op == CODE_STOP || m->code[id].op == CODE_JUMP)
      return;
    text_add(out, "; ");
  }
}

static void show_edge(const struct model *m, const struct process *p,
                      const struct edge *e, struct text *out) {
  text_add(out, actions[e->action]);
  for (uint32_t i = 0; i < e->count; i++)
    text_printf(out, " %s",
                e->table[i] == NONE ? "-" : m->objects[e->table[i]].name);
  if (e->index != NONE) {
    text_add(out, " [");
    show_expr(m, e->index, out);
    text_add(out, "]");
  }
  if (e->message != NONE)
    text_printf(out, " %s", m->messages[e->message].name);
  if (e->action == ACT_INPUT)
    text_printf(out, " %d..%d", e->input_range.lo, e->input_range.hi);
  for (uint32_t i = 0; i < e->arg_count; i++) {
    text_add(out, i ? ", " : " (");
    show_expr(m, e->args[i], out);
  }
  if (e->arg_count)
    text_add(out, ")");
  if (e->guard != NONE) {
    text_add(out, " when ");
    show_expr(m, e->guard, out);
  }
  if (e->fits != NONE) {
    text_add(out, " fits ");
    show_expr(m, e->fits, out);
  }
  for (uint32_t i = 0; i < e->touched_count; i++)
    text_printf(out, " ~%s", m->objects[e->touched[i]].name);
  text_printf(out, " {%u: ", e->code - p->start);
  show_code(m, p, e->code, out);
  text_add(out, "}\n");
}

void show_process(const struct model *m, process_id id, struct text *out) {
  const struct process *p = &m->processes[id];
  for (uint32_t i = 0; i < p->slot_count; i++)
    text_printf(out, "%s%s %d..%d = %d\n",
                p->slots[i].temporary ? "temporary " : "", p->slots[i].name,
                p->slots[i].range.lo, p->slots[i].range.hi, p->slots[i].init);
  if (p->thread) {
    text_add(out, "start {");
    show_code(m, p, p->start, out);
    text_add(out, "}\n");
  }
  for (location_id l = 0; l < p->location_count; l++) {
    const struct location *x = &p->locations[l];
    if (!x->edge_count)
      text_printf(out, "%s%s:\n", x->name, x->final ? " final" : "");
    for (uint32_t i = 0; i < x->edge_count; i++) {
      text_printf(out, "%s%s: ", x->name, x->final ? " final" : "");
      show_edge(m, p, &p->edges[x->first_edge + i], out);
    }
  }
}
