/* Locals that pointers can reach: each gets a gap before and after it, and
 * the runtime is told when the function begins and when it returns, so that an
 * access beyond the local, or after the function has returned, is found
 * (rt/bounds.c); of those in inner blocks, when the block is left (scope.c).
 * Locals that are only accessed as themselves, or by an index that is compared
 * (index.c), need none of this.
 *
 * What the stack is used for beside such locals is never marked.  But it may
 * lie where a local of a function that has returned was marked: arguments
 * that are passed by value, arguments of variadic functions, and frames of
 * library functions that call back.  There the marks are taken away.
 *
 * A longjmp, and an exception, leaves functions without their ends: where it
 * lands, all that is open below ends. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "rt/abi.h"
#include "unit.h"

static uint64_t size_of(struct unit *u, LLVMTypeRef t) {
  return LLVMABISizeOfType(u->layout, t);
}

/* --- which locals ----------------------------------------------------------- */

static bool is_simple_access(struct unit *u, LLVMValueRef user, LLVMValueRef p,
                             uint64_t room) {
  LLVMTypeRef type = LLVMIsALoadInst(user) ? LLVMTypeOf(user)
                     : LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != p
                         ? LLVMTypeOf(LLVMGetOperand(user, 0))
                         : NULL;
  return type && LLVMStoreSizeOfType(u->layout, type) <= room;
}

static bool is_harmless_call(LLVMValueRef user, uint64_t room) {
  const char *name = unit_callee(user);
  if (!strncmp(name, "llvm.dbg", 8) || !strncmp(name, "llvm.lifetime", 13) ||
      !strncmp(name, "llvm.va_", 8))
    return true;
  if (strncmp(name, "llvm.mem", 8))
    return false;
  LLVMValueRef len = LLVMGetOperand(user, 2);
  return LLVMIsAConstantInt(len) && LLVMConstIntGetZExtValue(len) <= room;
}

static bool is_reached(struct unit *u, LLVMValueRef p, uint64_t room,
                       int depth);

static bool steps_out(struct unit *u, LLVMValueRef gep, uint64_t room,
                      int depth) {
  LLVMTypeRef part = index_inside(gep);
  return !part || size_of(u, LLVMGetGEPSourceElementType(gep)) > room ||
         is_reached(u, gep, size_of(u, part), depth + 1);
}

static bool is_reached(struct unit *u, LLVMValueRef p, uint64_t room,
                       int depth) {
  if (depth > 8)
    return true;
  for (LLVMUseRef use = LLVMGetFirstUse(p); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_simple_access(u, user, p, room) || LLVMIsAICmpInst(user))
      continue;
    if (unit_is_call(user) && is_harmless_call(user, room))
      continue;
    if (LLVMIsAGetElementPtrInst(user) && !steps_out(u, user, room, depth))
      continue;
    return true;
  }
  return false;
}

static bool is_static(LLVMValueRef local) {
  LLVMValueRef count = LLVMGetOperand(local, 0);
  return LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1 &&
         LLVMGetInstructionParent(local) ==
             LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(
                 LLVMGetInstructionParent(local)));
}

/* A twin (twin.c) is written as itself and never read; no pointer of the program
 * reaches what byval.c made. */
static bool is_watched(struct unit *u, LLVMValueRef local) {
  uint64_t size = size_of(u, LLVMGetAllocatedType(local));
  return is_static(local) && !byval_is_copy(local) && size &&
         is_reached(u, local, size, 0);
}

/* --- private accesses that are not simple ------------------------------------ */

/* Bytes from a pointer on that are surely there. */
static uint64_t room_at(struct unit *u, LLVMValueRef pointer) {
  if (LLVMIsAAllocaInst(pointer))
    return is_static(pointer) ? size_of(u, LLVMGetAllocatedType(pointer)) : 0;
  if (LLVMIsAGlobalVariable(pointer))
    return size_of(u, LLVMGlobalGetValueType(pointer));
  if (unit_is_call(pointer))
    return UINT64_MAX; /* errno, thread-local variables */
  if (!LLVMIsAGetElementPtrInst(pointer))
    return 0;
  LLVMTypeRef part = index_inside(pointer);
  uint64_t whole = size_of(u, LLVMGetGEPSourceElementType(pointer));
  return part && whole <= room_at(u, LLVMGetOperand(pointer, 0))
             ? size_of(u, part)
             : 0;
}

/* An access of memory that no other thread can reach is no step; here it is
 * looked at all the same, unless it cannot go wrong. */
static bool can_go_wrong(struct unit *u, LLVMValueRef pointer, uint64_t size) {
  return room_at(u, pointer) < size;
}

/* The base is a local or a constant: nothing else has marks that a private
 * access could come to. */
