/* System calls by their numbers: those that have a model, those that this
 * kernel does not have, and the others, which are the kernel's.
 *
 * A program that asks for what not every kernel has must live without it, and
 * a kernel without it is one that it may meet: so the answer is ENOSYS, and
 * nothing is left out of what the program does there.  What it would do with
 * such a call is not looked at, as little as what it would do on another
 * machine.  Rings would be worked on by the kernel behind the schedule's back;
 * membarrier orders what no access of the program shows. */
#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/rt.h"

static bool is_among(long number, const int *all, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (all[i] == number)
      return true;
  return false;
}

static bool is_missing(long number) {
  static const int missing[] = {SYS_io_uring_setup,    SYS_io_uring_enter,
                                SYS_io_uring_register, SYS_membarrier,
                                SYS_userfaultfd,       SYS_rseq};
  return is_among(number, missing, sizeof missing / sizeof *missing);
}

/* To files, which would not be put back, or to other processes. */
static bool does_harm(long number) {
  static const int harms[] = {
      SYS_unlink,   SYS_unlinkat,  SYS_rmdir,    SYS_rename,
      SYS_renameat, SYS_renameat2, SYS_truncate, SYS_kill,
      SYS_tkill,    SYS_tgkill,    SYS_reboot,   SYS_mount,
      SYS_umount2,  SYS_fork,      SYS_vfork,    SYS_clone,
      SYS_clone3,   SYS_execve,    SYS_ptrace,   SYS_swapoff,
      SYS_chmod,    SYS_chown,     SYS_creat,    SYS_pidfd_send_signal};
  return is_among(number, harms, sizeof harms / sizeof *harms);
}

/* Threads are the kernel's only in name: main has the number of the process, as
 * there. */
pid_t heddle_gettid(void) {
  return getpid() + (pid_t)rt.current->id;
}

static long really(long number, const long a[6], heddle_at site) {
  uint32_t before = rt.current->inside;
  rt.current->inside = 1 + rt_escape(WHY_UNMODELLED, "syscall", site);
  rt.wire->inside = rt.current->inside;
  long result = syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  heddle_left(before);
  return result;
}

long heddle_syscall(long number, ...) {
  heddle_at site = heddle_here;
  long a[6];
  va_list args;
  va_start(args, number);
  for (int i = 0; i < 6; i++)
    a[i] = va_arg(args, long);
  va_end(args);
  if (UNLIKELY(rt_waiting()) && number != SYS_futex)
    rt_wait_effect(&rt.current->watch);
  switch (number) {
  case SYS_futex:
    return rt_futex(a, site);
  case SYS_gettid:
    return heddle_gettid();
  case SYS_getpid:
    return getpid();
  case SYS_sched_yield:
    return heddle_sched_yield();
  case SYS_read:
    return heddle_read((int)a[0], (void *)a[1], (size_t)a[2]);
  case SYS_write:
    return heddle_write((int)a[0], (const void *)a[1], (size_t)a[2]);
  case SYS_close:
    return heddle_close((int)a[0]);
  default:
    break;
  }
  if (is_missing(number)) {
    errno = ENOSYS;
    return -1;
  }
  if (does_harm(number))
    rt_escape_end(WHY_UNMODELLED, "syscall", site);
  return really(number, a, site);
}
