/* Twins: what a debugger reads while the program computes in registers.
 *
 * Scalar replacement turns a local that nobody can see into registers, and a
 * register holds it only as long as the program needs it: the debugger then
 * says "optimized out" where one wants to look.  So before that pass every
 * such local gets a second home.  The variable's debug information stays with
 * the first, which is only ever written, by a volatile store beside each
 * store of the program; loads and stores of the program move to a new local,
 * which becomes a register as before.
 *
 * The first home is no memory of the program's: it is marked, and nobody
 * counts stores to it as accesses (access.c), as effects of a loop (wait.c)
 * or as a way out for the address they store (escape.c).  So the events of
 * the program are the same with twins and without.  But scalar replacement
 * knows nothing of that: what a twin points to stays in memory.  So what was
 * taken in from headers of C++, where most is passed by reference, has none: a
 * loop that waits by compare_exchange would not be seen to. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

#include "unit.h"

/* The mark is on the local: passes that come between rewrite stores. */
bool twin_is_store(LLVMValueRef i) {
  LLVMValueRef to = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
  if (!to || !LLVMIsAAllocaInst(to))
    return false;
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(to));
  return LLVMGetMetadata(to, LLVMGetMDKindIDInContext(c, "heddle.twin", 11));
}

static bool is_scalar(LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind:
  case LLVMPointerTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind:
    return true;
  default:
    return false;
  }
}

/* A use that scalar replacement takes along. */
static bool is_plain(LLVMValueRef user, LLVMValueRef local) {
  LLVMTypeRef type = LLVMGetAllocatedType(local);
  if (LLVMIsALoadInst(user))
    return LLVMTypeOf(user) == type && !LLVMGetVolatile(user) &&
           LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
  return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == local &&
         LLVMGetOperand(user, 0) != local &&
         LLVMTypeOf(LLVMGetOperand(user, 0)) == type &&
         !LLVMGetVolatile(user) &&
         LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
}

bool twin_is_register(LLVMValueRef local) {
  if (!is_scalar(LLVMGetAllocatedType(local)) ||
      !LLVMIsAConstantInt(LLVMGetOperand(local, 0)) ||
      LLVMConstIntGetZExtValue(LLVMGetOperand(local, 0)) != 1)
    return false;
  bool used = false;
  for (LLVMUseRef use = LLVMGetFirstUse(local); use;
       use = LLVMGetNextUse(use), used = true)
    if (!is_plain(LLVMGetUser(use), local))
      return false;
  return used;
}

static void store_beside(struct unit *u, LLVMValueRef store,
                         LLVMValueRef home) {
  LLVMPositionBuilderBefore(u->builder, LLVMGetNextInstruction(store));
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(store));
  LLVMValueRef twin =
      LLVMBuildStore(u->builder, LLVMGetOperand(store, 0), home);
  LLVMSetAlignment(twin, LLVMGetAlignment(store));
  LLVMSetVolatile(twin, 1);
}

/* Debug information refers to the local without being a use of it, and so
 * stays. */
static void give_twin(struct unit *u, LLVMValueRef local) {
  LLVMPositionBuilderBefore(u->builder, local);
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  LLVMValueRef fresh =
      LLVMBuildAlloca(u->builder, LLVMGetAllocatedType(local), "");
  LLVMSetAlignment(fresh, LLVMGetAlignment(local));
  unsigned mark = LLVMGetMDKindIDInContext(u->context, "heddle.twin", 11);
  LLVMSetMetadata(local, mark,
                  LLVMMetadataAsValue(
                      u->context, LLVMMDNodeInContext2(u->context, NULL, 0)));
  for (LLVMUseRef use; (use = LLVMGetFirstUse(local));) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMSetOperand(user, LLVMIsALoadInst(user) ? 0 : 1, fresh);
  }
  for (LLVMUseRef use = LLVMGetFirstUse(fresh); use; use = LLVMGetNextUse(use))
    if (LLVMIsAStoreInst(LLVMGetUser(use)))
      store_beside(u, LLVMGetUser(use), local);
}

void twin_give(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count);
  for (size_t i = 0; i < count; i++)
    if (LLVMIsAAllocaInst(at[i]) && !inline_is_taken(at[i]) &&
        twin_is_register(at[i]))
      give_twin(u, at[i]);
  free(at);
}
