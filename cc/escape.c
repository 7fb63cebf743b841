/* What no other thread can reach: constants, static thread-local variables,
 * arguments of va_arg, and locals and parameters passed by value whose address
 * goes nowhere.  Of errno and of thread-local variables that other units know
 * only the runtime can tell.
 *
 * Wrongly private would hide accesses from the scheduler and is unsound;
 * wrongly shared only costs time, because an access nobody else can make
 * conflicts with nothing.  So whatever is not known escapes. */
#include <stdlib.h>
#include <string.h>

#include "row.h"
#include "unit.h"

/* Functions that the runtime models and that keep no pointer they are given.
 * pthread_create keeps its last argument, which is looked at apart; a cleanup
 * handler stays with its thread. */
static const char *const keeps_nothing[] = {
    "__atomic_compare_exchange", "__atomic_exchange", "__atomic_load",
    "__atomic_store", "__pthread_register_cancel",
    "__pthread_register_cancel_defer",
    "__pthread_unregister_cancel", "asctime", "asprintf", "atoi", "atol",
    "atoll", "bcmp", "clock_gettime", "clock_nanosleep", "cnd_broadcast",
    "cnd_destroy", "cnd_signal", "cnd_timedwait", "creat", "ctime", "dprintf",
    "err", "error", "errx", "exit", "fclose", "fdopen", "fflush", "fgets",
    "fopen", "fprintf", "fputs", "fputws", "fread", "free", "fscanf",
    "fwprintf", "fwrite", "getdelim", "getenv", "getitimer", "getline",
    "getrlimit", "getrlimit64", "getrusage", "gettimeofday", "gmtime", "index",
    "lcong48", "localtime", "memchr", "memcmp", "mtx_timedlock", "nanosleep",
    "open", "openat", "opendir", "perror", "posix_memalign", "pread", "printf",
    "pthread_cond_clockwait", "pthread_cond_timedwait", "pthread_create",
    "pthread_join", "pthread_key_create", "pthread_mutex_clocklock",
    "pthread_mutex_timedlock", "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock", "pthread_sigmask", "pthread_timedjoin_np",
    "pthread_tryjoin_np", "puts", "pwrite", "read", "rindex", "scanf", "seed48",
    "sem_clockwait", "sem_getvalue", "sem_timedwait", "setenv", "setitimer",
    "setrlimit", "setrlimit64", "sigaction", "sigpending", "sigprocmask",
    "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo", "snprintf",
    "sprintf", "sscanf", "strcasecmp", "strcat", "strchr", "strchrnul",
    "strcmp", "strcpy", "strcspn", "strdup", "strlen", "strncasecmp", "strncat",
    "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr", "strsep",
    "strspn", "strstr", "swprintf", "thrd_create", "thrd_join", "thrd_sleep",
    "time", "times", "timespec_get", "tss_create", "unsetenv", "vasprintf",
    "vdprintf", "vfprintf", "vfscanf", "vfwprintf", "vprintf", "vscanf",
    "vsnprintf", "vsprintf", "vsscanf", "vswprintf", "vwprintf", "warn",
    "warnx", "wprintf", "write"};

/* `deep`: functions of this unit are looked into. */
static bool escapes(LLVMValueRef v, int depth, bool deep);

static bool is_listed(const char *name) {
  for (size_t i = 0; i < sizeof keeps_nothing / sizeof *keeps_nothing; i++)
    if (!strcmp(name, keeps_nothing[i]))
      return true;
  return false;
}

/* Of the functions that read a number, those that store where it ended: there
 * is a pointer to the text then. */
static bool stores_end(const char *name, LLVMValueRef call, LLVMValueRef v) {
  static const char *const readers[] = {"strtol", "strtoul", "strtoll",
                                        "strtoull"};
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    if (!strcmp(name, readers[i]))
      return LLVMGetNumArgOperands(call) < 2 ||
             (LLVMGetOperand(call, 1) != v &&
              !LLVMIsNull(LLVMGetOperand(call, 1)));
  return true;
}

