/* Values of enumerations have names: which ones an access could see says the
 * debug information of the variable or the member that it is of.  They are rows
 * of the section heddle_enums, one for each such access (rt/abi.h).
 *
 * A member is found by the struct that an address is computed in: LLVM names
 * it as the program does, and debug information knows one of that name.  Where
 * two have the same name, and where an address comes from anywhere else (a
 * pointer to an enumeration), nothing is said, and values stay numbers. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "debug.h"

enum { ENUM_LIST = 4, RETAINED_LIST = 5 }; /* operands of a unit's node */
enum { VALUES_MOST = 100, TEXT_MOST = 2000, DEEPEST = 64 };

struct enums {
  struct map seen;     /* types that were looked at */
  struct map structs;  /* hash of a name -> its type; 0: there are two */
  struct map strings;  /* an enumeration -> its values */
};

/* --- structs by their names ----------------------------------------------- */

static uint64_t key_of(const char *name, size_t len) {
  return hash_bytes(name, len);
}

/* At the outermost level: others may share their names. */
static bool is_outermost(struct unit *u, LLVMMetadataRef t) {
  LLVMMetadataRef scope = debug_operand(u, t, DEBUG_SCOPE);
  return !scope || LLVMGetMetadataKind(scope) == LLVMDIFileMetadataKind;
}

static void put(struct unit *u, LLVMMetadataRef named, LLVMMetadataRef type) {
  size_t len = 0;
  const char *name = LLVMDITypeGetName(named, &len);
  unsigned tag = debug_composite(type);
  if (!len || (tag != DEBUG_STRUCT && tag != DEBUG_CLASS) ||
      !is_outermost(u, named) || !debug_operand(u, type, DEBUG_ELEMENTS))
    return;
  bool added;
  uint64_t *slot = map_at(&u->enums->structs, key_of(name, len), &added);
  if (added)
    *slot = (uint64_t)(uintptr_t)type;
  else if (*slot != (uint64_t)(uintptr_t)type)
    *slot = 0;
}

/* Every struct that can be reached from this type. */
static void gather(struct unit *u, LLVMMetadataRef t, unsigned depth) {
  bool added;
  if (!debug_is_type(t) || depth > DEEPEST)
    return;
  map_at(&u->enums->seen, (uint64_t)(uintptr_t)t, &added);
  if (!added)
    return;
  LLVMMetadataRef of = debug_operand(u, t, DEBUG_TYPE);
  if (debug_composite(t)) {
    put(u, t, t);
    LLVMMetadataRef all = debug_operand(u, t, DEBUG_ELEMENTS), e;
    for (unsigned i = 0; all && (e = debug_operand(u, all, i)); i++)
      gather(u, e, depth + 1);
  } else if (of && LLVMGetDINodeTag(t) == DEBUG_TYPEDEF) {
    size_t len = 0;
    if (debug_composite(of) && (LLVMDITypeGetName(of, &len), !len))
      put(u, t, of);
  }
  if (of)
    gather(u, of, depth + 1);
}

/* Locals are known to calls of llvm.dbg only, which are there in the older of
 * the two formats. */
static void gather_locals(struct unit *u) {
  const LLVMBool format = LLVMIsNewDbgInfoFormat(u->module);
  LLVMSetIsNewDbgInfoFormat(u->module, 0);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, "llvm.dbg.declare");
  for (LLVMUseRef use = f ? LLVMGetFirstUse(f) : NULL; use;
       use = LLVMGetNextUse(use)) {
    LLVMMetadataRef local =
        LLVMValueAsMetadata(LLVMGetOperand(LLVMGetUser(use), 1));
    gather(u, debug_operand(u, local, DEBUG_TYPE), 0);
  }
  LLVMSetIsNewDbgInfoFormat(u->module, format);
}

/* Whether the unit has enumerations at all; types that it keeps by themselves
 * are gathered. */
