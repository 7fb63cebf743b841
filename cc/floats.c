/* A unit that sets how the processor rounds, and what it does with numbers that are
 * nearly 0, by itself (_mm_setcsr): these registers are each thread's own, as
 * they are where the functions of libc for them are called (rt/fenv.c), which are
 * linked for it. */
#include "unit.h"

void floats_note(struct unit *u) {
  if (!LLVMGetNamedFunction(u->module, "llvm.x86.sse.ldmxcsr"))
    return;
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  LLVMValueRef wanted = LLVMAddGlobal(u->module, byte, "rt_switches_floats");
  LLVMValueRef g =
      LLVMAddGlobal(u->module, LLVMTypeOf(wanted), "heddle_switches_floats");
  LLVMSetInitializer(g, wanted);
  LLVMSetGlobalConstant(g, 1);
  LLVMSetLinkage(g, LLVMWeakAnyLinkage);
}
