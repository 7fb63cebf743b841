/* Signals that the process sends to itself and waits for.
 *
 * What is modelled: actions, the mask of each thread, kill and raise to the
 * own process, and the calls that wait (sigsuspend, sigwait, pause).  The
 * signals that are pending are one semaphore: sending is V, waiting is P,
 * and every two operations on it are dependent, so nothing new has to be known
 * about order.  A signal that its sender does not block is handled by the
 * sender, at once, which POSIX allows; it does not break into another thread
 * between two of its steps, and where only that would be right it is said
 * (rt_escape).  One that is sent to a thread which blocks it, or waits for it,
 * is pending for that thread alone.  What ends the process by default is
 * a crash. */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/objects.h"
#include "rt/rt.h"
#include "rt/stream.h"

enum { SIGNALS = 65 };

static struct {
  struct rt_semaphore count; /* of pending signals; its address is the object */
  uint64_t pending;
  struct sigaction actions[SIGNALS];
} signals;

const void *rt_signals_object(void) { return &signals; }

void rt_signals_reset(void) {
  if (signals.pending || signals.count.magic)
    memset(&signals, 0, sizeof signals);
  if (UNLIKELY(rt_signalfds_reset != NULL))
    rt_signalfds_reset();
}

#define SIGNAL(number) (UINT64_C(1) << ((number)-1))
#define NEVER_BLOCKED (SIGNAL(SIGKILL) | SIGNAL(SIGSTOP))

static uint64_t bits(const sigset_t *set) { return set->__val[0]; }

static void step(uint8_t kind, heddle_at site) {
  if (!rt_visible(kind, (uint64_t)&signals, 1, 0, site))
    return;
  uint64_t count = signals.count.value;
  rt.step->value = kind == OP_SEM_INIT ? count | count << 32 : count;
}

/* Of the process, and of each thread. */
static void recount(void) {
  int count = __builtin_popcountll(signals.pending);
  threads_each(rt.words, &rt.live, t)
    count += __builtin_popcountll(rt.fibers[t].signals_pending);
  signals.count.magic = 1; /* there is something to reset */
  signals.count.value = (uint32_t)count;
}

/* Runs the handler as part of the running thread. */
static void handle(int number) {
  struct fiber *f = rt.current;
  struct sigaction a = signals.actions[number];
  uint64_t mask = f->signal_mask;
  int error = errno;
  f->signal_mask |= bits(&a.sa_mask);
  if (!(a.sa_flags & SA_NODEFER))
    f->signal_mask |= SIGNAL(number);
  if (a.sa_flags & (int)SA_RESETHAND)
    signals.actions[number] = (struct sigaction){.sa_handler = SIG_DFL};
  if (a.sa_flags & SA_SIGINFO)
    a.sa_sigaction(number, &(siginfo_t){.si_signo = number}, NULL);
  else
    a.sa_handler(number);
  f->signal_mask = mask;
  errno = error;
}

static uint64_t pending(void) {
  return signals.pending | rt.current->signals_pending;
}

/* Takes one of the pending signals of the set; 0: there is none. */
static int take(uint64_t set) {
  uint64_t those = pending() & set;
  if (!those)
    return 0;
  int number = __builtin_ctzll(those) + 1;
  if (rt.current->signals_pending & SIGNAL(number))
    rt.current->signals_pending &= ~SIGNAL(number);
  else
    signals.pending &= ~SIGNAL(number);
  recount();
  return number;
}

uint64_t rt_signals_pending(void) { return signals.pending; }

void rt_signals_look(heddle_at site) {
  step(OP_SEM_TRYP, site);
  if (!signals.count.value && !rt_alone())
    rt.step->flags |= EVENT_FAILED;
}

int rt_signals_take(uint64_t set) { return take(set); }

/* After a step that made a signal pending, or took one: descriptors of signals
 * count anew. */
static void tell(heddle_at site) {
  if (UNLIKELY(rt_signalfd_count != NULL))
    rt_signalfd_count(site);
}

/* By a thread that may be asked to end meanwhile. */
static void wait_or_end(heddle_at site) {
  for (;;) {
    step(OP_SEM_TRYP, site);
    if (signals.count.value)
      return;
    rt.step->flags |= EVENT_FAILED;
    rt_cancel_semaphore((uint64_t)&signals, site);
  }
}