static bool has_marks(LLVMValueRef p) {
  while (LLVMIsAGetElementPtrInst(p))
    p = LLVMGetOperand(p, 0);
  return LLVMIsAAllocaInst(p) ||
         (LLVMIsAGlobalVariable(p) && LLVMIsGlobalConstant(p));
}

void locals_check_range(struct unit *u, LLVMValueRef access,
                        LLVMValueRef pointer, LLVMValueRef len, bool write) {
  uint64_t known = LLVMIsAConstantInt(len) ? LLVMConstIntGetZExtValue(len)
                                           : UINT64_MAX;
  if (!has_marks(pointer) || !can_go_wrong(u, pointer, known))
    return;
  LLVMValueRef args[] = {pointer, len, unit_int(u, write), site_of(u, access)};
  unit_call(u, "heddle_local_check", u->t_void, args, 4);
}

void locals_check(struct unit *u, LLVMValueRef access, LLVMValueRef pointer,
                  LLVMTypeRef type, bool write) {
  locals_check_range(
      u, access, pointer,
      LLVMConstInt(u->t_i64, LLVMStoreSizeOfType(u->layout, type), 0), write);
}

/* --- gaps -------------------------------------------------------------------- */

/* The name, as debug information has it, is not to be had by the C API; the
 * function has to do. */
static LLVMValueRef describe(struct unit *u, LLVMValueRef function) {
  size_t len;
  char room[CXXNAME_LONGEST];
  const char *name = demangle_short(LLVMGetValueName2(function, &len), room);
  return unit_string(u, name, strlen(name));
}

/* The local in the middle of a larger one, at the same alignment. */
static LLVMValueRef widen(struct unit *u, LLVMValueRef local) {
  LLVMTypeRef type = LLVMGetAllocatedType(local);
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  unsigned align = LLVMGetAlignment(local);
  align = align < 16 ? 16 : align;
  unsigned before = align > ABI_GAP ? align : ABI_GAP;
  uint64_t size = size_of(u, type);
  uint64_t after = ABI_GAP + (8 - size % 8) % 8;
  LLVMTypeRef parts[] = {LLVMArrayType2(byte, before), type,
                         LLVMArrayType2(byte, after)};
  LLVMTypeRef wide = LLVMStructTypeInContext(u->context, parts, 3, 0);
  LLVMPositionBuilderBefore(u->builder, local);
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  LLVMValueRef room = LLVMBuildAlloca(u->builder, wide, "");
  LLVMSetAlignment(room, align);
  LLVMValueRef middle = LLVMBuildStructGEP2(u->builder, wide, room, 1, "");
  LLVMReplaceAllUsesWith(local, middle);
  LLVMInstructionEraseFromParent(local);
  return middle;
}

static LLVMValueRef after_allocas(LLVMValueRef function) {
  LLVMValueRef i =
      LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)), last = NULL;
  for (LLVMValueRef k = i; k; k = LLVMGetNextInstruction(k))
    if (LLVMIsAAllocaInst(k) && is_static(k))
      last = k;
  for (LLVMValueRef k = last; k; k = LLVMGetNextInstruction(k))
    if (!LLVMIsAAllocaInst(k) && !LLVMIsAGetElementPtrInst(k))
      return k;
  return i;
}

static void begin_at(struct unit *u, LLVMValueRef before,
                     LLVMMetadataRef place) {
  LLVMPositionBuilderBefore(u->builder, before);
  LLVMSetCurrentDebugLocation2(u->builder, place);
}

/* A place for calls where the function begins: those of instructions there
 * may be missing. */
static LLVMMetadataRef some_place(struct unit *u, LLVMValueRef function) {
  LLVMMetadataRef about = LLVMGetSubprogram(function);
  return about ? LLVMDIBuilderCreateDebugLocation(
                     u->context, 0, 0, about,
                     NULL)
               : NULL;
}

static void open_local(struct unit *u, LLVMValueRef local, uint64_t size,
                       LLVMValueRef name) {
  LLVMValueRef args[] = {local, LLVMConstInt(u->t_i64, size, 0), name};
  unit_call(u, "heddle_local_open", u->t_void, args, 3);
}

static void close_local(struct unit *u, LLVMValueRef local, LLVMValueRef size,
                        LLVMValueRef site) {
  LLVMValueRef none = LLVMConstPointerNull(u->t_ptr);
  LLVMValueRef args[] = {local, size, site ? site : none};
  unit_call(u, "heddle_local_close", u->t_void, args, 3);
}

static void forget(struct unit *u, LLVMValueRef at, LLVMValueRef size) {
  LLVMValueRef args[] = {at, size};
  unit_call(u, "heddle_local_forget", u->t_void, args, 2);
}

/* --- where marks are taken away ----------------------------------------------- */

