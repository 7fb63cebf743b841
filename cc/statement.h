/* statement: what a statement of assembly says, as text: its lines, its
 * operands, and which of them a line touches memory through.  What it means is
 * assembly.c's and moves.c's. */
#ifndef CC_STATEMENT_H
#define CC_STATEMENT_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

/* An instruction of the text: its word, and what follows it up to the end of
 * the line or a semicolon.  A prefix (lock, rep) is a line of its own. */
struct line {
  const char *word, *rest;
  size_t word_len, rest_len;
};

/* The next one from *at on; false when there is none. */
bool statement_line(const char **at, const char *end, struct line *out);
/* Whether a word is one of a list that ends with NULL, whatever its case. */
bool statement_is_one_of(const char *word, size_t len,
                         const char *const *words);
/* Whether these characters are among its operands. */
bool statement_has(const struct line *l, const char *characters);

struct operand {
  LLVMValueRef value; /* NULL: a result in a register */
  unsigned size;      /* of what is in memory, or 0 */
  unsigned argument;  /* of the call, if it has a value */
  bool in_memory, output;
  char constraint[32];
};

enum { OPERANDS = 16 };

/* The operands in the order of their numbers; 0: too many. */
unsigned statement_operands(LLVMValueRef call, struct operand *out);
/* The number of the operand that "$1" or "${1:q}" is; -1: it is neither. */
int statement_number(const char *s, size_t len);
/* The operand in memory that the line names: "$1", "${1:q}", or the register
 * in "($1)"; NULL: none, or more than one. */
const struct operand *statement_memory(const struct line *l,
                                       const struct operand *all,
                                       unsigned count);
/* A side that is a number, "$$-1" as LLVM has it; false: it is not. */
bool statement_literal(const struct line *side, long *number);
/* "mov" and its sizes: how many bytes are moved, 0: nothing is; -1: as many as
 * its operands have.  Its two sides, from and to, without blanks. */
int statement_moves(const struct line *l, struct line *from, struct line *to);
/* A side that is "8($1)": the operand, and the offset; -1: it is not. */
int statement_address(const struct line *side, long *offset);
/* It says that it may touch any memory: a barrier for the compiler. */
bool statement_clobbers_memory(LLVMValueRef assembly);

#endif