/* Waits for one of the set.  Others that are pending would let it go on. */
static int wait_for(uint64_t set, heddle_at site) {
  CANCEL_POINT(site);
  if (UNLIKELY(rt_cancel_point != NULL) && !rt_alone() &&
      rt.current->cancel_state == PTHREAD_CANCEL_ENABLE) {
    wait_or_end(site);
  } else if (!rt_visible(OP_SEM_P, (uint64_t)&signals, 1, 0, site)) {
    if (!signals.count.value)
      rt_stuck();
  } else {
    rt.step->value = signals.count.value;
  }
  int number = take(set);
  if (!number)
    rt_escape_end(WHY_UNMODELLED,
                  "a wait for some signals while others are pending", site);
  tell(site);
  return number;
}

/* --- actions and masks -------------------------------------------------- */

/* *old is the action before; new NULL: it stays. */
static int act(int number, const struct sigaction *new, struct sigaction *old,
               heddle_at site) {
  if (number < 1 || number >= SIGNALS ||
      (new && (SIGNAL(number) & NEVER_BLOCKED))) {
    errno = EINVAL;
    return -1;
  }
  step(OP_SEM_INIT, site); /* what is pending stays so */
  *old = signals.actions[number];
  if (new) {
    signals.count.magic = 1;
    signals.actions[number] = *new;
  }
  return 0;
}

int heddle_sigaction(int number, const struct sigaction *new,
                     struct sigaction *old) {
  heddle_at site = heddle_here;
  struct sigaction before, next = {0};
  if (new) {
    rt_argument_read(1, new, sizeof *new, site);
    next = *new;
  }
  int error = act(number, new ? &next : NULL, &before, site);
  if (!error && old) {
    rt_argument_write(2, old, sizeof *old, site, 0);
    *old = before;
  }
  return error;
}

__sighandler_t heddle_signal(int number, __sighandler_t handler) {
  struct sigaction new = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
  return act(number, &new, &old, heddle_here) ? SIG_ERR : old.sa_handler;
}

/* What `signal` is for programs that ask for X/Open's and nothing else. */
__sighandler_t heddle___sysv_signal(int number, __sighandler_t handler) {
  struct sigaction new = {.sa_handler = handler,
                          .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)},
                   old;
  return act(number, &new, &old, heddle_here) ? SIG_ERR : old.sa_handler;
}

static uint64_t read_set(unsigned argument, const sigset_t *set,
                         heddle_at site) {
  rt_argument_read(argument, set, sizeof *set, site);
  return bits(set);
}

static void store_set(unsigned argument, sigset_t *set, uint64_t those,
                      heddle_at site) {
  rt_argument_write(argument, set, sizeof *set, site, those);
  sigemptyset(set);
  set->__val[0] = those;
}

int heddle_pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  struct fiber *f = rt.current;
  heddle_at site = heddle_here;
  uint64_t before = f->signal_mask, mask = before;
  uint64_t those = set ? read_set(1, set, site) : 0;
  if (old)
    store_set(2, old, before, site);
  if (!set)
    return 0;
  if (how == SIG_BLOCK)
    mask |= those;
  else if (how == SIG_UNBLOCK)
    mask &= ~those;
  else if (how == SIG_SETMASK)
    mask = those;
  else
    return EINVAL;
  if (before != mask) /* a signal to the thread comes before or after it */
    step(before & ~mask ? OP_SEM_TRYP : OP_SEM_VALUE, site);
  f->signal_mask = mask & ~NEVER_BLOCKED;
  if (before & ~mask) { /* what was pending comes now */
    for (int number; (number = take(before & ~mask));) {
      tell(site);
      handle(number);
    }
  }
  return 0;
}

int heddle_sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  int error = heddle_pthread_sigmask(how, set, old);
  if (error)
    errno = error;
  return error ? -1 : 0;
}

int heddle_sigpending(sigset_t *set) {
  heddle_at site = heddle_here;
  step(OP_SEM_VALUE, site);
  store_set(0, set, pending(), site);
  return 0;
}

/* --- sending ------------------------------------------------------------ */

/* The kernel ends or stops the process. */
static bool is_kernels(int number) {
  const struct sigaction *a = &signals.actions[number];
  return (SIGNAL(number) & NEVER_BLOCKED) ||
         (a->sa_handler == SIG_DFL && number != SIGCHLD &&
          number != SIGURG && number != SIGWINCH && number != SIGCONT);
}

static bool is_ignored(int number) {
  const struct sigaction *a = &signals.actions[number];
  return a->sa_handler == SIG_IGN || a->sa_handler == SIG_DFL;
}

/* Some other thread, not waiting for signals, would be broken into. */
static bool breaks_in(uint64_t signal) {
  threads_each(rt.words, &rt.live, t) {
    const struct fiber *f = &rt.fibers[t];
    if (f != rt.current && !(f->signal_mask & signal) &&
        !(f->kind == OP_SEM_P && f->object == (uint64_t)&signals))
      return true;
  }
  return false;
}

