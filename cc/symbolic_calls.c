/* Shadows go through calls in variables of the runtime: the caller puts those
 * of the arguments there and says whom it calls; a function that is entered
 * takes them if it is that one, and leaves that of its result in the same way.
 * A function nobody instrumented takes nothing, which the caller sees
 * afterwards: then the arguments are fixed. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "rt/names.h"
#include "symbolic.h"

static LLVMValueRef variable(struct unit *u, const char *name,
                             LLVMTypeRef type) {
  LLVMValueRef g = LLVMGetNamedGlobal(u->module, name);
  return g ? g : LLVMAddGlobal(u->module, type, name);
}

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(name, *names))
      return true;
  return false;
}

/* --- a function is entered and left ------------------------------------- */

/* By a function that nobody looks into: somebody else may have its address. */
static bool may_be_called_back(LLVMValueRef function) {
  size_t len;
  const char *name = LLVMGetValueName2(function, &len);
  if (!strcmp(name, "main") || !strcmp(name, "heddle_user_main") ||
      property_is(function))
    return false; /* the runtime calls it, and follows its result */
  for (LLVMUseRef use = LLVMGetFirstUse(function); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) ||
        LLVMGetCalledValue(user) != function)
      return true;
  }
  return LLVMGetLinkage(function) != LLVMInternalLinkage;
}

void symbolic_enter(struct shadows *s) {
  struct unit *u = s->u;
  unsigned count = LLVMCountParams(s->function);
  bool called_back =
      shadow_has(LLVMGetReturnType(LLVMGlobalGetValueType(s->function))) &&
      may_be_called_back(s->function);
  if (!count && !called_back)
    return;
  LLVMPositionBuilderBefore(u->builder, s->top);
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  for (LLVMValueRef i = s->top; i; i = LLVMGetNextInstruction(i))
    if (LLVMInstructionGetDebugLoc(i)) { /* a call must have a line */
      LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(i));
      break;
    }
  LLVMValueRef args =
      unit_call(u, "heddle_sym_enter", u->t_ptr, &s->function, 1);
  s->entered = called_back ? args : NULL;
  for (unsigned k = 0; k < count && k < ABI_SYM_ARGS; k++) {
    LLVMValueRef p = LLVMGetParam(s->function, k);
    if (!shadow_has(LLVMTypeOf(p)) || !LLVMGetFirstUse(p))
      continue;
    LLVMValueRef at = unit_int(u, k);
    at = LLVMBuildGEP2(u->builder, u->t_i32, args, &at, 1, "");
    shadow_set(s, p,
               shadow_cast(s, SYM_ZEXT, shadow_width(LLVMTypeOf(p)),
                           LLVMBuildLoad2(u->builder, u->t_i32, at, "")));
  }
}

void symbolic_return(struct shadows *s, LLVMValueRef ret) {
  struct unit *u = s->u;
  if (!LLVMGetNumOperands(ret))
    return;
  LLVMValueRef v = LLVMGetOperand(ret, 0);
  shadow_before(s, ret);
  if (!shadow_has(LLVMTypeOf(v))) {
    shadow_fix(s, ret, v, ABI_PINNED);
    return;
  }
  LLVMValueRef e = shadow_of(s, v);
  if (s->entered && !shadow_is_none(e)) {
    LLVMValueRef args[] = {s->entered, e, site_of(u, ret)};
    unit_call(u, "heddle_sym_leave", u->t_void, args, 3);
  }
  LLVMBuildStore(u->builder, e, variable(u, "heddle_sym_ret", u->t_i32));
  LLVMBuildStore(u->builder, s->function,
                 variable(u, "heddle_sym_from", u->t_ptr));
}

/* --- a call ------------------------------------------------------------- */

static unsigned count_args(LLVMValueRef call) {
  return LLVMGetNumArgOperands(call);
}

