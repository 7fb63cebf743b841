/* Where the program is, when the explorer asks because no step comes any
 * more: the answer of a signal handler.
 *
 * The calls are found by the unwinder of the compiler's runtime, which knows
 * those of the C library too; frame pointers do not lead out of it.  Should
 * the program have spoilt its stack, this dies, and the explorer does without
 * an answer: the process is of no use to anybody any more. */
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

#include "rt/rt.h"

struct walk {
  struct wire_where *to;
  uint64_t from; /* the instruction that was interrupted */
  bool begun;    /* the handler's own frames are left behind */
  bool inside;   /* the program's code was reached */
};

const char *rt_called_name(uint64_t at) {
  Dl_info info;
  if (!dladdr((void *)at, &info) || !info.dli_sname)
    return NULL;
  const char *name = info.dli_sname;
  if (!strncmp(name, "__libc_", 7))
    name += 7;
  if (!strncmp(name, "_IO_", 4))
    name += 4;
  while (*name == '_')
    name++;
  return name;
}

static void note_call(struct wire_where *w, uint64_t at) {
  const char *name = rt_called_name(at);
  if (name)
    strncpy(w->call, name, sizeof w->call - 1);
}

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *c, void *user) {
  struct walk *k = user;
  int exact = 0;
  uint64_t at = _Unwind_GetIPInfo(c, &exact);
  k->begun |= at == k->from;
  if (!k->begun)
    return _URC_NO_REASON;
  if (!at || k->to->len == WIRE_WHERE_FRAMES)
    return _URC_END_OF_STACK;
  k->inside |= !rt_is_foreign(at);
  if (!k->inside)
    note_call(k->to, exact ? at : at - 1);
  k->to->at[k->to->len++] = exact ? at + 1 : at;
  return _URC_NO_REASON;
}

/* Outside of a run there is nothing to tell (a process that waits for the
 * one it forked is asked, too). */
static void on_where(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  if (!rt.run)
    return;
  const ucontext_t *u = context;
  struct wire_where *w = &rt.wire->where;
  struct walk k = {.to = w, .from = (uint64_t)u->uc_mcontext.gregs[REG_RIP]};
  w->thread = rt.current->id;
  w->site = rt_site(rt.current->site);
  w->len = 0;
  w->call[0] = 0;
  _Unwind_Backtrace(note_frame, &k);
  if (!w->len)
    w->at[w->len++] = k.from + 1;
  __atomic_store_n(&w->told, 1, __ATOMIC_RELEASE);
}

/* On the stack of rt_crash_install. */
void rt_where_install(void) {
  struct sigaction action = {.sa_sigaction = on_where,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(WIRE_WHERE_SIGNAL, &action, NULL);
}
