/* Structs that are passed by value: clang gives a call the address of the
 * struct, marked byval, and the code generator copies it to the stack of the
 * callee.  So the call reads memory, in the thread and at the place of the
 * caller, and no instruction says so.
 *
 * Here the runtime makes the copy, a step like any other read, to a local of
 * ours that nobody knows, and that is passed instead.  Several arguments are
 * several steps; without copies the generated code would read them all after
 * the last of these.  What the callee has is its own, and shared only when it
 * gives the address away (escape.c).
 *
 * Structs that a function returns through a pointer (sret) need nothing: what
 * it stores there is stores. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "rt/abi.h"
#include "unit.h"

static unsigned by_value(void) {
  return LLVMGetEnumAttributeKindForName("byval", 5);
}

LLVMTypeRef byval_of_call(LLVMValueRef call, unsigned argument) {
  LLVMAttributeRef a =
      LLVMGetCallSiteEnumAttribute(call, argument + 1, by_value());
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

LLVMTypeRef byval_of_parameter(LLVMValueRef parameter) {
  if (!LLVMIsAArgument(parameter))
    return NULL;
  LLVMValueRef f = LLVMGetParamParent(parameter);
  unsigned i = 0;
  while (LLVMGetParam(f, i) != parameter)
    i++;
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f, i + 1, by_value());
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static const char mark[] = "heddle.byval";

bool byval_is_copy(LLVMValueRef local) {
  size_t len;
  return !strncmp(LLVMGetValueName2(local, &len), mark, sizeof mark - 1);
}

/* In the entry block, so that a loop has one of them. */
static LLVMValueRef make_room(struct unit *u, LLVMValueRef call,
                              LLVMTypeRef type) {
  LLVMBasicBlockRef here = LLVMGetInstructionParent(call);
  LLVMBasicBlockRef entry =
      LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(here));
  LLVMPositionBuilderBefore(u->builder, LLVMGetFirstInstruction(entry));
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  LLVMValueRef room = LLVMBuildAlloca(u->builder, type, mark);
  LLVMSetAlignment(room, 16);
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  return room;
}

static void pass(struct unit *u, LLVMValueRef call, unsigned i,
                 LLVMTypeRef type) {
  LLVMValueRef from = LLVMGetOperand(call, i);
  LLVMValueRef len =
      LLVMConstInt(u->t_i64, LLVMABISizeOfType(u->layout, type), 0);
  if (escape_is_private(from) && !u->symbolic) {
    locals_check_range(u, call, from, len, false);
    u->hidden++;
    return;
  }
  unsigned flags = ABI_HIDDEN_TO | ABI_PASSED_ON |
                   (escape_is_private(from) ? ABI_HIDDEN_FROM : 0);
  LLVMValueRef room = make_room(u, call, type);
  /* It may lie where a local of a function that has returned was marked. */
  unit_call(u, "heddle_local_forget", u->t_void, (LLVMValueRef[]){room, len},
            2);
  LLVMValueRef args[] = {room, from, len, unit_int(u, flags), site_of(u, call)};
  unit_call(u, "heddle_copy", u->t_void, args, 5);
  LLVMSetOperand(call, i, room);
  u->copies++;
}

void byval_instrument(struct unit *u, LLVMValueRef call) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMTypeRef type = byval_of_call(call, i);
    if (type && LLVMABISizeOfType(u->layout, type))
      pass(u, call, i, type);
  }
}

/* What was known of inputs where the parameter is now. */
void byval_begin(struct unit *u, LLVMValueRef function) {
  LLVMValueRef first =
      LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  for (unsigned i = 0; u->symbolic && i < LLVMCountParams(function); i++) {
    LLVMValueRef p = LLVMGetParam(function, i);
    LLVMTypeRef type = byval_of_parameter(p);
    if (!type)
      continue;
    while (LLVMIsAAllocaInst(first))
      first = LLVMGetNextInstruction(first);
    LLVMMetadataRef about = LLVMGetSubprogram(function);
    LLVMPositionBuilderBefore(u->builder, first);
    LLVMSetCurrentDebugLocation2(
        u->builder,
        about ? LLVMDIBuilderCreateDebugLocation(u->context, 0, 0, about, NULL)
              : NULL);
    LLVMValueRef args[] = {
        p, LLVMConstInt(u->t_i64, LLVMABISizeOfType(u->layout, type), 0)};
    unit_call(u, "heddle_sym_clear", u->t_void, args, 2);
  }
}
