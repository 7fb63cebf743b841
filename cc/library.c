/* Calls of the C library, by its table (row.h).
 *
 * Before a call and after it the runtime is told what it does to what threads
 * share (rt/effects.c); a call without a model, or of what may be nobody's, is
 * announced (foreign.c).  A function of the table whose address is taken is
 * called by a wrapper that does the same, so that a call through a pointer is
 * no other. */

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "row.h"
#include "unit.h"

/* --- the frame of a call: struct heddle_call ----------------------------- */

enum { NAME_LONGEST = 1024 }; /* of C++, mangled */
enum { ARGS, NAME, FUNCTION, EFFECTS, SITE, COUNT };

static LLVMTypeRef frame_type(struct unit *u) {
  LLVMTypeRef members[] = {LLVMArrayType2(u->t_i64, ABI_CALL_ARGS),
                           u->t_ptr,
                           u->t_ptr,
                           u->t_ptr,
                           u->t_ptr,
                           u->t_i64,
                           LLVMArrayType2(u->t_i64, ABI_EFFECTS),
                           u->t_i64,
                           u->t_i64,
                           u->t_i64,
                           u->t_ptr};
  return LLVMStructTypeInContext(u->context, members, 11, 0);
}

/* One for all calls of a function: they do not nest in it. */
static LLVMValueRef frame_of(struct unit *u, LLVMValueRef call) {
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
  size_t len;
  if (LLVMIsAAllocaInst(first) &&
      !strcmp(LLVMGetValueName2(first, &len), "heddle.call"))
    return first;
  LLVMPositionBuilderBefore(u->builder, first);
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  return LLVMBuildAlloca(u->builder, frame_type(u), "heddle.call");
}

static void store(struct unit *u, LLVMValueRef frame, unsigned member,
                  unsigned index, LLVMValueRef v) {
  LLVMValueRef at[] = {unit_int(u, 0), unit_int(u, member),
                       unit_int(u, index)};
  LLVMBuildStore(u->builder, v,
                 LLVMBuildGEP2(u->builder, frame_type(u), frame, at,
                               member == ARGS ? 3 : 2, ""));
}

/* --- effects ------------------------------------------------------------ */

static LLVMValueRef effects_constant(struct unit *u,
                                     const struct row_effects *e) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(u->context);
  LLVMTypeRef i16 = LLVMInt16TypeInContext(u->context);
  LLVMValueRef all[ROW_EFFECTS];
  for (unsigned i = 0; i < e->count; i++) {
    const struct heddle_effect *x = &e->at[i];
    LLVMValueRef fields[] = {
        LLVMConstInt(i8, x->does, 0),     LLVMConstInt(i8, x->argument, 0),
        LLVMConstInt(i8, x->measure, 0),  LLVMConstInt(i8, x->a, 0),
        LLVMConstInt(i8, x->b, 0),        LLVMConstInt(i8, x->when, 0),
        LLVMConstInt(i16, x->size, 0),    LLVMConstInt(i16, x->extra, 0)};
    all[i] = LLVMConstStructInContext(u->context, fields, 8, 0);
  }
  LLVMValueRef array = LLVMConstArray2(LLVMTypeOf(all[0]), all, e->count);
  LLVMValueRef g =
      LLVMAddGlobal(u->module, LLVMTypeOf(array), "heddle.effects");
  LLVMSetInitializer(g, array);
  LLVMSetGlobalConstant(g, 1);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  return g;
}

/* Hidden state is an object of its own, or, by its name, a variable of the
 * library; one for the whole program. */
static LLVMValueRef state_variable(struct unit *u, const char *name) {
  char symbol[ROW_NAME + 16];
  if (row_find(name).kind == ROW_DATA) {
    LLVMValueRef g = LLVMGetNamedGlobal(u->module, name);
    return g ? g : LLVMAddGlobal(u->module, u->t_i32, name);
  }
  snprintf(symbol, sizeof symbol, "heddle_state_%.*s",
           (int)strcspn(name, "("), name);
  LLVMValueRef g = LLVMGetNamedGlobal(u->module, symbol);
  if (g)
    return g;
  LLVMTypeRef type = LLVMArrayType2(u->t_i64, 2);
  g = LLVMAddGlobal(u->module, type, symbol);
  LLVMSetInitializer(g, LLVMConstNull(type));
  LLVMSetLinkage(g, LLVMWeakAnyLinkage);
  LLVMSetSection(g, "heddle_data");
  globals_name(u, g, name);
  return g;
}

