/* What floating point does to shadows (rt/float.c). */
#include <stdlib.h>
#include <string.h>

#include "symbolic.h"

static unsigned width_of(LLVMValueRef v) {
  return shadow_width(LLVMTypeOf(v));
}

/* --- operations --------------------------------------------------------- */

static int operation(LLVMOpcode o) {
  switch (o) {
  case LLVMFAdd:
    return SYM_FADD;
  case LLVMFSub:
    return SYM_FSUB;
  case LLVMFMul:
    return SYM_FMUL;
  case LLVMFDiv:
    return SYM_FDIV;
  case LLVMFPTrunc:
  case LLVMFPExt:
    return SYM_FTOF;
  case LLVMSIToFP:
    return SYM_STOF;
  case LLVMUIToFP:
    return SYM_UTOF;
  default:
    return -1;
  }
}

/* i is what came out of x and, unless it is NULL, y. */
static void compute(struct shadows *s, LLVMValueRef i, unsigned op,
                    unsigned how, LLVMValueRef x, LLVMValueRef y) {
  struct unit *u = s->u;
  shadow_behind(s, i);
  LLVMValueRef a = shadow_of(s, x), b = y ? shadow_of(s, y) : unit_int(u, 0);
  if (shadow_is_none(a) && shadow_is_none(b))
    return;
  LLVMValueRef args[] = {
      unit_int(u, op | width_of(i) << 8 | width_of(x) << 16 | how << 24),
      a,
      b,
      unit_as_i64(u, x),
      y ? unit_as_i64(u, y) : LLVMConstInt(u->t_i64, 0, 0),
      unit_as_i64(u, i),
      site_of(u, i)};
  shadow_set(s, i, unit_call(u, "heddle_sym_float", u->t_i32, args, 7));
}

/* By a function of the runtime with (what, a, b, x, y, site). */
static void pair(struct shadows *s, LLVMValueRef i, const char *function,
                 unsigned what, LLVMValueRef into) {
  struct unit *u = s->u;
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
  LLVMValueRef a = shadow_of(s, x), b = shadow_of(s, y);
  if (shadow_is_none(a) && shadow_is_none(b))
    return;
  LLVMValueRef args[] = {
      unit_int(u, what), a, b, unit_as_i64(u, x), unit_as_i64(u, y),
      site_of(u, i)};
  LLVMValueRef e = unit_call(u, function, u->t_i32, args, 6);
  shadow_set(s, i, e);
  if (into)
    shadow_set(s, into, e);
}

/* By one with (what, e, is, site). */
static void single(struct shadows *s, LLVMValueRef i, const char *function,
                   unsigned what) {
  struct unit *u = s->u;
  LLVMValueRef e = shadow_of(s, LLVMGetOperand(i, 0));
  if (shadow_is_none(e))
    return;
  LLVMValueRef args[] = {unit_int(u, what), e, unit_as_i64(u, i),
                         site_of(u, i)};
  shadow_set(s, i, unit_call(u, function, u->t_i32, args, 4));
}

static void to_whole(struct shadows *s, LLVMValueRef i, bool is_signed,
                     unsigned how) {
  shadow_behind(s, i);
  single(s, i, "heddle_sym_whole",
         is_signed | width_of(i) << 8 | width_of(LLVMGetOperand(i, 0)) << 16 |
             how << 24);
}

/* A sign is a bit. */
static void negate(struct shadows *s, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0);
  unsigned width = width_of(i);
  shadow_before(s, i);
  LLVMValueRef sign = LLVMConstInt(s->u->t_i64, UINT64_C(1) << (width - 1), 0);
  LLVMValueRef e = shadow_binary(s, i, SYM_XOR, width, shadow_of(s, x),
                                 unit_int(s->u, 0), x, sign);
  if (!shadow_is_none(e))
    shadow_set(s, i, e);
}

static void without_sign(struct shadows *s, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0);
  unsigned width = width_of(i);
  shadow_before(s, i);
  LLVMValueRef rest =
      LLVMConstInt(s->u->t_i64, (UINT64_C(1) << (width - 1)) - 1, 0);
  LLVMValueRef e = shadow_binary(s, i, SYM_AND, width, shadow_of(s, x),
                                 unit_int(s->u, 0), x, rest);
  if (!shadow_is_none(e))
    shadow_set(s, i, e);
}

/* Whether the bits go nowhere but into an event (access.c). */
static bool is_told(LLVMValueRef bits) {
  for (LLVMUseRef use = LLVMGetFirstUse(bits); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!unit_is_intrinsic(user, "heddle_mem_") &&
        !(LLVMIsAZExtInst(user) && is_told(user)))
      return false;
  }
  return true;
}

