#include "symbolic.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

/* --- the table ---------------------------------------------------------- */

bool shadow_floats(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMFloatTypeKind ||
         LLVMGetTypeKind(t) == LLVMDoubleTypeKind;
}

bool shadow_has(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMPointerTypeKind || shadow_floats(t) ||
         (LLVMGetTypeKind(t) == LLVMIntegerTypeKind &&
          LLVMGetIntTypeWidth(t) <= 64);
}

unsigned shadow_width(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t)
         : LLVMGetTypeKind(t) == LLVMFloatTypeKind ? 32
                                                   : 64;
}

static size_t place_of(const struct shadows *s, LLVMValueRef key) {
  size_t at = ((size_t)key >> 4) * 0x9e3779b97f4a7c15u >> 20;
  for (at &= s->cap - 1; s->keys[at] && s->keys[at] != key;)
    at = (at + 1) & (s->cap - 1);
  return at;
}

static void table_open(struct shadows *s, size_t values) {
  for (s->cap = 64; s->cap < 4 * values;)
    s->cap *= 2;
  s->keys = calloc(s->cap, sizeof *s->keys);
  s->slots = calloc(s->cap, sizeof *s->slots);
  if (!s->keys || !s->slots)
    abort();
}

/* The local that holds the shadow: 0 until the value is made. */
static LLVMValueRef slot_of(struct shadows *s, LLVMValueRef v) {
  size_t at = place_of(s, v);
  if (s->keys[at])
    return s->slots[at];
  struct unit *u = s->u;
  LLVMBasicBlockRef block = LLVMGetInsertBlock(u->builder);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(u->context);
  LLVMPositionBuilderBefore(b, s->top);
  LLVMValueRef slot = LLVMBuildAlloca(b, u->t_i32, "");
  LLVMBuildStore(b, unit_int(u, 0), slot);
  LLVMDisposeBuilder(b);
  (void)block;
  s->keys[at] = v;
  s->slots[at] = slot;
  return slot;
}

static bool has_slot(LLVMValueRef v) {
  return shadow_has(LLVMTypeOf(v)) &&
         (LLVMIsAInstruction(v) || LLVMIsAArgument(v));
}

LLVMValueRef shadow_of(struct shadows *s, LLVMValueRef v) {
  /* of a compare-and-swap: of what it found */
  if (!has_slot(v) && !LLVMIsAAtomicCmpXchgInst(v))
    return unit_int(s->u, 0);
  return LLVMBuildLoad2(s->u->builder, s->u->t_i32, slot_of(s, v), "");
}

bool shadow_is_none(LLVMValueRef shadow) {
  return LLVMIsConstant(shadow);
}

void shadow_set(struct shadows *s, LLVMValueRef v, LLVMValueRef shadow) {
  LLVMBuildStore(s->u->builder, shadow, slot_of(s, v));
}

void shadow_before(struct shadows *s, LLVMValueRef i) {
  LLVMPositionBuilderBefore(s->u->builder, i);
  LLVMSetCurrentDebugLocation2(s->u->builder, LLVMInstructionGetDebugLoc(i));
}

void shadow_behind(struct shadows *s, LLVMValueRef i) {
  LLVMPositionBuilderBefore(s->u->builder,
                            LLVMIsAInvokeInst(i)
                                ? LLVMGetFirstInstruction(LLVMGetNormalDest(i))
                                : LLVMGetNextInstruction(i));
  LLVMSetCurrentDebugLocation2(s->u->builder, LLVMInstructionGetDebugLoc(i));
}

void shadow_before_access(struct shadows *s, LLVMValueRef i) {
  LLVMValueRef call;
  while ((call = LLVMGetPreviousInstruction(i)) &&
         (unit_is_intrinsic(call, "heddle_mem_") ||
          unit_is_intrinsic(call, "heddle_local_check")))
    i = call;
  shadow_before(s, i);
}

/* --- calls of the runtime ----------------------------------------------- */

void shadow_fix(struct shadows *s, LLVMValueRef i, LLVMValueRef v,
                unsigned how) {
  LLVMValueRef e = shadow_of(s, v);
  if (shadow_is_none(e))
    return;
  LLVMValueRef args[] = {e, unit_int(s->u, how), site_of(s->u, i)};
  unit_call(s->u, "heddle_sym_fix", s->u->t_void, args, 3);
}

LLVMValueRef shadow_binary(struct shadows *s, LLVMValueRef i, unsigned op,
                           unsigned width, LLVMValueRef a, LLVMValueRef b,
                           LLVMValueRef x, LLVMValueRef y) {
  struct unit *u = s->u;
  if (shadow_is_none(a) && shadow_is_none(b))
    return unit_int(u, 0);
  LLVMValueRef args[] = {unit_int(u, op | width << 8),
                         a,
                         b,
                         unit_as_i64(u, x),
                         unit_as_i64(u, y),
                         site_of(u, i)};
  return unit_call(u, "heddle_sym_binary", u->t_i32, args, 6);
}

