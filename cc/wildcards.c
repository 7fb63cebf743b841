/* Whether an MPI program names MPI_ANY_SOURCE or MPI_ANY_TAG anywhere, which are
 * numbers that nobody else uses (include/heddle/mpi/mpi.h).  Where none is named
 * ranks with threads have fewer steps that depend on each other
 * (rt/mpi_threads.c); one that comes from elsewhere is noticed there. */
#include <stdlib.h>

#include "unit.h"
#include "include/heddle/mpi/mpi.h"

static bool is_wildcard(LLVMValueRef v) {
  if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
    return false;
  long long n = LLVMConstIntGetSExtValue(v);
  return n == MPI_ANY_SOURCE || n == MPI_ANY_TAG;
}

static bool names_one(LLVMValueRef f) {
  size_t count;
  LLVMValueRef *all = unit_instructions(f, &count);
  bool found = false;
  for (size_t i = 0; i < count && !found; i++)
    for (int k = 0; k < LLVMGetNumOperands(all[i]) && !found; k++)
      found = is_wildcard(LLVMGetOperand(all[i], (unsigned)k));
  free(all);
  return found;
}

void wildcards_note(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f))
    if (names_one(f)) {
      unit_tell(u, "heddle_mpi_wildcards");
      return;
    }
}
