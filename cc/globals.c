/* The user's variables: all in the section heddle_data, so that the runtime
 * knows exactly what to put back between executions, and nothing of its own
 * or of libc's is among it; and a table of their names in heddle_globals, so
 * that an event can say what it touched. */
#include <string.h>

#include "unit.h"

static bool is_users(LLVMValueRef g, const char *name) {
  const char *section = LLVMGetSection(g);
  return !LLVMIsDeclaration(g) && !LLVMIsGlobalConstant(g) &&
         strncmp(name, "llvm.", 5) && strncmp(name, "heddle.", 7) &&
         (!section || !*section);
}

static void describe(struct unit *u, LLVMValueRef g, const char *name,
                     size_t len) {
  LLVMTypeRef type = LLVMGlobalGetValueType(g), element = type;
  while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
    element = LLVMGetElementType(element);
  LLVMValueRef fields[] = {
      g, unit_string(u, name, len),
      LLVMConstInt(u->t_i64, LLVMABISizeOfType(u->layout, type), 0),
      LLVMConstInt(u->t_i64, LLVMABISizeOfType(u->layout, element), 0)};
  LLVMValueRef row = LLVMConstNamedStruct(u->t_global, fields, 4);
  LLVMValueRef at = LLVMAddGlobal(u->module, u->t_global, "heddle.global");
  LLVMSetInitializer(at, row);
  LLVMSetLinkage(at, LLVMPrivateLinkage);
  LLVMSetSection(at, "heddle_globals");
  LLVMSetAlignment(at, 8);
}

/* Nobody refers to the rows; llvm.used-like care is not needed because
 * nothing that removes dead globals runs after this. */
void globals_place(struct unit *u) {
  LLVMValueRef last = LLVMGetLastGlobal(u->module);
  for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g;
       g = LLVMGetNextGlobal(g)) {
    size_t len;
    const char *name = LLVMGetValueName2(g, &len);
    if (is_users(g, name)) {
      if (LLVMGetLinkage(g) == LLVMCommonLinkage)
        LLVMSetLinkage(g, LLVMWeakAnyLinkage);
      LLVMSetSection(g, "heddle_data");
      describe(u, g, name, len);
      u->globals++;
    }
    if (g == last)
      break;
  }
}
