/* What instructions do to shadows. */
#include "symbolic.h"

static LLVMValueRef type_size(struct unit *u, LLVMTypeRef t) {
  return unit_int(u, (unsigned)LLVMStoreSizeOfType(u->layout, t));
}

/* --- computing ---------------------------------------------------------- */

static int operation(LLVMOpcode o) {
  switch (o) {
  case LLVMAdd: return SYM_ADD;
  case LLVMSub: return SYM_SUB;
  case LLVMMul: return SYM_MUL;
  case LLVMUDiv: return SYM_UDIV;
  case LLVMSDiv: return SYM_SDIV;
  case LLVMURem: return SYM_UREM;
  case LLVMSRem: return SYM_SREM;
  case LLVMAnd: return SYM_AND;
  case LLVMOr: return SYM_OR;
  case LLVMXor: return SYM_XOR;
  case LLVMShl: return SYM_SHL;
  case LLVMLShr: return SYM_LSHR;
  case LLVMAShr: return SYM_ASHR;
  default: return -1;
  }
}

/* Before it: a division by zero must not come first. */
static void binary(struct shadows *s, LLVMValueRef i, unsigned op) {
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
  shadow_before(s, i);
  LLVMValueRef e =
      shadow_binary(s, i, op, shadow_width(LLVMTypeOf(i)), shadow_of(s, x),
                    shadow_of(s, y), x, y);
  if (!shadow_is_none(e))
    shadow_set(s, i, e);
}

struct comparison {
  unsigned op;
  bool swapped, negated;
};

static struct comparison comparison(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntEQ: return (struct comparison){SYM_EQ, false, false};
  case LLVMIntNE: return (struct comparison){SYM_EQ, false, true};
  case LLVMIntUGT: return (struct comparison){SYM_ULT, true, false};
  case LLVMIntUGE: return (struct comparison){SYM_ULE, true, false};
  case LLVMIntULT: return (struct comparison){SYM_ULT, false, false};
  case LLVMIntULE: return (struct comparison){SYM_ULE, false, false};
  case LLVMIntSGT: return (struct comparison){SYM_SLT, true, false};
  case LLVMIntSGE: return (struct comparison){SYM_SLE, true, false};
  case LLVMIntSLT: return (struct comparison){SYM_SLT, false, false};
  default: return (struct comparison){SYM_SLE, false, false};
  }
}

static void compare(struct shadows *s, LLVMValueRef i) {
  struct comparison c = comparison(LLVMGetICmpPredicate(i));
  LLVMValueRef x = LLVMGetOperand(i, c.swapped);
  LLVMValueRef y = LLVMGetOperand(i, !c.swapped);
  shadow_before(s, i);
  LLVMValueRef e =
      shadow_binary(s, i, c.op, shadow_width(LLVMTypeOf(x)), shadow_of(s, x),
                    shadow_of(s, y), x, y);
  if (c.negated)
    e = shadow_not(s, e);
  if (!shadow_is_none(e))
    shadow_set(s, i, e);
}

static void cast(struct shadows *s, LLVMValueRef i) {
  shadow_before(s, i);
  LLVMValueRef e = shadow_of(s, LLVMGetOperand(i, 0));
  unsigned op = LLVMGetInstructionOpcode(i) == LLVMSExt ? SYM_SEXT : SYM_ZEXT;
  if (!shadow_is_none(e))
    shadow_set(s, i, shadow_cast(s, op, shadow_width(LLVMTypeOf(i)), e));
}

static void select_(struct shadows *s, LLVMValueRef i) {
  struct unit *u = s->u;
  LLVMValueRef c = LLVMGetOperand(i, 0), x = LLVMGetOperand(i, 1),
               y = LLVMGetOperand(i, 2);
  shadow_before(s, i);
  LLVMValueRef args[] = {unit_int(u, shadow_width(LLVMTypeOf(i))),
                         shadow_of(s, c),
                         shadow_of(s, x),
                         shadow_of(s, y),
                         LLVMBuildZExt(u->builder, c, u->t_i32, ""),
                         unit_as_i64(u, x),
                         unit_as_i64(u, y)};
  if (!shadow_is_none(args[1]) || !shadow_is_none(args[2]) ||
      !shadow_is_none(args[3]))
    shadow_set(s, i, unit_call(u, "heddle_sym_select", u->t_i32, args, 7));
}