/* Other functions of the C library, by their rows: it is kept, or a pointer to
 * where it points is stored, as strtol does. */
static bool row_keeps(const struct row *r, LLVMValueRef call, LLVMValueRef v) {
  struct row_effects e;
  row_read(r->words, &e);
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetOperand(call, i) == v && e.keeps >> i & 1)
      return true;
  for (unsigned i = 0; i < e.count; i++) {
    const struct heddle_effect *x = &e.at[i];
    if (x->does != ABI_READS && x->extra == ROW_POINTER &&
        x->argument < count && LLVMGetOperand(call, x->argument) != v &&
        !LLVMIsNull(LLVMGetOperand(call, x->argument)))
      return true;
  }
  return false;
}

/* A function whose instructions are here: what it does with the parameter, and
 * what is done with what it returns, which may be the same pointer. */
static bool body_keeps(LLVMValueRef call, LLVMValueRef v, int depth) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetOperand(call, i) == v &&
        (i >= LLVMCountParams(f) ||
         escapes(LLVMGetParam(f, i), depth + 1, true)))
      return true;
  return false;
}

/* Assembly that has it as an operand in memory reads or writes it there and
 * then, unless it asks for the address; what moves.c has copied for it is the
 * statement's own. */
static bool assembly_keeps(LLVMValueRef call, LLVMValueRef v) {
  size_t len;
  const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &len);
  if (moves_is_copy(v))
    return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetOperand(call, i) == v && !assembly_operand_size(call, i))
      return true;
  return !text || memmem(text, len, "lea", 3) || memmem(text, len, "LEA", 3);
}

static bool call_keeps(LLVMValueRef call, LLVMValueRef v, int depth,
                       bool deep) {
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
    return assembly_keeps(call, v);
  const char *name = unit_callee(call);
  if (!strncmp(name, "llvm.", 5))
    return strncmp(name, "llvm.lifetime", 13) &&
           strncmp(name, "llvm.mem", 8) && strncmp(name, "llvm.dbg", 8) &&
           strncmp(name, "llvm.va_", 8);
  LLVMValueRef f = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(f) || !LLVMIsDeclaration(f))
    return !deep || !LLVMIsAFunction(f) || body_keeps(call, v, depth);
  if (!strncmp(name, "heddle_", 7)) /* the runtime's: instrumentation */
    return false;
  static const char *const makers[] = {"pthread_create", "thrd_create"};
  for (int i = 0; i < 2; i++) {
    unsigned argument = i == 0 ? 3 : 2;
    if (!strcmp(name, makers[i]) && LLVMGetNumArgOperands(call) > argument &&
        LLVMGetOperand(call, argument) == v)
      return true;
  }
  struct row r = row_find(name);
  bool keeps = r.kind == ROW_CALL   ? row_keeps(&r, call, v)
               : r.kind == ROW_PURE ? false
                                    : !is_listed(name) && stores_end(name, call, v);
  /* what it returns may point there */
  return keeps ||
         (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind &&
          escapes(call, depth + 1, deep));
}

/* What is passed by value is copied, and the address goes nowhere. */
static bool only_by_value(LLVMValueRef call, LLVMValueRef v) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetOperand(call, i) == v && !byval_of_call(call, i))
      return false;
  return LLVMGetCalledValue(call) != v;
}

static bool use_escapes(LLVMValueRef user, LLVMValueRef v, int depth,
                        bool deep);

static bool escapes(LLVMValueRef v, int depth, bool deep) {
  if (depth > 12)
    return true;
  for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use))
    if (use_escapes(LLVMGetUser(use), v, depth, deep))
      return true;
  return false;
}

/* A number that only the runtime's expressions are told (symbolic.c). */
static bool only_in_shadows(LLVMValueRef v, int depth) {
  for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool sum = LLVMIsABinaryOperator(user) && depth < 12;
    if (sum ? !only_in_shadows(user, depth + 1)
            : !unit_is_call(user) || !unit_is_intrinsic(user, "heddle_sym_"))
      return false;
  }
  return true;
}

