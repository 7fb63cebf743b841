/* Functions that run before and after main (attributes constructor and
 * destructor).  The C library would call them once, before the runtime is
 * there and outside of what it puts back between executions; so they are
 * taken from the lists LLVM keeps and put into the section heddle_startup,
 * and the runtime calls them in every execution (rt/startup.c). */
#include "rt/abi.h"
#include "unit.h"

static void add_row(struct unit *u, LLVMValueRef priority,
                    LLVMValueRef function, unsigned when) {
  LLVMValueRef fields[] = {
      function, LLVMConstInt(u->t_i32, LLVMConstIntGetZExtValue(priority), 0),
      unit_int(u, when)};
  LLVMValueRef row = LLVMConstStructInContext(u->context, fields, 3, 0);
  LLVMValueRef at = LLVMAddGlobal(u->module, LLVMTypeOf(row), "heddle.startup");
  LLVMSetInitializer(at, row);
  LLVMSetLinkage(at, LLVMPrivateLinkage);
  LLVMSetSection(at, "heddle_startup");
  LLVMSetAlignment(at, 8);
}

static void take_list(struct unit *u, const char *name, unsigned when) {
  LLVMValueRef list = LLVMGetNamedGlobal(u->module, name);
  LLVMValueRef all = list ? LLVMGetInitializer(list) : NULL;
  if (!all)
    return;
  unsigned count = LLVMGetArrayLength2(LLVMTypeOf(all));
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef row = LLVMGetAggregateElement(all, i);
    LLVMValueRef priority = row ? LLVMGetAggregateElement(row, 0) : NULL;
    LLVMValueRef function = row ? LLVMGetAggregateElement(row, 1) : NULL;
    if (priority && LLVMIsAConstantInt(priority) && function)
      add_row(u, priority, function, when);
  }
  LLVMDeleteGlobal(list);
}

void startup_take(struct unit *u) {
  take_list(u, "llvm.global_ctors", ABI_BEFORE_MAIN);
  take_list(u, "llvm.global_dtors", ABI_AFTER_MAIN);
}