/* Of other types than ours the way is a branch. */
static void select_way(struct shadows *s, LLVMValueRef i) {
  shadow_before(s, i);
  LLVMValueRef c = LLVMGetOperand(i, 0);
  LLVMValueRef e = shadow_of(s, c);
  if (shadow_is_none(e))
    return;
  LLVMValueRef args[] = {e, site_of(s->u, i)};
  unit_call(s->u, "heddle_sym_branch", s->u->t_void, args, 2);
}

/* --- addresses ---------------------------------------------------------- */

struct address {
  LLVMValueRef shadow, value; /* so far */
};

static void offset(struct shadows *s, LLVMValueRef i, struct address *a,
                   LLVMValueRef shadow, LLVMValueRef bytes) {
  a->shadow = shadow_binary(s, i, SYM_ADD, 64, a->shadow, shadow, a->value,
                            bytes);
  a->value = LLVMBuildAdd(s->u->builder, a->value, bytes, "");
}

static void index_by(struct shadows *s, LLVMValueRef i, struct address *a,
                     LLVMValueRef index, uint64_t size) {
  struct unit *u = s->u;
  LLVMValueRef scale = LLVMConstInt(u->t_i64, size, 0);
  LLVMValueRef wide =
      LLVMBuildSExtOrBitCast(u->builder, index, u->t_i64, "");
  LLVMValueRef e = shadow_cast(s, SYM_SEXT, 64, shadow_of(s, index));
  e = shadow_binary(s, i, SYM_MUL, 64, e, unit_int(u, 0), wide, scale);
  offset(s, i, a, e, LLVMBuildMul(u->builder, wide, scale, ""));
}

static bool is_followed(struct shadows *s, LLVMValueRef i) {
  bool followed = false;
  for (int k = 0; k < LLVMGetNumOperands(i); k++)
    followed |= !LLVMIsConstant(LLVMGetOperand(i, (unsigned)k)) &&
                !LLVMIsAAllocaInst(LLVMGetOperand(i, (unsigned)k));
  (void)s;
  return followed;
}

static void element(struct shadows *s, LLVMValueRef i) {
  struct unit *u = s->u;
  if (!shadow_has(LLVMTypeOf(i)) || !is_followed(s, i))
    return;
  shadow_before(s, i);
  LLVMTypeRef t = LLVMGetGEPSourceElementType(i);
  LLVMValueRef base = LLVMGetOperand(i, 0);
  struct address a = {shadow_of(s, base),
                      LLVMBuildPtrToInt(u->builder, base, u->t_i64, "")};
  for (int k = 1; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef index = LLVMGetOperand(i, (unsigned)k);
    if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      uint64_t bytes = LLVMOffsetOfElement(u->layout, t, member);
      offset(s, i, &a, unit_int(u, 0), LLVMConstInt(u->t_i64, bytes, 0));
      t = LLVMStructGetTypeAtIndex(t, member);
      continue;
    }
    if (k > 1)
      t = LLVMGetElementType(t);
    index_by(s, i, &a, index, LLVMABISizeOfType(u->layout, t));
  }
  if (!shadow_is_none(a.shadow))
    shadow_set(s, i, a.shadow);
}

/* --- memory ------------------------------------------------------------- */

/* What an address was computed from, with its size where that is known. */
struct root {
  LLVMValueRef at, size;
};

static struct root root_of(struct shadows *s, LLVMValueRef p) {
  struct unit *u = s->u;
  while (LLVMIsAGetElementPtrInst(p) || LLVMIsABitCastInst(p))
    p = LLVMGetOperand(p, 0);
  LLVMTypeRef t = LLVMIsAAllocaInst(p)          ? LLVMGetAllocatedType(p)
                  : LLVMIsAGlobalVariable(p) &&
                            !LLVMIsDeclaration(p)
                      ? LLVMGlobalGetValueType(p)
                      : NULL;
  bool one = !LLVMIsAAllocaInst(p) || LLVMIsConstant(LLVMGetOperand(p, 0));
  uint64_t size = t && one ? LLVMABISizeOfType(u->layout, t) : 0;
  if (LLVMIsAAllocaInst(p) && one)
    size *= LLVMConstIntGetZExtValue(LLVMGetOperand(p, 0));
  /* of a pointer that depends on inputs itself nobody knows */
  LLVMValueRef e = shadow_of(s, p);
  LLVMValueRef at = shadow_is_none(e)
                        ? p
                        : LLVMBuildSelect(
                              u->builder,
                              LLVMBuildICmp(u->builder, LLVMIntEQ, e,
                                            unit_int(u, 0), ""),
                              p, LLVMConstNull(u->t_ptr), "");
  return (struct root){at, LLVMConstInt(u->t_i64, size, 0)};
}

