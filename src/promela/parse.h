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
};

struct inline_def {
  const char *name;
  VEC(const char *) params;
  uint32_t begin, end; /* words of its body, braces included */
  VEC(struct word) body;
};

/* A declared name; the innermost that is visible counts. */
struct name {
  const char *name;
  bool local;
  uint32_t scope; /* number of the block that it is declared in */
  struct pvariable variable;
};

struct parser {
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
  jmp_buf *bail;
};
struct mtype_name {
  const char *name;
  int32_t value;
};
struct run_call {
  struct pexpr *expr;
  const char *name;
  struct word word;
};

/* --- words ---------------------------------------------------------------- */
static inline const struct word *pml_word(const struct parser *p) {
  return &p->words.at.at[p->at];
}
static inline enum token pml_peek(const struct parser *p) {
  return p->words.at.at[p->at].kind;
}
static inline enum token pml_peek_at(const struct parser *p, size_t n) {
  size_t i = p->at + n, last = p->words.at.len - 1;
  return p->words.at.at[i < last ? i : last].kind;
}
bool pml_accept(struct parser *p, enum token t);
struct word pml_expect(struct parser *p, enum token t);
/* Says what is wrong at a word, and leaves the parser: the first error ends
 * reading, as what follows would not be understood. */
_Noreturn void pml_fail(struct parser *p, const struct word *w,
                          const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void pml_enter(struct parser *p); /* counts nesting */
void pml_leave(struct parser *p);
/* The text of the words from..p->at. */
const char *pml_text(const struct parser *p, size_t from);

/* --- names ---------------------------------------------------------------- */
void pml_scope_open(struct parser *p);
void pml_scope_close(struct parser *p);
const struct name *pml_name_find(const struct parser *p, const char *name);
bool pml_mtype_find(const struct parser *p, const char *name, int32_t *value);
struct inline_def *pml_inline_find(struct parser *p, const char *name);
const struct pproc *pml_proc_find(const struct parser *p, const char *name);
const struct pstruct *pml_record_find(const struct parser *p, const char *name);

/* --- declarations --------------------------------------------------------- */
bool pml_at_declaration(const struct parser *p);
void pml_declaration(struct parser *p);
struct ptype_of pml_type(struct parser *p);
void pml_params(struct parser *p);
void pml_typedef(struct parser *p);

/* --- expressions ---------------------------------------------------------- */
const struct pexpr *pml_expr(struct parser *p);
int32_t pml_const(struct parser *p);
struct plvalue *pml_lvalue(struct parser *p);
struct pexpr *pexpr_new(struct parser *p, enum pexpr_op op,
                       const struct word *at);
const struct pexpr *pexpr_const(struct parser *p, int32_t value,
                               const struct word *at);
const struct pexpr *pexpr_var(struct parser *p, struct plvalue *v);
/* The lvalue of every cell of a record, in order; of a scalar itself. */
void pml_lvalue_cells(struct parser *p, const struct plvalue *v,
                  void (*each)(struct parser *, struct plvalue *, void *),
                  void *user);
/* "m, x" or "m(x)"; records are taken apart. */
void pml_args(struct parser *p, enum token end, struct pexpr *into);
void pml_patterns(struct parser *p, enum token end, struct pexpr *into);

/* --- statements ----------------------------------------------------------- */
/* `{ ... }`, or what stands between :: and the next. */
struct pseq *pml_body(struct parser *p);
void pml_sequence(struct parser *p);
struct pstmt *pstmt_new(struct parser *p, enum pstmt_kind kind,
                       const struct word *at);
void pstmt_add(struct parser *p, struct pstmt *s);

/* --- properties ----------------------------------------------------------- */
void pml_ltl(struct parser *p);

#endif
