/* tree: a Promela program with its names resolved.
 *
 * Variables are cells: a structure or an array is consecutive cells, those of
 * globals numbered over the program, those of locals over the frame of their
 * proctype (every declaration has cells of its own, wherever it stands, as in
 * SPIN).  The initial values are in declarations, in order.
 *
 * Expressions and statements are trees by pointer; everything lives in the
 * arena of the model. */
#ifndef PROMELA_TREE_H
#define PROMELA_TREE_H

#include "base/vec.h"
#include "model/model.h"

/* How a value is cut when it is assigned. */
enum ptype {
  TYPE_NONE, TYPE_BIT, TYPE_BYTE, TYPE_SHORT, TYPE_INT, TYPE_UNSIGNED,
  TYPE_MTYPE, TYPE_PID, TYPE_CHAN, TYPE_STRUCT,
};

struct ptype_of {
  enum ptype type;
  uint8_t bits;              /* TYPE_UNSIGNED */
  const struct pstruct *record; /* TYPE_STRUCT */
};

struct pfield {
  const char *name;
  struct ptype_of type;
  bool is_array;
  uint32_t count; /* elements; 1 if no array */
  uint32_t at;    /* first cell within the record */
  const struct pexpr *init;
  const struct pchan *chan; /* of a field of type chan with an initialiser */
};
struct pstruct {
  const char *name;
  VEC(struct pfield) fields;
  uint32_t cells;
};

/* A channel as it is declared: `[n] of { byte, mtype }`. */
struct pchan {
  uint32_t capacity; /* 0: rendezvous */
  uint32_t width;    /* fields, records taken apart */
  const struct ptype_of *fields;
  uint32_t number;   /* among all declarations of channels */
  struct place place;
};

/* A cell: base, plus for each index its value times a stride. */
struct pindex {
  const struct pexpr *index;
  uint32_t count, stride;
};
struct plvalue {
  bool local;
  bool discard;  /* `_` */
  uint32_t base; /* cell */
  uint32_t index_count;
  const struct pindex *indices;
  struct ptype_of type;
  bool element; /* of an array: a bit is then kept in a byte, as by SPIN */
  const char *name;
  struct place place;
};

enum pexpr_op {
  PE_CONST, PE_VAR,
  PE_NEG, PE_NOT, PE_COMPLEMENT,
  PE_ADD, PE_SUB, PE_MUL, PE_DIV, PE_MOD, PE_BAND, PE_BOR, PE_XOR, PE_SHL,
  PE_SHR, PE_EQ, PE_NE, PE_LT, PE_LE, PE_GT, PE_GE, PE_AND, PE_OR, PE_COND,
  PE_PID, PE_NR_PR, PE_LAST, PE_TIMEOUT,
  PE_NP,      /* nobody is at a progress label */
  PE_ACCEPT,  /* somebody is at an accept label */
  PE_RUN,     /* proctype value, arguments args */
  PE_LEN, PE_FULL, PE_EMPTY, PE_NFULL, PE_NEMPTY, /* channel a */
  PE_ENABLED, /* process a */
  PE_PC_VALUE,
  PE_POLL,    /* channel a, patterns args; random: anywhere in the queue */
  PE_AT,      /* process a (NULL: the only one) of proctype value at label */
  PE_REMOTE,  /* the same, and the value of its variable */
};

enum { PATTERN_VALUE, PATTERN_STORE }; /* of a received field */
struct pattern {
  int kind;
  const struct pexpr *value; /* must be equal */
  struct plvalue *store;     /* is assigned */
};

struct pexpr {
  enum pexpr_op op;
  const struct pexpr *a, *b, *c;
  int32_t value;
  struct plvalue *var;
  uint32_t arg_count;
  const struct pexpr *const *args;
  const struct pattern *patterns;
  bool random;
  const char *label;    /* PE_AT */
  uint32_t element;     /* PE_AT: the element of the label, once known */
  struct place place;
};

enum pstmt_kind {
  PS_EXPR, PS_ASSIGN, PS_SEND, PS_RECEIVE, PS_ASSERT, PS_PRINT, PS_ELSE,
  PS_GOTO, PS_IF, PS_DO, PS_ATOMIC, PS_D_STEP, PS_BLOCK, PS_UNLESS, PS_END,
  PS_TARGET, /* the end of an if, do or unless: '.' in SPIN */
  PS_BREAK,  /* behind a do */
};

struct pseq {
  VEC(struct pstmt *) at;
};

struct pstmt {
  enum pstmt_kind kind;
  VEC(const char *) labels; /* in front of it, the outermost first */
  struct plvalue *target;   /* of an assignment */
  const struct pexpr *expr; /* condition, value, assertion; a channel */
  uint32_t arg_count;
  const struct pexpr *const *args;
  const struct pattern *patterns;
  bool sorted, random, keeps; /* !!, ??, ?< > */
  const char *label;          /* of a goto */
  struct pstmt *leaves;       /* of a break: the do */
  uint32_t inlined;           /* the expansion it comes from, for labels */
  VEC(struct pseq *) parts; /* options; the one sequence; normal and escape */
  const char *text;
  struct place place;
  uint32_t file;
};

struct pvariable {
  const char *name;
  struct ptype_of type;
  bool is_array, hidden;
  uint32_t count, cell;
  int32_t first; /* the number that its declaration gives it; 0: none */
  struct place place;
};

/* What a declaration does when its process (or the program) begins. */
struct pinit {
  struct plvalue *target;   /* one cell each */
  const struct pexpr *value; /* NULL: zero */
  const struct pchan *chan;  /* a new channel */
};

struct pproc {
  const char *name;
  uint32_t number;
  uint32_t active; /* instances at the beginning */
  bool is_claim, is_trace, no_trace, is_init;
  uint32_t param_count;
  struct plvalue **params;
  VEC(struct pvariable) variables;
  uint32_t cells;
  VEC(struct pinit) inits;
  const struct pexpr *provided;
  struct pseq *body;
  struct place place;
};

struct pltl {
  const char *name, *text;
  formula_id formula;
  struct place place;
};

/* A label that somebody else looks at: P@label. */
struct preference {
  uint32_t proc;
  const char *label;
};

struct program {
  struct arena *arena;
  const char *file;
  VEC(struct pproc *) procs;
  VEC(struct pvariable) globals;
  uint32_t cells;
  VEC(struct pinit) inits;
  VEC(struct pchan *) chans; /* by number */
  VEC(const char *) mtypes;  /* by value - 1; of all sets */
  VEC(struct pltl) ltls;
  VEC(struct formula) formulas;
  VEC(struct preference) references;
  VEC(const struct pexpr *) atoms; /* FORMULA_STATE: expr is an index here */
  bool has_timeout, has_last, has_np, has_enabled;
};

/* Lists of the tree grow in the arena: nothing is freed, so that an error
 * leaves nothing behind. */
void *tree_grow(struct arena *a, const void *at, size_t *cap, size_t size);
#define tree_push(a, v, x) \
  ((v)->len == (v)->cap \
       ? (void)((v)->at = tree_grow((a), (v)->at, &(v)->cap, \
                                    sizeof *(v)->at)) \
       : (void)0, \
   (void)((v)->at[(v)->len++] = (x)))

#endif
