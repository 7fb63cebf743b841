/* The user's variables: all in the section heddle_data, so that the runtime
 * knows exactly what to put back between executions, and nothing of its own
 * or of libc's is among it; and a table of their names in heddle_globals, so
 * that an event can say what it touched. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "debug.h"
#include "demangle.h"
#include "unit.h"

/* --- members, by debug information ---------------------------------------- */

enum { MEMBERS = 256, DEEPEST = 3, NAME_LONGEST = 80 };
struct members {
  struct unit *unit;
  LLVMValueRef global;
  unsigned count;
};

static void add_row(struct unit *u, LLVMValueRef g, const char *name,
                    size_t len, uint64_t size, uint64_t element,
                    uint64_t member);

/* Members that begin with underscores are the business of libraries. */
static void members_of(struct members *m, LLVMMetadataRef type,
                       const char *path, uint64_t offset, unsigned depth) {
  LLVMMetadataRef t = debug_element(m->unit, type);
  if (debug_composite(t) != DEBUG_STRUCT || depth == DEEPEST)
    return;
  LLVMMetadataRef elements = debug_operand(m->unit, t, DEBUG_ELEMENTS);
  for (unsigned i = 0; elements && i < MEMBERS; i++) {
    LLVMMetadataRef e = debug_operand(m->unit, elements, i);
    if (!e)
      return;
    size_t len = 0;
    const char *name = debug_is_type(e) ? LLVMDITypeGetName(e, &len) : "";
    if (!len || (len > 1 && !strncmp(name, "__", 2)) ||
        LLVMGetDINodeTag(e) != DEBUG_MEMBER || m->count++ >= MEMBERS)
      continue;
    char full[NAME_LONGEST];
    int n = snprintf(full, sizeof full, "%s.%.*s", path, (int)len, name);
    if (n < 0 || (size_t)n >= sizeof full)
      continue;
    LLVMMetadataRef of = debug_operand(m->unit, e, DEBUG_TYPE);
    LLVMMetadataRef one = of ? debug_element(m->unit, of) : NULL;
    uint64_t at = offset + LLVMDITypeGetOffsetInBits(e) / 8;
    uint64_t size = LLVMDITypeGetSizeInBits(e) / 8;
    uint64_t element = one ? LLVMDITypeGetSizeInBits(one) / 8 : size;
    add_row(m->unit, m->global, full, (size_t)n, size, element ? element : size,
            at + 1);
    if (element == size)
      members_of(m, of, full, at, depth + 1);
  }
}

static bool is_users(LLVMValueRef g, const char *name) {
  const char *section = LLVMGetSection(g);
  return !LLVMIsDeclaration(g) && !LLVMIsGlobalConstant(g) &&
         strncmp(name, "llvm.", 5) && strncmp(name, "heddle.", 7) &&
         (!section || !*section);
}

/* Nothing but bytes: what has addresses in it is another linker's business. */
static bool is_bytes(LLVMValueRef v) {
  if (LLVMIsAConstantDataSequential(v) || LLVMIsAConstantAggregateZero(v) ||
      LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsAUndefValue(v))
    return true;
  if (!LLVMIsAConstantArray(v) && !LLVMIsAConstantStruct(v))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(v); i++)
    if (!is_bytes(LLVMGetOperand(v, (unsigned)i)))
      return false;
  return true;
}

/* A constant of this unit alone, or that it gives to others. */
static bool is_constant(LLVMValueRef g, const char *name) {
  const char *section = LLVMGetSection(g);
  LLVMLinkage linkage = LLVMGetLinkage(g);
  bool given = linkage == LLVMExternalLinkage ||
               linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
  return LLVMIsGlobalConstant(g) && given && !LLVMIsDeclaration(g) &&
         strncmp(name, "llvm.", 5) && strncmp(name, "heddle", 6) &&
         (!section || !*section) && is_bytes(LLVMGetInitializer(g));
}

static void add_row(struct unit *u, LLVMValueRef g, const char *name,
                    size_t len, uint64_t size, uint64_t element,
                    uint64_t member) {
  LLVMValueRef fields[] = {
      g, unit_string(u, name, len), LLVMConstInt(u->t_i64, size, 0),
      LLVMConstInt(u->t_i64, element, 0), LLVMConstInt(u->t_i64, member, 0)};
  LLVMValueRef row = LLVMConstNamedStruct(u->t_global, fields, 5);
  LLVMValueRef at = LLVMAddGlobal(u->module, u->t_global, "heddle.global");
  LLVMSetInitializer(at, row);
  LLVMSetLinkage(at, LLVMPrivateLinkage);
  LLVMSetSection(at, "heddle_globals");
  LLVMSetAlignment(at, 8);
}

static void describe(struct unit *u, LLVMValueRef g, LLVMTypeRef type,
                     const char *name, size_t len) {
  LLVMTypeRef element = type;
  while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
    element = LLVMGetElementType(element);
  char room[CXXNAME_LONGEST];
  const char *said = demangle_short(name, room);
  add_row(u, g, said, said == name ? len : strlen(said),
          LLVMABISizeOfType(u->layout, type),
          LLVMABISizeOfType(u->layout, element), 0);
  struct members m = {.unit = u, .global = g};
  members_of(&m, debug_variable(u, g), "", 0, 0);
}