/* Pointers to memory are fixed each value by itself, numbers for good. */
static void fix_args(struct shadows *s, LLVMValueRef call, unsigned from,
                     bool numbers) {
  for (unsigned k = from; k < count_args(call); k++) {
    LLVMValueRef v = LLVMGetOperand(call, k);
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
    if (pointer || numbers)
      shadow_fix(s, call, v, pointer ? ABI_INDEX : ABI_PINNED);
  }
}

static void put_args(struct shadows *s, LLVMValueRef call, unsigned count) {
  struct unit *u = s->u;
  LLVMValueRef args =
      variable(u, "heddle_sym_args", LLVMArrayType2(u->t_i32, ABI_SYM_ARGS));
  for (unsigned k = 0; k < count; k++) {
    LLVMValueRef at = unit_int(u, k);
    at = LLVMBuildGEP2(u->builder, u->t_i32, args, &at, 1, "");
    LLVMBuildStore(u->builder, shadow_of(s, LLVMGetOperand(call, k)), at);
  }
  bool pointers = false;
  for (unsigned k = 0; k < count_args(call); k++)
    pointers |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) ==
                LLVMPointerTypeKind;
  LLVMBuildStore(u->builder,
                 unit_int(u, count | (pointers ? ABI_SYM_POINTERS : 0)),
                 variable(u, "heddle_sym_count", u->t_i32));
  LLVMBuildStore(u->builder, LLVMGetCalledValue(call),
                 variable(u, "heddle_sym_callee", u->t_ptr));
}

static void take_result(struct shadows *s, LLVMValueRef call) {
  struct unit *u = s->u;
  bool ours = shadow_has(LLVMTypeOf(call));
  shadow_behind(s, call);
  LLVMValueRef args[] = {LLVMGetCalledValue(call),
                         unit_int(u, ours ? shadow_width(LLVMTypeOf(call)) : 0),
                         site_of(u, call)};
  LLVMValueRef e = unit_call(u, "heddle_sym_after", u->t_i32, args, 3);
  if (ours)
    shadow_set(s, call, e);
}

/* One that is instrumented, or so one may hope. */
static void plain_call(struct shadows *s, LLVMValueRef call) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  unsigned named = LLVMCountParamTypes(type), count = count_args(call);
  if (count > ABI_SYM_ARGS)
    count = ABI_SYM_ARGS;
  if (LLVMIsFunctionVarArg(type) && count > named)
    count = named;
  shadow_before(s, call);
  shadow_fix(s, call, LLVMGetCalledValue(call), ABI_INDEX);
  fix_args(s, call, count, true);
  put_args(s, call, count);
  take_result(s, call);
}

/* Registers are fixed, and so is memory that it has as an operand; what it left
 * there depends on nothing any more. */
static void assembly_call(struct shadows *s, LLVMValueRef call) {
  struct unit *u = s->u;
  shadow_before(s, call);
  fix_args(s, call, 0, true);
  for (unsigned k = 0; k < count_args(call); k++) {
    LLVMValueRef args[] = {LLVMGetOperand(call, k),
                           unit_int(u, assembly_operand_size(call, k)),
                           site_of(u, call)};
    if (assembly_operand_size(call, k))
      unit_call(u, "heddle_sym_opaque", u->t_void, args, 3);
  }
  LLVMValueRef site = site_of(u, call);
  if (assembly_reaches_beyond(call))
    unit_call(u, "heddle_sym_unseen", u->t_void, &site, 1);
  if (!LLVMIsACallInst(call)) /* it jumps: stale shadows are known by values */
    return;
  shadow_behind(s, call);
  for (unsigned k = 0; k < count_args(call); k++) {
    unsigned size = assembly_operand_size(call, k);
    LLVMValueRef args[] = {LLVMGetOperand(call, k),
                           LLVMConstInt(u->t_i64, size, 0)};
    if (size)
      unit_call(u, "heddle_sym_clear", u->t_void, args, 2);
  }
}

