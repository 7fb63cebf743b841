#include "lang/parse.h"

/* The capacity [4], the word unbounded, or nothing. */
static bool parse_capacity(struct parser *p, struct ast_port *port) {
  if (parse_accept_word(p, WORD_UNBOUNDED)) {
    port->unbounded = true;
    return true;
  }
  if (!parse_accept(p, TOKEN_LBRACKET))
    return true;
  p->nest++;
  port->capacity = parse_expr(p);
  bool ok = port->capacity && parse_expect(p, TOKEN_RBRACKET, NULL);
  p->nest--;
  return ok;
}

/* [0..2] is a dimension, [4] a capacity: look for the '..'. */
static bool parse_dimension(struct parser *p, struct ast_port *port) {
  token_id start = p->pos;
  if (!parse_accept(p, TOKEN_LBRACKET))
    return true;
  p->nest++;
  struct ast_expr *first = parse_sum(p);
  bool ok = first;
  if (ok && parse_accept(p, TOKEN_RANGE)) {
    port->lo = first;
    port->hi = parse_sum(p);
    ok = port->hi && parse_expect(p, TOKEN_RBRACKET, NULL);
    p->nest--;
    return ok;
  }
  p->nest--;
  p->pos = start;
  return ok;
}

bool parse_port(struct parser *p, struct ast_process *owner) {
  struct ast_port *port = parse_new(p, struct ast_port);
  parse_take(p);
  if (!parse_name(p, "a port", &port->name))
    return false;
  port->number = owner->port_count++;
  *owner->ports_end = port;
  owner->ports_end = &port->next;
  port->bad = true;
  if (!parse_dimension(p, port) || !parse_capacity(p, port))
    return false;
  if (parse_accept(p, TOKEN_COLON)) {
    port->has_messages = true;
    parse_lines(p);
    if (!parse_messages(p, &port->messages))
      return false;
  }
  if (!parse_is(p, TOKEN_LINE) && !parse_is(p, TOKEN_SEMICOLON) &&
      !parse_is(p, TOKEN_RBRACE))
    return parse_expected(p, "the end of the port",
                          "port name [capacity]: message(0..3), ...");
  port->bad = false;
  return true;
}

bool parse_local_vars(struct parser *p, struct ast_process *owner) {
  struct ast_var *list = NULL;
  parse_take(p);
  bool ok = parse_vars(p, &list, "a variable", true, true);
  *owner->vars_end = list;
  for (struct ast_var *v = list; v; v = v->next) {
    v->number = owner->var_count++;
    owner->vars_end = &v->next;
  }
  return ok;
}

/* The states behind 'final' or 'progress', at the end of a list. */
static bool parse_states(struct parser *p, struct ast_name ***end) {
  parse_take(p);
  do {
    struct ast_name *n = parse_new(p, struct ast_name);
    parse_lines(p);
    if (!parse_state(p, &n->token))
      return false;
    **end = n;
    *end = &n->next;
  } while (parse_accept(p, TOKEN_COMMA));
  if (parse_is(p, TOKEN_LINE) || parse_is(p, TOKEN_SEMICOLON) ||
      parse_is(p, TOKEN_RBRACE))
    return true;
  return parse_expected(p, "',' or the end of the line", NULL);
}

/* An edge is not over before its target, so a line may end before 'when',
 * '{' and '->'. */
static void edge_lines(struct parser *p) {
  token_id here = p->pos;
  parse_lines(p);
  if (!parse_is_word(p, WORD_WHEN) && !parse_is(p, TOKEN_LBRACE) &&
      !parse_is(p, TOKEN_ARROW))
    p->pos = here;
}

static bool parse_edge_action(struct parser *p, struct ast_edge *e) {
  struct ast_ref to;
  if (!parse_ref(p, &to))
    return false;
  if (parse_is(p, TOKEN_ASSIGN) || parse_is(p, TOKEN_INCREMENT) ||
      parse_is(p, TOKEN_DECREMENT) || parse_is(p, TOKEN_ADD_ASSIGN) ||
      parse_is(p, TOKEN_SUB_ASSIGN))
    return parse_error(p, "write { x = 1 } -> state",
                       "computation of an edge goes in braces");
  if (!parse_is(p, TOKEN_NOT) && !parse_is(p, TOKEN_QUESTION))
    return parse_expected(p, "'!' or '?'",
                          "an action sends X!m or receives X?m");
  e->action = parse_action(p, &to);
  return e->action;
}

