/* Crashes: the handler runs on a stack of its own, notes what happened, and
 * lets the run end on a third stack, as if the thread had failed itself. */
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include "rt/calls.h"
#include "rt/rt.h"

enum { HANDLER_STACK = 64 << 10 };

static char handler_stack[HANDLER_STACK] __attribute__((aligned(64)));
static char last_stack[HANDLER_STACK] __attribute__((aligned(64)));
static int crash_signal;
static uint64_t crash_address, crash_code;

/* The place is that of the thread's last operation; the address of the
 * instruction goes after WIRE_CODE_MARK, where the explorer finds it and, if
 * it is the program's own, knows the line better (exec/program.c). */
static void crashed(void) {
  struct fiber *f = rt.current;
  heddle_at site = f->site ? f->site : heddle_here;
  if (f->inside == INSIDE_ASSEMBLY)
    rt_escape_end(WHY_ASSEMBLY, "assembly", heddle_here);
  if (f->inside && rt_is_foreign(crash_code)) /* what it does is unknown */
    rt_end(RUN_ESCAPED, FOUND_NONE, NULL);
  const char *what = strsignal(crash_signal);
  if (crash_signal == SIGSEGV && rt_stack_guard(crash_address))
    rt_fail(FOUND_STACK, site,
            "the stack of thread %u is exhausted" WIRE_CODE_MARK "%lx", f->id,
            crash_code);
  if (crash_signal == SIGABRT)
    rt_fail(FOUND_ABORT, site, "a library called abort()");
  if (crash_signal == SIGSEGV || crash_signal == SIGBUS)
    rt_fail(FOUND_CRASH, site, "%s at address 0x%lx" WIRE_CODE_MARK "%lx",
            what, crash_address, crash_code);
  rt_fail(FOUND_CRASH, site, "%s" WIRE_CODE_MARK "%lx", what, crash_code);
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
  crash_signal = number;
  crash_address = (uint64_t)info->si_addr;
  crash_code = (uint64_t)u->uc_mcontext.gregs[REG_RIP];
  uint64_t top = (uint64_t)last_stack + HANDLER_STACK - 64;
  u->uc_mcontext.gregs[REG_RIP] = (greg_t)(uint64_t)crashed;
  u->uc_mcontext.gregs[REG_RSP] = (greg_t)(top - 8);
  u->uc_mcontext.gregs[REG_RBP] = 0;
}

void rt_crash_install(void) {
  stack_t alternative = {.ss_sp = handler_stack, .ss_size = HANDLER_STACK};
  sigaltstack(&alternative, NULL);
  struct sigaction action = {.sa_sigaction = on_signal,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP,
                                SIGABRT};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
}