static bool look_at_units(struct unit *u) {
  LLVMValueRef units[8];
  unsigned count = LLVMGetNamedMetadataNumOperands(u->module, "llvm.dbg.cu");
  if (!count || count > 8)
    return false;
  LLVMGetNamedMetadataOperands(u->module, "llvm.dbg.cu", units);
  bool any = false;
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef node = LLVMValueAsMetadata(units[i]), e;
    LLVMMetadataRef kept = debug_operand(u, node, RETAINED_LIST);
    any |= debug_operand(u, node, ENUM_LIST) != NULL;
    for (unsigned k = 0; kept && (e = debug_operand(u, kept, k)); k++)
      gather(u, e, 0);
  }
  return any;
}

void enums_begin(struct unit *u) {
  u->enums = calloc(1, sizeof *u->enums);
  if (!u->enums || !look_at_units(u)) {
    enums_end(u);
    return;
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g;
       g = LLVMGetNextGlobal(g))
    gather(u, debug_variable(u, g), 0);
  gather_locals(u);
}

void enums_end(struct unit *u) {
  if (!u->enums)
    return;
  map_free(&u->enums->seen);
  map_free(&u->enums->structs);
  map_free(&u->enums->strings);
  free(u->enums);
  u->enums = NULL;
}

/* --- what is at an address ------------------------------------------------ */

static LLVMMetadataRef struct_named(struct unit *u, LLVMTypeRef t) {
  const char *name = LLVMGetTypeKind(t) == LLVMStructTypeKind
                         ? LLVMGetStructName(t) : NULL;
  const char *rest = !name                           ? NULL
                     : !strncmp(name, "struct.", 7) ? name + 7
                     : !strncmp(name, "class.", 6)  ? name + 6
                                                    : NULL;
  uint64_t *at =
      rest ? map_get(&u->enums->structs, key_of(rest, strlen(rest))) : NULL;
  LLVMMetadataRef type = at ? (LLVMMetadataRef)(uintptr_t)*at : NULL;
  return type && LLVMDITypeGetSizeInBits(type) ==
                     8 * LLVMABISizeOfType(u->layout, t)
             ? type
             : NULL;
}

/* The type of the member that begins there; nothing of bit-fields. */
static LLVMMetadataRef member_at(struct unit *u, LLVMMetadataRef t,
                                 uint64_t bits) {
  unsigned tag = debug_composite(t = debug_plain(u, t));
  LLVMMetadataRef all = tag == DEBUG_STRUCT || tag == DEBUG_CLASS
                            ? debug_operand(u, t, DEBUG_ELEMENTS) : NULL;
  LLVMMetadataRef e;
  for (unsigned i = 0; all && (e = debug_operand(u, all, i)); i++)
    if (debug_is_type(e) && LLVMGetDINodeTag(e) == DEBUG_MEMBER &&
        LLVMDITypeGetOffsetInBits(e) == bits) {
      LLVMMetadataRef of = debug_operand(u, e, DEBUG_TYPE);
      LLVMMetadataRef one = of ? debug_plain(u, of) : NULL;
      return one && LLVMDITypeGetSizeInBits(one) == LLVMDITypeGetSizeInBits(e)
                 ? of : NULL;
    }
  return NULL;
}

static bool is_address(LLVMValueRef p) {
  return LLVMIsAGetElementPtrInst(p) ||
         (LLVMIsAConstantExpr(p) &&
          LLVMGetConstOpcode(p) == LLVMGetElementPtr);
}

/* The type of what a pointer points to. */
static LLVMMetadataRef type_at(struct unit *u, LLVMValueRef p,
                               unsigned depth) {
  if (LLVMIsAGlobalVariable(p))
    return debug_variable(u, p);
  if (!is_address(p) || depth > DEEPEST)
    return NULL;
  LLVMTypeRef t = LLVMGetGEPSourceElementType(p);
  LLVMMetadataRef d = struct_named(u, t);
  if (!d)
    d = type_at(u, LLVMGetOperand(p, 0), depth + 1);
  int count = LLVMGetNumOperands(p);
  for (int i = 2; d && i < count; i++)
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      unsigned k = (unsigned)LLVMConstIntGetZExtValue(
          LLVMGetOperand(p, (unsigned)i));
      d = member_at(u, d, 8 * LLVMOffsetOfElement(u->layout, t, k));
      t = LLVMStructGetTypeAtIndex(t, k);
    } else {
      d = debug_element(u, d);
      t = LLVMGetElementType(t);
    }
  return d;
}

