/* parse: tokens into a program; inside of the room. */
#ifndef PROMELA_PARSE_H
#define PROMELA_PARSE_H

#include <setjmp.h>

#include "promela/token.h"
#include "promela/tree.h"

enum {
  INLINE_DEPTH_MAX = 32,
  WORDS_MAX = 1 << 20,
  NESTING_MAX = 200,
  CELLS_MAX = 1 << 16,
  ERRORS_MAX = 20,
};

struct inline_def {
  const char *name;
  VEC(const char *) params;
  uint32_t begin, end; /* words of its body, braces included */
  VEC(struct pml_word) body;
};

/* A declared name; the innermost that is visible counts. */
struct name {
  const char *name;
  bool local;
  uint32_t scope; /* number of the block that it is declared in */
  struct pvariable variable;
};

struct pml_parser {
  struct program *program;
  struct arena *arena;
  struct diag *diag;
  struct words_of words;
  size_t at;
  unsigned nesting, expansions;
  VEC(struct inline_def) inlines;
  VEC(struct pstruct *) records;
  VEC(struct name) names;
  VEC(uint32_t) scopes; /* of the blocks that are open */
  uint32_t scope_count;
  struct pproc *proc; /* that is being read; NULL: none */
  VEC(struct pstmt *) loops; /* that a break leaves */
  struct pseq *seq; /* to which statements are added */
  bool started;     /* a statement was read: declarations are steps from here */
  VEC(struct mtype_name) mtypes;
  /* calls of procs that are not known yet */
  VEC(struct run_call) runs;
  VEC(const char *) unknown; /* names that were complained about */
  unsigned errors;
  bool failed;
  size_t resolved; /* of runs */
  jmp_buf *bail; /* where the nearest reader goes on after an error */
};
struct mtype_name {
  const char *name;
  int32_t value;
};
struct run_call {
  struct pexpr *expr;
  const char *name;
  struct pml_word word;
};

/* --- words ---------------------------------------------------------------- */
/* Behind the last word, which is T_END, there is only T_END. */
static inline const struct pml_word *pml_word_at(const struct pml_parser *p,
                                                 size_t n) {
  size_t i = p->at + n, last = p->words.at.len - 1;
  return &p->words.at.at[i < last ? i : last];
}
static inline const struct pml_word *pml_word(const struct pml_parser *p) {
  return pml_word_at(p, 0);
}
static inline enum pml_token pml_peek_at(const struct pml_parser *p, size_t n) {
  return pml_word_at(p, n)->kind;
}
static inline enum pml_token pml_peek(const struct pml_parser *p) {
  return pml_peek_at(p, 0);
}
bool pml_accept(struct pml_parser *p, enum pml_token t);
struct pml_word pml_expect(struct pml_parser *p, enum pml_token t);
/* Says what is wrong at a word, and leaves the statement, or what else is
 * being read: what follows it is read on, up to ERRORS_MAX of them. */
_Noreturn void pml_fail(struct pml_parser *p, const struct pml_word *w,
                          const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, of a name that nobody has declared; said once. */
_Noreturn void pml_unknown(struct pml_parser *p, const struct pml_word *name);

/* Reads what begins here.  After an error the parser is as it was before, and
 * `skip` is called with where it began to find where reading goes on.  False:
 * there was an error. */
bool pml_guarded(struct pml_parser *p, void (*read)(struct pml_parser *),
                 void (*skip)(struct pml_parser *, size_t begin));

#define pml_push(p, v, x) tree_push((p)->arena, v, x)
void pml_enter(struct pml_parser *p); /* counts nesting */
void pml_leave(struct pml_parser *p);
/* The text of the words from..p->at. */
const char *pml_text(const struct pml_parser *p, size_t from);

/* --- names ---------------------------------------------------------------- */
void pml_scope_open(struct pml_parser *p);
void pml_scope_close(struct pml_parser *p);
const struct name *pml_name_find(const struct pml_parser *p, const char *name);
bool pml_mtype_find(const struct pml_parser *p, const char *name, int32_t *value);
struct inline_def *pml_inline_find(struct pml_parser *p, const char *name);
const struct pproc *pml_proc_find(const struct pml_parser *p, const char *name);
const struct pstruct *pml_record_find(const struct pml_parser *p, const char *name);

/* --- declarations --------------------------------------------------------- */
bool pml_at_declaration(const struct pml_parser *p);
void pml_declaration(struct pml_parser *p);
struct ptype_of pml_type(struct pml_parser *p);
void pml_params(struct pml_parser *p);
void pml_typedef(struct pml_parser *p);

/* --- expressions ---------------------------------------------------------- */
const struct pexpr *pml_expr(struct pml_parser *p);
int32_t pml_const(struct pml_parser *p);
struct plvalue *pml_lvalue(struct pml_parser *p);
struct pexpr *pexpr_new(struct pml_parser *p, enum pexpr_op op,
                       const struct pml_word *at);
const struct pexpr *pexpr_const(struct pml_parser *p, int32_t value,
                               const struct pml_word *at);
const struct pexpr *pexpr_var(struct pml_parser *p, struct plvalue *v);
/* The lvalue of every cell of a record, in order; of a scalar itself. */
void pml_lvalue_cells(struct pml_parser *p, const struct plvalue *v,
                  void (*each)(struct pml_parser *, struct plvalue *, void *),
                  void *user);
/* "m, x" or "m(x)"; records are taken apart. */
void pml_args(struct pml_parser *p, enum pml_token end, struct pexpr *into);
void pml_patterns(struct pml_parser *p, enum pml_token end, struct pexpr *into);

/* --- statements ----------------------------------------------------------- */
/* `{ ... }`, or what stands between :: and the next. */
struct pseq *pml_body(struct pml_parser *p);
void pml_sequence(struct pml_parser *p);
struct pstmt *pstmt_new(struct pml_parser *p, enum pstmt_kind kind,
                       const struct pml_word *at);
void pstmt_add(struct pml_parser *p, struct pstmt *s);

/* --- properties ----------------------------------------------------------- */
void pml_ltl(struct pml_parser *p);

#endif
