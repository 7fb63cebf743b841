/* Loops that only wait: `while (!flag);`, a spin on a test-and-set.
 *
 * A loop qualifies when one turn of it changes nothing a later turn could
 * notice: no stores (those for debuggers apart), no calls except yields and pauses, no variable carried
 * from turn to turn (its header has no phi).  Atomic updates are allowed; the
 * runtime sees whether they changed anything.  The header then says
 * heddle_wait_begin, and every edge back to it heddle_wait_again: if the turn
 * read only values that are still the same, the next turn would be the same
 * turn, and the thread is blocked until one of them changes. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

enum { BODY_MAX = 32, EDGES_MAX = 8 };

struct loop {
  LLVMBasicBlockRef header;
  LLVMBasicBlockRef body[BODY_MAX];
  unsigned size;
};

static bool in_body(const struct loop *l, LLVMBasicBlockRef b) {
  for (unsigned i = 0; i < l->size; i++)
    if (l->body[i] == b)
      return true;
  return false;
}

static bool has_successor(LLVMBasicBlockRef b, LLVMBasicBlockRef s) {
  LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
  for (unsigned i = 0; t && i < LLVMGetNumSuccessors(t); i++)
    if (LLVMGetSuccessor(t, i) == s)
      return true;
  return false;
}

/* The blocks that reach `latch` without passing the header.  When the entry
 * is among them the header does not dominate the latch: no loop. */
static bool collect(struct loop *l, LLVMValueRef f, LLVMBasicBlockRef latch) {
  if (!in_body(l, latch)) {
    if (l->size == BODY_MAX)
      return false;
    l->body[l->size++] = latch;
  }
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
  for (unsigned i = 0; i < l->size; i++) {
    LLVMBasicBlockRef b = l->body[i];
    if (b == l->header)
      continue;
    if (b == entry)
      return false;
    for (LLVMBasicBlockRef p = LLVMGetFirstBasicBlock(f); p;
         p = LLVMGetNextBasicBlock(p)) {
      if (!has_successor(p, b) || in_body(l, p))
        continue;
      if (l->size == BODY_MAX)
        return false;
      l->body[l->size++] = p;
    }
  }
  return true;
}

static bool call_is_harmless(LLVMValueRef call) {
  static const char *const names[] = {
      "sched_yield", "thrd_yield",       "pthread_yield",
      "usleep",      "__errno_location", "pthread_mutex_trylock",
      "heddle_tls",  "llvm.x86.sse2.pause"};
  LLVMValueRef f = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(f)) /* a pause, a compiler barrier */
    return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind &&
           LLVMGetNumArgOperands(call) == 0;
  const char *name = unit_callee(call);
  if (!strncmp(name, "llvm.dbg", 8))
    return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

static bool is_harmless(LLVMValueRef i, bool *reads) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    *reads = true;
    return true;
  case LLVMStore:
    return twin_is_store(i);
  case LLVMRet:
  case LLVMIndirectBr:
  case LLVMInvoke:
  case LLVMCallBr:
  case LLVMAlloca:
  case LLVMVAArg:
    return false;
  case LLVMCall:
    if (!strcmp(unit_callee(i), "pthread_mutex_trylock"))
      *reads = true;
    return call_is_harmless(i);
  default:
    return true;
  }
}

static bool only_waits(const struct loop *l) {
  bool reads = false;
  if (LLVMIsAPHINode(LLVMGetFirstInstruction(l->header)))
    return false;
  for (unsigned i = 0; i < l->size; i++)
    for (LLVMValueRef at = LLVMGetFirstInstruction(l->body[i]); at;
         at = LLVMGetNextInstruction(at))
      if (!is_harmless(at, &reads))
        return false;
  return reads;
}

/* Puts a block with the call on the edge; the header has no phi, so nothing
 * else needs to know. */
static void mark_edge(struct unit *u, LLVMValueRef f, LLVMValueRef terminator,
                      unsigned edge, LLVMBasicBlockRef header) {
  LLVMBasicBlockRef between =
      LLVMAppendBasicBlockInContext(u->context, f, "again");
  LLVMPositionBuilderAtEnd(u->builder, between);
  LLVMSetCurrentDebugLocation2(u->builder,
                               LLVMInstructionGetDebugLoc(terminator));
  LLVMValueRef args[] = {site_of(u, terminator)};
  unit_call(u, "heddle_wait_again", u->t_void, args, 1);
  LLVMBuildBr(u->builder, header);
  LLVMSetSuccessor(terminator, edge, between);
}

static void mark(struct unit *u, LLVMValueRef f, const struct loop *l) {
  for (unsigned i = 0; i < l->size; i++) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(l->body[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
      if (LLVMGetSuccessor(t, k) == l->header)
        mark_edge(u, f, t, k, l->header);
  }
  LLVMValueRef first = LLVMGetFirstInstruction(l->header);
  LLVMPositionBuilderBefore(u->builder, first);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(first));
  unit_call(u, "heddle_wait_begin", u->t_void, NULL, 0);
  u->waits++;
}

static bool find(struct loop *l, LLVMValueRef f, LLVMBasicBlockRef header) {
  *l = (struct loop){.header = header, .body = {header}, .size = 1};
  bool back = false;
  for (LLVMBasicBlockRef b = header; b; b = LLVMGetNextBasicBlock(b)) {
    if (!has_successor(b, header))
      continue;
    struct loop before = *l;
    if (collect(l, f, b))
      back = true;
    else
      *l = before;
  }
  return back;
}

/* Blocks stand in source order, so a latch comes after its header; a goto
 * backwards into the middle only means a loop that is not recognised. */
void wait_mark(struct unit *u, LLVMValueRef f) {
  if (LLVMCountBasicBlocks(f) > 2000)
    return;
  LLVMBasicBlockRef last = LLVMGetLastBasicBlock(f);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
       b = LLVMGetNextBasicBlock(b)) {
    struct loop l;
    if (find(&l, f, b) && only_waits(&l))
      mark(u, f, &l);
    if (b == last)
      break;
  }
}
