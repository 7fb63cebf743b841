/* ast: the tree that mirrors the text of a model.
 *
 * Nodes live in one arena, refer to tokens by id (that is their place) and
 * to names by the ids of the lexer.  Lists are linked by `next`, in the
 * order of the text.  Nothing here has a meaning yet: a name may be unknown,
 * a range empty. */
#ifndef LANG_AST_H
#define LANG_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/token.h"
#include "model/model.h"

/* name, name[index], name.member, name[index].member[member_index] */
struct ast_ref {
  token_id name, member; /* member 0: none (token 0 is never a member) */
  struct ast_expr *index, *member_index;
  token_id last; /* the last token of it */
};

enum ast_expr_kind {
  AST_NUMBER,
  AST_REF,
  AST_UNARY,      /* op on a */
  AST_BINARY,     /* op on a, b */
  AST_COND,       /* a ? b : c */
  AST_AT,         /* ref at state */
  AST_LEN,        /* len(ref) or len(ref -> ref2) */
  AST_ENDED,      /* ended(ref) */
  AST_QUANTIFIED, /* op is a word: forall, exists, count; a..b: c */
  AST_TEMPORAL,   /* op is a word: always, never, eventually, next, possibly
                     on a; until, leads (to) on a and b */
};

struct ast_expr {
  enum ast_expr_kind kind;
  uint32_t op;    /* enum token_kind, or enum word */
  uint32_t value; /* AST_NUMBER */
  token_id token; /* the operator, or the first token */
  token_id state; /* AST_AT: the state; AST_QUANTIFIED: the variable */
  uint32_t height;
  struct ast_ref ref, *ref2;
  struct ast_expr *a, *b, *c;
  struct ast_expr *next; /* in a list of arguments */
};

/* int, bool, the name of an enum, or lo..hi */
struct ast_type {
  token_id token;
  struct ast_expr *lo, *hi; /* NULL: by token */
  struct ast_type *next;    /* in a list of payloads */
};

/* P2!m, in?m(x, _), node[i].in!m(e) */
struct ast_action {
  bool send;
  struct ast_ref to;
  token_id message, last;
  struct ast_expr *args;  /* of a send */
  struct ast_name *names; /* of a reception */
  uint32_t arg_count;
};

struct ast_name {
  token_id token;
  struct ast_name *next;
};

enum ast_stmt_kind {
  AST_ASSIGN, /* ref op expr; expr NULL: input */
  AST_IF,     /* arms; the last one's guard NULL: else */
  AST_WHILE,
  AST_FOR,
  AST_REPEAT,
  AST_BREAK,
  AST_CONTINUE,
  AST_ASSERT,
  AST_LOCK,
  AST_UNLOCK,
  AST_P,
  AST_V,
  AST_ATOMIC,
  AST_AWAIT,
  AST_ACTION,
  AST_SELECT, /* arms with actions */
  AST_SKIP,
  AST_RETURN,
  AST_PASS, /* a progress label */
};

struct ast_arm {
  struct ast_expr *guard, *guard2; /* before and after the action */
  struct ast_action *action;
  struct ast_stmt *body;
  token_id first, last;
  enum fairness fair;
  struct ast_arm *next;
};

struct ast_stmt {
  enum ast_stmt_kind kind;
  token_id token, last;
  uint32_t op; /* enum token_kind of an assignment */
  struct ast_ref ref;
  struct ast_expr *expr, *lo, *hi;
  token_id var; /* of for */
  struct ast_action *action;
  struct ast_stmt *body;
  struct ast_arm *arms;
  struct ast_stmt *next;
};

/* var, shared, lock, sem: one name of a declaration */
struct ast_var {
  token_id name;
  struct ast_expr *size; /* NULL: no array */
  struct ast_type *type; /* NULL: int */
  struct ast_expr *init; /* NULL: the default */
  bool bad;              /* did not parse: uses of it are not diagnosed */
  bool read;             /* set by the resolver */
  uint32_t number;       /* within its process */
  struct ast_var *next;
};

struct ast_message {
  token_id name;
  struct ast_type *payload;
  uint32_t arity;
  struct ast_message *next;
};

struct ast_port {
  token_id name;
  struct ast_expr *lo, *hi; /* of an array, or NULL */
  struct ast_expr *capacity;
  bool unbounded; /* the word was written */
  bool has_messages, bad;
  struct ast_message *messages;
  uint32_t number;
  struct ast_port *next;
};

struct ast_edge {
  struct ast_expr *guard, *guard2;
  struct ast_action *action;
  struct ast_stmt *body;
  token_id first, target; /* target is the last token */
  enum fairness fair;
  struct ast_edge *next;
};

struct ast_state {
  token_id name;
  bool entered;     /* set by the resolver, as is: */
  const char *text; /* its name, in the arena of the model */
  struct ast_edge *edges;
  struct ast_state *next;
};

struct ast_process {
  bool thread, bad;
  token_id name, end; /* end: its closing brace */
  token_id index;     /* 0: no array */
  struct ast_expr *lo, *hi;
  struct ast_var *vars;
  struct ast_port *ports;
  struct ast_name *finals, *progress;
  struct ast_state *states;
  struct ast_stmt *body; /* of a thread */
  uint32_t var_count, port_count;
  /* where the parser appends */
  struct ast_var **vars_end;
  struct ast_port **ports_end;
  struct ast_name **finals_end, **progress_end;
};

/* Who is treated fairly. */
struct ast_fair {
  struct ast_ref ref;
  struct ast_fair *next;
};

/* One end of a channel: name, name[expr], name[i: lo..hi] */
struct ast_end {
  token_id name, binder;
  struct ast_expr *index, *hi; /* with a binder: lo, hi */
};

struct ast_channel {
  token_id token;
  struct ast_end from, to;
  struct ast_expr *capacity;
  bool has_messages;
  struct ast_message *messages;
};

enum ast_decl_kind {
  AST_PARAM,
  AST_CONST,
  AST_ENUM,
  AST_SCHEME,
  AST_CHANNEL,
  AST_PROCESS,
  AST_SHARED,
  AST_LOCKS,
  AST_SEM,
  AST_ALWAYS,
  AST_NEVER,
  AST_FORMULA, /* a property that begins with neither */
  AST_FAIR,
};

struct ast_decl {
  enum ast_decl_kind kind;
  token_id token, last, name; /* name: of enum; the word of scheme */
  struct ast_var *vars;       /* param, const (init), shared, lock, sem */
  struct ast_name *names;     /* constants of an enum */
  struct ast_channel *channel;
  struct ast_process *process;
  struct ast_expr *expr; /* of a property */
  struct ast_fair *fair; /* NULL: everybody */
  bool strong;           /* that fairness */
  struct ast_decl *next;
};

struct ast {
  struct arena arena;
  struct ast_decl *decls;
  bool complete; /* no syntax errors */
};

void parse_text(struct ast *out, const struct tokens *tokens);
void ast_free(struct ast *a);

#endif
