/* Functions of the C++ library's headers become part of who calls them.
 *
 * clang leaves every std::move a call.  Taken in, a lock_guard is a lock, an
 * iterator a register, the loop around an atomic's load a loop that waits; and
 * a place in the source is one of the program's (site.c goes outwards from
 * the header).  Nothing is merged or left out by it: accesses stay what they
 * are, in their order.
 *
 * Large functions stay, and those that call themselves: each copy costs time to
 * compile. */
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

enum { LARGEST = 600, BUSY = -1, STAYS = -2 };

struct sizes {
  LLVMValueRef *function;
  int *size; /* 0: not known yet */
  size_t len;
};

/* Debian has those that differ from machine to machine, by which a std::mutex is
 * locked, in x86_64-linux-gnu/c++. */
bool inline_is_header(const char *path) {
  return strstr(path, "/include/c++/") || strstr(path, "/heddle/c++/") ||
         strstr(path, "-linux-gnu/c++/");
}

static bool is_librarys(LLVMValueRef f) {
  LLVMMetadataRef about = LLVMGetSubprogram(f);
  LLVMMetadataRef file = about ? LLVMDIScopeGetFile(about) : NULL;
  unsigned len = 0;
  const char *path = file ? LLVMDIFileGetFilename(file, &len) : NULL;
  return path && len && inline_is_header(path);
}

static int *size_at(struct sizes *all, LLVMValueRef f) {
  size_t low = 0, high = all->len;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (all->function[mid] < f)
      low = mid + 1;
    else
      high = mid;
  }
  return low < all->len && all->function[low] == f ? &all->size[low] : NULL;
}

static bool can_move(LLVMValueRef f) {
  return !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f));
}

/* Instructions of f when what it calls was taken in. */
static int size_of(struct sizes *all, LLVMValueRef f, int depth) {
  int *known = size_at(all, f);
  if (!known)
    return STAYS;
  if (*known)
    return *known == BUSY ? STAYS : *known;
  *known = BUSY;
  int size = 1;
  size_t count;
  LLVMValueRef *at = unit_instructions(f, &count);
  for (size_t i = 0; i < count && size <= LARGEST; i++) {
    size++;
    LLVMValueRef to = unit_is_call(at[i]) ? LLVMGetCalledValue(at[i]) : NULL;
    int inner = to && LLVMIsAFunction(to) && depth < 64
                    ? size_of(all, to, depth + 1)
                    : STAYS;
    size += inner > 0 ? inner : 0;
  }
  free(at);
  *known = size <= LARGEST && can_move(f) ? size : STAYS;
  return *known;
}

static int by_address(const void *a, const void *b) {
  LLVMValueRef x = *(const LLVMValueRef *)a, y = *(const LLVMValueRef *)b;
  return (x > y) - (x < y);
}

static struct sizes collect(struct unit *u) {
  struct sizes all = {0};
  size_t cap = 1;
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f))
    cap++;
  all.function = calloc(cap, sizeof *all.function);
  all.size = calloc(cap, sizeof *all.size);
  if (!all.function || !all.size)
    abort();
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && is_librarys(f))
      all.function[all.len++] = f;
  qsort(all.function, all.len, sizeof *all.function, by_address);
  return all;
}

static void set(struct unit *u, LLVMValueRef f, const char *name, bool on) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  if (on)
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(u->context, kind, 0));
  else
    LLVMRemoveEnumAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

void inline_mark(struct unit *u) {
  struct sizes all = collect(u);
  for (size_t i = 0; i < all.len; i++) {
    LLVMValueRef f = all.function[i];
    set(u, f, "alwaysinline", false);
    if (size_of(&all, f, 0) <= 0)
      continue;
    set(u, f, "noinline", false);
    set(u, f, "alwaysinline", true);
  }
  free(all.function);
  free(all.size);
}

/* LLVM calls what it takes in as it was called, and ".i", with a number where
 * that is not enough; clang gives no local such a name. */
bool inline_is_taken(LLVMValueRef local) {
  size_t len;
  const char *name = LLVMGetValueName2(local, &len);
  while (len && isdigit((unsigned char)name[len - 1]))
    len--;
  return len > 2 && name[len - 1] == 'i' && name[len - 2] == '.';
}

/* Where a function is taken in its locals are said to live from there to
 * there, and two that do not live together may get one place.  But a local is
 * open from the function's beginning (locals.c), and of whoever shares its
 * place the bounds would be the wrong ones: each keeps its own. */
void inline_keep_places(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t count;
    LLVMValueRef *at = unit_instructions(f, &count);
    for (size_t i = 0; i < count; i++)
      if (unit_is_intrinsic(at[i], "llvm.lifetime."))
        LLVMInstructionEraseFromParent(at[i]);
    free(at);
  }
}
