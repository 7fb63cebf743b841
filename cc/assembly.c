/* Assembly: what it does to memory is understood where it is one of the usual
 * words of lock-free code; anything else that may touch what other threads can
 * reach is told to the runtime, and the verdict is incomplete.
 *
 *   nothing at all, pause, nop      a barrier for the compiler; nothing else
 *   mfence, lfence, sfence, a       a fence: both, acquire, release, both
 *   locked add of 0 to the stack
 *   lock xadd, add, inc, or, bts,   an update of the operand in memory that is
 *   ... cmpxchg; xchg               sequentially consistent, with a fence before
 *                                   and after it; after it setcc, sbb and mov of
 *                                   registers may follow
 *   registers only                  nothing
 *
 * With --volatile=atomic a barrier for the compiler that clobbers memory is a
 * fence as well: on x86, where loads and stores stay in order among themselves,
 * kernels write their read and write barriers so.
 *
 * Everything else may touch memory: an operand in memory ("*" among LLVM's
 * constraints), a pointer in a register, an address in the text, or a clobber
 * that says so.  A move is among it, since nobody says whether it is to be
 * atomic.  Reading a clock or a source of randomness is no better: it is
 * another number in another run. */
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "rt/abi.h"
#include "unit.h"

enum { BOTH = ABI_FENCE_ACQUIRE | ABI_FENCE_RELEASE };

/* --- words ------------------------------------------------------------------ */

static bool is_one_of(const char *word, size_t len, const char *const *words) {
  for (; *words; words++)
    if (strlen(*words) == len && !strncasecmp(*words, word, len))
      return true;
  return false;
}

/* An instruction of the text: its word, what follows it up to the end of the
 * line or a semicolon. */
struct line {
  const char *word, *rest;
  size_t word_len, rest_len;
};

/* The next one from *at on; false when there is none. */
static bool next_line(const char **at, const char *end, struct line *out) {
  const char *s = *at;
  while (s < end && (isspace((unsigned char)*s) || *s == ';'))
    s++;
  if (s == end)
    return false;
  const char *stop = s, *word = s;
  while (stop < end && *stop != ';' && *stop != '\n')
    stop++;
  while (word < stop && !isspace((unsigned char)*word))
    word++;
  *out = (struct line){s, word, (size_t)(word - s), (size_t)(stop - word)};
  /* a prefix may be followed by its instruction */
  static const char *const prefixes[] = {"lock", "rep", NULL};
  *at = is_one_of(s, out->word_len, prefixes) ? word : stop;
  return true;
}

static bool has(const struct line *l, const char *words) {
  size_t len = strlen(words);
  for (size_t i = 0; i + len <= l->rest_len; i++)
    if (!strncmp(l->rest + i, words, len))
      return true;
  return false;
}

/* A locked operation that leaves the top of the own stack as it is: the way
 * kernels write a fence. */
static bool is_locked_nothing(const struct line *l) {
  return (!strncasecmp(l->word, "add", 3) || !strncasecmp(l->word, "or", 2)) &&
         has(l, "$$0,") && (has(l, "(%rsp)") || has(l, "(%esp)"));
}

/* What fences the text has; -1: it does something else. */
static int only_waits_or_orders(const char *s, size_t len) {
  static const char *const harmless[] = {"pause", "nop", "rep", "lock", NULL};
  const char *end = s + len;
  struct line l;
  int fences = 0;
  while (next_line(&s, end, &l)) {
    static const char *const full[] = {"mfence", NULL};
    static const char *const loads[] = {"lfence", NULL};
    static const char *const stores[] = {"sfence", NULL};
    if (is_one_of(l.word, l.word_len, full) || is_locked_nothing(&l))
      fences |= BOTH;
    else if (is_one_of(l.word, l.word_len, loads))
      fences |= ABI_FENCE_ACQUIRE;
    else if (is_one_of(l.word, l.word_len, stores))
      fences |= ABI_FENCE_RELEASE;
    else if (!is_one_of(l.word, l.word_len, harmless))
      return -1;
  }
  return fences;
}

/* --- operands ---------------------------------------------------------------- */

struct operand {
  LLVMValueRef value; /* NULL: a result in a register */
  unsigned size;      /* of what is in memory, or 0 */
  bool in_memory, output;
  char constraint[32];
};

enum { OPERANDS = 16 };

unsigned assembly_operand_size(LLVMValueRef call, unsigned argument) {
  unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  return a ? (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(module),
                                         LLVMGetTypeAttributeValue(a))
           : 0;
}

