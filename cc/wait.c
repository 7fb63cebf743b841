/* Loops that may only wait: `while (!flag);`, a spin on a test-and-set, a
 * loop around a whole attempt that is made again when it failed.
 *
 * Whether a turn had effects is judged when it has been taken (rt/wait.c).
 * Here it is said where turns begin and end, whether the variables of the
 * loop are as before (those kept in registers: the phis of its header), and
 * where something happens that the runtime would not see: a store to a local
 * that nobody else can reach, unless the local is written anew in each turn
 * before it is read (the time that a sleep is given, too), and a call of a
 * function that is not known to be harmless.  Loops that cannot come round
 * without an effect are left alone,
 * so that loops that work cost nothing.  Where a loop is left is said as well:
 * up to there a turn that is tried out (rt/trial.c) does nothing that could
 * not be taken back. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "row.h"
#include "unit.h"

enum { BODY_MAX = 64, LOOPS_MAX = 64, INSIDE_MAX = 4, EXITS_MAX = 512 };

struct loop {
  LLVMBasicBlockRef header;
  LLVMBasicBlockRef body[BODY_MAX];
  unsigned size;
  unsigned depth; /* among the marked loops */
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

/* --- finding loops ------------------------------------------------------ */

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

/* Blocks stand in source order, so a latch comes after its header; a goto
 * backwards into the middle only means a loop that is not recognised. */
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

/* --- what instructions do ----------------------------------------------- */

enum deed { NOTHING, READS, HIDDEN, ACTS, REFUSED };

static bool listed(const char *name, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}
#define LISTED(name, names) listed(name, names, sizeof names / sizeof *names)

static bool transparent(LLVMValueRef function, unsigned inside);

/* A function of the C library that does nothing, or reads texts and buffers,
 * which are steps.  A jump may leave the loop unseen. */
static enum deed library_does(const char *name) {
  static const char *const texts[] = {
      "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp",
      "memcmp", "bcmp", "strchr", "strrchr", "strchrnul", "index", "rindex",
      "memchr", "strstr", "strspn", "strcspn", "strpbrk", "atoi", "atol",
      "atoll"};
  if (LISTED(name, texts))
    return READS;
  struct row row = row_find(name);
  if (row.kind == ROW_PURE)
    return strstr(name, "jmp") ? HIDDEN : NOTHING;
  struct row_effects e;
  if (row.kind != ROW_CALL || !row_read(row.words, &e) || e.keeps)
    return HIDDEN;
  for (unsigned i = 0; i < e.count; i++)
    if (e.at[i].does != ABI_READS)
      return HIDDEN;
  return READS;
}

/* They read the time until which they wait, and keep it nowhere; the runtime sees
 * the rest. */
static const char *const with_limit[] = {
    "pthread_mutex_timedlock",    "pthread_mutex_clocklock",
    "mtx_timedlock",              "sem_timedwait",
    "sem_clockwait",              "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock", "pthread_rwlock_clockrdlock",
    "pthread_rwlock_clockwrlock", "pthread_timedjoin_np",
    "pthread_clockjoin_np",       "pthread_cond_timedwait",
    "pthread_cond_clockwait",     "cnd_timedwait"};

