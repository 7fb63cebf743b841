/* names: the functions the runtime stands in for.  `heddle cc` redirects
 * each call of NAME to heddle_NAME (cc/calls.c).  Adding one: a row here and
 * a definition in the file named. */
#ifndef RT_NAMES_H
#define RT_NAMES_H

/* clang-format off */
/* Those that a header of libc declares; ours have the same type. */
#define HEDDLE_LIBC(X) \
  /* thread.c */ \
  X(pthread_create) X(pthread_join) X(pthread_detach) X(pthread_self) \
  /* try_join.c */ \
  X(pthread_tryjoin_np) X(pthread_timedjoin_np) X(pthread_clockjoin_np) \
  /* cleanup.c */ \
  X(pthread_exit) X(__pthread_register_cancel) \
  X(__pthread_unregister_cancel) X(__pthread_unwind_next) \
  /* mutex.c */ \
  X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) \
  X(pthread_mutex_trylock) X(pthread_mutex_timedlock) \
  X(pthread_mutex_clocklock) X(pthread_mutex_unlock) \
  /* cond.c */ \
  X(pthread_cond_init) X(pthread_cond_destroy) X(pthread_cond_wait) \
  X(pthread_cond_timedwait) X(pthread_cond_clockwait) \
  X(pthread_cond_signal) X(pthread_cond_broadcast) \
  /* rwlock.c */ \
  X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) \
  X(pthread_rwlock_wrlock) X(pthread_rwlock_tryrdlock) \
  X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedrdlock) \
  X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockrdlock) \
  X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock) \
  /* spin.c */ \
  X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock) \
  X(pthread_spin_trylock) X(pthread_spin_unlock) \
  /* barrier.c */ \
  X(pthread_barrier_init) X(pthread_barrier_destroy) X(pthread_barrier_wait) \
  /* semaphore.c */ \
  X(sem_init) X(sem_destroy) X(sem_wait) X(sem_trywait) X(sem_timedwait) \
  X(sem_clockwait) X(sem_post) X(sem_getvalue) \
  /* keys.c */ \
  X(pthread_once) X(pthread_key_create) X(pthread_getspecific) \
  X(pthread_setspecific) \
  /* key_delete.c */ \
  X(pthread_key_delete) X(tss_delete) \
  /* c11.c */ \
  X(thrd_create) X(thrd_join) X(thrd_detach) X(thrd_exit) X(thrd_current) \
  X(mtx_init) X(mtx_destroy) X(mtx_lock) X(mtx_trylock) X(mtx_timedlock) \
  X(mtx_unlock) X(cnd_init) X(cnd_destroy) X(cnd_wait) X(cnd_timedwait) \
  X(cnd_signal) X(cnd_broadcast) X(tss_create) X(tss_get) \
  X(tss_set) X(call_once) \
  /* signals.c */ \
  X(sigaction) X(signal) X(pthread_sigmask) X(sigprocmask) X(sigpending) \
  X(kill) X(raise) X(sigsuspend) X(sigwait) X(pause) \
  /* time.c */ \
  X(clock_gettime) X(gettimeofday) X(timespec_get) X(time) X(clock) \
  X(sleep) X(usleep) X(nanosleep) X(clock_nanosleep) X(sched_yield) \
  X(thrd_sleep) X(thrd_yield) \
  /* random.c */ \
  X(rand) X(random) X(lrand48) X(drand48) X(srand) X(srandom) X(srand48) \
  /* heap.c */ \
  X(malloc) X(calloc) X(realloc) X(reallocarray) X(free) X(aligned_alloc) \
  X(memalign) X(posix_memalign) X(malloc_usable_size) X(strdup) X(strndup) \
  /* process.c */ \
  X(exit) X(_exit) X(_Exit) X(quick_exit) X(abort) X(atexit) \
  X(__assert_fail) \
  /* stdio.c */ \
  X(printf) X(vprintf) X(fprintf) X(vfprintf) X(puts) X(putchar) X(fputs) \
  X(fputc) X(putc) X(fwrite) X(fflush) X(perror) X(write) \
  /* string.c */ \
  X(strlen) X(strnlen) X(strcmp) X(strncmp) X(memcmp) X(strcpy) X(strncpy) \
  X(strcat) X(vsnprintf) X(snprintf) X(sprintf) \
  /* files.c */ \
  X(open) X(open64) X(openat) X(fopen) X(fopen64) X(fdopen) \
  X(fclose) X(close) X(tmpfile) X(opendir) X(dup) X(read) X(fread) X(fgets)

/* Those that no header declares; first the inputs of SV-COMP. */
#define HEDDLE_NONDET(X) \
  X(char, char) X(uchar, unsigned char) X(short, short) \
  X(ushort, unsigned short) X(int, int) X(uint, unsigned) \
  X(unsigned, unsigned) X(long, long) X(ulong, unsigned long) \
  X(longlong, long long) X(ulonglong, unsigned long long) \
  X(size_t, unsigned long) X(loff_t, long) X(float, float) X(double, double)

#define HEDDLE_OWN(X) \
  /* atomic.c */ \
  X(__atomic_load) X(__atomic_store) X(__atomic_exchange) \
  X(__atomic_compare_exchange) \
  /* verifier.c */ \
  X(reach_error) X(__VERIFIER_error) X(__VERIFIER_assume) \
  X(__VERIFIER_atomic_begin) X(__VERIFIER_atomic_end) \
  X(__VERIFIER_nondet_bool) X(__VERIFIER_nondet_pointer) \
  /* test.c: include/heddle/rt.h */ \
  X(heddle_running) X(heddle_input) X(heddle_choose) X(heddle_assume) \
  X(heddle_atomic_begin) X(heddle_atomic_end) X(heddle_note) X(heddle_fail)

/* Those that are real and may do what the runtime cannot see or undo; said
 * once, by name. */
#define HEDDLE_UNMODELLED(X) \
  X(fork) X(vfork) X(execve) X(execv) X(execvp) X(execl) X(execlp) \
  X(posix_spawn) X(system) X(popen) X(wait) X(waitpid) \
  X(sigwaitinfo) X(sigtimedwait) X(sigqueue) X(pthread_kill) \
  X(pthread_cancel) X(alarm) X(setitimer) X(pthread_atfork) X(pthread_setcancelstate) \
  X(pthread_mutexattr_setrobust) X(pthread_mutexattr_setprotocol) \
  X(sem_open) X(mq_open) X(shm_open) X(shmget) X(semget) X(msgget) \
  X(select) X(pselect) X(poll) X(ppoll) X(epoll_wait) X(accept) X(connect) \
  X(recv) X(recvfrom) X(recvmsg) X(send) X(sendto) X(socket) X(socketpair) \
  X(pipe) X(pipe2) X(eventfd) X(getrandom) X(syscall) X(flock) X(lockf)
/* clang-format on */

#endif
