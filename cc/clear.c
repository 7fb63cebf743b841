/* Clear: temporaries begin as zeros, as locals do.
 *
 * clang clears the locals that have a name (-ftrivial-auto-var-init), not what
 * it makes for values without one: of a union of which one member was set, or a
 * struct with a gap, it copies the rest along.  That is what the frames before
 * have left on the stack, the runtime's own addresses among it, which are not
 * the same in the next run; in registers it is what was there.  This is said as
 * clang says it, so that it is no access; and after unset.c has looked, because
 * nothing that the program reads is unset by it. */
#include <stdlib.h>

#include "unit.h"

enum { LARGEST = 4096 };

static bool is_cleared(LLVMValueRef local) {
  for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use))
    if (unit_is_clearing(LLVMGetUser(use)))
      return true;
  return false;
}

/* Its size, or 0: it is not made once by each call. */
static uint64_t temporary_size(struct unit *u, LLVMValueRef i) {
  if (!LLVMIsAAllocaInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0)) ||
      LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) != 1)
    return 0;
  LLVMTypeRef type = LLVMGetAllocatedType(i);
  uint64_t size = LLVMABISizeOfType(u->layout, type);
  return size > LARGEST || is_cleared(i) ? 0 : size;
}

/* The locals of a coroutine move into its frame. */
static bool is_coroutine(LLVMValueRef function) {
  static const char name[] = "presplitcoroutine";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  return LLVMGetEnumAttributeAtIndex(
             function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) !=
         NULL;
}

/* A scalar by a store, which mem2reg takes for what it is; it would leave a
 * local alone that a memset clears, and mend.c sees through no pointers that
 * stand in memory. */
static LLVMValueRef clear(struct unit *u, LLVMValueRef local, uint64_t size) {
  LLVMTypeRef type = LLVMGetAllocatedType(local);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind)
    return LLVMBuildStore(u->builder, LLVMConstNull(type), local);
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  return LLVMBuildMemSet(u->builder, local, LLVMConstInt(byte, 0, 0),
                         LLVMConstInt(u->t_i64, size, 0),
                         LLVMGetAlignment(local));
}

void clear_temporaries(struct unit *u, LLVMValueRef function) {
  if (is_coroutine(function))
    return;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = next) {
    next = LLVMGetNextInstruction(i);
    uint64_t size = temporary_size(u, i);
    if (!size || !next)
      continue;
    LLVMPositionBuilderBefore(u->builder, next);
    LLVMSetCurrentDebugLocation2(u->builder, NULL);
    unit_say_clearing(u, clear(u, i, size));
  }
}