static enum deed call_does(LLVMValueRef call, unsigned inside) {
  static const char *const harmless[] = {
      "sched_yield", "thrd_yield", "pthread_yield", "sleep", "usleep",
      "nanosleep", "clock_nanosleep", "thrd_sleep", "heddle_errno",
      "heddle_tls", "heddle_tls_named", "heddle_tls_shared",
      "llvm.x86.sse2.pause",
      "heddle_wait_begin", "heddle_wait_again", "heddle_wait_effect",
      "heddle_wait_left",
      "heddle_bad_index"}; /* a finding, after which the thread is gone */
  /* the runtime sees what these do */
  static const char *const seen[] = {
      "pthread_mutex_trylock", "pthread_mutex_lock", "pthread_mutex_unlock",
      "pthread_spin_trylock", "pthread_spin_lock", "pthread_spin_unlock",
      "mtx_lock", "mtx_trylock", "mtx_unlock", "sem_wait", "sem_trywait",
      "sem_post", "sem_getvalue", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock",
      "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock",
      "pthread_rwlock_unlock", "pthread_tryjoin_np", "epoll_wait",
      "epoll_pwait", "syscall", "read", "recv",
      "eventfd_read", "poll", "time", "clock_gettime", "gettimeofday",
      "timespec_get", "clock",
      "MPI_Test", "MPI_Testall", "MPI_Testany", "MPI_Testsome", "MPI_Iprobe",
      "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end",
      "heddle_atomic_begin", "heddle_atomic_end"};
  LLVMValueRef f = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(f) && assembly_is_update(call))
    return assembly_fills_local(call) ? HIDDEN : READS;
  if (LLVMIsAInlineAsm(f)) /* a pause, a compiler barrier */
    return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind &&
                   LLVMGetNumArgOperands(call) == 0
               ? NOTHING
               : HIDDEN;
  const char *name = unit_callee(call);
  if (!strncmp(name, "llvm.mem", 8))
    return escape_is_private(LLVMGetOperand(call, 0)) ? HIDDEN : ACTS;
  if (!strncmp(name, "llvm.", 5) && strncmp(name, "llvm.va_", 8) &&
      strncmp(name, "llvm.stack", 10) && strncmp(name, "llvm.eh", 7))
    return NOTHING;
  if (LISTED(name, harmless))
    return NOTHING;
  if (LISTED(name, seen) || LISTED(name, with_limit))
    return READS;
  if (!LLVMIsAFunction(f))
    return HIDDEN;
  return LLVMIsDeclaration(f)     ? library_does(name)
         : transparent(f, inside) ? READS
                                  : HIDDEN;
}

/* What is hidden, or not if its address was given away: then the runtime sees
 * the access. */
static bool is_hidden(LLVMValueRef pointer) {
  return escape_is_private(pointer) || escape_is_own(pointer);
}

static LLVMValueRef local_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAAllocaInst(pointer) ? pointer : NULL;
}

/* A local that others may see is often written the same in every turn, and so
 * is a flag by which a thread says that it does not want in (Burns): the
 * runtime looks whether it is.  Of other memory it is not expected. */
static enum deed store_does(LLVMValueRef store) {
  LLVMValueRef to = LLVMGetOperand(store, 1);
  bool flag = LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic &&
              LLVMIsConstant(LLVMGetOperand(store, 0));
  return twin_is_store(store)    ? NOTHING
         : is_hidden(to)         ? HIDDEN
         : local_of(to) || flag  ? READS
                                 : ACTS;
}

static enum deed does(LLVMValueRef i, unsigned inside) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    return escape_is_private(LLVMGetOperand(i, 0)) ? NOTHING : READS;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return is_hidden(LLVMGetOperand(i, 0)) ? HIDDEN : READS;
  case LLVMStore:
    return store_does(i);
  case LLVMIndirectBr:
  case LLVMCallBr:
  case LLVMAlloca:
  case LLVMVAArg:
    return REFUSED;
  case LLVMCall:
  case LLVMInvoke:
    return call_does(i, inside);
  default:
    return NOTHING;
  }
}

/* A local that is filled with what is known: from a constant, or with zeroes. */
static bool sets_local(LLVMValueRef i) {
  if (!LLVMIsACallInst(i) || strncmp(unit_callee(i), "llvm.mem", 8) ||
      !local_of(LLVMGetOperand(i, 0)) ||
      !LLVMIsAConstantInt(LLVMGetOperand(i, 2)))
    return false;
  LLVMValueRef from = LLVMGetOperand(i, 1);
  return LLVMIsAConstantInt(from) ||
         (LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from));
}

/* It reads a time through its arguments, may write another, and keeps
 * neither. */
static bool is_sleep(LLVMValueRef call) {
  static const char *const names[] = {"nanosleep", "clock_nanosleep",
                                      "thrd_sleep"};
  const char *name = unit_callee(call);
  return LISTED(name, names) || LISTED(name, with_limit);
}

/* Assembly whose step the runtime sees; what it fills is a local. */
static bool is_update(LLVMValueRef i) {
  return LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)) &&
         assembly_is_update(i);
}

/* A function of this file all of whose effects the runtime sees; locals of
 * its own are gone when it returns. */