LLVMValueRef shadow_cast(struct shadows *s, unsigned op, unsigned width,
                         LLVMValueRef e) {
  if (shadow_is_none(e))
    return e;
  LLVMValueRef args[] = {unit_int(s->u, op | width << 8), e};
  return unit_call(s->u, "heddle_sym_cast", s->u->t_i32, args, 2);
}

LLVMValueRef shadow_not(struct shadows *s, LLVMValueRef e) {
  return shadow_is_none(e)
             ? e
             : unit_call(s->u, "heddle_sym_not", s->u->t_i32, &e, 1);
}

/* --- branches ----------------------------------------------------------- */

static void branch(struct shadows *s, LLVMValueRef i) {
  if (!LLVMIsConditional(i))
    return;
  shadow_before(s, i);
  LLVMValueRef e = shadow_of(s, LLVMGetCondition(i));
  if (shadow_is_none(e))
    return;
  LLVMValueRef args[] = {e, site_of(s->u, i)};
  unit_call(s->u, "heddle_sym_branch", s->u->t_void, args, 2);
}

/* The cases as a table: operands are the value, the default, then pairs. */
static LLVMValueRef case_table(struct unit *u, LLVMValueRef i, unsigned count) {
  LLVMValueRef *rows = calloc(count + 1, sizeof *rows);
  if (!rows)
    abort();
  for (unsigned k = 0; k < count; k++) {
    LLVMValueRef c = LLVMGetOperand(i, 2 + 2 * k);
    rows[k] = LLVMConstInt(u->t_i64, LLVMConstIntGetZExtValue(c), 0);
  }
  LLVMValueRef table = LLVMConstArray2(u->t_i64, rows, count);
  free(rows);
  LLVMValueRef g = LLVMAddGlobal(u->module, LLVMTypeOf(table), "heddle.cases");
  LLVMSetInitializer(g, table);
  LLVMSetGlobalConstant(g, 1);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  return g;
}

static void switch_(struct shadows *s, LLVMValueRef i) {
  struct unit *u = s->u;
  LLVMValueRef v = LLVMGetOperand(i, 0);
  shadow_before(s, i);
  LLVMValueRef e = shadow_of(s, v);
  unsigned count = ((unsigned)LLVMGetNumOperands(i) - 2) / 2;
  if (shadow_is_none(e) || !count)
    return;
  LLVMValueRef args[] = {e, unit_as_i64(u, v), case_table(u, i, count),
                         unit_int(u, count), site_of(u, i)};
  unit_call(u, "heddle_sym_switch", u->t_void, args, 5);
}

/* --- the pass ----------------------------------------------------------- */

/* Shadows of phis are phis; what comes in is loaded at the end of the block
 * it comes from. */
static void phi(struct shadows *s, LLVMValueRef i) {
  struct unit *u = s->u;
  if (!shadow_has(LLVMTypeOf(i)))
    return;
  LLVMPositionBuilderBefore(u->builder, i);
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  LLVMValueRef twin = LLVMBuildPhi(u->builder, u->t_i32, "");
  for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(i, k);
    shadow_before(s, LLVMGetBasicBlockTerminator(from));
    LLVMValueRef e = shadow_of(s, LLVMGetIncomingValue(i, k));
    LLVMAddIncoming(twin, &e, &from, 1);
  }
  LLVMValueRef first = LLVMGetNextInstruction(i);
  while (LLVMIsAPHINode(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(u->builder, first);
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  shadow_set(s, i, twin);
}

/* Where a call that may throw goes on is a place of its own. */
static bool has_place_behind(LLVMValueRef invoke) {
  LLVMBasicBlockRef to = LLVMGetNormalDest(invoke);
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(to));
  return use && !LLVMGetNextUse(use) &&
         !LLVMIsAPHINode(LLVMGetFirstInstruction(to));
}

static void instruction(struct shadows *s, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMPHI:
    phi(s, i);
    break;
  case LLVMBr:
    branch(s, i);
    break;
  case LLVMSwitch:
    switch_(s, i);
    break;
  case LLVMCall:
    symbolic_call(s, i);
    break;
  case LLVMInvoke:
    if (has_place_behind(i))
      symbolic_call(s, i);
    else
      symbolic_lost_call(s, i);
    break;
  case LLVMRet:
    symbolic_return(s, i);
    break;
  case LLVMAlloca: /* of a length that depends on inputs: each by itself */
    shadow_before(s, i);
    shadow_fix(s, i, LLVMGetOperand(i, 0), ABI_INDEX);
    break;
  case LLVMUnreachable:
  case LLVMFence:
    break;
  default:
    symbolic_value(s, i);
  }
}

void symbolic_instrument(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count);
  struct shadows s = {.u = u, .function = function, .top = at[0]};
  table_open(&s, count + LLVMCountParams(function));
  symbolic_enter(&s);
  for (size_t i = 0; i < count; i++)
    instruction(&s, at[i]);
  free(s.keys);
  free(s.slots);
  free(at);
}

/* A byte in a section of its own, by which the runtime knows. */
void symbolic_mark(struct unit *u) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  LLVMValueRef g = LLVMAddGlobal(u->module, byte, "heddle.symbolic");
  LLVMSetInitializer(g, LLVMConstInt(byte, 1, 0));
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetSection(g, "heddle_symbolic");
}
