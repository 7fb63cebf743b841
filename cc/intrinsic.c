/* Intrinsics: what each call of LLVM's own does to memory, decided once.
 *
 * The instructions that touch memory are load, store, atomicrmw, cmpxchg and
 * fence (access.c); alloca makes memory that nobody knows, va_arg is expanded
 * by clang, and a call touches what its callee does, and the arguments that it
 * passes by value (byval.c).  Everything else that touches memory is an
 * intrinsic, and the table below says what it does.
 *
 * One that is not in the table is asked: LLVM knows of each whether it touches
 * memory at all, and whether only where its arguments point.  If it may touch
 * what another thread can reach, the runtime is told, and the verdict is
 * incomplete and names it.  So nothing is taken to be harmless because nobody
 * thought of it. */
#include <string.h>

#include "base/why.h"
#include "rt/abi.h"
#include "unit.h"

enum deed {
  NOTHING, /* that another thread could notice */
  COPY,    /* argument 1 to argument 0, as many bytes as argument 2 says */
  FILL,
  LIST, /* a va_list: argument 1 to argument 0 */
  READ, /* `size` bytes of argument 0 */
  WRITE,
  FENCE,   /* `size` says of which kind */
  OUTSIDE, /* another number in another run */
};

enum { VA_LIST = 24, BOTH = ABI_FENCE_ACQUIRE | ABI_FENCE_RELEASE };

/* The first whose name begins like this. */
static const struct row {
  const char *name;
  enum deed deed;
  unsigned size;
} rows[] = {
    /* between elements that are atomic: C has no way to ask for them */
    {"llvm.memcpy.element.unordered.atomic", OUTSIDE, 0},
    {"llvm.memmove.element.unordered.atomic", OUTSIDE, 0},
    {"llvm.memset.element.unordered.atomic", OUTSIDE, 0},
    {"llvm.memcpy.", COPY, 0}, /* and .inline */
    {"llvm.memmove.", COPY, 0},
    {"llvm.memset.", FILL, 0}, /* and .inline */
    {"llvm.va_copy", LIST, VA_LIST},
    {"llvm.va_start", WRITE, VA_LIST},
    {"llvm.va_end", NOTHING, 0},
    {"llvm.x86.sse2.mfence", FENCE, BOTH},
    {"llvm.x86.sse2.lfence", FENCE, ABI_FENCE_ACQUIRE},
    {"llvm.x86.sse.sfence", FENCE, ABI_FENCE_RELEASE},
    {"llvm.x86.sse2.pause", NOTHING, 0},
    {"llvm.x86.sse.ldmxcsr", READ, 4},
    {"llvm.x86.sse.stmxcsr", WRITE, 4},
    {"llvm.x86.sse3.ldu.dq", READ, 16},
    {"llvm.x86.avx.ldu.dq.256", READ, 32},
    {"llvm.x86.sse2.clflush", NOTHING, 0}, /* a cache is not memory */
    {"llvm.x86.clflushopt", NOTHING, 0},
    {"llvm.x86.clwb", NOTHING, 0},
    {"llvm.x86.rdtsc", OUTSIDE, 0}, /* and rdtscp */
    {"llvm.x86.rdpmc", OUTSIDE, 0},
    {"llvm.x86.rdrand", OUTSIDE, 0},
    {"llvm.x86.rdseed", OUTSIDE, 0},
    {"llvm.readcyclecounter", OUTSIDE, 0},
    {"llvm.readsteadycounter", OUTSIDE, 0},
    {"llvm.prefetch", NOTHING, 0},
    {"llvm.clear_cache", NOTHING, 0},
    {"llvm.lifetime.", NOTHING, 0},
    {"llvm.invariant.", NOTHING, 0},
    {"llvm.launder.", NOTHING, 0},
    {"llvm.strip.", NOTHING, 0},
    {"llvm.dbg.", NOTHING, 0},
    {"llvm.annotation", NOTHING, 0},
    {"llvm.ptr.annotation", NOTHING, 0},
    {"llvm.var.annotation", NOTHING, 0},
    {"llvm.assume", NOTHING, 0},
    {"llvm.stacksave", NOTHING, 0},
    {"llvm.stackrestore", NOTHING, 0},
    {"llvm.stackprotector", NOTHING, 0},
    {"llvm.threadlocal.address", NOTHING, 0},
    {"llvm.trap", NOTHING, 0},
    {"llvm.debugtrap", NOTHING, 0},
    {"llvm.ubsantrap", NOTHING, 0},
    {"llvm.eh.", NOTHING, 0},
    {"llvm.returnaddress", NOTHING, 0},
    {"llvm.addressofreturnaddress", NOTHING, 0},
    {"llvm.frameaddress", NOTHING, 0},
    {"llvm.get.rounding", NOTHING, 0}, /* of the thread's own */
    {"llvm.set.rounding", NOTHING, 0},
    {"llvm.get.fp", NOTHING, 0},
    {"llvm.set.fp", NOTHING, 0},
    {"llvm.reset.fp", NOTHING, 0},
    {"llvm.donothing", NOTHING, 0},
};

static const struct row *find(const char *name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strncmp(name, rows[i].name, strlen(rows[i].name)))
      return &rows[i];
  return NULL;
}

/* LLVM's word: two bits each for what arguments point to, what nobody can
 * reach, and the rest of memory. */
static bool may_touch(LLVMValueRef call) {
  enum { ARGUMENTS = 3, REST = 3 << 4 };
  LLVMValueRef f = LLVMGetCalledValue(call);
  unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAttributeRef a =
      LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind);
  uint64_t memory = a ? LLVMGetEnumAttributeValue(a) : ARGUMENTS | REST;
  if (memory & REST)
    return true;
  for (unsigned i = 0; memory & ARGUMENTS && i < LLVMGetNumArgOperands(call);
       i++) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
      t = LLVMGetElementType(t);
    if (LLVMGetTypeKind(t) == LLVMPointerTypeKind &&
        !(LLVMTypeOf(v) == t && escape_is_private(v)))
      return true;
  }
  return false;
}

static void announce(struct unit *u, LLVMValueRef call) {
  const char *name = unit_callee(call);
  LLVMValueRef args[] = {unit_int(u, WHY_ASSEMBLY),
                         unit_string(u, name, strlen(name)), site_of(u, call)};
  unit_call(u, "heddle_escape", u->t_void, args, 3);
}

/* Accesses to some elements of a vector, or to elements here and there.  None
 * of them is atomic as a whole, so LLVM's own pass makes accesses of each
 * element that is not masked. */
bool intrinsic_is_masked(LLVMValueRef call) {
  return unit_is_intrinsic(call, "llvm.masked.");
}

void intrinsic_instrument(struct unit *u, LLVMValueRef call) {
  const struct row *r = find(unit_callee(call));
  LLVMValueRef len = LLVMConstInt(u->t_i64, r ? r->size : 0, 0);
  switch (r ? r->deed : may_touch(call) ? OUTSIDE : NOTHING) {
  case NOTHING:
    break;
  case COPY:
    access_copy(u, call, false);
    break;
  case FILL:
    access_copy(u, call, true);
    break;
  case LIST:
    access_range(u, call, LLVMGetOperand(call, 1), len, false);
    access_range(u, call, LLVMGetOperand(call, 0), len, true);
    break;
  case READ:
  case WRITE:
    access_range(u, call, LLVMGetOperand(call, 0), len, r->deed == WRITE);
    break;
  case FENCE:
    access_fence(u, r->size);
    break;
  case OUTSIDE:
    announce(u, call);
    break;
  }
}
