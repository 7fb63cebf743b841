/* Calls the runtime models: the declaration gets the runtime's name, which
 * redirects calls and uses as a pointer alike.  A function of that name that
 * the unit defines itself stays as it is.  A call that is known not to be
 * modelled (fork, signals, blocking input) is announced to the runtime. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rt/names.h"
#include "unit.h"

#define NAME(name) #name,
#define NONDET(name, type) "__VERIFIER_nondet_" #name,
static const char *const modelled[] = {
    HEDDLE_LIBC(NAME) HEDDLE_OWN(NAME) HEDDLE_NONDET(NONDET)};
static const char *const unmodelled[] = {HEDDLE_UNMODELLED(NAME)};
#undef NAME
#undef NONDET

enum {
  MODELLED = sizeof modelled / sizeof *modelled,
  UNMODELLED = sizeof unmodelled / sizeof *unmodelled,
};

static void announce(struct unit *u, LLVMValueRef call, const char *name) {
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef args[] = {unit_string(u, name, strlen(name)), site_of(u, call)};
  unit_call(u, "heddle_unmodelled", u->t_void, args, 2);
}

static void announce_calls(struct unit *u, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
  if (!f || !LLVMIsDeclaration(f))
    return;
  for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f)
      announce(u, user, name);
  }
}

/* Calls of modelled functions say where they come from, so that an event has
 * its line: the site goes into a variable of the runtime just before. */
static void place_call(struct unit *u, LLVMValueRef call) {
  LLVMValueRef here = LLVMGetNamedGlobal(u->module, "heddle_here");
  if (!here)
    here = LLVMAddGlobal(u->module, u->t_ptr, "heddle_here");
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  LLVMBuildStore(u->builder, site_of(u, call), here);
}

static void place_calls(struct unit *u, LLVMValueRef f) {
  for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f)
      place_call(u, user);
  }
}

/* A call through a pointer may be one of those, too; assembly is no such
 * call. */
static void place_pointer_calls(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t count;
    LLVMValueRef *at = unit_instructions(f, &count);
    for (size_t i = 0; i < count; i++) {
      LLVMValueRef to = LLVMIsACallInst(at[i]) ? LLVMGetCalledValue(at[i])
                                               : NULL;
      if (to && !LLVMIsAFunction(to) && !LLVMIsAInlineAsm(to))
        place_call(u, at[i]);
    }
    free(at);
  }
}

bool calls_is_modelled(struct unit *u, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
  for (int i = 0; f && LLVMIsDeclaration(f) && i < MODELLED; i++)
    if (!strcmp(name, modelled[i]))
      return true;
  return false;
}

static void redirect(struct unit *u, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
  if (!f || !LLVMIsDeclaration(f))
    return;
  place_calls(u, f);
  char to[128];
  int len = snprintf(to, sizeof to, "heddle_%s", name);
  LLVMSetValueName2(f, to, (size_t)len);
  u->calls++;
}

/* What a static inline function of a libc header left behind: the library
 * has it too, and only the library's can be renamed. */
static void drop_inline_copies(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f))
    if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage) {
      LLVMBasicBlockRef b;
      while ((b = LLVMGetFirstBasicBlock(f)))
        LLVMDeleteBasicBlock(b);
      LLVMSetLinkage(f, LLVMExternalLinkage);
    }
}

/* SV-COMP: a function whose name begins so runs as one step. */
static void make_atomic(struct unit *u, LLVMValueRef f) {
  size_t count;
  LLVMValueRef *at = unit_instructions(f, &count);
  LLVMPositionBuilderBefore(u->builder, at[0]);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(at[0]));
  unit_call(u, "__VERIFIER_atomic_begin", u->t_void, NULL, 0);
  for (size_t i = 0; i < count; i++) {
    if (!LLVMIsAReturnInst(at[i]))
      continue;
    LLVMPositionBuilderBefore(u->builder, at[i]);
    LLVMSetCurrentDebugLocation2(u->builder,
                                 LLVMInstructionGetDebugLoc(at[i]));
    unit_call(u, "__VERIFIER_atomic_end", u->t_void, NULL, 0);
  }
  free(at);
}

static void make_atomics(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t len;
    const char *name = LLVMGetValueName2(f, &len);
    if (!LLVMIsDeclaration(f) && !strncmp(name, "__VERIFIER_atomic_", 18))
      make_atomic(u, f);
  }
}

void calls_rename(struct unit *u) {
  drop_inline_copies(u);
  make_atomics(u);
  for (int i = 0; i < UNMODELLED; i++)
    announce_calls(u, unmodelled[i]);
  place_pointer_calls(u);
  for (int i = 0; i < MODELLED; i++)
    redirect(u, modelled[i]);
  LLVMValueRef main = LLVMGetNamedFunction(u->module, "main");
  if (main)
    LLVMSetValueName2(main, "heddle_user_main", strlen("heddle_user_main"));
}
