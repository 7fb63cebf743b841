/* What clang says of a program, or makes of it, that must not be so here.
 *
 * A function that only reads and always returns, as strlen and memcmp are
 * declared, may be left out where nobody looks at its result, and called once
 * where it is called twice.  But what it reads is a step, which may race,
 * lie beyond a buffer or in freed memory, and see something else the second
 * time.  So nobody is told that it only reads.
 *
 * p++ of an atomic pointer is a loop around a compare-and-swap.  Its value is
 * what the pointer was when it succeeded; clang (19) takes what was there
 * before the loop, so that two threads could get the same one.
 *
 * Scalar replacement takes a memset or memcpy of a fixed size that goes beyond
 * a local or a constant for one that does not.  Such a copy becomes a call of the function
 * by that name, which is looked at as any other (rt/library). */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

/* --- functions that only read --------------------------------------------- */

static const char *const promises[] = {"memory", "willreturn"};

static unsigned kind_of(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void doubt_call(LLVMValueRef call) {
  if (strncmp(unit_callee(call), "llvm.", 5))
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
      LLVMRemoveCallSiteEnumAttribute(call, (LLVMAttributeIndex)-1,
                                      kind_of(promises[i]));
}

static void doubt(LLVMValueRef function) {
  size_t len;
  if (strncmp(LLVMGetValueName2(function, &len), "llvm.", 5))
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
      LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)-1,
                                     kind_of(promises[i]));
}

/* --- atomic pointers ------------------------------------------------------ */

/* Where an atomic pointer is counted: the phi of what was loaded before, and of
 * what the compare-and-swap found.  As clang writes them nothing else is a phi
 * of a load. */
static LLVMValueRef loaded_before(LLVMValueRef phi) {
  if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2 ||
      LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMPointerTypeKind)
    return NULL;
  LLVMValueRef before = LLVMGetIncomingValue(phi, 0);
  LLVMValueRef found = LLVMGetIncomingValue(phi, 1);
  LLVMValueRef swap =
      LLVMIsAExtractValueInst(found) ? LLVMGetOperand(found, 0) : NULL;
  bool counts = LLVMIsALoadInst(before) && swap &&
                LLVMIsAAtomicCmpXchgInst(swap) &&
                LLVMGetOperand(swap, 1) == phi &&
                LLVMGetOperand(swap, 0) == LLVMGetOperand(before, 0);
  return counts ? before : NULL;
}

static void mend_phi(LLVMValueRef phi) {
  LLVMValueRef before = loaded_before(phi);
  LLVMBasicBlockRef from = before ? LLVMGetIncomingBlock(phi, 0) : NULL;
  LLVMUseRef next;
  for (LLVMUseRef use = before ? LLVMGetFirstUse(before) : NULL; use;
       use = next) {
    LLVMValueRef user = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (user == phi || LLVMGetInstructionParent(user) == from)
      continue;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
      if (LLVMGetOperand(user, i) == before)
        LLVMSetOperand(user, i, phi);
  }
}

/* --- copies beyond a local ------------------------------------------------ */

/* How far into the local a pointer goes, or UINT64_MAX: not known here. */
static uint64_t offset_of(struct unit *u, LLVMValueRef gep) {
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  uint64_t offset = 0;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (!LLVMIsAConstantInt(index))
      return UINT64_MAX;
    uint64_t n = LLVMConstIntGetZExtValue(index);
    if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      offset += LLVMOffsetOfElement(u->layout, t, (unsigned)n);
      t = LLVMStructGetTypeAtIndex(t, (unsigned)n);
      continue;
    }
    if (i > 1)
      t = LLVMGetElementType(t);
    offset += n * LLVMABISizeOfType(u->layout, t);
  }
  return offset;
}

static bool goes_beyond(struct unit *u, LLVMValueRef p, uint64_t len) {
  uint64_t offset = 0;
  for (; LLVMIsAGetElementPtrInst(p); p = LLVMGetOperand(p, 0)) {
    uint64_t more = offset_of(u, p);
    if (more == UINT64_MAX)
      return false;
    offset += more;
  }
  uint64_t size;
  if (LLVMIsAGlobalVariable(p) && LLVMIsGlobalConstant(p))
    size = LLVMABISizeOfType(u->layout, LLVMGlobalGetValueType(p));
  else if (LLVMIsAAllocaInst(p) && LLVMIsAConstantInt(LLVMGetOperand(p, 0)))
    size = LLVMABISizeOfType(u->layout, LLVMGetAllocatedType(p)) *
           LLVMConstIntGetZExtValue(LLVMGetOperand(p, 0));
  else
    return false;
  return offset > size || len > size - offset;
}

static void call_instead(struct unit *u, LLVMValueRef copy, const char *name) {
  LLVMPositionBuilderBefore(u->builder, copy);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(copy));
  LLVMValueRef args[] = {LLVMGetOperand(copy, 0), LLVMGetOperand(copy, 1),
                         LLVMGetOperand(copy, 2)};
  if (!strcmp(name, "memset"))
    args[1] = LLVMBuildZExt(u->builder, args[1], u->t_i32, "");
  unit_call(u, name, u->t_ptr, args, 3);
  LLVMInstructionEraseFromParent(copy);
}

void mend_copies(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count);
  for (size_t i = 0; i < count; i++) {
    bool fill = unit_is_intrinsic(at[i], "llvm.memset.");
    bool move = unit_is_intrinsic(at[i], "llvm.memmove.");
    if (!fill && !move && !unit_is_intrinsic(at[i], "llvm.memcpy."))
      continue;
    LLVMValueRef len = LLVMGetOperand(at[i], 2);
    uint64_t size = LLVMIsAConstantInt(len) ? LLVMConstIntGetZExtValue(len) : 0;
    if (size && (goes_beyond(u, LLVMGetOperand(at[i], 0), size) ||
                 (!fill && goes_beyond(u, LLVMGetOperand(at[i], 1), size))))
      call_instead(u, at[i], fill ? "memset" : move ? "memmove" : "memcpy");
  }
  free(at);
}

void mend(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    doubt(f);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
           i = LLVMGetNextInstruction(i))
        if (unit_is_call(i))
          doubt_call(i);
        else
          mend_phi(i);
  }
}