/* Others may see the access: access.c has put a step before it. */
static LLVMValueRef is_seen(struct shadows *s, LLVMValueRef i) {
  bool seen = false;
  LLVMValueRef call = i;
  while ((call = LLVMGetPreviousInstruction(call)) &&
         (unit_is_intrinsic(call, "heddle_mem_") ||
          unit_is_intrinsic(call, "heddle_local_check")))
    seen |= unit_is_intrinsic(call, "heddle_mem_");
  return unit_int(s->u, seen);
}

/* All elements at once, if it can be (rt/element.c); else each by itself. */
static LLVMValueRef place(struct shadows *s, LLVMValueRef i, LLVMValueRef p,
                          LLVMTypeRef t) {
  struct unit *u = s->u;
  LLVMValueRef seen = is_seen(s, i);
  shadow_before_access(s, i);
  LLVMValueRef e = shadow_of(s, p);
  if (shadow_is_none(e))
    return e;
  if (!shadow_has(t)) {
    shadow_fix(s, i, p, ABI_INDEX);
    return unit_int(u, 0);
  }
  struct root r = root_of(s, p);
  LLVMValueRef args[] = {e,    p,      type_size(u, t), seen,
                         r.at, r.size, site_of(u, i)};
  return unit_call(u, "heddle_sym_place", u->t_i32, args, 7);
}

static void load(struct shadows *s, LLVMValueRef i) {
  struct unit *u = s->u;
  LLVMValueRef p = LLVMGetOperand(i, 0);
  LLVMTypeRef t = LLVMTypeOf(i);
  LLVMValueRef chosen = place(s, i, p, t);
  shadow_behind(s, i);
  unsigned size = (unsigned)LLVMStoreSizeOfType(u->layout, t);
  LLVMValueRef args[] = {p, type_size(u, t), site_of(u, i)};
  if (!shadow_has(t)) {
    unit_call(u, "heddle_sym_opaque", u->t_void, args, 3);
    return;
  }
  LLVMValueRef element[] = {
      p, unit_int(u, size | (shadow_floats(t) ? ABI_SYM_FLOAT : 0)), chosen,
      args[2]};
  LLVMValueRef e =
      !shadow_is_none(chosen)
          ? unit_call(u, "heddle_sym_element", u->t_i32, element, 4)
      : shadow_floats(t)
          ? unit_call(u, "heddle_sym_load_float", u->t_i32, args, 2)
          : unit_call(u, "heddle_sym_load", u->t_i32, args, 3);
  if (LLVMStoreSizeOfType(u->layout, t) * 8 != shadow_width(t))
    e = shadow_cast(s, SYM_ZEXT, shadow_width(t), e);
  shadow_set(s, i, e);
}

static void store(struct shadows *s, LLVMValueRef i) {
  struct unit *u = s->u;
  LLVMValueRef v = LLVMGetOperand(i, 0), p = LLVMGetOperand(i, 1);
  LLVMTypeRef t = LLVMTypeOf(v);
  if (twin_is_store(i))
    return;
  LLVMValueRef seen = is_seen(s, i), chosen = NULL;
  shadow_before_access(s, i);
  LLVMValueRef e = shadow_of(s, p), x = shadow_of(s, v);
  if (!shadow_is_none(e) && shadow_has(t)) {
    struct root r = root_of(s, p);
    LLVMValueRef put[] = {e,      p,      type_size(u, t),
                          seen,   r.at,   r.size,
                          x,      unit_as_i64(u, v),
                          site_of(u, i)};
    chosen = unit_call(u, "heddle_sym_put", u->t_i32, put, 9);
  } else {
    shadow_fix(s, i, p, ABI_INDEX);
  }
  shadow_behind(s, i);
  x = shadow_of(s, v);
  LLVMValueRef args[] = {p, type_size(u, t), x, site_of(u, i)};
  LLVMValueRef late[] = {p, type_size(u, t), x, chosen, site_of(u, i)};
  if (chosen)
    unit_call(u, "heddle_sym_written", u->t_void, late, 5);
  else
    unit_call(u, "heddle_sym_store", u->t_void, args, 4);
}

