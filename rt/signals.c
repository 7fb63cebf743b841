/* Actions, masks, signals of a thread to itself, and the calls that wait for
 * signals (signals.h).  What ends the process by default is a crash. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/objects.h"
#include "rt/rt.h"
#include "rt/signals.h"
#include "rt/stream.h"

#define signals rt_signals
struct rt_signals rt_signals;

const void *rt_signals_object(void) { return &signals; }

static uint64_t bits(const sigset_t *set) { return set->__val[0]; }

void rt_signals_step(uint8_t kind, heddle_at site) {
  if (!rt_visible(kind, (uint64_t)&signals, 1, 0, site))
    return;
  uint64_t count = signals.count.value;
  rt.step->value = kind == OP_SEM_INIT ? count | count << 32 : count;
}

/* Of the process, and of each thread. */
void rt_signals_recount(void) {
  int count = __builtin_popcountll(signals.pending);
  threads_each(rt.words, &rt.live, t)
    count += __builtin_popcountll(rt.fibers[t].signals_pending);
  signals.count.magic = 1; /* there is something to reset */
  signals.count.value = (uint32_t)count;
}

/* --- what came with them -------------------------------------------------- */

static struct {
  siginfo_t info;
  bool is_new; /* it was taken, and not handled yet */
} taken[THREADS_MAX];
static bool any_taken; /* in this run */

void rt_signals_reset(void) {
  if (signals.pending || signals.count.magic)
    memset(&signals, 0, sizeof signals);
  signals.sent = signals.last = NULL;
  if (any_taken)
    memset(taken, 0, sizeof taken);
  any_taken = false;
  if (UNLIKELY(rt_signalfds_reset != NULL))
    rt_signalfds_reset();
  if (UNLIKELY(rt_kills_reset != NULL))
    rt_kills_reset();
}

static struct rt_sent *find(const struct fiber *to, int number) {
  struct rt_sent *s = signals.sent;
  while (s && (s->to != to || s->info.si_signo != number))
    s = s->next;
  return s;
}

void rt_signals_see(void) {
  for (struct rt_sent *s = signals.sent; s; s = s->next)
    s->seen |= s->to == rt.current;
}

bool rt_signal_is_seen(int number) {
  const struct rt_sent *s = find(rt.current, number);
  return s && s->seen;
}

void rt_signal_sent(const struct fiber *to, int number, siginfo_t info) {
  if (number < SIGRTMIN && find(to, number))
    return;
  struct rt_sent *s = rt_heap_alloc(sizeof *s, 16);
  info.si_signo = number;
  *s = (struct rt_sent){
      .to = to,
      .info = info,
      .due = info.si_code == SI_TIMER ? rt_clock_now() : 0};
  if (signals.last)
    signals.last->next = s;
  else
    signals.sent = s;
  signals.last = s;
}

static void note_taken(siginfo_t info) {
  taken[rt.current->id].info = info;
  taken[rt.current->id].is_new = any_taken = true;
}

/* False: there is none. */
static bool consume(const struct fiber *to, int number) {
  struct rt_sent *s = find(to, number), *before = NULL;
  if (!s)
    return false;
  for (struct rt_sent *at = signals.sent; at != s; at = at->next)
    before = at;
  if (before)
    before->next = s->next;
  else
    signals.sent = s->next;
  if (signals.last == s)
    signals.last = before;
  note_taken(s->info);
  if (s->due)
    rt_clock_reach_time(s->due);
  return true;
}

void rt_signal_pass_over(int number) {
  while (consume(rt.current, number))
    taken[rt.current->id].is_new = false;
}

const siginfo_t *rt_signal_info(void) { return &taken[rt.current->id].info; }

void rt_signal_time(int number) {
  const struct rt_sent *s = find(rt.current, number);
  if (s && s->due)
    rt_clock_reach_time(s->due);
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
  bool own = rt.current->signals_pending & SIGNAL(number);
  uint64_t *from = own ? &rt.current->signals_pending : &signals.pending;
  const struct fiber *to = own ? rt.current : NULL;
  consume(to, number);
  if (!find(to, number))
    *from &= ~SIGNAL(number);
  rt_signals_recount();
  return number;
}

/* Signals to this thread, and to the process, come before or after it. */
static void set_mask(uint64_t mask, heddle_at site) {
  struct fiber *f = rt.current;
  bool looking = f->looking;
  mask &= ~NEVER_BLOCKED;
  f->looking = true; /* whoever sets it sees to what that lets through */
  if (UNLIKELY(rt_signal_masking != NULL))
    rt_signal_masking(mask, site);
  rt_signals_step(f->shown_mask & ~mask ? OP_SEM_TRYP : OP_SEM_VALUE, site);
  f->signal_mask = f->shown_mask = mask;
  f->looking = looking;
}

/* What is pending of these comes now. */
static void meet_all(uint64_t freed, heddle_at site) {
  for (int number; (number = take(freed & ~rt.current->signal_mask));)
    rt_signal_meet(number, site);
}