static bool transparent(LLVMValueRef function, unsigned inside) {
  if (LLVMIsDeclaration(function) || inside == INSIDE_MAX)
    return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      enum deed d = LLVMIsAAllocaInst(i) ? NOTHING : does(i, inside + 1);
      bool own = LLVMIsAStoreInst(i) ? local_of(LLVMGetOperand(i, 1)) != NULL
                                     : sets_local(i) || is_update(i);
      if (d == REFUSED || (d == HIDDEN && !own))
        return false;
    }
  return true;
}

/* --- locals that a turn writes before it reads -------------------------- */

/* Whether `to` can be reached in a turn without passing `around`. */
static bool reached(const struct loop *l, LLVMBasicBlockRef to,
                    LLVMBasicBlockRef around) {
  LLVMBasicBlockRef queue[BODY_MAX] = {l->header};
  unsigned head = 0, tail = l->header != around;
  while (head < tail) {
    LLVMBasicBlockRef b = queue[head++];
    if (b == to)
      return true;
    LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
      LLVMBasicBlockRef s = LLVMGetSuccessor(t, i);
      bool known = s == around || s == l->header || !in_body(l, s);
      for (unsigned k = 0; k < tail && !known; k++)
        known = queue[k] == s;
      if (!known)
        queue[tail++] = s;
    }
  }
  return false;
}

/* A field of a local struct that this stores the whole of, as a bit; or 0. */
static uint64_t field_stored(LLVMValueRef i, LLVMValueRef local) {
  LLVMTypeRef type = LLVMGetAllocatedType(local);
  if (!LLVMIsAStoreInst(i) || LLVMGetTypeKind(type) != LLVMStructTypeKind ||
      LLVMCountStructElementTypes(type) > 64)
    return 0;
  LLVMValueRef to = LLVMGetOperand(i, 1);
  uint64_t field = 0;
  if (LLVMIsAGetElementPtrInst(to) && LLVMGetOperand(to, 0) == local &&
      LLVMGetNumOperands(to) == 3 && LLVMGetGEPSourceElementType(to) == type &&
      LLVMIsAConstantInt(LLVMGetOperand(to, 1)) &&
      !LLVMConstIntGetZExtValue(LLVMGetOperand(to, 1)))
    field = LLVMConstIntGetZExtValue(LLVMGetOperand(to, 2));
  else if (to != local)
    return 0;
  return LLVMStructGetTypeAtIndex(type, (unsigned)field) ==
                 LLVMTypeOf(LLVMGetOperand(i, 0))
             ? (uint64_t)1 << field
             : 0;
}

static bool writes_whole(LLVMValueRef i, LLVMValueRef local) {
  LLVMTypeRef type = LLVMGetAllocatedType(local);
  if (LLVMIsAStoreInst(i))
    return LLVMGetOperand(i, 1) == local &&
           LLVMTypeOf(LLVMGetOperand(i, 0)) == type;
  if (!sets_local(i) || LLVMGetOperand(i, 0) != local)
    return false;
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(f));
  return LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2)) ==
         LLVMABISizeOfType(layout, type);
}

static bool is_remark(LLVMValueRef i) { /* of the compiler's: lifetimes ... */
  return unit_is_call(i) && !strncmp(unit_callee(i), "llvm.", 5) &&
         strncmp(unit_callee(i), "llvm.mem", 8);
}

static bool touches(LLVMValueRef i, LLVMValueRef local) {
  for (int k = 0; k < LLVMGetNumOperands(i); k++)
    if (local_of(LLVMGetOperand(i, (unsigned)k)) == local)
      return !LLVMIsAGetElementPtrInst(i) && !LLVMIsABitCastInst(i) &&
             !is_remark(i);
  return false;
}

/* Whether the first thing that the block does to the local is to write the whole
 * of it, perhaps field by field. */
static bool begins_with(LLVMBasicBlockRef b, LLVMValueRef local) {
  LLVMTypeRef type = LLVMGetAllocatedType(local);
  bool fields = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  unsigned count = fields ? LLVMCountStructElementTypes(type) : 0;
  uint64_t written = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
       i = LLVMGetNextInstruction(i)) {
    if (writes_whole(i, local))
      return true;
    uint64_t field = field_stored(i, local);
    written |= field;
    if (field && written == UINT64_MAX >> (64 - count))
      return true;
    if (!field && touches(i, local))
      return false;
  }
  return false;
}

/* Every access through the pointer is inside the loop and comes after `here` has
 * written the local, and nobody keeps the pointer.  That the local begins as
 * zeros is seen by none of them. */
