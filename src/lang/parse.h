/* parse: the parser's own words, shared by parse*.c.
 *
 * A function that parses something returns NULL (or false) after it has
 * reported an error; whoever owns the line recovers.  Line ends are tokens;
 * inside ( ) and [ ] they are skipped. */
#ifndef LANG_PARSE_H
#define LANG_PARSE_H

#include "base/arena.h"
#include "base/text.h"
#include "lang/ast.h"

/* Nesting of parentheses, operators and blocks; and how deep the tree of one
 * expression may be, so that no later stage needs more stack than that. */
enum { NESTING_MAX = 200, HEIGHT_MAX = 2000 };

struct parser {
  const struct tokens *tokens;
  struct arena *arena;
  token_id pos;
  unsigned nest;  /* open parentheses and brackets */
  unsigned depth; /* of recursion */
  bool failed;
  bool temporal; /* in a property: its words may be used */
};

#define parse_new(p, T) arena_new((p)->arena, T)

/* The token at hand, and those behind it. */
const struct token *parse_peek(struct parser *p);
const struct token *parse_ahead(struct parser *p, unsigned n);
bool parse_is(struct parser *p, enum token_kind kind);
bool parse_is_word(struct parser *p, enum word w);
token_id parse_take(struct parser *p);
bool parse_accept(struct parser *p, enum token_kind kind);
bool parse_accept_word(struct parser *p, enum word w);
/* Reports "expected X" when the token is another one. */
bool parse_expect(struct parser *p, enum token_kind kind, const char *hint);
/* A name that may be declared: no word of the language. */
bool parse_name(struct parser *p, const char *what, token_id *out);
/* A state: a name or a number. */
bool parse_state(struct parser *p, token_id *out);
void parse_lines(struct parser *p);          /* skips line ends */
token_id parse_last(const struct parser *p); /* the token just taken */

/* Reports at the token at hand; always false. */
bool parse_error(struct parser *p, const char *hint, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected WHAT, found ..." */
bool parse_expected(struct parser *p, const char *what, const char *hint);
/* Guards recursion: false, with an error, when it is too deep. */
bool parse_enter(struct parser *p);
void parse_leave(struct parser *p);
/* At a word that only begins declarations of the file: inside a block it
 * means that a brace is missing. */
bool parse_at_declaration(struct parser *p);
/* Skips the rest of the line, and the block that begins on it, but no
 * declaration of the file. */
void parse_recover(struct parser *p);

struct ast_expr *parse_expr(struct parser *p);
/* lo..hi; the ends are sums, so that ':' and comparisons can follow */
bool parse_range(struct parser *p, struct ast_expr **lo, struct ast_expr **hi);
struct ast_expr *parse_sum(struct parser *p);
struct ast_type *parse_type(struct parser *p);
bool parse_ref(struct parser *p, struct ast_ref *out);
/* What follows a ref: !m(e, ..) or ?m(x, ..) */
struct ast_action *parse_action(struct parser *p, const struct ast_ref *to);
/* { statements }; empty gives NULL too, *ok tells */
struct ast_stmt *parse_block(struct parser *p, bool *ok);
/* Statements up to the closing brace; var and port go to `owner` when
 * there is one. */
struct ast_stmt *parse_statements(struct parser *p, struct ast_process *owner);

/* x[4]: type = init, ... of var, shared, lock, sem, param, const */
bool parse_vars(struct parser *p, struct ast_var **list, const char *what,
                bool typed, bool sized);
bool parse_port(struct parser *p, struct ast_process *owner);
bool parse_local_vars(struct parser *p, struct ast_process *owner);
bool parse_messages(struct parser *p, struct ast_message **list);
struct ast_process *parse_process(struct parser *p, bool thread);

/* parse_temporal.c: eventually e, always e, ... if that is what is at hand;
 * *none when it is not. */
struct ast_expr *parse_temporal(struct parser *p, bool *none);
/* Behind an operand: `until`, `leads to`. */
bool parse_at_until(struct parser *p);
bool parse_at_leads(struct parser *p);
/* A property that begins with neither always nor never. */
bool parse_at_formula(struct parser *p);
/* 'fair' or 'strong fair', and then what can be fair; takes the words. */
enum fairness parse_fairness(struct parser *p);
bool parse_at_fair(struct parser *p);
bool parse_fair(struct parser *p, struct ast_decl *d);

#endif