/* Nothing of it can be seen, and nothing go wrong: a text that is a constant.
 * (What only its thread can reach may still be too short.) */
static bool is_moot(LLVMValueRef call, const struct heddle_effect *e) {
  if (e->does > ABI_APPENDS || e->argument >= LLVMGetNumArgOperands(call))
    return false;
  LLVMValueRef v = LLVMGetOperand(call, e->argument);
  bool text = e->measure == ABI_TEXT || e->measure == ABI_NEEDED;
  return LLVMIsNull(v) ||
         (text && LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v));
}

static bool is_needed(LLVMValueRef call, const struct row_effects *e) {
  for (unsigned i = 0; i < e->count; i++)
    if (!is_moot(call, &e->at[i]) && e->at[i].does != ABI_CALLS)
      return true;
  return false;
}

/* As 64 bits; what is signed and negative stays so. */
static LLVMValueRef widened(struct unit *u, LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind &&
      LLVMGetIntTypeWidth(t) < 64)
    return LLVMBuildSExt(u->builder, v, u->t_i64, "");
  return unit_as_i64(u, v);
}

static void begin(struct unit *u, LLVMValueRef call, LLVMValueRef frame,
                  const char *name, const struct row_effects *e,
                  LLVMValueRef site) {
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count && i < ABI_STATES; i++)
    store(u, frame, ARGS, i, widened(u, LLVMGetOperand(call, i)));
  for (unsigned i = 0; i < e->states_len; i++)
    store(u, frame, ARGS, ABI_STATES + i,
          unit_as_i64(u, state_variable(u, e->states[i])));
  char room[CXXNAME_LONGEST];
  name = demangle_short(name, room);
  store(u, frame, NAME, 0, unit_string(u, name, strlen(name)));
  store(u, frame, FUNCTION, 0, LLVMGetCalledValue(call));
  store(u, frame, EFFECTS, 0, effects_constant(u, e));
  store(u, frame, SITE, 0, site);
  store(u, frame, COUNT, 0, LLVMConstInt(u->t_i64, e->count, 0));
  unit_call(u, "heddle_call_begin", u->t_void, &frame, 1);
}

static void end(struct unit *u, LLVMValueRef call, LLVMValueRef frame) {
  LLVMPositionBuilderBefore(u->builder, unit_after(call));
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  bool none = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
  LLVMValueRef args[] = {
      frame, none ? LLVMConstInt(u->t_i64, 0, 0) : widened(u, call)};
  unit_call(u, "heddle_call_end", u->t_void, args, 2);
}

/* --- calls -------------------------------------------------------------- */

struct site_call {
  LLVMValueRef call, site;
  struct row row;
  char name[NAME_LONGEST];
  bool needed;
};

struct calls {
  struct site_call *at;
  size_t count, cap;
};

static const char *announcer(enum row_kind kind) {
  return kind == ROW_ALONE  ? "heddle_unmodelled_shared"
         : kind == ROW_DENY ? "heddle_denied"
         : kind == ROW_NONE ? "heddle_unmodelled"
                            : "heddle_calls";
}

/* Not the compiler's or the runtime's own. */
static bool is_watched(const char *name, enum row_kind kind) {
  static const char *const ours[] = {"llvm.", "heddle_", "heddle.",
                                     "__VERIFIER_"};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    if (!strncmp(name, ours[i], strlen(ours[i])))
      return false;
  return kind != ROW_MODEL && kind != ROW_DATA;
}

static struct site_call *add(struct calls *all) {
  if (all->count == all->cap) {
    all->cap = all->cap ? 2 * all->cap : 64;
    all->at = realloc(all->at, all->cap * sizeof *all->at);
    if (!all->at)
      abort();
  }
  return &all->at[all->count++];
}

