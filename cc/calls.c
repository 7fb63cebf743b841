/* Calls the runtime models: the declaration gets the runtime's name, which
 * redirects calls and uses as a pointer alike.  A function of that name that
 * the program defines itself goes before.  Calls of the rest of the C library
 * are library.c's, assembly is assembly.c's. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "row.h"
#include "unit.h"

/* Calls of modelled functions say where they come from, so that an event has
 * its line: the site goes into a variable of the runtime just before. */
LLVMValueRef calls_here(struct unit *u) {
  LLVMValueRef here = LLVMGetNamedGlobal(u->module, "heddle_here");
  return here ? here : LLVMAddGlobal(u->module, u->t_ptr, "heddle_here");
}

static void place_call(struct unit *u, LLVMValueRef call) {
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  LLVMBuildStore(u->builder, site_of(u, call), calls_here(u));
}

static void place_calls(struct unit *u, LLVMValueRef f) {
  for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (unit_is_call(user) && LLVMGetCalledValue(user) == f)
      place_call(u, user);
  }
}

/* Its own definition, if the unit has one, goes before. */
bool calls_is_seen(struct unit *u, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
  enum row_kind kind =
      f && LLVMIsDeclaration(f) ? row_find(name).kind : ROW_UNKNOWN;
  return kind == ROW_MODEL || kind == ROW_CALL || kind == ROW_PURE;
}

static void redirect(struct unit *u, LLVMValueRef f, const char *name) {
  char to[128];
  int len = snprintf(to, sizeof to, "heddle_%s", name);
  place_calls(u, f);
  u->calls++;
  LLVMValueRef other = LLVMGetNamedFunction(u->module, to);
  if (other) /* by another of its names */
    LLVMReplaceAllUsesWith(f, other);
  else
    LLVMSetValueName2(f, to, (size_t)len);
}

/* SV-COMP's programs say an assumption by a function of their own: abort() in
 * it means that the run is none, not that it went wrong. */
static void assume(struct unit *u, LLVMValueRef abort_) {
  for (LLVMUseRef use = LLVMGetFirstUse(abort_); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!unit_is_call(user))
      continue;
    size_t len;
    const char *inside = LLVMGetValueName2(
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), &len);
    if (strcmp(inside, "assume_abort_if_not"))
      continue;
    place_call(u, user);
    LLVMValueRef args[] = {unit_int(u, 0)};
    unit_call(u, "heddle___VERIFIER_assume", u->t_void, args, 1);
  }
}

static void redirect_all(struct unit *u) {
  LLVMValueRef next;
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t len;
    struct row r = row_find(LLVMGetValueName2(f, &len));
    if (LLVMIsDeclaration(f) && r.kind == ROW_MODEL) {
      if (!strcmp(r.name, "abort"))
        assume(u, f);
      redirect(u, f, r.name);
    }
  }
}

/* A function of the program that has the name of one that is modelled is meant
 * by the other units, too: it takes the place of the runtime's, whose
 * definitions are weak. */
static void stand_in(struct unit *u, LLVMValueRef f, const char *name) {
  char to[128];
  snprintf(to, sizeof to, "heddle_%s", name);
  if (!LLVMGetNamedFunction(u->module, to))
    LLVMAddAlias2(u->module, LLVMGlobalGetValueType(f), 0, f, to);
}

static void stand_in_all(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t len;
    const char *name = LLVMGetValueName2(f, &len);
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage &&
        row_find(name).kind == ROW_MODEL)
      stand_in(u, f, name);
  }
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
    LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(at[i]));
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

/* A unit with tests (include/heddle/rt.h) and no main has one that runs them;
 * that of another unit goes before. */
static void make_main(struct unit *u) {
  LLVMValueRef all = LLVMGetNamedFunction(u->module, "heddle_tests_main");
  if (!all || LLVMGetNamedFunction(u->module, "heddle_user_main"))
    return;
  LLVMTypeRef params[] = {u->t_i32, u->t_ptr, u->t_ptr};
  LLVMValueRef main = LLVMAddFunction(u->module, "heddle_user_main",
                                      LLVMFunctionType(u->t_i32, params, 3, 0));
  LLVMSetLinkage(main, LLVMWeakAnyLinkage);
  LLVMPositionBuilderAtEnd(u->builder,
                           LLVMAppendBasicBlockInContext(u->context, main, ""));
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  LLVMValueRef args[] = {LLVMGetParam(main, 0), LLVMGetParam(main, 1)};
  LLVMBuildRet(u->builder,
               LLVMBuildCall2(u->builder, LLVMGlobalGetValueType(all), all,
                              args, 2, ""));
}

static bool returns_nothing(LLVMValueRef f) {
  return LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(f))) ==
         LLVMVoidTypeKind;
}

/* void main(): there is no code that the process could leave behind. */
static void say_void(struct unit *u) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  LLVMValueRef g = LLVMAddGlobal(u->module, byte, "heddle_main_is_void");
  LLVMSetInitializer(g, LLVMConstInt(byte, 1, 0));
  LLVMSetGlobalConstant(g, 1);
}

/* The input that has this type, of those that are known by name; NULL: none. */
static const char *nondet_of(LLVMValueRef f) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
  unsigned zero = LLVMGetEnumAttributeKindForName("zeroext", 7);
  bool natural = LLVMGetEnumAttributeAtIndex(f, LLVMAttributeReturnIndex, zero);
  switch (LLVMGetTypeKind(type)) {
  case LLVMFloatTypeKind:
    return "float";
  case LLVMDoubleTypeKind:
    return "double";
  case LLVMPointerTypeKind:
    return "pointer";
  case LLVMIntegerTypeKind:
    break;
  default:
    return NULL;
  }
  switch (LLVMGetIntTypeWidth(type)) {
  case 1:
    return "bool";
  case 8:
    return natural ? "uchar" : "char";
  case 16:
    return natural ? "ushort" : "short";
  case 32:
    return "int"; /* the same bits, whatever their sign */
  case 64:
    return "long";
  default:
    return NULL;
  }
}

/* Any function whose name begins as those of SV-COMP's inputs do is one, of the
 * type that it returns, under the name of that type. */
static void name_nondets(struct unit *u) {
  static const char prefix[] = "__VERIFIER_nondet_";
  LLVMValueRef next;
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t len;
    const char *name = LLVMGetValueName2(f, &len), *type;
    if (!LLVMIsDeclaration(f) || strncmp(name, prefix, sizeof prefix - 1) ||
        row_find(name).kind != ROW_UNKNOWN || !(type = nondet_of(f)))
      continue;
    char to[64];
    int n = snprintf(to, sizeof to, "%s%s", prefix, type);
    LLVMValueRef other = LLVMGetNamedFunction(u->module, to);
    if (other)
      LLVMReplaceAllUsesWith(f, other);
    else
      LLVMSetValueName2(f, to, (size_t)n);
  }
}

void calls_rename(struct unit *u) {
  drop_inline_copies(u);
  name_nondets(u);
  make_atomics(u);
  foreign_pointers(u);
  redirect_all(u);
  stand_in_all(u);
  library_instrument(u);
  LLVMValueRef main = LLVMGetNamedFunction(u->module, "main");
  if (main && returns_nothing(main))
    say_void(u);
  if (main)
    LLVMSetValueName2(main, "heddle_user_main", strlen("heddle_user_main"));
  make_main(u);
}
