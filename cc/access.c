/* Accesses: a call of the runtime before every load, store and atomic
 * operation that another thread could notice.  The runtime returns when the
 * scheduler lets the thread go on, and the access itself follows at once, so
 * that the two are one step.  Copies are made by the runtime altogether,
 * because they are two steps, a read and a write. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "rt/abi.h"
#include "unit.h"

LLVMValueRef unit_as_i64(struct unit *u, LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  LLVMBuilderRef b = u->builder;
  switch (LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(t) > 64
               ? LLVMBuildTrunc(b, v, u->t_i64, "")
               : LLVMBuildZExtOrBitCast(b, v, u->t_i64, "");
  case LLVMPointerTypeKind:
    return LLVMBuildPtrToInt(b, v, u->t_i64, "");
  case LLVMFloatTypeKind:
    return LLVMBuildZExt(b, LLVMBuildBitCast(b, v, u->t_i32, ""), u->t_i64,
                         "");
  case LLVMDoubleTypeKind:
    return LLVMBuildBitCast(b, v, u->t_i64, "");
  default:
    return LLVMConstInt(u->t_i64, 0, 0);
  }
}

/* Whether that is all of it. */
static bool is_exact(LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(t) <= 64;
  case LLVMPointerTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return true;
  default:
    return false;
  }
}

/* Many bytes, not atomic: a step before the access. */
void access_range(struct unit *u, LLVMValueRef i, LLVMValueRef p,
                  LLVMValueRef len, bool write) {
  if (escape_is_private(p)) {
    locals_check_range(u, i, p, len, write);
    u->hidden++;
    return;
  }
  LLVMValueRef args[] = {p, len, unit_int(u, write), site_of(u, i)};
  unit_call(u, "heddle_range", u->t_void, args, 4);
  *(write ? &u->writes : &u->reads) += 1;
}

/* More bytes than fit into `info`: an aggregate or a very wide integer that is
 * loaded or stored whole. */
static bool is_wide(struct unit *u, LLVMTypeRef type) {
  return LLVMStoreSizeOfType(u->layout, type) > ABI_SIZE_MASK;
}

static LLVMValueRef size_of(struct unit *u, LLVMTypeRef type) {
  return LLVMConstInt(u->t_i64, LLVMStoreSizeOfType(u->layout, type), 0);
}

static bool acquires(LLVMAtomicOrdering order) {
  return order == LLVMAtomicOrderingAcquire ||
         order >= LLVMAtomicOrderingAcquireRelease;
}

static bool releases(LLVMAtomicOrdering order) {
  return order >= LLVMAtomicOrderingRelease;
}

static unsigned info_of(struct unit *u, LLVMTypeRef type,
                        LLVMAtomicOrdering order) {
  unsigned size = (unsigned)LLVMStoreSizeOfType(u->layout, type);
  unsigned how = order == LLVMAtomicOrderingNotAtomic
                     ? ABI_HOW_PLAIN
                     : (acquires(order) ? 0 : ABI_HOW_NO_ACQUIRE) |
                           (releases(order) ? 0 : ABI_HOW_NO_RELEASE);
  return size | how << ABI_HOW_SHIFT;
}

static LLVMValueRef info(struct unit *u, LLVMValueRef p, LLVMTypeRef type,
                         LLVMAtomicOrdering order, unsigned more) {
  unsigned own = escape_is_own(p) ? ABI_OWN : 0;
  return unit_int(u, info_of(u, type, order) | own | more);
}

/* The order of a load or store.  Where volatile accesses are to be atomic they
 * are relaxed: what kernels expect of READ_ONCE and WRITE_ONCE, which come
 * with barriers where more is needed. */
static LLVMAtomicOrdering order_of(struct unit *u, LLVMValueRef i,
                                   LLVMTypeRef type) {
  bool fits = LLVMStoreSizeOfType(u->layout, type) <= 8;
  return u->volatile_atomic && fits && LLVMGetVolatile(i) &&
                 LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic
             ? LLVMAtomicOrderingMonotonic
             : LLVMGetOrdering(i);
}

static void load(struct unit *u, LLVMValueRef i) {
  LLVMValueRef p = LLVMGetOperand(i, 0);
  if (is_wide(u, LLVMTypeOf(i))) {
    access_range(u, i, p, size_of(u, LLVMTypeOf(i)), false);
    return;
  }
  if (escape_is_private(p)) {
    locals_check(u, i, p, LLVMTypeOf(i), false);
    u->hidden++;
    return;
  }
  LLVMTypeRef t = LLVMTypeOf(i);
  LLVMValueRef args[] = {p, info(u, p, t, order_of(u, i, t), 0),
                         site_of(u, i)};
  unit_call(u, "heddle_mem_read", u->t_void, args, 3);
  u->reads++;
}