static void call_handler(int number, const struct sigaction *a) {
  siginfo_t info = *rt_signal_info();
  info.si_signo = number;
  heddle_local_forget(&info, sizeof info); /* locals may have been there */
  if (a->sa_flags & (int)SA_RESETHAND)
    signals.actions[number] = (struct sigaction){.sa_handler = SIG_DFL};
  if (a->sa_flags & SA_SIGINFO)
    a->sa_sigaction(number, &info, NULL);
  else
    a->sa_handler(number);
}

/* Where nobody sends signals to others the mask is the thread's own matter. */
void rt_signal_handle(int number) {
  struct fiber *f = rt.current;
  bool there = taken[f->id].is_new || consume(f, number);
  taken[f->id].is_new = false;
  if (!there && number >= SIGRTMIN) /* each comes once */
    return;
  struct sigaction a = signals.actions[number];
  uint64_t mask = f->signal_mask, within = mask | bits(&a.sa_mask);
  int error = errno;
  heddle_at site = f->site;
  bool others = rt_signal_masking != NULL;
  if (!(a.sa_flags & SA_NODEFER))
    within |= SIGNAL(number);
  within &= ~NEVER_BLOCKED;
  if (others && within != mask)
    set_mask(within, site);
  f->signal_mask = within;
  call_handler(number, &a);
  if (within != mask && (others || pending() & within & ~mask)) {
    set_mask(mask, site);
    meet_all(within, site);
  }
  f->signal_mask = mask;
  errno = error;
}

uint64_t rt_signals_pending(void) { return signals.pending; }

void rt_signals_look(heddle_at site) {
  rt_signals_step(OP_SEM_TRYP, site);
  if (!signals.count.value && !rt_alone())
    rt.step->flags |= EVENT_FAILED;
}

int rt_signals_take(uint64_t set) {
  int number = take(set);
  taken[rt.current->id].is_new = false;
  return number;
}

void rt_signals_tell(heddle_at site) {
  if (UNLIKELY(rt_signalfd_count != NULL))
    rt_signalfd_count(site);
}

/* By a thread that may be asked to end meanwhile. */
static void wait_or_end(heddle_at site) {
  for (;;) {
    rt_signals_step(OP_SEM_TRYP, site);
    if (signals.count.value)
      return;
    rt.step->flags |= EVENT_FAILED;
    rt_cancel_semaphore((uint64_t)&signals, site);
  }
}

/* Waits for one of the set.  Others that are pending would let it go on. */
static int wait_for(uint64_t set, heddle_at site) {
  CANCEL_POINT(site);
  rt.current->awaits = set;
  if (UNLIKELY(rt_cancel_point != NULL) && !rt_alone() &&
      rt.current->cancel_state == PTHREAD_CANCEL_ENABLE) {
    wait_or_end(site);
  } else if (!rt_visible(OP_SEM_P, (uint64_t)&signals, 1, 0, site)) {
    if (!signals.count.value)
      rt_stuck();
  } else {
    rt.step->value = signals.count.value;
  }
  rt.current->awaits = 0;
  int number = take(set);
  if (!number)
    rt_escape_end(WHY_UNMODELLED,
                  "a wait for some signals while others are pending", site);
  rt_signals_tell(site);
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
  rt_signals_step(OP_SEM_INIT, site); /* what is pending stays so */
  *old = signals.actions[number];
  if (new) {
    signals.count.magic = 1;
    signals.actions[number] = *new;
    if (rt_signal_is_ignored(number))
      rt.current->handled &= ~SIGNAL(number);
    else
      rt.current->handled |= SIGNAL(number);
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
  rt_signal_mask_back(mask, site);
  return 0;
}

void rt_signal_mask_back(uint64_t mask, heddle_at site) {
  uint64_t before = rt.current->signal_mask;
  if (mask == before)
    return;
  set_mask(mask, site);
  meet_all(before & ~mask, site);
}

void rt_signal_meet(int number, heddle_at site) {
  rt_signals_tell(site);
  if (rt_signal_is_kernels(number))
    rt_signal_end_process(number, site);
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  if (!rt_signal_is_ignored(number))
    rt_signal_handle(number);
  taken[rt.current->id].is_new = false;
}

uint64_t rt_signals_swap(uint64_t mask, heddle_at site) {
  uint64_t before = rt.current->signal_mask;
  set_mask(mask, site);
  return before;
}

int rt_signals_due(heddle_at site) {
  rt_signals_look(site);
  rt.current->looking = false;
  int number = take(~rt.current->signal_mask);
  return number || LIKELY(rt_signal_now == NULL) ? number : rt_signal_now(site);
}

int heddle_sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  int error = heddle_pthread_sigmask(how, set, old);
  if (error)
    errno = error;
  return error ? -1 : 0;
}

int heddle_sigpending(sigset_t *set) {
  heddle_at site = heddle_here;
  rt_signals_step(OP_SEM_VALUE, site);
  store_set(0, set, pending(), site);
  return 0;
}

/* --- sending ------------------------------------------------------------ */

bool rt_signal_is_kernels(int number) {
  const struct sigaction *a = &signals.actions[number];
  return (SIGNAL(number) & NEVER_BLOCKED) ||
         (a->sa_handler == SIG_DFL && number != SIGCHLD && number != SIGURG &&
          number != SIGWINCH && number != SIGCONT);
}