static bool comes_first(const struct loop *l, LLVMBasicBlockRef here,
                        LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_remark(user) || unit_is_clearing(user))
      continue;
    if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user)) {
      if (!comes_first(l, here, user))
        return false;
      continue;
    }
    bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer;
    bool sleeps = unit_is_call(user) && (sets_local(user) || is_sleep(user));
    if (!LLVMIsALoadInst(user) && !stores && !sleeps)
      return false;
    LLVMBasicBlockRef there = LLVMGetInstructionParent(user);
    if (!in_body(l, there) || (there != here && reached(l, there, here)))
      return false;
  }
  return true;
}

static bool is_temporary(const struct loop *l, LLVMValueRef i) {
  LLVMValueRef local = LLVMIsAStoreInst(i) ? local_of(LLVMGetOperand(i, 1))
                       : sets_local(i)     ? local_of(LLVMGetOperand(i, 0))
                                           : NULL;
  for (unsigned b = 0; local && b < l->size; b++)
    if (begins_with(l->body[b], local) && comes_first(l, l->body[b], local))
      return true;
  return false;
}

/* --- loops that can come round without an effect ------------------------ */

static bool block_acts(const struct loop *l, LLVMBasicBlockRef b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
       i = LLVMGetNextInstruction(i)) {
    enum deed d = does(i, 0);
    if (d == ACTS || (d == HIDDEN && !is_temporary(l, i)))
      return true;
  }
  return false;
}

static bool comparable(LLVMValueRef phi) {
  switch (LLVMGetTypeKind(LLVMTypeOf(phi))) {
  case LLVMIntegerTypeKind:
  case LLVMPointerTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return true;
  default:
    return false;
  }
}

/* A phi that is another number after each turn: i + 1. */
static bool always_changes(LLVMValueRef phi, LLVMBasicBlockRef latch) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMValueRef v = LLVMGetIncomingValue(phi, i);
    if (LLVMGetIncomingBlock(phi, i) != latch ||
        !(LLVMIsABinaryOperator(v)) || LLVMGetOperand(v, 0) != phi ||
        !LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
      continue;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    return (op == LLVMAdd || op == LLVMSub) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) != 0;
  }
  return false;
}

static bool comes_round(const struct loop *l, LLVMBasicBlockRef latch) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(l->header);
       phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
    if (always_changes(phi, latch))
      return false;
  return true;
}

static bool may_wait(const struct loop *l) {
  bool reads = false;
  for (LLVMValueRef i = LLVMGetFirstInstruction(l->header);
       i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
    if (!comparable(i))
      return false;
  for (unsigned b = 0; b < l->size; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(l->body[b]); i;
         i = LLVMGetNextInstruction(i)) {
      enum deed d = does(i, 0);
      if (d == REFUSED)
        return false;
      reads |= d == READS;
    }
  if (!reads || block_acts(l, l->header))
    return false;
  LLVMBasicBlockRef queue[BODY_MAX] = {l->header};
  for (unsigned head = 0, tail = 1; head < tail; head++) {
    LLVMBasicBlockRef b = queue[head];
    if (has_successor(b, l->header) && comes_round(l, b))
      return true;
    LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
      LLVMBasicBlockRef s = LLVMGetSuccessor(t, i);
      bool known = !in_body(l, s);
      for (unsigned k = 0; k < tail && !known; k++)
        known = queue[k] == s;
      if (!known && !block_acts(l, s))
        queue[tail++] = s;
    }
  }
  return false;
}

/* --- marking ------------------------------------------------------------ */

static LLVMValueRef is_same(struct unit *u, LLVMValueRef phi,
                            LLVMValueRef next) {
  LLVMTypeRef t = LLVMTypeOf(phi);
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) {
    LLVMTypeRef bits = kind == LLVMFloatTypeKind ? u->t_i32 : u->t_i64;
    phi = LLVMBuildBitCast(u->builder, phi, bits, "");
    next = LLVMBuildBitCast(u->builder, next, bits, "");
  }
  return LLVMBuildICmp(u->builder, LLVMIntEQ, phi, next, "");
}

/* Whether the phis of the header get the values they have, on the edge from
 * `latch`; the builder stands on that edge. */