static void forget_arguments(struct unit *u, LLVMValueRef function) {
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMTypeRef type = byval_of_parameter(LLVMGetParam(function, i));
    if (type)
      forget(u, LLVMGetParam(function, i),
             LLVMConstInt(u->t_i64, size_of(u, type), 0));
  }
}

/* A parameter that is passed by value lies in the frame of the caller, where it
 * gets no gaps and no end.  One whose address others may know becomes a local
 * of the function. */
static void take_arguments(struct unit *u, LLVMValueRef function,
                           LLVMMetadataRef place) {
  enum { ALIGN = 16 };
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef p = LLVMGetParam(function, i);
    LLVMTypeRef type = byval_of_parameter(p);
    if (!type || !size_of(u, type) || !escape_leaves(p))
      continue;
    begin_at(u, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)),
             NULL);
    LLVMValueRef own = LLVMBuildAlloca(u->builder, type, "");
    LLVMSetAlignment(own, ALIGN);
    LLVMReplaceAllUsesWith(p, own);
    begin_at(u, after_allocas(function), place);
    LLVMBuildMemCpy(u->builder, own, ALIGN, p, 8,
                    LLVMConstInt(u->t_i64, size_of(u, type), 0));
  }
}

static bool comes_back_twice(const char *name) {
  return !strcmp(name, "setjmp") || !strcmp(name, "_setjmp") ||
         !strcmp(name, "sigsetjmp") || !strcmp(name, "__sigsetjmp");
}

static bool is_named(LLVMValueRef call, const char *const *names, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (!strcmp(unit_callee(call), names[i]))
      return true;
  return false;
}

/* Of namespace std and declared here only: it is in libstdc++, which makes
 * strings in its frames and works on them by functions that are compiled as the
 * program's own. */
static bool is_of_std(const char *mangled) {
  static const char *const begins[] = {"_ZS", "_ZNS", "_ZNKS"};
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
    size_t len = strlen(begins[i]);
    if (!strncmp(mangled, begins[i], len) && mangled[len] &&
        strchr("tabsiod", mangled[len]))
      return true;
  }
  return false;
}

/* Those that keep a function for another stack, or for later, do not; and
 * those that pass it nothing give it no way into their frames.  The runtime is
 * only told of functions, by symbolic_calls.c among others. */
static bool may_call_back(LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(f) || !LLVMIsDeclaration(f) ||
      !strncmp(unit_callee(call), "llvm.", 5) ||
      !strncmp(unit_callee(call), "heddle_", 7))
    return false;
  if (is_of_std(unit_callee(call)))
    return true;
  static const char *const known[] = {"qsort",  "qsort_r", "bsearch", "lfind",
                                      "lsearch", "tsearch", "tfind",  "twalk"};
  static const char *const keep[] = {"pthread_create", "thrd_create",
                                     "pthread_key_create", "tss_create",
                                     "pthread_once", "call_once", "atexit"};
  if (is_named(call, known, sizeof known / sizeof *known))
    return true;
  if (is_named(call, keep, sizeof keep / sizeof *keep))
    return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMIsAFunction(LLVMGetOperand(call, i)))
      return true;
  return false;
}

static void watch_call(struct unit *u, LLVMValueRef call) {
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(call);
  const char *name = unit_callee(call);
  bool twice = comes_back_twice(name);
  if (!strncmp(name, "llvm.va_start", 13)) {
    begin_at(u, LLVMGetNextInstruction(call), place);
    LLVMValueRef list[] = {LLVMGetOperand(call, 0)};
    unit_call(u, "heddle_local_variadic", u->t_void, list, 1);
  } else if (twice || may_call_back(call)) {
    begin_at(u, twice ? unit_after(call) : call, place);
    unit_call(u, twice ? "heddle_local_left" : "heddle_local_below", u->t_void,
              NULL, 0);
  }
}

/* --- memory of alloca and arrays of variable length ---------------------------- */

/* Where the last memory that an alloca made begins, and its size: what is known
 * where the function returns.  Zero: none was made. */
struct made {
  LLVMValueRef at, size;
  bool leaves; /* others may know the address */
};

static LLVMValueRef slot(struct unit *u, LLVMValueRef function,
                         LLVMTypeRef type) {
  begin_at(u, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)), NULL);
  LLVMValueRef s = LLVMBuildAlloca(u->builder, type, "");
  LLVMBuildStore(u->builder, LLVMConstNull(type), s);
  return s;
}