static bool use_escapes(LLVMValueRef user, LLVMValueRef v, int depth,
                        bool deep) {
  if (LLVMIsAPtrToIntInst(user))
    return !only_in_shadows(user, 0);
  if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user))
    return false;
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) == v && !twin_is_store(user);
  if (LLVMIsAAtomicRMWInst(user))
    return LLVMGetOperand(user, 1) == v;
  if (LLVMIsAAtomicCmpXchgInst(user))
    return LLVMGetOperand(user, 1) == v || LLVMGetOperand(user, 2) == v;
  if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) ||
      LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
    return escapes(user, depth + 1, deep);
  if (unit_is_call(user))
    return !only_by_value(user, v) && call_keeps(user, v, depth, deep);
  return true;
}

static LLVMValueRef base_of(LLVMValueRef v) {
  for (;;) {
    bool step = LLVMIsAGetElementPtrInst(v) || LLVMIsABitCastInst(v);
    if (!step && LLVMIsAConstantExpr(v))
      step = LLVMGetConstOpcode(v) == LLVMGetElementPtr ||
             LLVMGetConstOpcode(v) == LLVMBitCast;
    if (!step)
      return v;
    v = LLVMGetOperand(v, 0);
  }
}

bool escape_is_one(LLVMValueRef a, LLVMValueRef b) {
  return base_of(a) == base_of(b);
}

/* A local of type va_list: its fields point into the caller's frame. */
static bool is_va_list(LLVMValueRef local) {
  LLVMTypeRef t = LLVMGetAllocatedType(local);
  if (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
    t = LLVMGetElementType(t);
  const char *name =
      LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMGetStructName(t) : NULL;
  return name && !strcmp(name, "struct.__va_list_tag");
}

static bool is_va_arg(LLVMValueRef v, int depth) {
  if (depth > 4)
    return false;
  v = base_of(v);
  if (LLVMIsAPHINode(v)) {
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
      if (!is_va_arg(LLVMGetIncomingValue(v, i), depth + 1))
        return false;
    return LLVMCountIncoming(v) > 0;
  }
  if (!LLVMIsALoadInst(v))
    return false;
  LLVMValueRef list = base_of(LLVMGetOperand(v, 0));
  return LLVMIsAAllocaInst(list) && is_va_list(list);
}

bool escape_keeps_local(LLVMValueRef pointer) {
  return !escapes(pointer, 0, false);
}

bool escape_leaves(LLVMValueRef local) { return escapes(local, 0, true); }

/* The table of a class's functions, by the name that clang gives it where a
 * program cannot give any. */
static bool is_vtable(LLVMValueRef base) {
  size_t len;
  return LLVMIsALoadInst(base) &&
         !strncmp(LLVMGetValueName2(base, &len), "vtable", 6);
}

bool escape_is_private(LLVMValueRef pointer) {
  LLVMValueRef base = base_of(pointer);
  if (is_vtable(base))
    return true;
  if (LLVMIsAAllocaInst(base) || byval_of_parameter(base))
    return !escapes(base, 0, false);
  if (LLVMIsAGlobalVariable(base))
    return LLVMIsGlobalConstant(base);
  if (unit_is_call(base)) {
    const char *name = unit_callee(base);
    return !strcmp(name, "__ctype_b_loc") ||
           (!strcmp(name, "heddle_tls") &&
            LLVMGetLinkage(LLVMGetOperand(base, 0)) == LLVMInternalLinkage);
  }
  return is_va_arg(base, 0);
}

bool escape_is_own(LLVMValueRef pointer) {
  LLVMValueRef base = base_of(pointer);
  if (!unit_is_call(base))
    return false;
  const char *name = unit_callee(base);
  return !strcmp(name, "heddle_errno") || !strcmp(name, "heddle_tls");
}
