/* What C++ adds to a function: places where it goes on after an exception, and
 * the streams of its library.
 *
 * An exception leaves functions without their ends.  Where it lands the runtime
 * is told: that code which nobody looks into is left, and that locals below are
 * of functions that are gone (locals.c).
 *
 * A stream has a state of its own, its format and whether it is good.  The
 * standard streams may be used by all threads at once, so that the little of
 * this that is in headers is no access of the program's; what a stream reads of
 * the program's memory is, and whether two threads use a stream of their own is
 * seen at the calls (rt/library/cxx.h). */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

bool catch_is_stream(LLVMValueRef instruction) {
  static const char *const headers[] = {
      "/ios",          "/ostream",        "/istream",
      "/iostream",     "/streambuf",      "/iomanip",
      "/ios_base.h",   "/basic_ios.h",    "/basic_ios.tcc",
      "/localefwd.h",  "/locale_facets.h", "/locale_classes.h",
      "/ostream_insert.h", "/ostream.tcc", "/istream.tcc"};
  unsigned len = 0;
  const char *file = LLVMIsACallInst(instruction) || !LLVMIsAInstruction(
                                                          instruction)
                         ? NULL
                         : LLVMGetDebugLocFilename(instruction, &len);
  if (!file || !len || !inline_is_header(file))
    return false;
  const char *slash = strrchr(file, '/');
  for (size_t i = 0; slash && i < sizeof headers / sizeof *headers; i++)
    if (!strcmp(slash, headers[i]))
      return true;
  return false;
}

static bool is_in(LLVMMetadataRef where, const char *header) {
  unsigned len = 0;
  LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(where));
  const char *path = file ? LLVMDIFileGetFilename(file, &len) : NULL;
  size_t n = strlen(header);
  return path && len > n && !strncmp(path + len - n, header, n) &&
         inline_is_header(path);
}

/* std::atomic<std::shared_ptr> locks a bit, and some versions of libstdc++ give
 * it back with less order than a lock has: a bug that is no program's. */
bool catch_is_lock(LLVMValueRef instruction) {
  for (LLVMMetadataRef where = LLVMInstructionGetDebugLoc(instruction); where;
       where = LLVMDILocationGetInlinedAt(where))
    if (is_in(where, "/shared_ptr_atomic.h"))
      return true;
  return false;
}

static LLVMMetadataRef some_place(struct unit *u, LLVMValueRef function) {
  LLVMMetadataRef about = LLVMGetSubprogram(function);
  return about ? LLVMDIBuilderCreateDebugLocation(u->context, 0, 0, about, NULL)
               : NULL;
}

static void land(struct unit *u, LLVMValueRef pad, LLVMValueRef before,
                 LLVMMetadataRef place) {
  LLVMPositionBuilderBefore(u->builder, LLVMGetNextInstruction(pad));
  LLVMSetCurrentDebugLocation2(u->builder, place);
  unit_call(u, "heddle_local_left", u->t_void, NULL, 0);
  unit_call(u, "heddle_landed", u->t_void, &before, 1);
}

void catch_mark(struct unit *u, LLVMValueRef function) {
  size_t count;
  LLVMValueRef *at = unit_instructions(function, &count), before = NULL;
  LLVMMetadataRef place = some_place(u, function);
  for (size_t i = 0; i < count; i++) {
    if (!LLVMIsALandingPadInst(at[i]))
      continue;
    if (!before) {
      LLVMPositionBuilderBefore(u->builder, at[0]);
      LLVMSetCurrentDebugLocation2(u->builder, place);
      before = unit_call(u, "heddle_inside", u->t_i32, NULL, 0);
    }
    land(u, at[i], before, place);
  }
  free(at);
}