/* The bits of one as an integer, or the other way round. */
static bool same_bits(struct shadows *s, LLVMValueRef i) {
  struct unit *u = s->u;
  LLVMValueRef x = LLVMGetOperand(i, 0);
  if (!shadow_has(LLVMTypeOf(x)) || !shadow_has(LLVMTypeOf(i)))
    return false;
  shadow_before(s, i);
  LLVMValueRef e = shadow_of(s, x);
  if (shadow_is_none(e) || (shadow_floats(LLVMTypeOf(x)) && is_told(i)))
    return true;
  if (shadow_floats(LLVMTypeOf(x)) && !shadow_floats(LLVMTypeOf(i))) {
    LLVMValueRef args[] = {e, site_of(u, i)};
    e = unit_call(u, "heddle_sym_fbits", u->t_i32, args, 2);
  }
  shadow_set(s, i, e);
  return true;
}

bool symbolic_float(struct shadows *s, LLVMValueRef i) {
  LLVMOpcode o = LLVMGetInstructionOpcode(i);
  int op = operation(o);
  if (o == LLVMBitCast)
    return same_bits(s, i);
  if (LLVMCanValueUseFastMathFlags(i)) /* one of the ways it may be computed */
    LLVMSetFastMathFlags(i, LLVMFastMathNone);
  for (int k = 0; k < LLVMGetNumOperands(i); k++)
    if (!shadow_has(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k))))
      return false;
  if (!shadow_has(LLVMTypeOf(i)))
    return false;
  if (op >= 0) {
    bool binary = sym_operands((unsigned)op) == 2;
    compute(s, i, (unsigned)op, 0, LLVMGetOperand(i, 0),
            binary ? LLVMGetOperand(i, 1) : NULL);
    return true;
  }
  switch (o) {
  case LLVMFNeg:
    return negate(s, i), true;
  case LLVMFCmp:
    shadow_before(s, i);
    pair(s, i, "heddle_sym_fcompare",
         (unsigned)LLVMGetFCmpPredicate(i) | width_of(LLVMGetOperand(i, 0))
                                                 << 8,
         NULL);
    return true;
  case LLVMFPToSI:
    return to_whole(s, i, true, 0), true;
  case LLVMFPToUI:
    return to_whole(s, i, false, 0), true;
  default:
    return false;
  }
}

/* --- functions ---------------------------------------------------------- */

/* Which of two equal zeros, or of what is no number: as written here, and not
 * as a processor has it. */
static LLVMValueRef extreme_value(struct shadows *s, LLVMValueRef call,
                                  bool most) {
  LLVMBuilderRef b = s->u->builder;
  LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1);
  LLVMValueRef first =
      LLVMBuildFCmp(b, LLVMRealOLT, most ? y : x, most ? x : y, "");
  LLVMValueRef out = LLVMBuildSelect(b, first, x, y, "");
  out = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealUNO, y, y, ""), x, out, "");
  return LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealUNO, x, x, ""), y, out,
                         "");
}

static void extreme(struct shadows *s, LLVMValueRef call, bool most) {
  shadow_before(s, call);
  LLVMValueRef out = extreme_value(s, call, most);
  if (!LLVMIsAInstruction(out))
    return; /* constants */
  LLVMReplaceAllUsesWith(call, out);
  pair(s, call, "heddle_sym_fextreme", most | width_of(call) << 8, out);
}

/* Where the processor has an operation for both at once, it may be used. */
static bool may_fuse(struct shadows *s) {
  LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
      s->function, LLVMAttributeFunctionIndex, "target-features", 15);
  unsigned len;
  const char *has = a ? LLVMGetStringAttributeValue(a, &len) : "";
  return strstr(has, "+fma") != NULL;
}

static bool multiply_add(struct shadows *s, LLVMValueRef call) {
  struct unit *u = s->u;
  if (may_fuse(s))
    return false;
  shadow_behind(s, call);
  LLVMValueRef e[3], slots[4];
  LLVMTypeRef four = LLVMArrayType2(u->t_i64, 4);
  LLVMValueRef packed = LLVMGetUndef(four);
  bool none = true;
  for (unsigned k = 0; k < 3; k++) {
    e[k] = shadow_of(s, LLVMGetOperand(call, k));
    none &= shadow_is_none(e[k]);
    slots[k] = unit_as_i64(u, LLVMGetOperand(call, k));
  }
  slots[3] = unit_as_i64(u, call);
  if (none)
    return true;
  for (unsigned k = 0; k < 4; k++)
    packed = LLVMBuildInsertValue(u->builder, packed, slots[k], k, "");
  LLVMBuilderRef top = LLVMCreateBuilderInContext(u->context);
  LLVMPositionBuilderBefore(top, s->top);
  LLVMValueRef room = LLVMBuildAlloca(top, four, "");
  LLVMDisposeBuilder(top);
  LLVMBuildStore(u->builder, packed, room);
  LLVMValueRef args[] = {
      unit_int(u, width_of(call)), e[0], e[1], e[2], room, site_of(u, call)};
  shadow_set(s, call, unit_call(u, "heddle_sym_muladd", u->t_i32, args, 6));
  return true;
}

static void root(struct shadows *s, LLVMValueRef call) {
  shadow_behind(s, call);
  single(s, call, "heddle_sym_root", width_of(call));
}