/* Which argument is the stream that it prints to; -1: none. */
static int stream_of(const char *name) {
  return !strcmp(name, "fprintf") || !strcmp(name, "vfprintf") ? 0
         : !strcmp(name, "fputs") || !strcmp(name, "fputc") ||
                 !strcmp(name, "putc")
             ? 1
         : !strcmp(name, "fwrite") ? 3
                                   : -1;
}

/* What is written to the standard output goes nowhere, what is written to a
 * file may come back. */
static void print_call(struct shadows *s, LLVMValueRef call, const char *name) {
  int stream = stream_of(name);
  shadow_before(s, call);
  fix_args(s, call, 0, false);
  for (unsigned k = 0; stream >= 0 && k < count_args(call); k++) {
    LLVMValueRef v = LLVMGetOperand(call, k), e = shadow_of(s, v);
    LLVMValueRef args[] = {e, LLVMGetOperand(call, (unsigned)stream),
                           site_of(s->u, call)};
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind &&
        !shadow_is_none(e))
      unit_call(s->u, "heddle_sym_printed", s->u->t_void, args, 3);
  }
  take_result(s, call);
}

static void truth_call(struct shadows *s, LLVMValueRef call) {
  shadow_before(s, call);
  LLVMValueRef e = shadow_of(s, LLVMGetOperand(call, 0));
  if (shadow_is_none(e))
    return;
  LLVMValueRef args[] = {e, site_of(s->u, call)};
  unit_call(s->u, "heddle_sym_truth", s->u->t_void, args, 2);
}

/* --- intrinsics --------------------------------------------------------- */

static void bits(struct shadows *s, LLVMValueRef call, unsigned what) {
  struct unit *u = s->u;
  shadow_before(s, call);
  LLVMValueRef e = shadow_of(s, LLVMGetOperand(call, 0));
  if (shadow_is_none(e) || !shadow_has(LLVMTypeOf(call)))
    return;
  LLVMValueRef args[] = {unit_int(u, what), e, site_of(u, call)};
  shadow_set(s, call, unit_call(u, "heddle_sym_bits", u->t_i32, args, 3));
}

static void character_call(struct shadows *s, LLVMValueRef call) {
  struct unit *u = s->u;
  shadow_before(s, call);
  LLVMValueRef e = shadow_of(s, LLVMGetOperand(call, 0));
  if (shadow_is_none(e))
    return;
  LLVMValueRef args[] = {LLVMGetCalledValue(call), e, site_of(u, call)};
  shadow_set(s, call, unit_call(u, "heddle_sym_character", u->t_i32, args, 3));
}

static void extreme(struct shadows *s, LLVMValueRef call, unsigned op,
                    bool most) {
  struct unit *u = s->u;
  LLVMValueRef x = LLVMGetOperand(call, most), y = LLVMGetOperand(call, !most);
  unsigned width = shadow_width(LLVMTypeOf(call));
  shadow_before(s, call);
  LLVMValueRef ex = shadow_of(s, x), ey = shadow_of(s, y);
  LLVMValueRef c = shadow_binary(s, call, op, width, ex, ey, x, y);
  if (shadow_is_none(c))
    return;
  LLVMValueRef less = LLVMBuildICmp(
      u->builder, op == SYM_SLT ? LLVMIntSLT : LLVMIntULT, x, y, "");
  /* of the smaller, when x < y it is x; of the larger they are swapped */
  LLVMValueRef args[] = {unit_int(u, width),
                         c,
                         most ? ey : ex,
                         most ? ex : ey,
                         LLVMBuildZExt(u->builder, less, u->t_i32, ""),
                         unit_as_i64(u, most ? y : x),
                         unit_as_i64(u, most ? x : y)};
  shadow_set(s, call, unit_call(u, "heddle_sym_select", u->t_i32, args, 7));
}