/* The operands in the order of their numbers; 0: too many. */
static unsigned read_operands(LLVMValueRef call, const char *constraints,
                              size_t len, struct operand *out) {
  unsigned count = 0, argument = 0;
  for (size_t i = 0; i < len && count < OPERANDS;) {
    size_t end = i;
    for (int depth = 0; end < len && (constraints[end] != ',' || depth); end++)
      depth += (constraints[end] == '{') - (constraints[end] == '}');
    const char *s = constraints + i;
    size_t n = end - i;
    i = end + 1;
    if (*s == '~' || *s == '!')
      continue;
    struct operand *o = &out[count++];
    *o = (struct operand){.output = *s == '='};
    o->in_memory = memchr(s, '*', n);
    snprintf(o->constraint, sizeof o->constraint, "%.*s", (int)n, s);
    if (!o->output || o->in_memory) {
      if (argument >= LLVMGetNumArgOperands(call))
        return 0;
      o->size = assembly_operand_size(call, argument);
      o->value = LLVMGetOperand(call, argument++);
    }
  }
  return count < OPERANDS ? count : 0;
}

/* The operand in memory that the line names: "$1", "${1:q}", or the register
 * in "($1)"; NULL: none, or more than one. */
static const struct operand *memory_operand(const struct line *l,
                                            const struct operand *all,
                                            unsigned count) {
  const struct operand *found = NULL;
  for (size_t i = 0; i + 1 < l->rest_len; i++) {
    if (l->rest[i] == '[' || (l->rest[i] == '(' && l->rest[i + 1] != '$'))
      return NULL;
    if (l->rest[i] != '$')
      continue;
    size_t at = i + 1 + (l->rest[i + 1] == '{');
    if (l->rest[i + 1] == '$' || !isdigit((unsigned char)l->rest[at])) {
      i++;
      continue;
    }
    unsigned n = (unsigned)atoi(l->rest + at);
    if (n >= count)
      return NULL;
    bool address = i && l->rest[i - 1] == '(';
    if (address && (i < 2 || !isspace((unsigned char)l->rest[i - 2])) &&
        i > 1 && l->rest[i - 2] != ',')
      return NULL; /* with an offset */
    if (!all[n].in_memory && !address)
      continue;
    if ((found && found != &all[n]) || !all[n].value ||
        LLVMGetTypeKind(LLVMTypeOf(all[n].value)) != LLVMPointerTypeKind)
      return NULL;
    found = &all[n];
  }
  return found;
}

/* --- locked instructions ------------------------------------------------------ */

/* The size of what such a word works on, by its last letter or, where there is
 * none, by its operand; 0: it is not one of them. */
static unsigned locked_size(const struct line *l, bool locked,
                            const struct operand *memory) {
  static const char *const words[] = {"xadd", "add", "sub", "inc", "dec",
                                      "or",   "and", "xor", "not", "neg",
                                      "bts",  "btr", "btc", "adc", "sbb",
                                      "cmpxchg", "xchg", NULL};
  size_t n = l->word_len;
  if (n < 2 || n > 8 || !memory)
    return 0;
  char last = (char)tolower((unsigned char)l->word[n - 1]);
  unsigned size = last == 'b' ? 1 : last == 'w' ? 2 : last == 'l' ? 4 : 8;
  bool known = (last == 'b' || last == 'w' || last == 'l' || last == 'q') &&
               is_one_of(l->word, n - 1, words);
  bool swaps = !strncasecmp(l->word, "xchg", 4);
  if (!known && is_one_of(l->word, n, words)) {
    size = memory->size;
    known = size == 1 || size == 2 || size == 4 || size == 8;
  }
  return known && (locked || swaps) ? size : 0;
}

/* What may follow: registers that take up how it went. */
static bool is_aftermath(const struct line *l, const struct operand *all,
                         unsigned count) {
  static const char *const moves[] = {"mov",  "movl",  "movq", "movb",
                                      "movzbl", "sbb", "sbbl", "sbbq", NULL};
  if (strncasecmp(l->word, "set", 3) &&
      !is_one_of(l->word, l->word_len, moves))
    return false;
  return !has(l, "(") && !has(l, "[") && !memory_operand(l, all, count);
}

struct locked {
  const struct operand *memory;
  unsigned size;
  bool compares;
};

static bool read_locked(const char *s, size_t len, const struct operand *all,
                        unsigned count, struct locked *out) {
  const char *end = s + len;
  struct line l;
  bool locked = false, done = false;
  while (next_line(&s, end, &l)) {
    static const char *const lock[] = {"lock", NULL};
    if (is_one_of(l.word, l.word_len, lock)) {
      locked = true;
      continue;
    }
    if (done && !is_aftermath(&l, all, count))
      return false;
    if (!done) {
      out->memory = memory_operand(&l, all, count);
      out->size = locked_size(&l, locked, out->memory);
      out->compares = !strncasecmp(l.word, "cmpxchg", 7);
      /* a bit of memory by a number in a register may be far away */
      if (!out->size ||
          (!strncasecmp(l.word, "bt", 2) && !has(&l, "$$")))
        return false;
      done = true;
    }
  }
  return done;
}

