/* Indices: clang compares every index into an array whose size it knows with
 * that size (-fsanitize=array-bounds) and calls a handler of its runtime when
 * it is too large or negative, members of structs and arrays of variable size
 * included; but no array at the end of a struct or in a union, which may have
 * more elements than it says.  Here the handler becomes one of ours, with the
 * index and the type of the array; comparisons of constants, which hold, are
 * taken out, so that loops are as simple as they were written. */
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

/* Clang compares right before it steps there.  Less or equal is not enough: that
 * is how it asks about an address that is only taken. */
static bool is_compared(LLVMValueRef gep, LLVMValueRef index, uint64_t len) {
  for (LLVMUseRef use = LLVMGetFirstUse(index); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef compare = LLVMGetUser(use), branch = NULL;
    if (!LLVMIsAICmpInst(compare) || !index_is_check(compare) ||
        LLVMGetICmpPredicate(compare) != LLVMIntULT ||
        LLVMGetOperand(compare, 0) != index ||
        !LLVMIsAConstantInt(LLVMGetOperand(compare, 1)) ||
        LLVMConstIntGetZExtValue(LLVMGetOperand(compare, 1)) > len)
      continue;
    branch = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(compare));
    if (LLVMIsABranchInst(branch) && LLVMIsConditional(branch) &&
        LLVMGetCondition(branch) == compare &&
        LLVMGetSuccessor(branch, 0) == LLVMGetInstructionParent(gep))
      return true;
  }
  return false;
}

LLVMTypeRef index_inside(LLVMValueRef gep) {
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  LLVMValueRef first = LLVMGetOperand(gep, 1);
  if (!LLVMIsAConstantInt(first) || LLVMConstIntGetZExtValue(first))
    return NULL;
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    uint64_t len = 0;
    switch (LLVMGetTypeKind(t)) {
    case LLVMStructTypeKind:
      t = LLVMStructGetTypeAtIndex(t,
                                   (unsigned)LLVMConstIntGetZExtValue(index));
      break;
    case LLVMArrayTypeKind:
      len = LLVMGetArrayLength2(t);
      if (LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) >= len
                                    : !is_compared(gep, index, len))
        return NULL;
      t = LLVMGetElementType(t);
      break;
    default:
      return NULL;
    }
  }
  return t;
}

/* Where a pointer is in a local, if only constants say so. */
static LLVMValueRef local_at(struct unit *u, LLVMValueRef p, int64_t *offset) {
  *offset = 0;
  for (; LLVMIsAGetElementPtrInst(p); p = LLVMGetOperand(p, 0)) {
    LLVMTypeRef t = LLVMGetGEPSourceElementType(p);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(p); i++) {
      LLVMValueRef index = LLVMGetOperand(p, i);
      if (!LLVMIsAConstantInt(index))
        return NULL;
      int64_t n = LLVMConstIntGetSExtValue(index);
      if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        *offset += (int64_t)LLVMOffsetOfElement(u->layout, t, (unsigned)n);
        t = LLVMStructGetTypeAtIndex(t, (unsigned)n);
        continue;
      }
      t = i > 1 ? LLVMGetElementType(t) : t;
      *offset += n * (int64_t)LLVMABISizeOfType(u->layout, t);
    }
  }
  return LLVMIsAAllocaInst(p) && LLVMIsAConstantInt(LLVMGetOperand(p, 0))
             ? p
             : NULL;
}

/* An access beyond a local by constants, where clang does not compare: it would
 * be taken out when the local becomes registers. */
static void refuse(struct unit *u, LLVMValueRef access, LLVMValueRef pointer,
                   LLVMTypeRef type) {
  static const char name[] = "a local that is shorter";
  int64_t at;
  LLVMValueRef local = local_at(u, pointer, &at);
  int64_t len = (int64_t)LLVMStoreSizeOfType(u->layout, type);
  if (!local || local == pointer)
    return;
  LLVMTypeRef whole = LLVMGetAllocatedType(local);
  uint64_t count = LLVMConstIntGetZExtValue(LLVMGetOperand(local, 0));
  if (at >= 0 &&
      at + len <= (int64_t)(count * LLVMABISizeOfType(u->layout, whole)))
    return;
  LLVMPositionBuilderBefore(u->builder, access);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(access));
  LLVMValueRef args[] = {unit_string(u, name, sizeof name - 1),
                         LLVMConstInt(u->t_i64, (uint64_t)at, 1),
                         unit_int(u, 6 << 1 | 1), site_of(u, access)};
  unit_call(u, "heddle_bad_index", u->t_void, args, 4);
}

void index_take(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count);
  for (size_t i = 0; i < count; i++) {
    if (unit_is_call(at[i]) && !strcmp(unit_callee(at[i]), handler))
      replace(u, at[i]);
    else if (LLVMIsALoadInst(at[i]))
      refuse(u, at[i], LLVMGetOperand(at[i], 0), LLVMTypeOf(at[i]));
    else if (LLVMIsAStoreInst(at[i]))
      refuse(u, at[i], LLVMGetOperand(at[i], 1),
             LLVMTypeOf(LLVMGetOperand(at[i], 0)));
    else if (LLVMIsABranchInst(at[i]) && LLVMIsConditional(at[i]) &&
             index_is_check(at[i]))
      simplify(u, at[i]);
  }
  free(at);
}