/* True: done. */
static bool known_intrinsic(struct shadows *s, LLVMValueRef call) {
  static const struct {
    const char *name;
    unsigned what;
  } of_bits[] = {{"llvm.ctpop.", ABI_CTPOP},
                 {"llvm.ctlz.", ABI_CTLZ},
                 {"llvm.cttz.", ABI_CTTZ},
                 {"llvm.bswap.", ABI_BSWAP},
                 {"llvm.abs.", ABI_ABS}};
  for (size_t k = 0; k < sizeof of_bits / sizeof *of_bits; k++)
    if (unit_is_intrinsic(call, of_bits[k].name)) {
      bits(s, call, of_bits[k].what);
      return true;
    }
  if (!shadow_has(LLVMTypeOf(call)))
    return false;
  if (unit_is_intrinsic(call, "llvm.expect.")) {
    shadow_before(s, call);
    shadow_set(s, call, shadow_of(s, LLVMGetOperand(call, 0)));
    return true;
  }
  bool is_signed = unit_is_intrinsic(call, "llvm.smax.") ||
                   unit_is_intrinsic(call, "llvm.smin.");
  bool most = unit_is_intrinsic(call, "llvm.smax.") ||
              unit_is_intrinsic(call, "llvm.umax.");
  if (!is_signed && !most && !unit_is_intrinsic(call, "llvm.umin."))
    return false;
  extreme(s, call, is_signed ? SYM_SLT : SYM_ULT, most);
  return true;
}

/* A copy or a filling, as an intrinsic or, where others can see it, as a call
 * of the runtime, which sees to the shadow itself. */
static void memory_call(struct shadows *s, LLVMValueRef call, bool fill) {
  struct unit *u = s->u;
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1),
               len = LLVMGetOperand(call, 2);
  bool seen = !unit_is_intrinsic(call, "llvm.");
  shadow_before_access(s, call);
  shadow_fix(s, call, to, ABI_INDEX);
  if (!fill)
    shadow_fix(s, call, from, ABI_INDEX);
  LLVMValueRef byte = fill ? shadow_of(s, from) : unit_int(u, 0);
  LLVMValueRef e = shadow_of(s, len), chosen = unit_int(u, 0);
  if (!shadow_is_none(e)) {
    LLVMValueRef value =
        fill ? LLVMBuildZExt(u->builder, from, u->t_i32, "") : unit_int(u, 0);
    LLVMValueRef args[] = {e,
                           to,
                           fill ? LLVMConstNull(u->t_ptr) : from,
                           byte,
                           value,
                           unit_int(u, seen),
                           site_of(u, call)};
    chosen = unit_call(u, "heddle_sym_length", u->t_i32, args, 7);
  }
  shadow_behind(s, call);
  LLVMValueRef size = unit_as_i64(u, len);
  LLVMValueRef clear[] = {to, size},
               move[] = {to, from, size, site_of(u, call)};
  if (!seen && fill)
    unit_call(u, "heddle_sym_clear", u->t_void, clear, 2);
  else if (!seen)
    unit_call(u, "heddle_sym_move", u->t_void, move, 4);
  if (shadow_is_none(e) && shadow_is_none(byte))
    return;
  LLVMValueRef filled[] = {to, size, byte, chosen, site_of(u, call)};
  unit_call(u, "heddle_sym_filled", u->t_void, filled, 5);
}

static void intrinsic(struct shadows *s, LLVMValueRef call) {
  static const char *const quiet[] = {
      "llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.va_",
      "llvm.trap", "llvm.stack",     NULL};
  for (size_t k = 0; quiet[k]; k++)
    if (unit_is_intrinsic(call, quiet[k]))
      return;
  if (known_intrinsic(s, call) || symbolic_float_call(s, call))
    return;
  if (unit_is_intrinsic(call, "llvm.mem")) {
    memory_call(s, call, unit_is_intrinsic(call, "llvm.memset"));
    return;
  }
  shadow_before(s, call);
  fix_args(s, call, 0, true);
}

void symbolic_lost_call(struct shadows *s, LLVMValueRef call) {
  LLVMValueRef site = site_of(s->u, call);
  shadow_before(s, call);
  fix_args(s, call, 0, true);
  unit_call(s->u, "heddle_sym_lost", s->u->t_void, &site, 1);
}

