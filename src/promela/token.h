/* token: the words of a Promela text.
 *
 * All tokens are made at once, because an inline is expanded by putting the
 * tokens of its body, arguments filled in, in the place of its call.  The
 * semicolons that SPIN puts at ends of lines are put here. */
#ifndef PROMELA_TOKEN_H
#define PROMELA_TOKEN_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "base/vec.h"
#include "model/model.h"

enum pml_token {
  T_END, T_NAME, T_CONST, T_STRING,
  /* one for each word of the language, in the order of token_words */
  T_ACTIVE, T_ASSERT, T_ATOMIC, T_BIT, T_BOOL, T_BREAK, T_BYTE, T_C_CODE,
  T_C_DECL, T_C_EXPR, T_C_STATE, T_C_TRACK, T_CHAN, T_D_PROCTYPE, T_D_STEP,
  T_DO, T_ELSE, T_EMPTY, T_ENABLED, T_EVAL, T_FALSE, T_FI, T_FOR, T_FULL,
  T_GET_PRIORITY, T_GOTO, T_HIDDEN, T_IF, T_IN, T_INIT, T_INLINE, T_INT,
  T_LEN, T_LOCAL, T_LTL, T_MTYPE, T_NEMPTY, T_NEVER, T_NFULL, T_NOTRACE, T_NP,
  T_OD, T_OF, T_PC_VALUE, T_PID, T_PRINTF, T_PRINTM, T_PRIORITY, T_PROCTYPE,
  T_PROVIDED, T_RETURN, T_RUN, T_SELECT, T_SET_PRIORITY, T_SHORT, T_SHOW,
  T_SKIP, T_TIMEOUT, T_TRACE, T_TRUE, T_TYPEDEF, T_UNLESS, T_UNSIGNED, T_XR,
  T_XS,
  /* signs, in the order of token_signs */
  T_SEMI, T_ARROW, T_SEP, T_DOTDOT, T_EQ, T_NE, T_LE, T_GE, T_LT, T_GT, T_AND,
  T_OR, T_LSHIFT, T_RSHIFT, T_INCR, T_DECR, T_SEND, T_SORTED, T_RECEIVE,
  T_RANDOM, T_ASSIGN, T_OPEN, T_CLOSE, T_OPEN_BRACKET, T_CLOSE_BRACKET,
  T_OPEN_BRACE, T_CLOSE_BRACE, T_COMMA, T_COLON, T_DOT, T_AT, T_PLUS, T_MINUS,
  T_STAR, T_SLASH, T_PERCENT, T_AMPERSAND, T_BAR, T_CARET, T_TILDE, T_HASH,
  T_DOLLAR,
  /* within ltl { } only */
  T_ALWAYS, T_EVENTUALLY, T_EQUIV, T_LTL_AND, T_LTL_OR,
  TOKEN_COUNT
};

struct pml_word {
  enum pml_token kind;
  const char *text; /* as written; of what was put in: ";" */
  int32_t value;    /* of a number */
  struct place place;
  uint32_t file;   /* which of the files that were included; 0: the model */
  uint32_t inlined; /* number of the expansion it comes from; 0: none */
  bool line;       /* first of its line */
};

struct words_of {
  VEC(struct pml_word) at; /* ends with T_END */
  VEC(const char *) files;
};

/* False after an error. */
bool promela_lex(const char *file, const char *text, size_t len,
                 struct arena *arena, struct words_of *out, struct diag *diag);
/* "'->'", "a name", for messages. */
const char *pml_token_name(enum pml_token t);

#endif