bool rt_signal_is_ignored(int number) {
  const struct sigaction *a = &signals.actions[number];
  return a->sa_handler == SIG_IGN || a->sa_handler == SIG_DFL;
}

bool rt_signals_awaited(const struct fiber *f, int number) {
  return f->kind == OP_SEM_P && f->object == (uint64_t)&signals &&
         f->awaits & SIGNAL(number);
}

/* What the signal does to the process when nobody handles it. */
_Noreturn void rt_signal_end_process(int number, heddle_at site) {
  if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN ||
      number == SIGTTOU)
    rt_escape_end(WHY_UNMODELLED, "a signal that stops the process", site);
  rt_fail(number == SIGABRT ? FOUND_ABORT : FOUND_CRASH, site,
          "%s, sent by the program itself", strsignal(number));
}

void rt_signal_await(int number, siginfo_t info, heddle_at site) {
  rt_signal_sent(NULL, number, info);
  signals.pending |= SIGNAL(number);
  rt_signals_recount();
  if (UNLIKELY(rt_cancel_posted != NULL))
    rt_cancel_posted((uint64_t)&signals, site);
  rt_signals_tell(site);
}

int rt_signal_raise(int number, siginfo_t info, heddle_at site) {
  rt_signals_step(OP_SEM_V, site);
  bool blocked = rt.current->signal_mask & SIGNAL(number);
  if (rt_signal_is_kernels(number) && !blocked)
    rt_signal_end_process(number, site);
  if (blocked) {
    rt_signal_sent(rt.current, number, info);
    rt.current->signals_pending |= SIGNAL(number);
    rt_signals_recount();
    rt_signals_tell(site);
  } else if (!rt_signal_is_ignored(number)) {
    note_taken(info);
    rt_signal_handle(number);
  }
  return 0;
}

int heddle_raise(int number) {
  if (number < 0 || number >= SIGNALS) {
    errno = EINVAL;
    return -1;
  }
  siginfo_t info = {.si_code = SI_TKILL};
  info.si_pid = getpid();
  return number ? rt_signal_raise(number, info, heddle_here) : 0;
}

/* --- waiting ------------------------------------------------------------ */

/* With this mask, until a signal that it does not block.  A thread that others
 * can break into looks for that by its last step before it waits: what is sent
 * later finds it waiting. */
static int suspend(uint64_t mask, heddle_at site) {
  struct fiber *f = rt.current;
  uint64_t before = f->signal_mask;
  if (mask != before)
    set_mask(mask, site);
  else
    rt_signals_meet(site);
  int number = UNLIKELY(rt_signal_now != NULL) ? rt_signal_now(site) : 0;
  if (!number) {
    f->looking = true;
    number = wait_for(~f->signal_mask, site);
    f->looking = false;
  }
  if (!rt_signal_is_ignored(number))
    rt_signal_handle(number);
  taken[f->id].is_new = false;
  if (mask != before)
    set_mask(before, site);
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
  int got = wait_for(read_set(0, set, site), site);
  taken[rt.current->id].is_new = false;
  rt_argument_write(1, number, sizeof *number, site, (uint64_t)got);
  *number = got;
  return 0;
}

/* What was taken, for who asks. */
static int store_info(int number, siginfo_t *to, heddle_at site) {
  siginfo_t info = *rt_signal_info();
  info.si_signo = number;
  taken[rt.current->id].is_new = false;
  heddle_local_forget(&info, sizeof info); /* locals may have been there */
  if (to) {
    rt_argument_write(1, to, sizeof *to, site, (uint64_t)number);
    *to = info;
  }
  return number;
}

/* Another signal breaks in while none of the set is there. */
static bool interrupted(uint64_t set, heddle_at site) {
  int number = rt_signal_breaking(false, site);
  if (LIKELY(!number))
    return false;
  rt_signals_step(OP_SEM_VALUE, site);
  bool waits = !(pending() & set);
  rt_signal_take(number);
  errno = waits ? EINTR : errno;
  return waits;
}

int heddle_sigwaitinfo(const sigset_t *set, siginfo_t *info) {
  heddle_at site = heddle_here;
  uint64_t those = read_set(0, set, site);
  return interrupted(those, site)
             ? -1
             : store_info(wait_for(those, site), info, site);
}

/* The time may always be over. */
int heddle_sigtimedwait(const sigset_t *set, siginfo_t *info,
                        const struct timespec *wait) {
  heddle_at site = heddle_here;
  uint64_t those = read_set(0, set, site);
  rt_argument_read(2, wait, sizeof *wait, site);
  if (!rt_time_is_valid(wait)) {
    errno = EINVAL;
    return -1;
  }
  if (interrupted(those, site))
    return -1;
  rt_signals_look(site);
  int number = take(those);
  if (number) {
    rt_signals_tell(site);
    return store_info(number, info, site);
  }
  rt_clock_sleep((uint64_t)wait->tv_sec * 1000000000u +
                 (uint64_t)wait->tv_nsec);
  errno = EAGAIN;
  return -1;
}