/* --- all of them -------------------------------------------------------- */

void symbolic_call(struct shadows *s, LLVMValueRef call) {
  static const char *const ours[] = {
      "heddle_wait_begin",   "heddle_wait_again",     "heddle_wait_left",
      "heddle_tls",          "heddle_tls_named",      "heddle_tls_shared",
      "heddle_errno",        "heddle_errno_shared",   "heddle_mem_read",
      "heddle_mem_write",    "heddle_mem_update",     "heddle_mem_swap",
      "heddle_fence",        "heddle_range",          "heddle_sym_clear",
      "heddle_local_open",   "heddle_local_close",    "heddle_local_leave",
      "heddle_local_forget", "heddle_local_variadic", "heddle_local_below",
      "heddle_local_left",
      "heddle_local_check",  "heddle_bad_index",      "heddle_jump_saves",
      "heddle_jump_goes",    NULL};
  /* what they are given goes nowhere */
  static const char *const sinks[] = {"printf",
                                      "vprintf",
                                      "fprintf",
                                      "vfprintf",
                                      "puts",
                                      "putchar",
                                      "fputs",
                                      "fputc",
                                      "putc",
                                      "fwrite",
                                      "wprintf",
                                      "vwprintf",
                                      "fwprintf",
                                      "vfwprintf",
                                      "fputws",
                                      "perror",
                                      "fflush",
                                      "heddle_note",
                                      "heddle_fail",
                                      "klee_prefer_cex",
                                      "klee_posix_prefer_cex",
                                      "klee_print_expr",
                                      "klee_print_range",
                                      NULL};
  /* of a character (rt/follow.c), of a number */
  static const char *const characters[] = {
      "isalnum", "isalpha", "isascii",  "isblank", "iscntrl", "isdigit",
      "isgraph", "islower", "isprint",  "ispunct", "isspace", "isupper",
      "tolower", "toupper", "isxdigit", "toascii", NULL};
  static const char *const sizes[] = {"abs", "labs", "llabs", NULL};
  static const char *const swaps[] = {"htonl", "ntohl", "htons", "ntohs", NULL};
  static const char *const truths[] = {
      "heddle_assume", "__VERIFIER_assume", "klee_assume", "exit", "_exit",
      "_Exit",         "quick_exit",        NULL};
  /* their arguments are theirs to follow */
  static const char *const followed[] = {
#define FOLLOWED(name) #name,
      HEDDLE_FOLLOWED(FOLLOWED)
#undef FOLLOWED
          NULL};
  const char *name = unit_callee(call);
  bool sink = is_one_of(name, sinks) && !LLVMGetFirstUse(call);
  if (is_one_of(name, ours))
    return;
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) {
    assembly_call(s, call);
  } else if (!strcmp(name, "heddle_copy") || !strcmp(name, "heddle_fill")) {
    memory_call(s, call, !strcmp(name, "heddle_fill"));
  } else if (!strncmp(name, "llvm.", 5)) {
    intrinsic(s, call);
  } else if (is_one_of(name, truths)) {
    truth_call(s, call);
  } else if (!strcmp(name, "pthread_create") ||
             (is_one_of(name, followed) && calls_is_seen(s->u, name))) {
    plain_call(s, call);
  } else if (symbolic_float_call(s, call)) {
    return;
  } else if (is_one_of(name, characters) && calls_is_seen(s->u, name)) {
    character_call(s, call);
  } else if (is_one_of(name, sizes) && calls_is_seen(s->u, name)) {
    bits(s, call, ABI_ABS);
  } else if (is_one_of(name, swaps) && calls_is_seen(s->u, name)) {
    bits(s, call, ABI_BSWAP);
  } else if (sink && calls_is_seen(s->u, name)) {
    print_call(s, call, name);
  } else if (calls_is_seen(s->u, name)) {
    shadow_before(s, call);
    fix_args(s, call, 0, true);
    take_result(s, call);
  } else {
    plain_call(s, call);
  }
}