static LLVMValueRef all_same(struct unit *u, const struct loop *l,
                             LLVMBasicBlockRef latch) {
  LLVMValueRef all = LLVMConstInt(LLVMInt1TypeInContext(u->context), 1, 0);
  for (LLVMValueRef phi = LLVMGetFirstInstruction(l->header);
       phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
      if (LLVMGetIncomingBlock(phi, i) == latch) {
        LLVMValueRef one = is_same(u, phi, LLVMGetIncomingValue(phi, i));
        all = LLVMBuildAnd(u->builder, all, one, "");
        break;
      }
  return LLVMBuildZExt(u->builder, all, u->t_i32, "");
}

/* The same phi with one edge from another block. */
static LLVMValueRef redirect(struct unit *u, LLVMValueRef phi,
                             LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  LLVMPositionBuilderBefore(u->builder, phi);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(phi));
  LLVMValueRef fresh = LLVMBuildPhi(u->builder, LLVMTypeOf(phi), "");
  bool done = false;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMValueRef v = LLVMGetIncomingValue(phi, i);
    LLVMBasicBlockRef b = LLVMGetIncomingBlock(phi, i);
    if (b == from && !done) {
      done = true;
      b = to;
    }
    LLVMAddIncoming(fresh, &v, &b, 1);
  }
  LLVMReplaceAllUsesWith(phi, fresh);
  LLVMInstructionEraseFromParent(phi);
  return fresh;
}

/* A new block on the edge, for the builder to fill, with the branch to go on;
 * the builder stands before the branch. */
static void split_edge(struct unit *u, LLVMValueRef f,
                       LLVMBasicBlockRef from, unsigned edge) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(from);
  LLVMBasicBlockRef to = LLVMGetSuccessor(terminator, edge);
  LLVMBasicBlockRef between =
      LLVMAppendBasicBlockInContext(u->context, f, "between");
  LLVMSetSuccessor(terminator, edge, between);
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to);
       phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
    phi = redirect(u, phi, from, between);
  LLVMPositionBuilderAtEnd(u->builder, between);
  LLVMSetCurrentDebugLocation2(u->builder,
                               LLVMInstructionGetDebugLoc(terminator));
  LLVMPositionBuilderBefore(u->builder, LLVMBuildBr(u->builder, to));
}

static void mark_edge(struct unit *u, LLVMValueRef f, const struct loop *l,
                      LLVMBasicBlockRef latch, unsigned edge) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(latch);
  split_edge(u, f, latch, edge);
  LLVMBasicBlockRef between = LLVMGetSuccessor(terminator, edge);
  LLVMValueRef args[] = {site_of(u, terminator), unit_int(u, l->depth),
                         all_same(u, l, between)};
  unit_call(u, "heddle_wait_again", u->t_void, args, 3);
}

static void say_effect(struct unit *u, LLVMValueRef before) {
  LLVMPositionBuilderBefore(u->builder, before);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(before));
  unit_call(u, "heddle_wait_effect", u->t_void, NULL, 0);
}

/* A local that is temporary in an inner loop is so in the outer ones. */
static void say_effects(struct unit *u, const struct loop *l) {
  for (unsigned b = 0; b < l->size; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(l->body[b]); i;
         i = LLVMGetNextInstruction(i))
      if (does(i, 0) == HIDDEN && !is_temporary(l, i))
        say_effect(u, i);
}

static void mark(struct unit *u, LLVMValueRef f, const struct loop *l) {
  for (unsigned i = 0; i < l->size; i++) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(l->body[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
      if (LLVMGetSuccessor(t, k) == l->header)
        mark_edge(u, f, l, l->body[i], k);
  }
  LLVMValueRef first = LLVMGetFirstInstruction(l->header);
  while (LLVMIsAPHINode(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(u->builder, first);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(first));
  LLVMValueRef depth = unit_int(u, l->depth);
  unit_call(u, "heddle_wait_begin", u->t_void, &depth, 1);
  u->waits++;
}

/* --- leaving ------------------------------------------------------------ */

/* The edges that leave a loop, as they were before anything was marked: a
 * block that is put on an edge belongs to no body. */
struct exits {
  struct {
    LLVMBasicBlockRef from;
    unsigned edge, depth;
  } at[EXITS_MAX];
  unsigned len;
};

/* False: there are too many, and the loop is not marked. */
static bool collect_exits(struct exits *x, const struct loop *l) {
  unsigned before = x->len;
  for (unsigned i = 0; i < l->size; i++) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(l->body[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
      if (in_body(l, LLVMGetSuccessor(t, k)))
        continue;
      if (x->len == EXITS_MAX) {
        x->len = before;
        return false;
      }
      x->at[x->len].from = l->body[i];
      x->at[x->len].edge = k;
      x->at[x->len++].depth = l->depth;
    }
  }
  return true;
}

/* Nothing can be put on the way of an exception: where it lands.  Who comes
 * there from elsewhere is in no turn of the loop either. */
static void land(struct unit *u, LLVMBasicBlockRef pad) {
  LLVMValueRef i = LLVMGetFirstInstruction(pad);
  while (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i))
    i = LLVMGetNextInstruction(i);
  LLVMPositionBuilderBefore(u->builder, i);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(i));
}

