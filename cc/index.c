/* Indices: clang compares every index into an array whose size it knows with
 * that size (-fsanitize=array-bounds) and calls a handler of its runtime when
 * it is too large or negative, members of structs and arrays of variable size
 * included.  Here the handler becomes one of ours, with the index and the
 * type of the array; comparisons of constants, which hold, are taken out, so
 * that loops are as simple as they were written. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

static const char *const handler = "__ubsan_handle_out_of_bounds_abort";

bool index_is_check(LLVMValueRef instruction) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(instruction));
  return LLVMGetMetadata(instruction,
                         LLVMGetMDKindIDInContext(c, "nosanitize", 10));
}

/* Of clang's descriptions: { place, array type, index type }, where a type is
 * { kind, bits, name }. */
static LLVMValueRef field(LLVMValueRef global, unsigned i) {
  LLVMValueRef all = global && LLVMIsAGlobalVariable(global)
                         ? LLVMGetInitializer(global)
                         : NULL;
  return all && LLVMIsAConstantStruct(all) &&
                 i < (unsigned)LLVMGetNumOperands(all)
             ? LLVMGetOperand(all, i)
             : NULL;
}

static LLVMValueRef name_of(struct unit *u, LLVMValueRef type) {
  LLVMValueRef name = field(type, 2);
  size_t len = 0;
  const char *text =
      name && LLVMIsConstantString(name) ? LLVMGetAsString(name, &len) : "?";
  return unit_string(u, text, strlen(text));
}

/* Whether the index is signed, and how many bits it has. */
static unsigned bits_of(LLVMValueRef type) {
  LLVMValueRef bits = field(type, 1);
  return bits && LLVMIsAConstantInt(bits)
             ? (unsigned)LLVMConstIntGetZExtValue(bits)
             : 0;
}

static void replace(struct unit *u, LLVMValueRef call) {
  LLVMValueRef about = LLVMGetOperand(call, 0);
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef args[] = {name_of(u, field(about, 1)), LLVMGetOperand(call, 1),
                         unit_int(u, bits_of(field(about, 2))),
                         site_of(u, call)};
  unit_call(u, "heddle_bad_index", u->t_void, args, 4);
  LLVMInstructionEraseFromParent(call);
  if (LLVMIsAGlobalVariable(about) && !LLVMGetFirstUse(about))
    LLVMDeleteGlobal(about);
}

static void simplify(struct unit *u, LLVMValueRef branch) {
  LLVMValueRef holds = LLVMGetCondition(branch);
  if (!LLVMIsAConstantInt(holds) || !LLVMConstIntGetZExtValue(holds))
    return;
  LLVMPositionBuilderBefore(u->builder, branch);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(branch));
  LLVMBuildBr(u->builder, LLVMGetSuccessor(branch, 0));
  LLVMInstructionEraseFromParent(branch);
}

void index_take(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count);
  for (size_t i = 0; i < count; i++) {
    if (unit_is_call(at[i]) && !strcmp(unit_callee(at[i]), handler))
      replace(u, at[i]);
    else if (LLVMIsABranchInst(at[i]) && LLVMIsConditional(at[i]) &&
             index_is_check(at[i]))
      simplify(u, at[i]);
  }
  free(at);
}