static void store(struct unit *u, LLVMValueRef i) {
  LLVMValueRef v = LLVMGetOperand(i, 0), p = LLVMGetOperand(i, 1);
  if (is_wide(u, LLVMTypeOf(v))) {
    access_range(u, i, p, size_of(u, LLVMTypeOf(v)), true);
    return;
  }
  if (escape_is_private(p)) {
    locals_check(u, i, p, LLVMTypeOf(v), true);
    u->hidden++;
    return;
  }
  LLVMTypeRef t = LLVMTypeOf(v);
  unsigned exact = is_exact(t) ? ABI_HOW_EXACT << ABI_HOW_SHIFT : 0;
  LLVMValueRef args[] = {p, info(u, p, t, order_of(u, i, t), exact),
                         site_of(u, i), unit_as_i64(u, v)};
  unit_call(u, "heddle_mem_write", u->t_void, args, 4);
  u->writes++;
}

/* The upper half of what is wider than 64 bits. */
static LLVMValueRef high_part(struct unit *u, LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(t) <= 64)
    return LLVMConstInt(u->t_i64, 0, 0);
  return LLVMBuildTrunc(
      u->builder, LLVMBuildLShr(u->builder, v, LLVMConstInt(t, 64, 0), ""),
      u->t_i64, "");
}

static void swap(struct unit *u, LLVMValueRef i, LLVMValueRef p,
                 LLVMValueRef expected) {
  unsigned how = info_of(u, LLVMTypeOf(expected),
                         catch_is_lock(i) ? LLVMAtomicOrderingAcquireRelease
                                          : LLVMGetCmpXchgSuccessOrdering(i));
  if (!acquires(LLVMGetCmpXchgFailureOrdering(i)))
    how |= ABI_FAILS_RELAXED;
  if (escape_is_own(p))
    how |= ABI_OWN;
  LLVMValueRef args[] = {p, unit_int(u, how), site_of(u, i),
                         unit_as_i64(u, expected), high_part(u, expected)};
  unit_call(u, "heddle_mem_swap", u->t_void, args, 5);
}

static void update(struct unit *u, LLVMValueRef i) {
  LLVMValueRef p = LLVMGetOperand(i, 0), operand = LLVMGetOperand(i, 1);
  if (escape_is_private(p)) {
    u->hidden++;
    return;
  }
  if (LLVMIsAAtomicCmpXchgInst(i)) {
    swap(u, i, p, operand);
  } else {
    LLVMAtomicOrdering order = catch_is_lock(i)
                                   ? LLVMAtomicOrderingAcquireRelease
                                   : LLVMGetOrdering(i);
    LLVMValueRef args[] = {p, info(u, p, LLVMTypeOf(operand), order, 0),
                           site_of(u, i)};
    unit_call(u, "heddle_mem_update", u->t_void, args, 3);
  }
  u->updates++;
}

void access_fence(struct unit *u, unsigned what) {
  LLVMValueRef args[] = {unit_int(u, what)};
  unit_call(u, "heddle_fence", u->t_void, args, 1);
  u->fences++;
}

/* atomic_signal_fence is for the thread's own signal handlers. */
static void fence(struct unit *u, LLVMValueRef i) {
  LLVMAtomicOrdering order = LLVMGetOrdering(i);
  if (!LLVMIsAtomicSingleThread(i))
    access_fence(u, (acquires(order) ? ABI_FENCE_ACQUIRE : 0) |
                        (releases(order) ? ABI_FENCE_RELEASE : 0));
}

/* memcpy, memmove and memset, whether written by the user or made by clang
 * for the assignment of a struct.  Of both memcpys C says that the sides are
 * apart (or the same, for the assignment): two private ones are, unless they
 * are parts of one variable. */
