/* What is called and may be code that nobody has instrumented.
 *
 * Which it is, only the linker knows: a function that is declared here may be
 * one of another unit, or of a library.  So all instrumented code goes into
 * one section, and a call of what this unit does not define, or of a pointer,
 * is preceded by a question to the runtime whether it stays in there
 * (rt/foreign.c). */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "unit.h"

/* --- the section -------------------------------------------------------- */

/* Sections that only say how often the code runs are no promise to anybody;
 * a function in one that the program has named stays there and is listed. */
static bool is_ordinary(const char *section) {
  return !section || !*section || !strncmp(section, ".text", 5);
}

static void list_stray(struct unit *u, LLVMValueRef f) {
  LLVMValueRef row = LLVMAddGlobal(u->module, u->t_ptr, "heddle.stray");
  LLVMSetInitializer(row, f);
  LLVMSetLinkage(row, LLVMPrivateLinkage);
  LLVMSetSection(row, "heddle_strays");
  LLVMSetAlignment(row, 8);
}

/* Where the section is, in a shared library: the linker tells others only
 * what its own code asks for. */
static void tell_span(struct unit *u) {
  static const char *const names[] = {"__start_heddle_text",
                                      "__stop_heddle_text"};
  LLVMValueRef edges[2];
  for (int i = 0; i < 2; i++)
    edges[i] =
        LLVMAddGlobal(u->module, LLVMInt8TypeInContext(u->context), names[i]);
  LLVMValueRef array = LLVMConstArray2(u->t_ptr, edges, 2);
  LLVMValueRef g = LLVMAddGlobal(u->module, LLVMTypeOf(array), "heddle.span");
  LLVMSetInitializer(g, array);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetSection(g, "heddle_spans");
}

void foreign_place(struct unit *u) {
  bool some = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    if (is_ordinary(LLVMGetSection(f))) {
      LLVMSetSection(f, "heddle_text");
      some = true;
    } else {
      list_stray(u, f);
    }
  }
  if (some)
    tell_span(u);
}

/* --- calls -------------------------------------------------------------- */

/* Nothing can stand between such a call and the return. */
static bool is_last(LLVMValueRef call) {
  return LLVMIsACallInst(call) &&
         LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail;
}

void foreign_surround(struct unit *u, LLVMValueRef call, const char *question,
                      const char *name, LLVMValueRef site) {
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef to = LLVMGetCalledValue(call);
  char room[CXXNAME_LONGEST];
  name = name ? demangle_short(name, room) : NULL;
  LLVMValueRef args[] = {LLVMIsAInlineAsm(to) ? LLVMConstNull(u->t_ptr) : to,
                         name ? unit_string(u, name, strlen(name))
                              : LLVMConstNull(u->t_ptr),
                         site};
  LLVMValueRef before = unit_call(u, question, u->t_i32, args, 3);
  if (is_last(call))
    return;
  LLVMPositionBuilderBefore(u->builder, unit_after(call));
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  unit_call(u, "heddle_left", u->t_void, &before, 1);
}

/* A call through a pointer may be one of a modelled function, too: the
 * runtime is told where it stands.  Assembly is no such call. */
void foreign_pointers(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t count;
    LLVMValueRef *at = unit_instructions(f, &count);
    for (size_t i = 0; i < count; i++) {
      LLVMValueRef to = unit_is_call(at[i]) ? LLVMGetCalledValue(at[i]) : NULL;
      if (to && !LLVMIsAFunction(to) && !LLVMIsAInlineAsm(to))
        foreign_surround(u, at[i], "heddle_calls", NULL, site_of(u, at[i]));
    }
    free(at);
  }
}
