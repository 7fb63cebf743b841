/* Properties (include/heddle/rt.h, heddle_always; heddle test --never): the
 * runtime calls them between steps, so nothing in them is a step, and their
 * functions stay as they are written, but for what is known of inputs
 * (symbolic.c).
 *
 * What a property reads must be known before it is called: the steps that
 * write it depend on each other (rt/property.c).  So it may read variables of
 * the program, each as a whole, and ask where threads are; every variable it
 * mentions and every such question is a row of the section heddle_watches.
 * What is behind a pointer, and what a function of the program does, is not
 * known, and is refused. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

static const char *const question = "heddle_thread_at";

bool property_is(LLVMValueRef function) {
  size_t len;
  return strstr(LLVMGetValueName2(function, &len), "heddle_property_") != NULL;
}

static bool refuse(LLVMValueRef i, const char *what, const char *name) {
  unsigned line = LLVMGetDebugLocLine(i);
  fputs("heddle-cc: a property", stderr);
  if (line)
    fprintf(stderr, " at line %u", line);
  fprintf(stderr, " %s%s\n", what, name);
  return false;
}

static void add_row(struct unit *u, LLVMValueRef property, LLVMValueRef what,
                    uint64_t size) {
  LLVMValueRef fields[] = {property, what, LLVMConstInt(u->t_i64, size, 0)};
  LLVMValueRef row = LLVMConstStructInContext(u->context, fields, 3, 0);
  LLVMValueRef at = LLVMAddGlobal(u->module, LLVMTypeOf(row), "heddle.watch");
  LLVMSetInitializer(at, row);
  LLVMSetLinkage(at, LLVMPrivateLinkage);
  LLVMSetSection(at, "heddle_watches");
  LLVMSetAlignment(at, 8);
}

/* The variables in an operand, however their addresses are computed. */
static bool take_operand(struct unit *u, LLVMValueRef property, LLVMValueRef i,
                         LLVMValueRef v) {
  if (LLVMIsAGlobalVariable(v)) {
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    if (LLVMIsThreadLocal(v))
      return refuse(i, "reads a variable that each thread has for itself", "");
    if (!LLVMIsGlobalConstant(v) && LLVMTypeIsSized(type))
      add_row(u, property, v, LLVMABISizeOfType(u->layout, type));
    return true;
  }
  if (!LLVMIsAConstantExpr(v))
    return true;
  for (int k = 0; k < LLVMGetNumOperands(v); k++)
    if (!take_operand(u, property, i, LLVMGetOperand(v, (unsigned)k)))
      return false;
  return true;
}

/* What is added to the address of a variable stays in it, if the program is
 * right. */
static bool is_variable(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  if (LLVMIsASelectInst(pointer))
    return is_variable(LLVMGetOperand(pointer, 1)) &&
           is_variable(LLVMGetOperand(pointer, 2));
  if (LLVMIsAConstantExpr(pointer))
    return LLVMGetNumOperands(pointer) > 0 &&
           is_variable(LLVMGetOperand(pointer, 0));
  return LLVMIsAGlobalVariable(pointer) || LLVMIsAAllocaInst(pointer);
}

static bool take_call(struct unit *u, LLVMValueRef property, LLVMValueRef i) {
  const char *name = unit_callee(i);
  if (!strncmp(name, "llvm.", 5))
    return true;
  if (strcmp(name, question))
    return refuse(i,
                  "calls a function, and only variables and at() are known: ",
                  *name ? name : "by a pointer");
  LLVMValueRef thread = LLVMGetOperand(i, 0);
  if (!LLVMIsAGlobalVariable(thread))
    return refuse(i, "asks where a thread is, but not by its name", "");
  add_row(u, property, thread, 0);
  return true;
}

static bool take_instruction(struct unit *u, LLVMValueRef property,
                             LLVMValueRef i) {
  if (LLVMIsACallInst(i))
    return take_call(u, property, i);
  if (LLVMIsALoadInst(i) && !is_variable(LLVMGetOperand(i, 0)))
    return refuse(i,
                  "reads through a pointer, and what it reads must be "
                  "known: variables, their elements and members",
                  "");
  bool writes = LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) ||
                LLVMIsAAtomicCmpXchgInst(i);
  if (writes &&
      !(LLVMIsAStoreInst(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 1))))
    return refuse(i, "changes something", "");
  for (int k = 0; k < LLVMGetNumOperands(i); k++)
    if (!take_operand(u, property, i, LLVMGetOperand(i, (unsigned)k)))
      return false;
  return true;
}

bool property_take(struct unit *u) {
  bool good = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !property_is(f))
      continue;
    size_t count;
    LLVMValueRef *at = unit_instructions(f, &count);
    for (size_t i = 0; i < count && good; i++)
      good = take_instruction(u, f, at[i]);
    free(at);
    if (good)
      formula_give(u, f);
  }
  return good;
}
