/* A local of an inner block (or a compound literal there) whose address is kept
 * in a pointer that outlives the block: what is done by that pointer is to be
 * seen as done by a pointer, and not as an access to the local itself, which it
 * becomes where the pointer is turned into a register.  Only then can it be
 * known that the block was left before (scope.c).  So the address goes there by
 * an intrinsic that returns it and that nothing looks through. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

#include "debug.h"
#include "unit.h"

static LLVMValueRef base_of(LLVMValueRef v) {
  while (LLVMIsAGetElementPtrInst(v))
    v = LLVMGetOperand(v, 0);
  return v;
}

/* The scope that a local is declared in; NULL: it is not known. */
static LLVMMetadataRef scope_of(LLVMValueRef *at, size_t count,
                                LLVMValueRef local) {
  for (size_t i = 0; i < count; i++) {
    LLVMValueRef about;
    if (!unit_is_intrinsic(at[i], "llvm.dbg.declare") ||
        LLVMGetMDNodeNumOperands(LLVMGetOperand(at[i], 0)) != 1)
      continue;
    LLVMGetMDNodeOperands(LLVMGetOperand(at[i], 0), &about);
    if (about == local)
      return LLVMDIVariableGetScope(
          LLVMValueAsMetadata(LLVMGetOperand(at[i], 1)));
  }
  return NULL;
}

static LLVMMetadataRef scope_here(LLVMValueRef i) {
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
  return place ? LLVMDILocationGetScope(place) : NULL;
}

static bool is_block(LLVMMetadataRef scope) {
  LLVMMetadataKind k = LLVMGetMetadataKind(scope);
  return k == LLVMDILexicalBlockMetadataKind ||
         k == LLVMDILexicalBlockFileMetadataKind;
}

/* Whether a variable of this scope is there when the block was left. */
static bool outlives(struct unit *u, LLVMMetadataRef scope,
                     LLVMMetadataRef block) {
  while (scope != block && is_block(scope))
    scope = debug_operand(u, scope, DEBUG_SCOPE);
  return scope != block;
}

static void hide(struct unit *u, LLVMValueRef store) {
  LLVMValueRef address = LLVMGetOperand(store, 0);
  LLVMPositionBuilderBefore(u->builder, store);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(store));
  LLVMTypeRef type = LLVMTypeOf(address);
  static const char name[] = "llvm.launder.invariant.group";
  unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(u->module, id, &type, 1);
  LLVMSetOperand(store, 0,
                 LLVMBuildCall2(u->builder, LLVMGlobalGetValueType(f), f,
                                &address, 1, ""));
}

void lend_hide(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count);
  for (size_t i = 0; i < count; i++) {
    if (!LLVMIsAStoreInst(at[i]))
      continue;
    LLVMValueRef local = base_of(LLVMGetOperand(at[i], 0));
    LLVMValueRef pointer = base_of(LLVMGetOperand(at[i], 1));
    if (!LLVMIsAAllocaInst(local) || !LLVMIsAAllocaInst(pointer))
      continue;
    LLVMMetadataRef block = scope_of(at, count, local);
    if (!block) /* no variable: made where its address is taken */
      block = scope_here(at[i]);
    LLVMMetadataRef scope = scope_of(at, count, pointer);
    if (block && scope && is_block(block) && outlives(u, scope, block))
      hide(u, at[i]);
  }
  free(at);
}