/* What a cmpxchg expects: the operand that begins in the accumulator. */
static LLVMValueRef expected_of(const struct operand *all, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    unsigned tied = (unsigned)atoi(all[i].constraint);
    bool is_tied = isdigit((unsigned char)all[i].constraint[0]) &&
                   tied < count && strstr(all[tied].constraint, "{ax}");
    if (!all[i].output && all[i].value && !all[i].in_memory &&
        (is_tied || strstr(all[i].constraint, "{ax}")))
      return all[i].value;
  }
  return NULL;
}

static void update(struct unit *u, LLVMValueRef call, const struct locked *k,
                   LLVMValueRef expected) {
  LLVMValueRef p = k->memory->value;
  if (escape_is_private(p)) {
    u->hidden++;
    return;
  }
  access_fence(u, BOTH);
  LLVMValueRef args[] = {p, unit_int(u, k->size), site_of(u, call), NULL,
                         LLVMConstInt(u->t_i64, 0, 0)};
  if (expected) {
    LLVMTypeRef t = LLVMIntTypeInContext(u->context, k->size * 8);
    LLVMValueRef bits = unit_as_i64(u, expected);
    args[3] = LLVMBuildZExtOrBitCast(
        u->builder, LLVMBuildTruncOrBitCast(u->builder, bits, t, ""), u->t_i64,
        "");
  }
  unit_call(u, expected ? "heddle_mem_swap" : "heddle_mem_update", u->t_void,
            args, expected ? 5 : 3);
  LLVMPositionBuilderBefore(u->builder, LLVMGetNextInstruction(call));
  access_fence(u, BOTH);
  u->updates++;
}

/* --- each statement ------------------------------------------------------------ */

static bool clobbers_memory(LLVMValueRef assembly) {
  size_t len;
  const char *s = LLVMGetInlineAsmConstraintString(assembly, &len);
  return s && strstr(s, "~{memory}");
}

static bool find_locked(LLVMValueRef call, LLVMValueRef assembly,
                        struct operand *all, unsigned *count,
                        struct locked *out) {
  size_t len, constraints_len;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
  const char *constraints =
      LLVMGetInlineAsmConstraintString(assembly, &constraints_len);
  if (!text || !constraints || !LLVMIsACallInst(call))
    return false;
  *count = read_operands(call, constraints, constraints_len, all);
  return *count && read_locked(text, len, all, *count, out) &&
         (!out->compares || expected_of(all, *count));
}

bool assembly_is_update(LLVMValueRef call) {
  struct operand all[OPERANDS];
  struct locked k = {0};
  unsigned count;
  return find_locked(call, LLVMGetCalledValue(call), all, &count, &k);
}

void assembly_instrument(struct unit *u, LLVMValueRef call) {
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  struct operand all[OPERANDS];
  struct locked k = {0};
  unsigned count;
  size_t len;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
  int fences = text ? only_waits_or_orders(text, len) : -1;
  if (fences >= 0 && u->volatile_atomic && clobbers_memory(assembly))
    fences = BOTH;
  if (fences > 0)
    access_fence(u, (unsigned)fences);
  else if (fences < 0 && find_locked(call, assembly, all, &count, &k))
    update(u, call, &k, k.compares ? expected_of(all, count) : NULL);
}

/* --- what is not understood ---------------------------------------------------- */

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

/* In a register: operands in memory say how large they are. */
static bool has_pointer(LLVMValueRef call) {
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) ==
            LLVMPointerTypeKind &&
        !assembly_operand_size(call, i))
      return true;
  return false;
}

bool assembly_reaches_beyond(LLVMValueRef call) {
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  size_t len, constraints_len;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
  const char *constraints =
      LLVMGetInlineAsmConstraintString(assembly, &constraints_len);
  if (!text || !constraints || only_waits_or_orders(text, len) >= 0 ||
      assembly_is_update(call))
    return false;
  return has_pointer(call) || strstr(constraints, "~{memory}") ||
         memchr(text, '(', len) || memchr(text, '[', len) ||
         reaches_out(text, len);
}

static bool may_touch_memory(LLVMValueRef call) {
  size_t len;
  const char *constraints =
      LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &len);
  return assembly_reaches_beyond(call) ||
         (constraints && memchr(constraints, '*', len) &&
          !assembly_is_update(call));
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
      if (to && LLVMIsAInlineAsm(to) && may_touch_memory(at[i]))
        announce(u, at[i]);
    }
    free(at);
  }
}