/* The name without "llvm." and type, or the `f` that means float. */
static bool is_called(LLVMValueRef call, const char *name) {
  const char *callee = unit_callee(call);
  size_t len = strlen(name);
  bool own = !strncmp(callee, "llvm.", 5);
  callee += own ? 5 : 0;
  if (strncmp(callee, name, len))
    return false;
  return own ? callee[len] == '.'
             : !callee[len] || (callee[len] == 'f' && !callee[len + 1]);
}

static bool is_whole_call(struct shadows *s, LLVMValueRef call) {
  static const struct {
    const char *name;
    unsigned how;
  } rows[] = {{"lround", SYM_AWAY},
              {"llround", SYM_AWAY},
              {"lrint", SYM_NEAREST},
              {"llrint", SYM_NEAREST}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (is_called(call, rows[k].name))
      return to_whole(s, call, true, rows[k].how + 1), true;
  return false;
}

static bool is_rounding(struct shadows *s, LLVMValueRef call) {
  static const struct {
    const char *name;
    unsigned how;
  } rows[] = {{"floor", SYM_DOWN},        {"ceil", SYM_UP},
              {"trunc", SYM_TO_ZERO},     {"round", SYM_AWAY},
              {"roundeven", SYM_NEAREST}, {"rint", SYM_NEAREST},
              {"nearbyint", SYM_NEAREST}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (is_called(call, rows[k].name)) {
      compute(s, call, SYM_FROUND, rows[k].how, LLVMGetOperand(call, 0), NULL);
      return true;
    }
  return false;
}

static bool class_call(struct shadows *s, LLVMValueRef call) {
  struct unit *u = s->u;
  LLVMValueRef x = LLVMGetOperand(call, 0);
  unsigned mask = 0;
  bool named = is_called(call, "isnan") || is_called(call, "__isnan");
  bool finite = is_called(call, "finite") || is_called(call, "__finite");
  if (is_called(call, "is.fpclass"))
    mask = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  else if (named || finite)
    mask = named ? 3 : 0x1f8;
  else
    return false;
  shadow_before(s, call);
  LLVMValueRef e = shadow_of(s, x);
  if (shadow_is_none(e))
    return true;
  LLVMValueRef args[] = {unit_int(u, mask | width_of(x) << 16), e,
                         site_of(u, call)};
  shadow_set(s, call, unit_call(u, "heddle_sym_fclass", u->t_i32, args, 3));
  if (named || finite)
    shadow_set(s, call,
               shadow_cast(s, SYM_ZEXT, width_of(call), shadow_of(s, call)));
  return true;
}

/* Functions that the runtime makes of operations (rt/float.c). */
static bool made_call(struct shadows *s, LLVMValueRef call) {
  static const struct {
    const char *name;
    unsigned what;
  } rows[] = {{"fdim", ABI_FDIM},
              {"ldexp", ABI_LDEXP},
              {"scalbn", ABI_LDEXP},
              {"nextafter", ABI_NEXTAFTER}};
  struct unit *u = s->u;
  size_t k = 0, count = sizeof rows / sizeof *rows;
  while (k < count && !is_called(call, rows[k].name))
    k++;
  if (k == count)
    return false;
  LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1);
  shadow_behind(s, call);
  LLVMValueRef a = shadow_of(s, x), b = shadow_of(s, y);
  if (shadow_is_none(a) && shadow_is_none(b))
    return true;
  LLVMValueRef args[] = {unit_int(u, rows[k].what | width_of(call) << 8),
                         a,
                         b,
                         unit_as_i64(u, x),
                         unit_as_i64(u, y),
                         unit_as_i64(u, call),
                         site_of(u, call)};
  shadow_set(s, call, unit_call(u, "heddle_sym_fmade", u->t_i32, args, 7));
  return true;
}

bool symbolic_float_call(struct shadows *s, LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  if (!f || !LLVMIsAFunction(f) || !LLVMIsDeclaration(f) ||
      !LLVMGetNumArgOperands(call) ||
      !shadow_floats(LLVMTypeOf(LLVMGetOperand(call, 0))) ||
      !shadow_has(LLVMTypeOf(call)))
    return false;
  if (LLVMCanValueUseFastMathFlags(call))
    LLVMSetFastMathFlags(call, LLVMFastMathNone);
  if (made_call(s, call) || is_rounding(s, call) || is_whole_call(s, call) ||
      class_call(s, call))
    return true;
  if (is_called(call, "fmuladd"))
    return multiply_add(s, call);
  if (is_called(call, "fabs"))
    return without_sign(s, call), true;
  if (is_called(call, "sqrt"))
    return root(s, call), true;
  if (is_called(call, "copysign")) {
    shadow_before(s, call);
    pair(s, call, "heddle_sym_fsign", width_of(call), NULL);
    return true;
  }
  bool most = is_called(call, "maxnum") || is_called(call, "fmax");
  if (most || is_called(call, "minnum") || is_called(call, "fmin"))
    return extreme(s, call, most), true;
  return false;
}
