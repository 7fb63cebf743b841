/* Assembly: what it does to memory is understood where it is one of the usual
 * words of lock-free code; anything else that may touch what other threads can
 * reach is told to the runtime, and the verdict is incomplete.  (A move that is
 * all of a statement is none any more when this is asked: moves.c.)
 *
 *   nothing at all, pause, nop,     a barrier for the compiler; nothing else
 *   prefetch
 *   mfence, lfence, sfence, a       a fence: both, acquire, release, both
 *   locked add of 0 to the stack
 *   lock xadd, add, inc, or, bts,   an update of the operand in memory that is
 *   ... cmpxchg, cmpxchg16b; xchg   sequentially consistent, with a fence before
 *                                   and after it; after it setcc, sbb and mov of
 *                                   registers may follow; a cmpxchg16b that puts
 *                                   what it expects only reads
 *   registers only                  nothing
 *
 * With --volatile=atomic a barrier for the compiler that clobbers memory is a
 * fence as well: on x86, where loads and stores stay in order among themselves,
 * kernels write their read and write barriers so.
 *
 * Everything else may touch memory: an operand in memory ("*" among LLVM's
 * constraints), a pointer in a register, an address in the text, or a clobber
 * that says so.  Reading a clock or a source of randomness is no better: it is
 * another number in another run. */
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "rt/abi.h"
#include "statement.h"
#include "unit.h"

enum { BOTH = ABI_FENCE_ACQUIRE | ABI_FENCE_RELEASE };

/* A locked operation that leaves the top of the own stack as it is: the way
 * kernels write a fence. */
static bool is_locked_nothing(const struct line *l) {
  return (!strncasecmp(l->word, "add", 3) || !strncasecmp(l->word, "or", 2)) &&
         statement_has(l, "$$0,") &&
         (statement_has(l, "(%rsp)") || statement_has(l, "(%esp)"));
}

/* What fences the text has; -1: it does something else. */
static int only_waits_or_orders(const char *s, size_t len) {
  static const char *const harmless[] = {
      "pause",      "nop",        "rep",        "lock",        "prefetchw",
      "prefetcht0", "prefetcht1", "prefetcht2", "prefetchnta", NULL};
  const char *end = s + len;
  struct line l;
  int fences = 0;
  while (statement_line(&s, end, &l)) {
    static const char *const full[] = {"mfence", NULL};
    static const char *const loads[] = {"lfence", NULL};
    static const char *const stores[] = {"sfence", NULL};
    if (statement_is_one_of(l.word, l.word_len, full) || is_locked_nothing(&l))
      fences |= BOTH;
    else if (statement_is_one_of(l.word, l.word_len, loads))
      fences |= ABI_FENCE_ACQUIRE;
    else if (statement_is_one_of(l.word, l.word_len, stores))
      fences |= ABI_FENCE_RELEASE;
    else if (!statement_is_one_of(l.word, l.word_len, harmless))
      return -1;
  }
  return fences;
}

/* --- locked instructions ------------------------------------------------------ */

/* The size of what such a word works on, by its last letter or, where there is
 * none, by its operand; 0: it is not one of them. */
static unsigned locked_size(const struct line *l, bool locked,
                            const struct operand *memory) {
  static const char *const words[] = {
      "xadd", "add", "sub", "inc", "dec", "or",  "and",     "xor",  "not",
      "neg",  "bts", "btr", "btc", "adc", "sbb", "cmpxchg", "xchg", NULL};
  static const char *const pair[] = {"cmpxchg16b", NULL};
  size_t n = l->word_len;
  if (locked && memory && statement_is_one_of(l->word, n, pair))
    return 16;
  if (n < 2 || n > 8 || !memory)
    return 0;
  char last = (char)tolower((unsigned char)l->word[n - 1]);
  unsigned size = last == 'b' ? 1 : last == 'w' ? 2 : last == 'l' ? 4 : 8;
  bool known = (last == 'b' || last == 'w' || last == 'l' || last == 'q') &&
               statement_is_one_of(l->word, n - 1, words);
  bool swaps = !strncasecmp(l->word, "xchg", 4);
  if (!known && statement_is_one_of(l->word, n, words)) {
    size = memory->size;
    known = size == 1 || size == 2 || size == 4 || size == 8;
  }
  return known && (locked || swaps) ? size : 0;
}

