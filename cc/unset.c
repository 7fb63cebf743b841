/* Unset: a local that is read before the program has given it a value.
 *
 * C promises nothing about such a value, and here it is always zero (clang is
 * asked to clear locals, so that runs repeat).  What the program does with
 * another value is not looked at, and that has to be told.  The locals that
 * scalar replacement takes are watched: everything that reads or writes them
 * is in sight.  Clearing one makes it unset, a store of the program's makes it
 * set; where a way leads from the clearing to a load with no store on it, a
 * flag beside the local says at the load which of the two came last.  Locals
 * without such a way, which are nearly all, cost nothing. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

#include "unit.h"

/* The blocks that a walk has been to. */
struct walk {
  LLVMBasicBlockRef *blocks;
  size_t count, cap;
};

static void go(struct walk *w, LLVMBasicBlockRef block) {
  for (size_t i = 0; i < w->count; i++)
    if (w->blocks[i] == block)
      return;
  if (w->count == w->cap) {
    w->cap = w->cap ? 2 * w->cap : 16;
    w->blocks = realloc(w->blocks, w->cap * sizeof *w->blocks);
    if (!w->blocks)
      abort();
  }
  w->blocks[w->count++] = block;
}

static bool reads(LLVMValueRef i, LLVMValueRef local) {
  return LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == local;
}

static bool writes(LLVMValueRef i, LLVMValueRef local) {
  return LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == local;
}

/* From `i` to the end of its block: is the local read before it is written?
 * The blocks that follow are to be looked at if it is neither. */
static bool is_read_from(LLVMValueRef i, LLVMValueRef local, struct walk *w) {
  for (; i; i = LLVMGetNextInstruction(i)) {
    if (reads(i, local))
      return true;
    if (writes(i, local))
      return false;
    if (LLVMIsATerminatorInst(i))
      for (unsigned s = 0; s < LLVMGetNumSuccessors(i); s++)
        go(w, LLVMGetSuccessor(i, s));
  }
  return false;
}

static bool is_read_unset(LLVMValueRef clearing, LLVMValueRef local) {
  struct walk w = {0};
  bool read = is_read_from(LLVMGetNextInstruction(clearing), local, &w);
  for (size_t at = 0; at < w.count && !read; at++)
    read = is_read_from(LLVMGetFirstInstruction(w.blocks[at]), local, &w);
  free(w.blocks);
  return read;
}

static bool needs_flag(LLVMValueRef local) {
  for (LLVMUseRef use = LLVMGetFirstUse(local); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (unit_is_clearing(user) && is_read_unset(user, local))
      return true;
  }
  return false;
}

static void give_flag(struct unit *u, LLVMValueRef local) {
  LLVMPositionBuilderBefore(u->builder, local);
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  LLVMValueRef flag = LLVMBuildAlloca(u->builder, u->t_i32, "");
  for (LLVMUseRef use = LLVMGetFirstUse(local); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMPositionBuilderBefore(u->builder, user);
    LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(user));
    if (LLVMIsAStoreInst(user)) {
      LLVMBuildStore(u->builder, unit_int(u, !unit_is_clearing(user)), flag);
      continue;
    }
    LLVMValueRef args[] = {LLVMBuildLoad2(u->builder, u->t_i32, flag, ""),
                           site_of(u, user)};
    unit_call(u, "heddle_unset", u->t_void, args, 2);
  }
}

void unset_watch(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count);
  for (size_t i = 0; i < count; i++)
    if (LLVMIsAAllocaInst(at[i]) && twin_is_register(at[i]) &&
        needs_flag(at[i]))
      give_flag(u, at[i]);
  free(at);
}
