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

/* --- uses by name ------------------------------------------------------------
 *
 * What the compiler itself writes to initialise variables (__tls_init of C++, its
 * guard) names them as if they were global: these uses, too, become calls of the
 * intrinsic. */

static LLVMValueRef ask(struct unit *u, LLVMValueRef variable) {
  unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
  LLVMTypeRef type = u->t_ptr;
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(u->module, id, &type, 1);
  return LLVMBuildCall2(u->builder, LLVMGlobalGetValueType(f), f, &variable, 1,
                        "");
}

/* Of a constant expression each operation becomes an instruction. */
static LLVMValueRef localize(struct unit *u, LLVMValueRef v) {
  if (LLVMIsAGlobalVariable(v))
    return LLVMIsThreadLocal(v) ? ask(u, v) : v;
  if (!LLVMIsAConstantExpr(v))
    return v;
  LLVMValueRef first = LLVMGetOperand(v, 0), base = localize(u, first);
  if (base == first)
    return v;
  LLVMOpcode does = LLVMGetConstOpcode(v);
  if (does == LLVMPtrToInt || does == LLVMIntToPtr || does == LLVMBitCast ||
      does == LLVMAddrSpaceCast || does == LLVMTrunc)
    return LLVMBuildCast(u->builder, does, base, LLVMTypeOf(v), "");
  if (does != LLVMGetElementPtr)
    return v;
  unsigned count = (unsigned)LLVMGetNumOperands(v) - 1;
  LLVMValueRef *at = malloc((count + 1) * sizeof *at);
  for (unsigned i = 0; at && i < count; i++)
    at[i] = LLVMGetOperand(v, i + 1);
  LLVMValueRef place =
      at ? LLVMBuildGEP2(u->builder, LLVMGetGEPSourceElementType(v), base, at,
                         count, "")
         : v;
  free(at);
  return place;
}

static void localize_operands(struct unit *u, LLVMValueRef at) {
  if (unit_is_intrinsic(at, intrinsic))
    return;
  for (int i = 0; i < LLVMGetNumOperands(at); i++) {
    LLVMValueRef before = at, v = LLVMGetOperand(at, (unsigned)i);
    if (LLVMIsAPHINode(at))
      before =
          LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(at, (unsigned)i));
    LLVMPositionBuilderBefore(u->builder, before);
    LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(at));
    LLVMValueRef own = localize(u, v);
    if (own != v)
      LLVMSetOperand(at, (unsigned)i, own);
  }
}

static bool has_variables(const struct unit *u) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g;
       g = LLVMGetNextGlobal(g))
    if (LLVMIsThreadLocal(g))
      return true;
  return false;
}

static void localize_uses(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t count;
    LLVMValueRef *at = unit_instructions(f, &count);
    for (size_t i = 0; i < count; i++)
      localize_operands(u, at[i]);
    free(at);
  }
}

void tls_lower(struct unit *u) {
  lower_errno(u);
  if (has_variables(u))
    localize_uses(u);
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
