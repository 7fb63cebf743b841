/* Assembly: what it does to memory nobody sees, so where it may touch what
 * other threads can reach the runtime is told, and the verdict is incomplete.
 *
 * A compiler barrier (no text at all), a pause and a fence do nothing to
 * memory: under sequential consistency they do nothing.  Neither does what
 * works on registers alone.  Everything else may touch memory: an operand in
 * memory ("*" among LLVM's constraints), a pointer in a register, an address
 * in the text, or a clobber that says so.  Reading a clock or a source of
 * randomness is no better: it is another number in another run. */
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "unit.h"

static bool is_one_of(const char *word, size_t len, const char *const *words) {
  for (; *words; words++)
    if (strlen(*words) == len && !strncasecmp(*words, word, len))
      return true;
  return false;
}

/* A locked operation that leaves the top of the own stack as it is: the way
 * kernels write a fence. */
static bool is_locked_nothing(const char *s, size_t len) {
  char line[64];
  snprintf(line, sizeof line, "%.*s", (int)(len < 63 ? len : 63), s);
  return (!strncmp(line, "add", 3) || !strncmp(line, "or", 2)) &&
         strstr(line, "$$0,") &&
         (strstr(line, "(%rsp)") || strstr(line, "(%esp)"));
}

/* Every instruction of the text is one that does nothing to memory. */
static bool only_waits_or_orders(const char *s, size_t len) {
  static const char *const harmless[] = {"mfence", "lfence", "sfence", "pause",
                                         "nop",    "rep",    "lock",   NULL};
  const char *end = s + len;
  while (s < end) {
    if (isspace((unsigned char)*s) || *s == ';') {
      s++;
      continue;
    }
    size_t line = 0, word = 0;
    while (s + line < end && s[line] != ';' && s[line] != '\n')
      line++;
    while (word < line && !isspace((unsigned char)s[word]))
      word++;
    bool known = is_one_of(s, word, harmless);
    if (!known && !is_locked_nothing(s, line))
      return false;
    s += known ? word : line;
  }
  return true;
}

/* Words that touch memory or the outside without an address in the text. */
static bool reaches_out(const char *s, size_t len) {
  static const char *const words[] = {
      "movs",  "stos",    "lods",   "cmps",   "scas", "push",   "pop",
      "call",  "syscall", "int",    "rdtsc",  "rdrand", "rdseed", "xlat",
      "enter", "leave",   "ret",    "in",     "out",  "xsave",  "rdpmc",
      NULL};
  for (size_t i = 0; i < len; i++) {
    if (i && (isalnum((unsigned char)s[i - 1]) || s[i - 1] == '%' ||
              s[i - 1] == '_'))
      continue;
    for (const char *const *w = words; *w; w++)
      if (len - i >= strlen(*w) && !strncasecmp(s + i, *w, strlen(*w)))
        return true;
  }
  return false;
}

static bool has_pointer(LLVMValueRef call) {
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) ==
        LLVMPointerTypeKind)
      return true;
  return false;
}

static bool may_touch_memory(LLVMValueRef call, LLVMValueRef assembly) {
  size_t len, constraints_len;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
  const char *constraints =
      LLVMGetInlineAsmConstraintString(assembly, &constraints_len);
  if (!text || !constraints || only_waits_or_orders(text, len))
    return false;
  return has_pointer(call) || memchr(constraints, '*', constraints_len) ||
         strstr(constraints, "~{memory}") || memchr(text, '(', len) ||
         memchr(text, '[', len) || reaches_out(text, len);
}

/* Assembly that jumps comes back at more places than one. */
static void announce(struct unit *u, LLVMValueRef call) {
  if (LLVMIsACallInst(call)) {
    foreign_surround(u, call, "heddle_assembly", "assembly",
                     site_of(u, call));
    return;
  }
  LLVMPositionBuilderBefore(u->builder, call);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef args[] = {unit_int(u, WHY_ASSEMBLY),
                         unit_string(u, "assembly", strlen("assembly")),
                         site_of(u, call)};
  unit_call(u, "heddle_escape", u->t_void, args, 3);
}

void assembly_announce(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t count;
    LLVMValueRef *at = unit_instructions(f, &count);
    for (size_t i = 0; i < count; i++) {
      bool call = LLVMIsACallInst(at[i]) || LLVMIsACallBrInst(at[i]);
      LLVMValueRef to = call ? LLVMGetCalledValue(at[i]) : NULL;
      if (to && LLVMIsAInlineAsm(to) && may_touch_memory(at[i], to))
        announce(u, at[i]);
    }
    free(at);
  }
}
