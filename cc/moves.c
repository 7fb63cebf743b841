/* Moves that are written in assembly, where they are all that a statement
 * does: taken for the loads and stores that they are, before anything else is
 * looked at.
 *
 *   asm volatile("movq %1, %0" : "=q"(r) : "m"(*p) : "memory")
 *
 * Who writes a move so wants it made as it stands, once and in one piece: it is
 * atomic.  On x86 a load is never passed by what comes after it, and a store
 * never passes what came before it; whether the compiler keeps to that, too,
 * the clobber says.  So with "memory" it acquires or releases, and without it
 * is relaxed: what orders nothing in the compiler's eyes orders nothing.
 *
 * A statement that loads what it compares with (movq 0(%4), %rax) before a
 * locked instruction gets those values in a copy of its own: they are loaded
 * where the step is that says so, plainly, and the locked instruction, which
 * assembly.c knows, is another step. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "statement.h"
#include "unit.h"

/* The only line of the statement; false: there are none, or more. */
static bool only_line(const char *s, size_t len, struct line *out) {
  const char *at = s;
  struct line next;
  return statement_line(&at, s + len, out) &&
         !statement_line(&at, s + len, &next);
}

struct move {
  const struct operand *memory;
  LLVMValueRef value; /* what is stored; NULL: it is a load, or a number */
  long number;
  bool is_number;
  unsigned size;
};

static unsigned bytes(struct unit *u, LLVMTypeRef t) {
  LLVMTypeKind k = LLVMGetTypeKind(t);
  bool plain = k == LLVMIntegerTypeKind || k == LLVMPointerTypeKind ||
               k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
  unsigned n = plain ? (unsigned)LLVMStoreSizeOfType(u->layout, t) : 0;
  return n == 1 || n == 2 || n == 4 || n == 8 ? n : 0;
}

/* Everything but the two sides is the memory's second mention ("+m"). */
static bool has_only(const struct operand *all, unsigned count,
                     const struct operand *memory,
                     const struct operand *other) {
  for (const struct operand *o = all; o < all + count; o++)
    if (o != memory && o != other && o->value != memory->value)
      return false;
  return true;
}

/* "movb $1, %0": to memory of which the word or the operand says the size. */
static bool read_literal(const struct operand *all, unsigned count, int size,
                         const struct line *from, const struct line *to,
                         struct move *out) {
  int b = statement_number(to->rest, to->rest_len);
  bool direct = b >= 0 && (unsigned)b < count && &all[b] == out->memory;
  out->value = NULL;
  out->is_number = statement_literal(from, &out->number);
  out->size = size < 0 ? out->memory->size : (unsigned)size;
  return out->is_number && has_only(all, count, out->memory, out->memory) &&
         (out->size == 1 || out->size == 2 || out->size == 4 ||
          out->size == 8) &&
         (direct ? out->size <= out->memory->size : size > 0);
}

static bool read_move(struct unit *u, LLVMValueRef call,
                      const struct operand *all, unsigned count,
                      struct move *out) {
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  size_t len;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
  struct line l, from, to;
  if (!text || !count || !only_line(text, len, &l) ||
      LLVMGetInlineAsmDialect(assembly) != LLVMInlineAsmDialectATT)
    return false;
  int size = statement_moves(&l, &from, &to);
  out->memory = size ? statement_memory(&l, all, count) : NULL;
  if (!out->memory)
    return false;
  if (read_literal(all, count, size, &from, &to, out))
    return true;
  int a = statement_number(from.rest, from.rest_len);
  int b = statement_number(to.rest, to.rest_len);
  bool address_first = memchr(from.rest, '(', from.rest_len);
  bool loads = a >= 0 ? &all[a] == out->memory : address_first;
  int other = loads ? b : a;
  if (other < 0 || (unsigned)other >= count || all[other].in_memory ||
      all[other].output != loads ||
      !has_only(all, count, out->memory, &all[other]))
    return false;
  out->value = all[other].value;
  unsigned whole = bytes(u, loads ? LLVMTypeOf(call) : LLVMTypeOf(out->value));
  out->size = size < 0 ? whole : (unsigned)size;
  bool low_part = !loads && LLVMGetTypeKind(LLVMTypeOf(out->value)) ==
                                LLVMIntegerTypeKind; /* movb %al */
  return whole == out->size || (low_part && whole > out->size);
}