static unsigned update_operation(LLVMValueRef i) {
  switch (LLVMGetAtomicRMWBinOp(i)) {
  case LLVMAtomicRMWBinOpXchg: return ABI_EXCHANGE;
  case LLVMAtomicRMWBinOpAdd: return SYM_ADD;
  case LLVMAtomicRMWBinOpSub: return SYM_SUB;
  case LLVMAtomicRMWBinOpAnd: return SYM_AND;
  case LLVMAtomicRMWBinOpOr: return SYM_OR;
  case LLVMAtomicRMWBinOpXor: return SYM_XOR;
  default: return ABI_OTHER;
  }
}

static void update(struct shadows *s, LLVMValueRef i) {
  struct unit *u = s->u;
  LLVMValueRef p = LLVMGetOperand(i, 0), v = LLVMGetOperand(i, 1);
  LLVMTypeRef t = LLVMTypeOf(v);
  shadow_before_access(s, i);
  shadow_fix(s, i, p, ABI_INDEX);
  shadow_behind(s, i);
  if (!shadow_has(t)) {
    LLVMValueRef args[] = {p, type_size(u, t), unit_int(u, 0), site_of(u, i)};
    unit_call(u, "heddle_sym_store", u->t_void, args, 4);
    return;
  }
  unsigned size = (unsigned)LLVMStoreSizeOfType(u->layout, t);
  LLVMValueRef args[] = {p,
                         unit_int(u, update_operation(i) | size << 8),
                         shadow_of(s, v),
                         unit_as_i64(u, i),
                         unit_as_i64(u, v),
                         site_of(u, i)};
  shadow_set(s, i, unit_call(u, "heddle_sym_update", u->t_i32, args, 6));
}

static void swap(struct shadows *s, LLVMValueRef i) {
  struct unit *u = s->u;
  LLVMValueRef p = LLVMGetOperand(i, 0), want = LLVMGetOperand(i, 1),
               new = LLVMGetOperand(i, 2);
  LLVMTypeRef t = LLVMTypeOf(want);
  shadow_before_access(s, i);
  shadow_fix(s, i, p, ABI_INDEX);
  shadow_behind(s, i);
  if (!shadow_has(t))
    return;
  LLVMValueRef found = LLVMBuildExtractValue(u->builder, i, 0, "");
  LLVMValueRef args[] = {p,
                         type_size(u, t),
                         shadow_of(s, want),
                         shadow_of(s, new),
                         unit_as_i64(u, found),
                         unit_as_i64(u, want),
                         site_of(u, i)};
  shadow_set(s, i, unit_call(u, "heddle_sym_swap", u->t_i32, args, 7));
}

/* What a compare-and-swap found; whether it did is decided by then. */
static void extract(struct shadows *s, LLVMValueRef i) {
  LLVMValueRef from = LLVMGetOperand(i, 0);
  if (!LLVMIsAAtomicCmpXchgInst(from) || LLVMGetNumIndices(i) != 1 ||
      LLVMGetIndices(i)[0] || !shadow_has(LLVMTypeOf(i)))
    return;
  shadow_before(s, i);
  shadow_set(s, i, shadow_of(s, from));
}

/* --- all of them -------------------------------------------------------- */

static void give_up(struct shadows *s, LLVMValueRef i) {
  shadow_before(s, i);
  for (int k = 0; k < LLVMGetNumOperands(i); k++)
    shadow_fix(s, i, LLVMGetOperand(i, (unsigned)k), ABI_PINNED);
}

void symbolic_value(struct shadows *s, LLVMValueRef i) {
  LLVMOpcode o = LLVMGetInstructionOpcode(i);
  bool ours = shadow_has(LLVMTypeOf(i));
  int op = operation(o);
  if (op >= 0 && ours)
    return binary(s, i, (unsigned)op);
  if (symbolic_float(s, i))
    return;
  switch (o) {
  case LLVMICmp:
    return shadow_has(LLVMTypeOf(LLVMGetOperand(i, 0))) ? compare(s, i)
                                                        : give_up(s, i);
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMFreeze:
    return ours && shadow_has(LLVMTypeOf(LLVMGetOperand(i, 0)))
               ? cast(s, i)
               : give_up(s, i);
  case LLVMSelect:
    return ours ? select_(s, i) : select_way(s, i);
  case LLVMGetElementPtr:
    return element(s, i);
  case LLVMLoad:
    return load(s, i);
  case LLVMStore:
    return store(s, i);
  case LLVMAtomicRMW:
    return update(s, i);
  case LLVMAtomicCmpXchg:
    return swap(s, i);
  case LLVMExtractValue:
    return extract(s, i);
  default:
    return give_up(s, i);
  }
}