void globals_name(struct unit *u, LLVMValueRef global, const char *name) {
  uint64_t size = LLVMABISizeOfType(u->layout, LLVMGlobalGetValueType(global));
  add_row(u, global, name, strlen(name), size, size, 0);
}

/* Behind each variable there is a gap, so that an access beyond it is seen
 * (rt/bounds.c): the variable becomes the first member of a larger one of the
 * same name, at the same address.  An array of unknown length that another
 * unit declares is at that address too. */
static LLVMValueRef widen(struct unit *u, LLVMValueRef g, LLVMTypeRef type) {
  enum { GAP = 32, ALIGN = 8 };
  uint64_t size = LLVMABISizeOfType(u->layout, type);
  LLVMTypeRef gap = LLVMArrayType2(LLVMInt8TypeInContext(u->context),
                                   GAP + (ALIGN - size % ALIGN) % ALIGN);
  LLVMValueRef values[] = {LLVMGetInitializer(g), LLVMConstNull(gap)};
  LLVMValueRef both = LLVMConstStructInContext(u->context, values, 2, 0);
  LLVMValueRef wide = LLVMAddGlobal(u->module, LLVMTypeOf(both), "");
  unsigned align = LLVMGetAlignment(g);
  LLVMSetInitializer(wide, both);
  LLVMSetLinkage(wide, LLVMGetLinkage(g));
  LLVMSetVisibility(wide, LLVMGetVisibility(g));
  LLVMSetAlignment(wide, align < ALIGN ? ALIGN : align);
  size_t count = 0;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &count);
  for (unsigned i = 0; i < count; i++)
    LLVMGlobalSetMetadata(wide, LLVMValueMetadataEntriesGetKind(all, i),
                          LLVMValueMetadataEntriesGetMetadata(all, i));
  LLVMDisposeValueMetadataEntries(all);
  return wide;
}

static void replace(LLVMValueRef g, LLVMValueRef by) {
  size_t len;
  char name[4096];
  const char *was = LLVMGetValueName2(g, &len);
  len = len < sizeof name ? len : sizeof name - 1;
  memcpy(name, was, len);
  LLVMReplaceAllUsesWith(g, by);
  LLVMDeleteGlobal(g);
  LLVMSetValueName2(by, name, len);
}

/* Of a constant the runtime only has to know where it ends. */
static void place_constant(struct unit *u, LLVMValueRef g) {
  LLVMTypeRef type = LLVMGlobalGetValueType(g);
  LLVMUnnamedAddr unnamed = LLVMGetUnnamedAddress(g);
  uint64_t size = LLVMABISizeOfType(u->layout, type);
  LLVMValueRef wide = widen(u, g, type);
  LLVMSetGlobalConstant(wide, 1);
  LLVMSetUnnamedAddress(wide, unnamed);
  replace(g, wide);
  LLVMSetSection(wide, "heddle_bytes");
  size_t len;
  const char *name = LLVMGetValueName2(wide, &len);
  bool text = LLVMGetLinkage(wide) == LLVMPrivateLinkage;
  LLVMValueRef fields[] = {wide, unit_string(u, name, text ? 0 : len),
                           LLVMConstInt(u->t_i64, size, 0),
                           LLVMConstInt(u->t_i64, size, 0),
                           LLVMConstInt(u->t_i64, 0, 0)};
  LLVMValueRef at = LLVMAddGlobal(u->module, u->t_global, "heddle.constant");
  LLVMSetInitializer(at, LLVMConstNamedStruct(u->t_global, fields, 5));
  LLVMSetLinkage(at, LLVMPrivateLinkage);
  LLVMSetSection(at, "heddle_constants");
  LLVMSetAlignment(at, 8);
}

/* Nobody refers to the rows; llvm.used-like care is not needed because
 * nothing that removes dead globals runs after this. */
void globals_place(struct unit *u) {
  LLVMValueRef last = LLVMGetLastGlobal(u->module);
  for (LLVMValueRef g = LLVMGetFirstGlobal(u->module), next; g; g = next) {
    size_t len;
    const char *name = LLVMGetValueName2(g, &len);
    next = g == last ? NULL : LLVMGetNextGlobal(g);
    if (is_constant(g, name)) {
      place_constant(u, g);
      continue;
    }
    if (!is_users(g, name))
      continue;
    if (LLVMGetLinkage(g) == LLVMCommonLinkage)
      LLVMSetLinkage(g, LLVMWeakAnyLinkage);
    LLVMTypeRef type = LLVMGlobalGetValueType(g);
    LLVMValueRef wide = widen(u, g, type);
    replace(g, wide);
    LLVMSetSection(wide, "heddle_data");
    name = LLVMGetValueName2(wide, &len);
    describe(u, wide, type, name, len);
    u->globals++;
  }
}
