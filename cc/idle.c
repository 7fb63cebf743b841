/* Results that do not matter.  A barrier tells one thread of each round that it
 * is the serial one, and any of them may be; most programs ignore it, or check
 * only that no error was returned.  Trying every thread for it is worth while
 * where the program then does different things.
 *
 * The call is followed with each of the results it can have, as far as nothing
 * happens but computing with the result and branching on it.  If all come to the
 * same instruction, nothing they have computed is used from there on, and no
 * join of ways was passed with different values, then the results make no
 * difference. */
#include <stdint.h>
#include <string.h>

#include "unit.h"

enum { VALUES_MOST = 32, LENGTH_MOST = 64 };

struct walk {
  LLVMValueRef at[VALUES_MOST]; /* what was computed, and what it is */
  int64_t value[VALUES_MOST];
  unsigned len;
  LLVMValueRef end; /* the first instruction that is more than that */
};

static const int64_t *lookup(const struct walk *w, LLVMValueRef v) {
  for (unsigned i = 0; i < w->len; i++)
    if (w->at[i] == v)
      return &w->value[i];
  return NULL;
}

static bool known(const struct walk *w, LLVMValueRef v, int64_t *value) {
  const int64_t *found = lookup(w, v);
  if (LLVMIsAConstantInt(v))
    *value = LLVMConstIntGetSExtValue(v);
  else if (found)
    *value = *found;
  else
    return false;
  return true;
}

static bool compare(LLVMIntPredicate p, int64_t a, int64_t b) {
  switch (p) {
  case LLVMIntEQ:
    return a == b;
  case LLVMIntNE:
    return a != b;
  case LLVMIntSGT:
    return a > b;
  case LLVMIntSGE:
    return a >= b;
  case LLVMIntSLT:
    return a < b;
  default: /* LLVMIntSLE, and those that compute asks for */
    return a <= b;
  }
}

static bool is_signed(LLVMIntPredicate p) {
  return p == LLVMIntEQ || p == LLVMIntNE || p >= LLVMIntSGT;
}

/* Whether the instruction only computes, with what is known. */
static bool compute(const struct walk *w, LLVMValueRef i, int64_t *out) {
  int64_t a, b;
  if (LLVMIsAICmpInst(i) && is_signed(LLVMGetICmpPredicate(i)) &&
      known(w, LLVMGetOperand(i, 0), &a) && known(w, LLVMGetOperand(i, 1), &b))
    return *out = compare(LLVMGetICmpPredicate(i), a, b), true;
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (op == LLVMZExt && known(w, LLVMGetOperand(i, 0), &a) &&
      LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(i, 0))) == 1)
    return *out = a & 1, true;
  if (op == LLVMXor && known(w, LLVMGetOperand(i, 0), &a) &&
      known(w, LLVMGetOperand(i, 1), &b))
    return *out = a ^ b, true;
  return false;
}

/* Where ways join: the value that comes this way; it must be known. */
static bool join(const struct walk *w, LLVMValueRef phi, LLVMBasicBlockRef from,
                 int64_t *out) {
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
    if (LLVMGetIncomingBlock(phi, k) == from)
      return known(w, LLVMGetIncomingValue(phi, k), out);
  return false;
}

static bool is_nothing(LLVMValueRef i) {
  return twin_is_store(i) || unit_is_intrinsic(i, "llvm.dbg");
}

static LLVMValueRef branch(const struct walk *w, LLVMValueRef i) {
  int64_t way = 1;
  if (LLVMIsConditional(i) && !known(w, LLVMGetCondition(i), &way))
    return NULL;
  return LLVMGetFirstInstruction(LLVMGetSuccessor(i, !(way & 1)));
}

static void follow(struct walk *w, LLVMValueRef call, int64_t result) {
  LLVMBasicBlockRef from = NULL;
  *w = (struct walk){.at = {call}, .value = {result}, .len = 1};
  LLVMValueRef i = LLVMGetNextInstruction(call);
  for (unsigned n = 0; i && n < LENGTH_MOST; n++) {
    int64_t value;
    w->end = i;
    if (is_nothing(i)) {
      i = LLVMGetNextInstruction(i);
      continue;
    }
    LLVMValueRef next = LLVMIsABranchInst(i) ? branch(w, i) : NULL;
    if (next)
      from = LLVMGetInstructionParent(i), value = 0;
    else if (LLVMIsABranchInst(i) ||
             !(LLVMIsAPHINode(i) ? join(w, i, from, &value)
                                 : compute(w, i, &value)))
      return;
    if (w->len == VALUES_MOST)
      return;
    w->at[w->len] = i;
    w->value[w->len++] = value;
    i = next ? next : LLVMGetNextInstruction(i);
  }
}

/* Whether a block can be come to from another without another call. */
static bool reaches(LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                    LLVMBasicBlockRef without, LLVMBasicBlockRef *seen,
                    unsigned *len) {
  enum { BLOCKS_MOST = 256 };
  if (from == to)
    return true;
  for (unsigned i = 0; i < *len; i++)
    if (seen[i] == from)
      return false;
  if (*len == BLOCKS_MOST)
    return true;
  seen[(*len)++] = from;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
  for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
    LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
    if (next != without && reaches(next, to, without, seen, len))
      return true;
  }
  return false;
}

/* Whether something from the end on uses what was computed from the result. */
static bool used_later(const struct walk *w, LLVMValueRef call) {
  LLVMBasicBlockRef seen[256], end = LLVMGetInstructionParent(w->end);
  for (unsigned k = 0; k < w->len; k++)
    for (LLVMUseRef use = LLVMGetFirstUse(w->at[k]); use;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      unsigned len = 0;
      if (!LLVMIsAInstruction(user) || lookup(w, user) || is_nothing(user))
        continue;
      if (user == w->end || reaches(end, LLVMGetInstructionParent(user),
                                    LLVMGetInstructionParent(call), seen, &len))
        return true;
    }
  return false;
}

bool idle_result(LLVMValueRef call) {
  struct walk zero, serial;
  if (strcmp(unit_callee(call), "pthread_barrier_wait"))
    return false;
  if (!LLVMGetFirstUse(call))
    return true;
  follow(&zero, call, 0);
  follow(&serial, call, -1); /* PTHREAD_BARRIER_SERIAL_THREAD */
  if (zero.end != serial.end)
    return false;
  return !used_later(&zero, call) && !used_later(&serial, call);
}