/* The memory in the middle of a larger piece, as widen has it. */
static struct made watch_alloca(struct unit *u, LLVMValueRef a,
                                LLVMValueRef function, LLVMValueRef name) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  struct made m = {slot(u, function, LLVMTypeOf(a)),
                   slot(u, function, u->t_i64), escape_leaves(a)};
  unsigned align = LLVMGetAlignment(a) < 16 ? 16 : LLVMGetAlignment(a);
  unsigned before = align > ABI_GAP ? align : ABI_GAP;
  begin_at(u, a, LLVMInstructionGetDebugLoc(a));
  LLVMValueRef size = LLVMBuildMul(
      u->builder,
      LLVMBuildZExtOrBitCast(u->builder, LLVMGetOperand(a, 0), u->t_i64, ""),
      LLVMConstInt(u->t_i64, size_of(u, LLVMGetAllocatedType(a)), 0), "");
  LLVMValueRef gaps = LLVMConstInt(u->t_i64, before + ABI_GAP + 8, 0);
  LLVMValueRef room = LLVMBuildArrayAlloca(
      u->builder, byte, LLVMBuildAdd(u->builder, size, gaps, ""), "");
  LLVMSetAlignment(room, align);
  LLVMValueRef offset = LLVMConstInt(u->t_i64, before, 0);
  LLVMValueRef p = LLVMBuildGEP2(u->builder, byte, room, &offset, 1, "");
  LLVMValueRef args[] = {p, size, name};
  unit_call(u, "heddle_local_open", u->t_void, args, 3);
  LLVMBuildStore(u->builder, p, m.at);
  LLVMBuildStore(u->builder, size, m.size);
  LLVMReplaceAllUsesWith(a, p);
  LLVMInstructionEraseFromParent(a);
  return m;
}

static void close_made(struct unit *u, struct made m, LLVMValueRef site) {
  LLVMValueRef at =
      LLVMBuildLoad2(u->builder, LLVMGetAllocatedType(m.at), m.at, "");
  LLVMValueRef size = LLVMBuildLoad2(u->builder, u->t_i64, m.size, "");
  close_local(u, at, size, m.leaves ? site : NULL);
}

/* Made when `at` of the function were listed; to be freed. */
static struct made *watch_allocas(struct unit *u, LLVMValueRef function,
                                  LLVMValueRef *at, size_t count,
                                  size_t *len) {
  struct made *all = calloc(count + 1, sizeof *all);
  LLVMValueRef name = NULL;
  if (!all)
    abort();
  *len = 0;
  for (size_t i = 0; i < count; i++)
    if (LLVMIsAAllocaInst(at[i]) && !is_static(at[i])) {
      name = name ? name : describe(u, function);
      all[(*len)++] = watch_alloca(u, at[i], function, name);
      at[i] = NULL;
    }
  return all;
}

/* --- the pass ----------------------------------------------------------------- */

static struct ending choose(struct unit *u, LLVMValueRef *at, size_t count) {
  struct ending w = {calloc(count + 1, sizeof *w.at), 0};
  if (!w.at)
    abort();
  for (size_t i = 0; i < count; i++)
    if (LLVMIsAAllocaInst(at[i]) && is_watched(u, at[i])) {
      w.at[w.len].local = at[i];
      w.at[w.len].size = size_of(u, LLVMGetAllocatedType(at[i]));
      w.at[w.len++].leaves = escape_leaves(at[i]);
    }
  return w;
}

static void close_all(struct unit *u, const struct ending *w,
                      const struct made *made, size_t made_len,
                      LLVMValueRef site) {
  for (size_t k = 0; k < w->len; k++)
    close_local(u, w->at[k].local, LLVMConstInt(u->t_i64, w->at[k].size, 0),
                w->at[k].leaves && !w->at[k].ended ? site : NULL);
  for (size_t k = 0; k < made_len; k++)
    close_made(u, made[k], site);
}

void locals_watch(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMMetadataRef place = some_place(u, function);
  take_arguments(u, function, place);
  LLVMValueRef *at = unit_instructions(function, &count);
  struct ending w = choose(u, at, count);
  LLVMValueRef name = w.len ? describe(u, function) : NULL;
  scope_watch(u, function, &w, name);
  size_t made_len;
  struct made *made = watch_allocas(u, function, at, count, &made_len);
  for (size_t i = 0; i < count; i++)
    if (at[i] && unit_is_call(at[i]))
      watch_call(u, at[i]);
  for (size_t i = 0; i < count; i++) {
    if (!at[i] || (!LLVMIsAReturnInst(at[i]) && !LLVMIsAResumeInst(at[i])))
      continue;
    begin_at(u, at[i], place);
    close_all(u, &w, made, made_len, site_of(u, at[i]));
  }
  for (size_t k = 0; k < w.len; k++)
    w.at[k].local = widen(u, w.at[k].local);
  begin_at(u, after_allocas(function), place);
  for (size_t k = 0; k < w.len; k++)
    open_local(u, w.at[k].local, w.at[k].size, name);
  forget_arguments(u, function);
  free(w.at);
  free(made);
  free(at);
}