static void mark_exit(struct unit *u, LLVMValueRef f, LLVMBasicBlockRef from,
                      unsigned edge, unsigned loop_depth) {
  LLVMValueRef t = LLVMGetBasicBlockTerminator(from);
  if (LLVMIsAInvokeInst(t) && edge == 1)
    land(u, LLVMGetSuccessor(t, edge));
  else
    split_edge(u, f, from, edge);
  LLVMValueRef depth = unit_int(u, loop_depth);
  unit_call(u, "heddle_wait_left", u->t_void, &depth, 1);
}

void wait_mark(struct unit *u, LLVMValueRef f) {
  if (LLVMCountBasicBlocks(f) > 2000)
    return;
  struct loop *loops = calloc(LOOPS_MAX, sizeof *loops);
  unsigned count = 0;
  if (!loops)
    abort();
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
       b && count < LOOPS_MAX; b = LLVMGetNextBasicBlock(b))
    if (find(&loops[count], f, b) && may_wait(&loops[count]))
      count++;
  for (unsigned i = 0; i < count; i++)
    for (unsigned k = 0; k < count; k++)
      loops[i].depth += k != i && in_body(&loops[k], loops[i].header);
  struct exits exits = {.len = 0};
  for (unsigned i = 0; i < count; i++)
    if (!collect_exits(&exits, &loops[i]))
      loops[i].size = 0;
  for (unsigned i = 0; i < count; i++)
    say_effects(u, &loops[i]);
  for (unsigned i = 0; i < count; i++)
    if (loops[i].size)
      mark(u, f, &loops[i]);
  for (unsigned i = 0; i < exits.len; i++)
    mark_exit(u, f, exits.at[i].from, exits.at[i].edge, exits.at[i].depth);
  free(loops);
}

/* --- clocks --------------------------------------------------------------- */

/* The time as a seed for random numbers, and nothing else: srand(time(0)). */
static bool only_seeds(LLVMValueRef v) {
  for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool seeds = unit_is_call(user)
                     ? !strcmp(unit_callee(user), "srand") ||
                           !strcmp(unit_callee(user), "srandom")
                     : LLVMIsATruncInst(user) && only_seeds(user);
    if (!seeds)
      return false;
  }
  return true;
}

static bool reads_clock(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool seed = unit_is_call(user) &&
                !strcmp(unit_callee(user), "time") &&
                LLVMIsAConstantPointerNull(LLVMGetOperand(user, 0)) &&
                only_seeds(user);
    if (!seed)
      return true;
  }
  return false;
}

/* In a program that reads no clock, sleeping is nothing that anybody could
 * tell (rt/wait.c). */
void wait_note_clock(struct unit *u) {
  static const char *const clocks[] = {
      "time", "clock_gettime", "clock", "gettimeofday", "timespec_get",
      "times", "getrusage", "timerfd_gettime", "timer_gettime", "getitimer",
      "_ZNSt6chrono3_V212steady_clock3nowEv",
      "_ZNSt6chrono3_V212system_clock3nowEv",
      "_ZNSt6chrono12system_clock3nowEv"};
  bool reads = false;
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(u->module, clocks[i]);
    reads |= f && LLVMIsDeclaration(f) && reads_clock(f);
  }
  if (reads)
    unit_tell(u, "heddle_reads_clock");
}

/* In one without such loops nothing need be kept for them (rt/trial.c). */
void wait_note_loops(struct unit *u) {
  if (u->waits)
    unit_tell(u, "heddle_has_waits");
}