/* What the signal does to the process when nobody handles it. */
static _Noreturn void end_process(int number, heddle_at site) {
  if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN ||
      number == SIGTTOU)
    rt_escape_end(WHY_UNMODELLED, "a signal that stops the process", site);
  rt_fail(number == SIGABRT ? FOUND_ABORT : FOUND_CRASH, site,
          "%s, sent by the program itself", strsignal(number));
}

static int send_signal(int number, heddle_at site) {
  step(OP_SEM_V, site);
  bool blocked = rt.current->signal_mask & SIGNAL(number);
  if (is_kernels(number) && !blocked)
    end_process(number, site);
  if (!blocked) {
    if (!is_ignored(number))
      handle(number);
    return 0;
  }
  if (!is_ignored(number) && breaks_in(SIGNAL(number)))
    rt_escape(WHY_UNMODELLED, "a signal that breaks into a thread", site);
  signals.pending |= SIGNAL(number);
  recount();
  if (UNLIKELY(rt_cancel_posted != NULL))
    rt_cancel_posted((uint64_t)&signals, site);
  tell(site);
  return 0;
}

/* A child of this process, and nobody else's. */
static bool is_child(pid_t pid) {
  siginfo_t unused;
  return pid > 0 && !waitid(P_PID, (id_t)pid, &unused,
                            WEXITED | WNOHANG | WNOWAIT);
}

/* To others than itself and its children nothing is sent: they are not part of
 * what is tested. */
int heddle_kill(pid_t pid, int number) {
  if (pid != getpid()) {
    if (number && !is_child(pid))
      rt_escape_end(WHY_UNMODELLED, "kill of another process", heddle_here);
    rt_escape(WHY_UNMODELLED, "kill of another process", heddle_here);
    return kill(pid, number);
  }
  if (number < 0 || number >= SIGNALS) {
    errno = EINVAL;
    return -1;
  }
  return number ? send_signal(number, heddle_here) : 0;
}

/* That thread is where the signal will wait for it: it blocks it, or waits for
 * signals. */
static bool can_wait(const struct fiber *f, int number) {
  return f->signal_mask & SIGNAL(number) ||
         (f->kind == OP_SEM_P && f->object == (uint64_t)&signals);
}

/* To another thread it would break into what that does, or wait there. */
int heddle_pthread_kill(pthread_t t, int number) {
  heddle_at site = heddle_here;
  struct fiber *f = rt_thread_at(t);
  if (!f || f->joined)
    rt_misuse("a signal to a thread that %s",
              f ? "was joined before" : "does not exist");
  if (number < 0 || number >= SIGNALS)
    return EINVAL;
  if (!number)
    return 0;
  if (f == rt.current)
    return send_signal(number, site);
  step(OP_SEM_V, site);
  bool blocked = f->signal_mask & SIGNAL(number);
  if (is_kernels(number) && !blocked)
    end_process(number, site);
  if (!f->finished && (blocked || !is_ignored(number)) &&
      can_wait(f, number)) {
    if (UNLIKELY(rt_signalfd_wants != NULL) &&
        rt_signalfd_wants(SIGNAL(number)))
      rt_escape(WHY_UNMODELLED, "a signalfd, and a signal to a thread", site);
    f->signals_pending |= SIGNAL(number);
    recount();
  } else if (!is_ignored(number))
    rt_escape_end(WHY_UNMODELLED, "a signal that breaks into a thread", site);
  return 0;
}

int heddle_raise(int number) { return heddle_kill(getpid(), number); }

/* --- waiting ------------------------------------------------------------ */

/* With this mask, until a signal that it does not block. */
static int suspend(uint64_t mask, heddle_at site) {
  struct fiber *f = rt.current;
  uint64_t before = f->signal_mask;
  f->signal_mask = mask & ~NEVER_BLOCKED;
  int number = wait_for(~f->signal_mask, site);
  if (!is_ignored(number))
    handle(number);
  f->signal_mask = before;
  errno = EINTR;
  return -1;
}

int heddle_sigsuspend(const sigset_t *mask) {
  heddle_at site = heddle_here;
  return suspend(read_set(0, mask, site), site);
}

int heddle_pause(void) {
  return suspend(rt.current->signal_mask, heddle_here);
}

int heddle_sigwait(const sigset_t *set, int *number) {
  heddle_at site = heddle_here;
  int taken = wait_for(read_set(0, set, site), site);
  rt_argument_write(1, number, sizeof *number, site, (uint64_t)taken);
  *number = taken;
  return 0;
}