static const char *const moves[] = {"mov", "movl", "movq", "movb", "movzbl",
                                    "sbb", "sbbl", "sbbq", NULL};

/* What may follow: registers, or a local that nobody else sees, that take up how it went. */
static bool is_aftermath(const struct line *l, const struct operand *all,
                         unsigned count) {
  if (strncasecmp(l->word, "set", 3) &&
      !statement_is_one_of(l->word, l->word_len, moves))
    return false;
  const struct operand *m = statement_memory(l, all, count);
  return !statement_has(l, "(") && !statement_has(l, "[") &&
         (!m || escape_is_private(m->value));
}

/* What may come before: registers that are filled from others, or from a copy
 * of what was there. */
static bool is_preparation(const struct line *l, const struct operand *all,
                           unsigned count) {
  struct line from, to;
  long offset;
  if (!statement_moves(l, &from, &to) || !to.rest_len || to.rest[0] != '%')
    return false;
  int n = statement_address(&from, &offset);
  return n >= 0 ? (unsigned)n < count && all[n].value &&
                      moves_is_copy(all[n].value)
                : from.rest_len && from.rest[0] == '%' &&
                      !memchr(from.rest, '(', from.rest_len);
}

struct locked {
  const struct operand *memory;
  unsigned size;
  bool compares;
  unsigned same; /* halves that are compared with themselves: it only reads */
  LLVMValueRef bit; /* its number, in a register; NULL: it is in the text */
};

/* Of cmpxchg16b, where the new value is what is expected. */
static bool is_same(const struct line *l) {
  struct line from, to;
  return statement_moves(l, &from, &to) && from.rest_len == 4 &&
         to.rest_len == 4 &&
         ((!strncmp(from.rest, "%rdx", 4) && !strncmp(to.rest, "%rcx", 4)) ||
          (!strncmp(from.rest, "%rax", 4) && !strncmp(to.rest, "%rbx", 4)));
}

/* The number of a bit may be anywhere in memory. */
static bool read_bit(const struct line *l, const struct operand *all,
                     unsigned count, struct locked *out) {
  size_t comma = 0;
  while (comma < l->rest_len && l->rest[comma] != ',')
    comma++;
  size_t at = 0;
  while (at < comma && isspace((unsigned char)l->rest[at]))
    at++;
  if (at + 1 < comma && l->rest[at] == '$' && l->rest[at + 1] == '$')
    return true;
  int n = statement_number(l->rest + at, comma - at);
  if (n < 0 || (unsigned)n >= count || all[n].in_memory || !all[n].value ||
      LLVMGetTypeKind(LLVMTypeOf(all[n].value)) != LLVMIntegerTypeKind)
    return false;
  out->bit = all[n].value;
  return true;
}

static bool read_update(const struct line *l, bool locked,
                        const struct operand *all, unsigned count,
                        struct locked *out) {
  out->memory = statement_memory(l, all, count);
  out->size = locked_size(l, locked, out->memory);
  out->compares = !strncasecmp(l->word, "cmpxchg", 7);
  return out->size &&
         (strncasecmp(l->word, "bt", 2) || read_bit(l, all, count, out));
}

static bool read_locked(const char *s, size_t len, const struct operand *all,
                        unsigned count, struct locked *out) {
  const char *end = s + len;
  struct line l;
  bool locked = false, done = false;
  while (statement_line(&s, end, &l)) {
    static const char *const lock[] = {"lock", NULL};
    if (statement_is_one_of(l.word, l.word_len, lock)) {
      locked = true;
    } else if (done) {
      if (!is_aftermath(&l, all, count))
        return false;
    } else if (!locked && is_preparation(&l, all, count)) {
      out->same += is_same(&l);
    } else {
      if (!read_update(&l, locked, all, count, out))
        return false;
      done = true;
    }
  }
  return done;
}