void access_copy(struct unit *u, LLVMValueRef i, bool fill) {
  LLVMValueRef to = LLVMGetOperand(i, 0), from = LLVMGetOperand(i, 1);
  bool hidden_to = escape_is_private(to);
  bool hidden_from = fill || escape_is_private(from);
  bool apart = !fill && unit_is_intrinsic(i, "llvm.memcpy.");
  LLVMValueRef len =
      LLVMBuildZExtOrBitCast(u->builder, LLVMGetOperand(i, 2), u->t_i64, "");
  if (hidden_to && hidden_from && !(apart && escape_is_one(to, from))) {
    locals_check_range(u, i, to, len, true);
    if (!fill)
      locals_check_range(u, i, from, len, false);
    u->hidden++;
    return;
  }
  if (fill) {
    LLVMValueRef args[] = {to, from, len, site_of(u, i)};
    unit_call(u, "heddle_fill", u->t_void, args, 4);
  } else {
    unsigned flags = (hidden_to ? ABI_HIDDEN_TO : 0) |
                     (hidden_from ? ABI_HIDDEN_FROM : 0) |
                     (apart ? ABI_COPY_APART : 0);
    LLVMValueRef args[] = {to, from, len, unit_int(u, flags), site_of(u, i)};
    unit_call(u, "heddle_copy", u->t_void, args, 5);
  }
  LLVMInstructionEraseFromParent(i);
  u->copies++;
}

/* setjmp writes what longjmp reads: the registers, and whether there is a mask
 * of signals.  It returns twice, so that the step is before it. */
static void jump(struct unit *u, LLVMValueRef i) {
  static const char *const sets[] = {"setjmp", "_setjmp", "__sigsetjmp"};
  static const char *const goes[] = {"longjmp", "_longjmp", "siglongjmp",
                                     "__longjmp_chk"};
  enum { REGISTERS = 8 * 8 + 4 };
  const char *name = unit_callee(i);
  bool write = false, read = false;
  for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
    write |= !strcmp(name, sets[k]);
  for (size_t k = 0; k < sizeof goes / sizeof *goes; k++)
    read |= !strcmp(name, goes[k]);
  if ((!write && !read) || !calls_is_seen(u, name))
    return;
  LLVMValueRef buffer = LLVMGetOperand(i, 0);
  access_range(u, i, buffer, LLVMConstInt(u->t_i64, REGISTERS, 0), write);
  if (read) {
    LLVMValueRef args[] = {buffer, site_of(u, i)};
    unit_call(u, "heddle_jump_goes", u->t_void, args, 2);
  } else {
    bool says = !strcmp(name, "__sigsetjmp"), saves = strcmp(name, "_setjmp");
    LLVMValueRef args[] = {buffer, says ? LLVMGetOperand(i, 1)
                                        : LLVMConstInt(u->t_i32, saves, 0)};
    unit_call(u, "heddle_jump_saves", u->t_void, args, 2);
  }
}

static void call(struct unit *u, LLVMValueRef i) {
  if (unit_is_intrinsic(i, "llvm."))
    intrinsic_instrument(u, i);
  else if (LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
    assembly_instrument(u, i);
  else
    jump(u, i), byval_instrument(u, i);
}

/* What the program prints is kept apart by the streams that it began with, and
 * printf, puts and their kin read the variable inside of libc. */
static void stream_chosen(struct unit *u, LLVMValueRef store) {
  static const char *const all[] = {"an assignment to stdout",
                                    "an assignment to stderr",
                                    "an assignment to stdin"};
  enum { NAME = sizeof "an assignment to " - 1 };
  size_t len;
  LLVMValueRef to = LLVMGetOperand(store, 1);
  if (!LLVMIsAGlobalVariable(to) || !LLVMIsDeclaration(to))
    return;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    if (strcmp(LLVMGetValueName2(to, &len), all[k] + NAME))
      continue;
    LLVMValueRef args[] = {unit_string(u, all[k], strlen(all[k])),
                           site_of(u, store)};
    unit_call(u, "heddle_standard_stream", u->t_void, args, 2);
  }
}

/* Every call gets the debug location of what it stands for: without one, a
 * call in a function with debug information does not verify. */
static void instrument(struct unit *u, LLVMValueRef i) {
  LLVMPositionBuilderBefore(u->builder, i);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(i));
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    load(u, i);
    break;
  case LLVMStore:
    stream_chosen(u, i);
    store(u, i);
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    update(u, i);
    break;
  case LLVMFence:
    fence(u, i);
    break;
  case LLVMCall:
  case LLVMInvoke:
    call(u, i);
    break;
  default:
    break;
  }
}

void access_instrument(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count);
  for (size_t i = 0; i < count; i++)
    if (!unit_is_clearing(at[i]) && !twin_is_store(at[i]) &&
        !catch_is_stream(at[i]))
      instrument(u, at[i]);
  free(at);
}
