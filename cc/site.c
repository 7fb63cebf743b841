/* Sites: one constant struct heddle_site per instrumented instruction, in the
 * section heddle_sites.  The linker puts the sections of all units one after
 * the other, so that a site's number is its distance from the beginning. */
#include <limits.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "demangle.h"
#include "rt/abi.h"
#include "unit.h"

/* The name of the function an instruction is in, as one string each. */
static LLVMValueRef function_string(struct unit *u, LLVMValueRef i) {
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
  if (f != u->function) {
    size_t len;
    char room[CXXNAME_LONGEST];
    const char *name = demangle_short(LLVMGetValueName2(f, &len), room);
    u->function = f;
    u->function_string = unit_string(u, name, strlen(name));
  }
  return u->function_string;
}

static LLVMValueRef file_string(struct unit *u, const char *name,
                                unsigned len) {
  if (len >= sizeof u->file_name)
    len = sizeof u->file_name - 1;
  if (!u->file_string || strlen(u->file_name) != len ||
      memcmp(u->file_name, name, len)) {
    memcpy(u->file_name, name, len);
    u->file_name[len] = 0;
    u->file_string = unit_string(u, name, len);
  }
  return u->file_string;
}

/* The whole path: the program may be tested from another folder than the one
 * it was compiled in, and two files of a project may have the same name.
 * (clang takes what a full path has in common with the folder it runs in away
 * from the name; the folder of the place gives that back.) */
static const char *file_name(LLVMMetadataRef where, char path[PATH_MAX],
                             unsigned *len) {
  unsigned folder_len = 0;
  LLVMMetadataRef scope = where ? LLVMDILocationGetScope(where) : NULL;
  LLVMMetadataRef about = scope ? LLVMDIScopeGetFile(scope) : NULL;
  const char *file = about ? LLVMDIFileGetFilename(about, len) : NULL;
  const char *folder =
      about ? LLVMDIFileGetDirectory(about, &folder_len) : NULL;
  if (!file)
    return *len = 1, "?";
  if (!*len || file[0] == '/' || file[0] == '<' || !folder || !folder_len)
    return file;
  unsigned skip = *len > 2 && file[0] == '.' && file[1] == '/' ? 2 : 0;
  int full = snprintf(path, PATH_MAX, "%.*s/%.*s", (int)folder_len, folder,
                      (int)(*len - skip), file + skip);
  if (full >= PATH_MAX)
    return file;
  *len = (unsigned)full;
  return path;
}

/* Of code that came out of a header of the C++ library (inline.c) the place
 * where the program uses it. */
static LLVMMetadataRef place_of(LLVMValueRef instruction) {
  char path[PATH_MAX];
  unsigned len = 0;
  LLVMMetadataRef where = LLVMInstructionGetDebugLoc(instruction);
  while (where && inline_is_header(file_name(where, path, &len))) {
    LLVMMetadataRef outer = LLVMDILocationGetInlinedAt(where);
    if (!outer)
      break;
    where = outer;
  }
  return where;
}

static unsigned column_of(LLVMMetadataRef where) {
  return where ? LLVMDILocationGetColumn(where) & 0xffff : 0;
}

void site_fields(struct unit *u, LLVMValueRef instruction,
                 LLVMValueRef out[4]) {
  unsigned len = 0;
  char path[PATH_MAX];
  LLVMMetadataRef where = place_of(instruction);
  const char *file = file_name(where, path, &len);
  out[0] = file_string(u, file, len);
  out[1] = function_string(u, instruction);
  out[2] = unit_int(u, where ? LLVMDILocationGetLine(where) : 0);
  out[3] = unit_int(u, column_of(where));
}

/* Arguments of a call that point to what no other thread can reach, and whether
 * its result matters. */
static unsigned hidden_arguments(LLVMValueRef call) {
  unsigned set = 0, count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count && i < ABI_HIDDEN_ARGS; i++) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind &&
        escape_is_private(v))
      set |= 1u << i;
  }
  if (idle_result(call))
    set |= ABI_RESULT_IDLE;
  return set;
}

LLVMValueRef site_of(struct unit *u, LLVMValueRef instruction) {
  LLVMValueRef fields[4];
  site_fields(u, instruction, fields);
  if (unit_is_call(instruction)) /* above the column (rt/abi.h) */
    fields[3] = unit_int(u, column_of(place_of(instruction)) |
                                hidden_arguments(instruction) << 16);
  LLVMValueRef site = LLVMConstNamedStruct(u->t_site, fields, 4);
  LLVMValueRef g = LLVMAddGlobal(u->module, u->t_site, "heddle.site");
  LLVMSetInitializer(g, site);
  LLVMSetGlobalConstant(g, 0); /* relocated, so not in read-only memory */
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetSection(g, "heddle_sites");
  LLVMSetAlignment(g, 8);
  enums_note(u, instruction, g);
  return g;
}