/* What a cmpxchg expects: the operand that begins in the accumulator, or of
 * sixteen bytes its second half; NULL: it is not among the operands, and whether
 * it fails is not known. */
static LLVMValueRef expected_in(const char *where, const struct operand *all,
                                unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    unsigned tied = (unsigned)atoi(all[i].constraint);
    bool is_tied = isdigit((unsigned char)all[i].constraint[0]) &&
                   tied < count && strstr(all[tied].constraint, where);
    if (!all[i].output && all[i].value && !all[i].in_memory &&
        (is_tied || strstr(all[i].constraint, where)))
      return all[i].value;
  }
  return NULL;
}

static LLVMValueRef low_bits(struct unit *u, LLVMValueRef v, unsigned size) {
  LLVMTypeRef t = LLVMIntTypeInContext(u->context, (size > 8 ? 8 : size) * 8);
  LLVMValueRef bits = unit_as_i64(u, v);
  return LLVMBuildZExtOrBitCast(
      u->builder, LLVMBuildTruncOrBitCast(u->builder, bits, t, ""), u->t_i64,
      "");
}

/* Where the bit is: as many bytes as the instruction works on, from the
 * operand on or before it. */
static LLVMValueRef place(struct unit *u, const struct locked *k) {
  if (!k->bit)
    return k->memory->value;
  LLVMTypeRef t = LLVMIntTypeInContext(u->context, k->size * 8);
  LLVMValueRef n =
      LLVMBuildTruncOrBitCast(u->builder, unit_as_i64(u, k->bit), t, "");
  LLVMValueRef bits = LLVMConstInt(t,
                                   k->size == 8   ? 6
                                   : k->size == 4 ? 5
                                                  : 4,
                                   0);
  LLVMValueRef by = LLVMBuildAShr(u->builder, n, bits, "");
  return LLVMBuildGEP2(u->builder, t, k->memory->value, &by, 1, "");
}

static void step_of(struct unit *u, LLVMValueRef call, const struct locked *k,
                    const struct operand *all, unsigned count) {
  LLVMValueRef low = k->compares ? expected_in("{ax}", all, count) : NULL;
  LLVMValueRef high = k->size > 8 ? expected_in("{dx}", all, count) : low;
  LLVMValueRef args[] = {place(u, k), unit_int(u, k->size), site_of(u, call),
                         NULL, LLVMConstInt(u->t_i64, 0, 0)};
  if (k->same == 2 && k->size == 16) {
    unit_call(u, "heddle_mem_read", u->t_void, args, 3);
  } else if (low && high) {
    args[3] = low_bits(u, low, k->size);
    if (k->size > 8)
      args[4] = low_bits(u, high, k->size);
    unit_call(u, "heddle_mem_swap", u->t_void, args, 5);
  } else {
    unit_call(u, "heddle_mem_update", u->t_void, args, 3);
  }
}

static void update(struct unit *u, LLVMValueRef call, const struct locked *k,
                   const struct operand *all, unsigned count) {
  if (escape_is_private(k->memory->value)) {
    u->hidden++;
    return;
  }
  access_fence(u, BOTH);
  step_of(u, call, k, all, count);
  LLVMPositionBuilderBefore(u->builder, LLVMGetNextInstruction(call));
  access_fence(u, BOTH);
  u->updates++;
}

/* --- each statement ------------------------------------------------------------ */

static bool find_locked(LLVMValueRef call, LLVMValueRef assembly,
                        struct operand *all, unsigned *count,
                        struct locked *out) {
  size_t len;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
  if (!text || !LLVMIsACallInst(call))
    return false;
  *count = statement_operands(call, all);
  return *count && read_locked(text, len, all, *count, out);
}

/* That a statement is understood is written at it: later passes take its locals
 * for their own ends. */
#define KNOWN "heddle-known"

static void set_known(struct unit *u, LLVMValueRef call) {
  LLVMAddCallSiteAttribute(
      call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(u->context, KNOWN, strlen(KNOWN), "", 0));
}

