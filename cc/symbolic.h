/* symbolic: expressions of inputs beside the values of the program, when
 * `heddle cc` is asked for it (--heddle-symbolic).
 *
 * Every value that is an integer, a pointer, a float or a double gets a shadow:
 * a number of the runtime (rt/symbolic.c), 0 when the value depends on no input.  Shadows
 * live in locals of their own, which scalar replacement turns into registers
 * at the end; so a shadow can be stored where its value is made and loaded
 * where it is used, in any order of blocks.  What is done to values is done
 * to shadows by calls of the runtime; memory has a shadow there, too.
 *
 * What cannot be followed (long double, vectors, values wider than 64
 * bits, a function nobody looks into) is given its value of this run for good:
 * heddle_sym_fix, which the report names by its line. */
#ifndef CC_SYMBOLIC_H
#define CC_SYMBOLIC_H

#include "rt/abi.h"
#include "sym/node.h"
#include "unit.h"

struct shadows {
  struct unit *u;
  LLVMValueRef function;
  LLVMValueRef *keys, *slots; /* a hash table; cap is a power of 2 */
  size_t len, cap;
  LLVMValueRef top;     /* first instruction of the function as it was */
  LLVMValueRef entered; /* with what it was entered, or NULL */
};

/* Whether values of this type have shadows; whether it is float or double. */
bool shadow_has(LLVMTypeRef t);
bool shadow_floats(LLVMTypeRef t);
unsigned shadow_width(LLVMTypeRef t);
/* Of a value, loaded where the builder is; the constant 0 when it has none. */
LLVMValueRef shadow_of(struct shadows *s, LLVMValueRef v);
bool shadow_is_none(LLVMValueRef shadow);
void shadow_set(struct shadows *s, LLVMValueRef v, LLVMValueRef shadow);
/* The builder before an instruction or behind it, with its line. */
void shadow_before(struct shadows *s, LLVMValueRef i);
void shadow_behind(struct shadows *s, LLVMValueRef i);
/* The same before what access.c put before an access: an address is known
 * before the step that uses it. */
void shadow_before_access(struct shadows *s, LLVMValueRef i);
/* Before instruction i, where the builder is: the value is fixed. */
void shadow_fix(struct shadows *s, LLVMValueRef i, LLVMValueRef v,
                unsigned how);
LLVMValueRef shadow_binary(struct shadows *s, LLVMValueRef i, unsigned op,
                           unsigned width, LLVMValueRef a, LLVMValueRef b,
                           LLVMValueRef x, LLVMValueRef y);
LLVMValueRef shadow_cast(struct shadows *s, unsigned op, unsigned width,
                         LLVMValueRef e);
LLVMValueRef shadow_not(struct shadows *s, LLVMValueRef e);

/* symbolic_calls.c */
void symbolic_call(struct shadows *s, LLVMValueRef call);
/* One behind which nothing can be put: it is said to be lost. */
void symbolic_lost_call(struct shadows *s, LLVMValueRef call);
void symbolic_enter(struct shadows *s);
void symbolic_return(struct shadows *s, LLVMValueRef ret);

/* symbolic_values.c: what an instruction does to shadows. */
void symbolic_value(struct shadows *s, LLVMValueRef i);

/* symbolic_float.c: floating point.  True: it was that, and is done. */
bool symbolic_float(struct shadows *s, LLVMValueRef i);
bool symbolic_float_call(struct shadows *s, LLVMValueRef call);

#endif
