/* Inline functions of C whose definition elsewhere may be missing.
 *
 * `inline int f(int x) { ... }` of C99, and `extern inline` of GNU's older
 * rules, are definitions for whoever wants to inline: somewhere else there is
 * one for all others.  Where everything is inlined, as `cc -O2` does, nobody
 * notices that there is none.  Here nothing is inlined, so such a body is made
 * part of the object, weak: if there is the other definition the linker
 * takes that, and C says that it does not matter which is called.  The
 * library's own stay calls of the library, which is modelled. */
#include <string.h>

#include "row.h"
#include "unit.h"

/* Something of the program's, or of another library. */
static bool is_strange(LLVMValueRef f) {
  size_t len;
  const char *name = LLVMGetValueName2(f, &len);
  return !LLVMGetIntrinsicID(f) && strncmp(name, "heddle_", 7) &&
         strncmp(name, "__VERIFIER_", 11) && row_find(name).kind == ROW_UNKNOWN;
}

bool spare_lacks(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f))
    if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && is_strange(f))
      return true;
  return false;
}

/* Whether something uses it that stays. */
static bool is_used(LLVMValueRef f) {
  for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user))
      return true;
    LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
    if (LLVMGetLinkage(in) != LLVMAvailableExternallyLinkage)
      return true;
  }
  return false;
}

static bool keep_some(struct unit *u) {
  bool kept = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f))
    if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage && is_strange(f) &&
        is_used(f)) {
      LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
      kept = true;
    }
  return kept;
}

bool spare_keep(struct unit *u) {
  bool kept = keep_some(u);
  while (kept && keep_some(u)) /* what those call, too */
    ;
  return kept;
}
