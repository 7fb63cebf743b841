/* debug: what debug information says of types.
 *
 * Where LLVM's C API has no question, operands are counted: as LLVM writes
 * variables, derived and composite types.  Results are NULL where nothing is
 * said. */
#ifndef CC_DEBUG_H
#define CC_DEBUG_H

#include "unit.h"

/* Operands. */
enum { DEBUG_SCOPE = 1, DEBUG_TYPE = 3, DEBUG_ELEMENTS = 4 };
/* Tags of DWARF. */
enum {
  DEBUG_ARRAY = 0x01,
  DEBUG_CLASS = 0x02,
  DEBUG_ENUM = 0x04,
  DEBUG_MEMBER = 0x0d,
  DEBUG_STRUCT = 0x13,
  DEBUG_TYPEDEF = 0x16
};

LLVMMetadataRef debug_operand(struct unit *u, LLVMMetadataRef node,
                              unsigned index);
bool debug_is_type(LLVMMetadataRef t);
/* Of an array, a struct, a class, an enumeration its tag; otherwise 0. */
unsigned debug_composite(LLVMMetadataRef t);
/* Without typedefs and qualifiers. */
LLVMMetadataRef debug_plain(struct unit *u, LLVMMetadataRef t);
/* The same, of an array its elements. */
LLVMMetadataRef debug_element(struct unit *u, LLVMMetadataRef t);
/* The type of a variable of the program. */
LLVMMetadataRef debug_variable(struct unit *u, LLVMValueRef global);

#endif
