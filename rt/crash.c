/* Crashes: the handler runs on a stack of its own, notes what happened, and
 * lets the run end on a third stack, as if the thread had failed itself. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

#include "rt/calls.h"
#include "rt/names.h"
#include "rt/rt.h"

enum { HANDLER_STACK = 64 << 10 };

static char handler_stack[HANDLER_STACK] __attribute__((aligned(64)));
static char last_stack[HANDLER_STACK] __attribute__((aligned(64)));
static int crash_signal;
static uint64_t crash_address, crash_code, crash_frame;
static uint64_t crash_caller; /* where what cannot be executed was called */
static bool crashing;         /* crashed() tells of it */

/* --- inside of which call? ---------------------------------------------- */

static struct {
  bool under_way, begun;
  uint64_t caller;          /* where the program called it */
  char name[WIRE_CALL_LEN]; /* or "" */
} inside;

/* To ask for its name takes none of them into a program: what is linked only
 * where it is called (try_join.c, key_delete.c) stays so. */
#define WEAK(name)                                                             \
  extern __typeof__(heddle_##name) heddle_##name __attribute__((weak));
HEDDLE_LIBC(WEAK)
#undef WEAK

/* The name of a function of libc, of one of ours that stands in for it, or
 * NULL. */
static const char *name_of(struct _Unwind_Context *c, uint64_t at) {
  static const struct {
    void *at;
    const char *name;
  } ours[] = {
#define NAME(name) {(void *)heddle_##name, #name},
      HEDDLE_LIBC(NAME)
#undef NAME
  };
  void *start = (void *)_Unwind_GetRegionStart(c);
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    if (start && ours[i].at == start)
      return ours[i].name;
  return rt_is_own(at) ? NULL : rt_called_name(at);
}

static _Unwind_Reason_Code look(struct _Unwind_Context *c, void *unused) {
  int exact = 0;
  uint64_t at = _Unwind_GetIPInfo(c, &exact);
  (void)unused;
  inside.begun |= at == crash_code;
  if (!inside.begun)
    return _URC_NO_REASON;
  at -= !exact;
  if (!rt_is_own(at) && !rt_is_foreign(at)) {
    inside.caller = at;
    return _URC_END_OF_STACK;
  }
  const char *name = name_of(c, at);
  if (name)
    snprintf(inside.name, sizeof inside.name, "%s", name);
  return _URC_NO_REASON;
}

/* What foreign code does is unknown, and so is whose fault its crash is.  But
 * a pointer that is null, or points to data, is no code: there the first
 * instruction cannot be had, and the fault is that of the call. */
static bool is_called_by_program(void) {
  return crash_caller && !rt_is_foreign(crash_caller) &&
         !rt_is_own(crash_caller);
}

/* The unwinder may crash itself where the program has spoilt its stack: then
 * on_signal comes again, and nothing more is known. */
static void look_where(void) {
  inside.under_way = true;
  inside.begun = false;
  inside.caller = 0;
  inside.name[0] = 0;
  if (is_called_by_program())
    inside.caller = crash_caller - 1;
  else if (rt_is_own(crash_code) || rt_is_foreign(crash_code))
    _Unwind_Backtrace(look, NULL);
  /* libc has more than one of it */
  if (inside.caller && !crash_caller && rt.current->calls)
    snprintf(inside.name, sizeof inside.name, "%s", rt.current->calls);
  inside.under_way = false;
}

/* " inside strlen()", or nothing. */
static const char *inside_text(void) {
  static char text[WIRE_CALL_LEN + 16];
  text[0] = 0;
  if (inside.caller && inside.name[0])
    snprintf(text, sizeof text, " inside %s()", inside.name);
  return text;
}

/* --- what came of it ----------------------------------------------------- */

/* The place is that of the thread's last operation; the address of the
 * instruction goes after WIRE_CODE_MARK, where the explorer finds it and, if
 * it is the program's own, knows the line better (exec/program.c). */
static void crashed(void) {
  struct fiber *f = rt.current;
  crashing = true;
  heddle_at site = f->site ? f->site : heddle_here;
  if (f->inside == INSIDE_ASSEMBLY)
    rt_escape_end(WHY_ASSEMBLY, "assembly", heddle_here);
  if (f->inside && rt_is_foreign(crash_code) && !is_called_by_program())
    rt_end(RUN_ESCAPED, FOUND_NONE, NULL);
  const char *what = strsignal(crash_signal), *where = inside_text();
  if (inside.caller)
    crash_code = inside.caller;
  if (crash_signal == SIGSEGV && rt_stack_guard(crash_address))
    rt_fail(FOUND_STACK, site,
            "the stack of thread %u is exhausted" WIRE_CODE_MARK "%lx", f->id,
            crash_code);
  if (crash_signal == SIGABRT)
    rt_fail(FOUND_ABORT, site, "a library called abort()%s", where);
  if (crash_signal == SIGSEGV || crash_signal == SIGBUS)
    rt_fail(FOUND_CRASH, site, "%s at address 0x%lx%s" WIRE_CODE_MARK "%lx",
            what, crash_address, where, crash_code);
  rt_fail(FOUND_CRASH, site, "%s%s" WIRE_CODE_MARK "%lx", what, where,
          crash_code);
}

/* Outside of a run the crash is the runtime's own, and so it is while one is
 * told: the program has spoilt what that needs.  Then the default action. */
static void on_signal(int number, siginfo_t *info, void *context) {
  ucontext_t *u = context;
  uint64_t sp = (uint64_t)u->uc_mcontext.gregs[REG_RSP];
  if (!rt.run || sp - (uint64_t)last_stack < HANDLER_STACK) {
    signal(number, SIG_DFL);
    return;
  }
  if (!inside.under_way) {
    crash_signal = number;
    crash_address = (uint64_t)info->si_addr;
    crash_code = (uint64_t)u->uc_mcontext.gregs[REG_RIP];
    crash_caller = crash_code == crash_address ? *(uint64_t *)sp : 0;
    crash_frame = (uint64_t)u->uc_mcontext.gregs[REG_RBP];
    look_where();
  }
  inside.under_way = false;
  uint64_t top = (uint64_t)last_stack + HANDLER_STACK - 64;
  u->uc_mcontext.gregs[REG_RIP] = (greg_t)(uint64_t)crashed;
  u->uc_mcontext.gregs[REG_RSP] = (greg_t)(top - 8);
  u->uc_mcontext.gregs[REG_RBP] = 0;
}

/* Code of libraries keeps no frame pointers: then the place is all. */
uint16_t rt_crash_stack(void) {
  bool crash = crashing;
  crashing = false;
  return crash ? rt_stack_number_at(crash_code, crash_frame)
               : rt_stack_number();
}

void rt_crash_install(void) {
  stack_t alternative = {.ss_sp = handler_stack, .ss_size = HANDLER_STACK};
  sigaltstack(&alternative, NULL);
  struct sigaction action = {.sa_sigaction = on_signal,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,
                                SIGILL,  SIGTRAP, SIGABRT};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
}
