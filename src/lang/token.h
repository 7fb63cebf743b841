/* token: the words of a text.
 *
 * lex_text makes all tokens at once; parsers look ahead by index.  Comments
 * and blanks vanish, a line end is a token (several in a row are one), and
 * the last token is TOKEN_END.  Identifiers are interned: equal names have
 * equal ids, and the words of the language come first, so that the id of a
 * word is its enum value. */
#ifndef LANG_TOKEN_H
#define LANG_TOKEN_H

#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"

/* Words.  Reserved ones cannot name anything; the others mean something
 * only where the grammar expects them. */
#define LANG_WORDS(X)                                                          \
  X(PARAM, "param", 1)                                                         \
  X(CONST, "const", 1)                                                         \
  X(ENUM, "enum", 1)                                                           \
  X(SCHEME, "scheme", 1)                                                       \
  X(CHANNEL, "channel", 1)                                                     \
  X(PROCESS, "process", 1)                                                     \
  X(THREAD, "thread", 1)                                                       \
  X(MACHINE, "machine", 1)                                                     \
  X(SHARED, "shared", 1)                                                       \
  X(LOCK, "lock", 1)                                                           \
  X(UNLOCK, "unlock", 1)                                                       \
  X(SEM, "sem", 1)                                                             \
  X(ALWAYS, "always", 1)                                                       \
  X(NEVER, "never", 1)                                                         \
  X(PORT, "port", 1)                                                           \
  X(VAR, "var", 1)                                                             \
  X(FINAL, "final", 1)                                                         \
  X(WHEN, "when", 1)                                                           \
  X(IF, "if", 1)                                                               \
  X(ELSE, "else", 1)                                                           \
  X(WHILE, "while", 1)                                                         \
  X(FOR, "for", 1)                                                             \
  X(REPEAT, "repeat", 1)                                                       \
  X(BREAK, "break", 1)                                                         \
  X(CONTINUE, "continue", 1)                                                   \
  X(ASSERT, "assert", 1)                                                       \
  X(ATOMIC, "atomic", 1)                                                       \
  X(AWAIT, "await", 1)                                                         \
  X(SELECT, "select", 1)                                                       \
  X(SKIP, "skip", 1)                                                           \
  X(RETURN, "return", 1)                                                       \
  X(INPUT, "input", 1)                                                         \
  X(TRUE, "true", 1)                                                           \
  X(FALSE, "false", 1)                                                         \
  X(INT, "int", 1)                                                             \
  X(BOOL, "bool", 1)                                                           \
  X(FORALL, "forall", 1)                                                       \
  X(EXISTS, "exists", 1)                                                       \
  X(COUNT, "count", 0)                                                         \
  X(AT, "at", 0)                                                               \
  X(LEN, "len", 0)                                                             \
  X(ENDED, "ended", 0)                                                         \
  X(EVENTUALLY, "eventually", 0)                                               \
  X(NEXT, "next", 0)                                                           \
  X(POSSIBLY, "possibly", 0)                                                   \
  X(UNTIL, "until", 0)                                                         \
  X(LEADS, "leads", 0)                                                         \
  X(TO, "to", 0)                                                               \
  X(FAIR, "fair", 0)                                                           \
  X(STRONG, "strong", 0)                                                       \
  X(PROGRESS, "progress", 0)                                                   \
  X(UNBOUNDED, "unbounded", 0)                                                 \
  X(P, "P", 0)                                                                 \
  X(V, "V", 0)                                                                 \
  X(ANY, "_", 0)

enum word {
#define WORD(name, text, reserved) WORD_##name,
  LANG_WORDS(WORD)
#undef WORD
      WORD_COUNT_
};
extern const char *const word_texts[];
bool word_reserved(uint32_t name);

#define LANG_TOKENS(X)                                                         \
  X(END, "the end of the file")                                                \
  X(LINE, "the end of the line")                                               \
  X(NAME, "a name")                                                            \
  X(NUMBER, "a number")                                                        \
  X(BAD, "text that is no word")                                               \
  X(LPAREN, "'('")                                                             \
  X(RPAREN, "')'")                                                             \
  X(LBRACKET, "'['")                                                           \
  X(RBRACKET, "']'")                                                           \
  X(LBRACE, "'{'")                                                             \
  X(RBRACE, "'}'")                                                             \
  X(COMMA, "','")                                                              \
  X(SEMICOLON, "';'")                                                          \
  X(COLON, "':'")                                                              \
  X(DOT, "'.'")                                                                \
  X(RANGE, "'..'")                                                             \
  X(ARROW, "'->'")                                                             \
  X(IMPLIES, "'=>'")                                                           \
  X(NOT, "'!'")                                                                \
  X(QUESTION, "'?'")                                                           \
  X(ASSIGN, "'='")                                                             \
  X(ADD_ASSIGN, "'+='")                                                        \
  X(SUB_ASSIGN, "'-='")                                                        \
  X(INCREMENT, "'++'")                                                         \
  X(DECREMENT, "'--'")                                                         \
  X(PLUS, "'+'")                                                               \
  X(MINUS, "'-'")                                                              \
  X(STAR, "'*'")                                                               \
  X(SLASH, "'/'")                                                              \
  X(PERCENT, "'%'")                                                            \
  X(EQ, "'=='")                                                                \
  X(NE, "'!='")                                                                \
  X(LT, "'<'")                                                                 \
  X(LE, "'<='")                                                                \
  X(GT, "'>'")                                                                 \
  X(GE, "'>='")                                                                \
  X(AND, "'&&'")                                                               \
  X(OR, "'||'")

enum token_kind {
#define TOKEN(name, text) TOKEN_##name,
  LANG_TOKENS(TOKEN)
#undef TOKEN
};
extern const char *const token_texts[]; /* for "expected ..." */

struct token {
  uint32_t kind : 8, len : 24;
  uint32_t value; /* name id, or the number */
  uint32_t offset, line, col;
};

struct text;

typedef uint32_t token_id;

struct tokens {
  const char *file, *text;
  struct diag *diag;
  struct names names;
  VEC(struct token) at;
};

/* Reports what cannot be a token and goes on behind it. */
void lex_text(struct tokens *t, const char *file, const char *text, size_t len,
              struct diag *diag);
void tokens_free(struct tokens *t);

/* Where a token stands, for diagnostics. */
struct diag_at token_at(const struct tokens *t, token_id id);
const char *token_name(const struct tokens *t, token_id id);
/* The tokens first..last as the user wrote them, each gap one blank, cut
 * when very long. */
void token_text(const struct tokens *t, token_id first, token_id last,
                struct text *out);

#endif