static bool parse_edge_parts(struct parser *p, struct ast_edge *e) {
  if (parse_accept_word(p, WORD_WHEN)) {
    if (!(e->guard = parse_expr(p)))
      return false;
    parse_lines(p);
  }
  if (parse_is(p, TOKEN_NAME) && !parse_is_word(p, WORD_WHEN) &&
      !parse_edge_action(p, e))
    return false;
  edge_lines(p);
  if (parse_accept_word(p, WORD_WHEN) && !(e->guard2 = parse_expr(p)))
    return false;
  edge_lines(p);
  bool ok = true;
  if (parse_is(p, TOKEN_LBRACE))
    e->body = parse_block(p, &ok);
  if (!ok)
    return false;
  edge_lines(p);
  if (!parse_expect(p, TOKEN_ARROW, "an edge ends in '-> state'") ||
      !parse_state(p, &e->target))
    return false;
  if (parse_is(p, TOKEN_LINE) || parse_is(p, TOKEN_SEMICOLON) ||
      parse_is(p, TOKEN_RBRACE) || parse_is(p, TOKEN_END))
    return true;
  return parse_expected(p, "the end of the edge",
                        "computation stands before '->'");
}

static bool at_label(struct parser *p) {
  return (parse_is(p, TOKEN_NAME) || parse_is(p, TOKEN_NUMBER)) &&
         parse_ahead(p, 1)->kind == TOKEN_COLON;
}

/* Where the lists of a process end, so that long ones stay cheap. */
struct body {
  struct ast_process *owner;
  struct ast_state *state; /* the last one */
  struct ast_state **states;
  struct ast_edge **edges;
};

static void add_state(struct parser *p, struct body *b) {
  struct ast_state *s = parse_new(p, struct ast_state);
  s->name = parse_take(p);
  parse_take(p);
  *b->states = b->state = s;
  b->states = &s->next;
  b->edges = &s->edges;
}

static bool parse_item(struct parser *p, struct body *b) {
  if (at_label(p)) {
    add_state(p, b);
    return true;
  }
  if (parse_is_word(p, WORD_PORT))
    return parse_port(p, b->owner);
  if (parse_is_word(p, WORD_VAR))
    return parse_local_vars(p, b->owner);
  if (parse_is_word(p, WORD_FINAL))
    return parse_states(p, &b->owner->finals_end);
  if (parse_is_word(p, WORD_PROGRESS) &&
      (parse_ahead(p, 1)->kind == TOKEN_NAME ||
       parse_ahead(p, 1)->kind == TOKEN_NUMBER))
    return parse_states(p, &b->owner->progress_end);
  if (!parse_is(p, TOKEN_NAME) && !parse_is(p, TOKEN_LBRACE) &&
      !parse_is(p, TOKEN_ARROW))
    return parse_expected(p, "a state or an edge",
                          "state: action -> next state");
  if (!b->state)
    return parse_error(p, "begin with 'name:'",
                       "edge without a state to leave");
  struct ast_edge *e = parse_new(p, struct ast_edge);
  e->fair = parse_fairness(p);
  e->first = p->pos;
  if (!parse_edge_parts(p, e))
    return false;
  *b->edges = e;
  b->edges = &e->next;
  return true;
}

static void parse_body(struct parser *p, struct ast_process *owner) {
  struct body b = {.owner = owner, .states = &owner->states};
  for (;;) {
    while (parse_accept(p, TOKEN_LINE) || parse_accept(p, TOKEN_SEMICOLON))
      ;
    if (parse_is(p, TOKEN_RBRACE) || parse_is(p, TOKEN_END) ||
        parse_at_declaration(p))
      return;
    if (!parse_item(p, &b))
      parse_recover(p);
  }
}

static bool parse_header(struct parser *p, struct ast_process *owner) {
  if (!parse_accept(p, TOKEN_LBRACKET))
    return true;
  p->nest++;
  bool ok = parse_name(p, "the index", &owner->index) &&
            parse_expect(p, TOKEN_COLON, "name[i: 0..2]") &&
            parse_range(p, &owner->lo, &owner->hi) &&
            parse_expect(p, TOKEN_RBRACKET, NULL);
  p->nest--;
  owner->bad = !ok;
  return ok;
}

struct ast_process *parse_process(struct parser *p, bool thread) {
  struct ast_process *owner = parse_new(p, struct ast_process);
  owner->thread = thread;
  owner->vars_end = &owner->vars;
  owner->ports_end = &owner->ports;
  owner->finals_end = &owner->finals;
  owner->progress_end = &owner->progress;
  parse_take(p);
  if (!parse_name(p, thread ? "a thread" : "a process", &owner->name))
    return NULL;
  if (!parse_header(p, owner)) { /* go on with the body all the same */
    while (!parse_is(p, TOKEN_LBRACE) && !parse_is(p, TOKEN_LINE) &&
           !parse_is(p, TOKEN_END))
      parse_take(p);
  }
  parse_lines(p);
  token_id open = p->pos;
  if (!parse_expect(p, TOKEN_LBRACE, NULL))
    return owner->bad = true, owner;
  if (thread)
    owner->body = parse_statements(p, owner);
  else
    parse_body(p, owner);
  owner->end = p->pos;
  if (parse_accept(p, TOKEN_RBRACE))
    return owner;
  struct text hint = {0};
  text_printf(&hint, "it closes the '{' of line %u",
              p->tokens->at.at[open].line);
  parse_expected(p, "'}'", text_str(&hint));
  text_free(&hint);
  return owner;
}