bool assembly_is_update(LLVMValueRef call) {
  if (LLVMGetCallSiteStringAttribute(
          call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, KNOWN,
          strlen(KNOWN)))
    return true;
  struct operand all[OPERANDS];
  struct locked k = {0};
  unsigned count;
  return find_locked(call, LLVMGetCalledValue(call), all, &count, &k);
}

bool assembly_fills_local(LLVMValueRef call) {
  struct operand all[OPERANDS];
  unsigned count = statement_operands(call, all);
  for (unsigned i = 0; i < count; i++)
    if (all[i].output && all[i].in_memory && escape_is_private(all[i].value))
      return true;
  return false;
}

void assembly_instrument(struct unit *u, LLVMValueRef call) {
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  struct operand all[OPERANDS];
  struct locked k = {0};
  unsigned count;
  size_t len;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
  int fences = text ? only_waits_or_orders(text, len) : -1;
  if (fences >= 0 && u->volatile_atomic && statement_clobbers_memory(assembly))
    fences = BOTH;
  if (fences > 0)
    access_fence(u, (unsigned)fences);
  else if (fences < 0 && find_locked(call, assembly, all, &count, &k)) {
    set_known(u, call);
    update(u, call, &k, all, count);
  }
}

/* --- what is not understood ---------------------------------------------------- */

/* Words that touch memory or the outside without an address in the text. */
static bool reaches_out(const char *s, size_t len) {
  static const char *const words[] = {
      "movs",    "stos", "lods",  "cmps",   "scas",   "push", "pop",   "call",
      "syscall", "int",  "rdtsc", "rdrand", "rdseed", "xlat", "enter", "leave",
      "ret",     "in",   "out",   "xsave",  "rdpmc",  NULL};
  for (size_t i = 0; i < len; i++) {
    if (i && (isalnum((unsigned char)s[i - 1]) || s[i - 1] == '%' ||
              s[i - 1] == '_'))
      continue;
    for (const char *const *w = words; *w; w++)
      if (len - i >= strlen(*w) && !strncasecmp(s + i, *w, strlen(*w)))
        return true;
  }
  return false;
}

/* In a register: operands in memory say how large they are. */
static bool has_pointer(LLVMValueRef call) {
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) ==
            LLVMPointerTypeKind &&
        !assembly_operand_size(call, i))
      return true;
  return false;
}

bool assembly_reaches_beyond(LLVMValueRef call) {
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  size_t len, constraints_len;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
  const char *constraints =
      LLVMGetInlineAsmConstraintString(assembly, &constraints_len);
  if (!text || !constraints || only_waits_or_orders(text, len) >= 0 ||
      assembly_is_update(call))
    return false;
  return has_pointer(call) || strstr(constraints, "~{memory}") ||
         memchr(text, '(', len) || memchr(text, '[', len) ||
         reaches_out(text, len);
}

static bool may_touch_memory(LLVMValueRef call) {
  size_t len;
  const char *constraints =
      LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &len);
  return assembly_reaches_beyond(call) ||
         (constraints && memchr(constraints, '*', len) &&
          !assembly_is_update(call));
}

/* Assembly that jumps comes back at more places than one. */
static void announce(struct unit *u, LLVMValueRef call) {
  if (LLVMIsACallInst(call)) {
    foreign_surround(u, call, "heddle_assembly", "assembly", site_of(u, call));
    return;
  }
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef args[] = {unit_int(u, WHY_ASSEMBLY),
                         unit_string(u, "assembly", strlen("assembly")),
                         site_of(u, call)};
  unit_call(u, "heddle_escape", u->t_void, args, 3);
}

void assembly_announce(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t count;
    LLVMValueRef *at = unit_instructions(f, &count);
    for (size_t i = 0; i < count; i++) {
      bool call = LLVMIsACallInst(at[i]) || LLVMIsACallBrInst(at[i]);
      LLVMValueRef to = call ? LLVMGetCalledValue(at[i]) : NULL;
      if (to && LLVMIsAInlineAsm(to) && may_touch_memory(at[i]))
        announce(u, at[i]);
    }
    free(at);
  }
}