/* --- rows ----------------------------------------------------------------- */

/* "LOCKED=-1": the C API tells no value, the printed form does. */
static bool add_value(struct unit *u, LLVMMetadataRef e, char *out,
                      size_t *len) {
  char *text = LLVMPrintValueToString(LLVMMetadataAsValue(u->context, e));
  char *name = text ? strstr(text, "DIEnumerator(name: \"") : NULL;
  char *end = name ? strchr(name += 20, '"') : NULL;
  char *value = end ? strstr(end, "value: ") : NULL;
  bool ok = false;
  if (value) {
    size_t digits = strspn(value += 7, "-0123456789");
    size_t letters = (size_t)(end - name);
    ok = digits && *len + letters + digits + 2 < TEXT_MOST;
    if (ok) {
      memcpy(out + *len, name, letters);
      out[*len + letters] = '=';
      memcpy(out + *len + letters + 1, value, digits);
      *len += letters + digits + 1;
      out[(*len)++] = ' ';
    }
  }
  LLVMDisposeMessage(text);
  return ok;
}

/* The values of an enumeration, one string for all its rows; NULL: too many. */
static LLVMValueRef values_of(struct unit *u, LLVMMetadataRef t) {
  bool added;
  uint64_t *slot =
      map_at(&u->enums->strings, (uint64_t)(uintptr_t)t, &added);
  if (!added)
    return (LLVMValueRef)(uintptr_t)*slot;
  char text[TEXT_MOST];
  size_t len = 0;
  LLVMMetadataRef all = debug_operand(u, t, DEBUG_ELEMENTS), e;
  bool ok = all != NULL;
  for (unsigned i = 0; ok && (e = debug_operand(u, all, i)); i++)
    ok = i < VALUES_MOST && add_value(u, e, text, &len);
  LLVMValueRef string = ok && len ? unit_string(u, text, len) : NULL;
  *slot = (uint64_t)(uintptr_t)string;
  return string;
}

static LLVMValueRef pointer_of(LLVMValueRef i, LLVMTypeRef *type) {
  bool stores = LLVMIsAStoreInst(i);
  bool updates = LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
  if (!stores && !updates && !LLVMIsALoadInst(i))
    return NULL;
  *type = stores    ? LLVMTypeOf(LLVMGetOperand(i, 0))
          : updates ? LLVMTypeOf(LLVMGetOperand(i, 1))
                    : LLVMTypeOf(i);
  return LLVMGetOperand(i, stores ? 1 : 0);
}

void enums_note(struct unit *u, LLVMValueRef instruction, LLVMValueRef site) {
  LLVMTypeRef type = NULL;
  LLVMValueRef p = u->enums ? pointer_of(instruction, &type) : NULL;
  if (!p || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return;
  LLVMMetadataRef t = debug_element(u, type_at(u, p, 0));
  for (unsigned i = 0; i < DEEPEST && t && debug_composite(t) != DEBUG_ENUM; i++)
    t = debug_element(u, member_at(u, t, 0));
  LLVMValueRef values =
      debug_composite(t) == DEBUG_ENUM &&
              LLVMDITypeGetSizeInBits(t) == LLVMGetIntTypeWidth(type)
          ? values_of(u, t) : NULL;
  if (!values)
    return;
  LLVMValueRef fields[] = {site, values};
  LLVMValueRef row = LLVMConstStructInContext(u->context, fields, 2, 0);
  LLVMValueRef at = LLVMAddGlobal(u->module, LLVMTypeOf(row), "heddle.enum");
  LLVMSetInitializer(at, row);
  LLVMSetLinkage(at, LLVMPrivateLinkage);
  LLVMSetSection(at, "heddle_enums");
  LLVMSetAlignment(at, 8);
}