static void note(struct calls *all, LLVMValueRef call, LLVMValueRef site,
                 const char *name, struct row r) {
  struct row_effects e;
  struct site_call *c = add(all);
  *c = (struct site_call){.call = call, .site = site, .row = r};
  snprintf(c->name, sizeof c->name, "%s", name);
  row_read(r.words, &e);
  c->needed = r.kind == ROW_CALL ? is_needed(call, &e) : r.kind != ROW_PURE;
}

static void surround(struct unit *u, const struct site_call *c) {
  struct row_effects e;
  if (!c->needed)
    return;
  u->calls++;
  if (c->row.kind == ROW_CALL) {
    row_read(c->row.words, &e);
    LLVMValueRef frame = frame_of(u, c->call);
    begin(u, c->call, frame, c->name, &e, c->site);
    end(u, c->call, frame);
    return;
  }
  foreign_surround(u, c->call, announcer(c->row.kind), c->name, c->site);
}

/* --- addresses ---------------------------------------------------------- */

/* A function like f that calls it as the program would, the same in all units
 * because the program may compare pointers; whoever calls through a pointer
 * says where (foreign.c). */
static LLVMValueRef wrapper(struct unit *u, struct calls *all, LLVMValueRef f,
                            const char *name, struct row r) {
  enum { MOST = 16 };
  LLVMTypeRef type = LLVMGlobalGetValueType(f);
  unsigned count = LLVMCountParamTypes(type);
  if (LLVMIsFunctionVarArg(type) || count > MOST)
    return NULL;
  char symbol[sizeof "heddle.wrapper." + NAME_LONGEST];
  snprintf(symbol, sizeof symbol, "heddle.wrapper.%s", name);
  LLVMValueRef w = LLVMAddFunction(u->module, symbol, type);
  LLVMSetLinkage(w, LLVMWeakAnyLinkage);
  LLVMSetVisibility(w, LLVMHiddenVisibility);
  LLVMPositionBuilderAtEnd(u->builder,
                           LLVMAppendBasicBlockInContext(u->context, w, ""));
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
  LLVMValueRef args[MOST];
  LLVMGetParams(w, args);
  LLVMValueRef site =
      LLVMBuildLoad2(u->builder, u->t_ptr, calls_here(u), "");
  LLVMValueRef call = LLVMBuildCall2(u->builder, type, f, args, count, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(u->builder);
  else
    LLVMBuildRet(u->builder, call);
  note(all, call, site, name, r);
  return w;
}

static void set_callee(LLVMValueRef call, LLVMValueRef f) {
  LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, f);
}

/* The calls of f, and of what stands for it where its address is taken. */
static void collect(struct unit *u, struct calls *all, LLVMValueRef f,
                    const char *name, struct row r) {
  size_t first = all->count;
  bool taken = false;
  for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (unit_is_call(user) && LLVMGetCalledValue(user) == f)
      note(all, user, site_of(u, user), name, r);
    else
      taken = true;
  }
  bool decided = r.kind != ROW_UNKNOWN; /* else the pointer is asked about */
  LLVMValueRef w = taken && decided ? wrapper(u, all, f, name, r) : NULL;
  if (!w)
    return;
  LLVMReplaceAllUsesWith(f, w);
  for (size_t i = first; i < all->count; i++)
    set_callee(all->at[i].call, f);
}

/* All is looked at before anything is put around a call: that would make the
 * locals it is given look as if they were known elsewhere. */
void library_instrument(struct unit *u) {
  struct calls all = {0};
  LLVMValueRef last = LLVMGetLastFunction(u->module);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = f == last ? NULL : LLVMGetNextFunction(f)) {
    size_t len;
    char name[NAME_LONGEST];
    snprintf(name, sizeof name, "%s", LLVMGetValueName2(f, &len));
    struct row r = row_find(name);
    if (LLVMIsDeclaration(f) && is_watched(name, r.kind))
      collect(u, &all, f, name, r);
  }
  for (size_t i = 0; i < all.count; i++)
    surround(u, &all.at[i]);
  free(all.at);
}