static void replace(struct unit *u, LLVMValueRef call, const struct move *m) {
  bool orders = statement_clobbers_memory(LLVMGetCalledValue(call));
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef p = m->memory->value, i, v = m->value;
  LLVMTypeRef t = LLVMIntTypeInContext(u->context, m->size * 8);
  if (m->is_number)
    v = LLVMConstInt(t, (unsigned long long)m->number, 1);
  if (v) {
    bool low_part = bytes(u, LLVMTypeOf(v)) > m->size;
    i = LLVMBuildStore(u->builder,
                       low_part ? LLVMBuildTrunc(u->builder, v, t, "") : v, p);
    LLVMSetOrdering(i, orders ? LLVMAtomicOrderingRelease
                              : LLVMAtomicOrderingMonotonic);
  } else {
    i = LLVMBuildLoad2(u->builder, LLVMTypeOf(call), p, "");
    LLVMSetOrdering(i, orders ? LLVMAtomicOrderingAcquire
                              : LLVMAtomicOrderingMonotonic);
    LLVMReplaceAllUsesWith(call, i);
  }
  LLVMSetAlignment(i, m->size);
  LLVMInstructionEraseFromParent(call);
}

/* --- what is compared with --------------------------------------------------- */

enum { LOADS = 4, COPY = 16 };

#define COPIED "heddle.copied" /* a name that no local of a program has */

bool moves_is_copy(LLVMValueRef local) {
  size_t len;
  return LLVMIsAAllocaInst(local) &&
         !strncmp(LLVMGetValueName2(local, &len), COPIED, strlen(COPIED));
}

struct loads {
  unsigned operand, count;
  struct {
    long offset;
    unsigned size;
  } at[LOADS];
};

/* The loads before the locked instruction, all by one register, which the rest
 * of the text does not name; false: it is not so. */
static bool read_loads(const char *s, size_t len, struct loads *out) {
  const char *end = s + len;
  struct line l, from, to;
  bool locked = false;
  *out = (struct loads){0};
  while (statement_line(&s, end, &l)) {
    static const char *const lock[] = {"lock", NULL};
    locked |= statement_is_one_of(l.word, l.word_len, lock);
    int size = statement_moves(&l, &from, &to);
    long offset;
    int n = size > 0 ? statement_address(&from, &offset) : -1;
    if (n < 0) {
      char name[16];
      snprintf(name, sizeof name, "$%u", out->operand);
      if (!out->count || statement_has(&l, name))
        return false;
      continue;
    }
    if (locked || out->count == LOADS || to.rest[0] != '%' || offset < 0 ||
        offset + size > COPY || (out->count && (unsigned)n != out->operand))
      return false;
    out->operand = (unsigned)n;
    out->at[out->count].offset = offset;
    out->at[out->count++].size = (unsigned)size;
  }
  return locked && out->count;
}

static LLVMValueRef make_room(struct unit *u, LLVMValueRef function) {
  LLVMPositionBuilderBefore(
      u->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMTypeRef t = LLVMArrayType2(LLVMInt8TypeInContext(u->context), COPY);
  LLVMValueRef room = LLVMBuildAlloca(u->builder, t, COPIED);
  LLVMSetAlignment(room, COPY);
  return room;
}

static void copy_loads(struct unit *u, LLVMValueRef call, LLVMValueRef function,
                       const struct operand *from, const struct loads *k) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  LLVMValueRef room = make_room(u, function);
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  for (unsigned i = 0; i < k->count; i++) {
    LLVMTypeRef t = LLVMIntTypeInContext(u->context, k->at[i].size * 8);
    LLVMValueRef by =
        LLVMConstInt(u->t_i64, (unsigned long long)k->at[i].offset, 0);
    LLVMValueRef p = LLVMBuildGEP2(u->builder, byte, from->value, &by, 1, "");
    LLVMValueRef v = LLVMBuildLoad2(u->builder, t, p, "");
    LLVMSetAlignment(v, 1);
    LLVMValueRef q = LLVMBuildGEP2(u->builder, byte, room, &by, 1, "");
    LLVMSetAlignment(LLVMBuildStore(u->builder, v, q), 1);
  }
  LLVMSetOperand(call, from->argument, room);
}

/* --- each statement ----------------------------------------------------------- */

static void take(struct unit *u, LLVMValueRef call, LLVMValueRef function) {
  struct operand all[OPERANDS];
  struct move m;
  struct loads k;
  unsigned count = statement_operands(call, all);
  size_t len;
  const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &len);
  if (read_move(u, call, all, count, &m)) {
    replace(u, call, &m);
  } else if (text && read_loads(text, len, &k) && k.operand < count) {
    const struct operand *from = &all[k.operand];
    if (from->value && !from->output && !from->in_memory &&
        LLVMGetTypeKind(LLVMTypeOf(from->value)) == LLVMPointerTypeKind)
      copy_loads(u, call, function, from, &k);
  }
}

void moves_take(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count);
  for (size_t i = 0; i < count; i++)
    if (LLVMIsACallInst(at[i]) && LLVMIsAInlineAsm(LLVMGetCalledValue(at[i])))
      take(u, at[i], function);
  free(at);
}
