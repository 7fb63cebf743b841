/* Thread-local variables: the variable itself becomes an ordinary global that
 * holds the initial value, and each use asks the runtime for the copy of the
 * thread that runs.  A variable whose address goes somewhere may be read by
 * other threads; its accesses stay visible (heddle_tls_shared).  So do those
 * of a variable that other files know by its name: its address may go
 * somewhere there, and then what is done here is seen (heddle_tls_named).
 * errno is a variable that libc declares; only here is looked for who gives
 * its address away. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

static const char *const intrinsic = "llvm.threadlocal.address";

/* Does the address go anywhere, at any use in this unit? */
static bool is_shared(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!unit_is_intrinsic(user, intrinsic) &&
        !unit_is_intrinsic(user, "heddle_tls") &&
        !unit_is_intrinsic(user, "heddle_tls_named"))
      return true;
    if (!escape_keeps_local(user))
      return true;
  }
  return false;
}

static bool is_named_elsewhere(LLVMValueRef variable) {
  LLVMLinkage linkage = LLVMGetLinkage(variable);
  return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

/* The function of rt/ that finds the copy, and by its name says who may reach
 * it. */
static const char *finder(LLVMValueRef variable) {
  if (is_shared(variable))
    return "heddle_tls_shared";
  return is_named_elsewhere(variable) ? "heddle_tls_named" : "heddle_tls";
}

static void lower(struct unit *u, LLVMValueRef call) {
  LLVMValueRef variable = LLVMGetOperand(call, 0);
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  unsigned size =
      (unsigned)LLVMABISizeOfType(u->layout, LLVMGlobalGetValueType(variable));
  LLVMValueRef args[] = {variable, unit_int(u, size)};
  LLVMValueRef copy = unit_call(u, finder(variable), u->t_ptr, args, 2);
  LLVMReplaceAllUsesWith(call, copy);
  LLVMInstructionEraseFromParent(call);
  u->tls++;
}

/* Does the address of errno go anywhere? */
static bool lends_errno(LLVMValueRef location) {
  for (LLVMUseRef use = LLVMGetFirstUse(location); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!unit_is_call(user) || LLVMGetCalledValue(user) != location ||
        !escape_keeps_local(user))
      return true;
  }
  return false;
}

/* Where the program has such a function itself it is any function. */
static void lower_errno(struct unit *u) {
  LLVMValueRef location = LLVMGetNamedFunction(u->module, "__errno_location");
  if (!location || !LLVMIsDeclaration(location))
    return;
  const char *ours =
      lends_errno(location) ? "heddle_errno_shared" : "heddle_errno";
  LLVMSetValueName2(location, ours, strlen(ours));
}

void tls_lower(struct unit *u) {
  lower_errno(u);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t count;
    LLVMValueRef *at = unit_instructions(f, &count);
    for (size_t i = 0; i < count; i++)
      if (unit_is_intrinsic(at[i], intrinsic))
        lower(u, at[i]);
    free(at);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g;
       g = LLVMGetNextGlobal(g))
    if (LLVMIsThreadLocal(g))
      LLVMSetThreadLocal(g, 0);
}
