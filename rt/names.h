/* names: the functions the runtime stands in for.  `heddle cc` redirects
 * each call of NAME to heddle_NAME (cc/calls.c).  Adding one: a row here and
 * a definition in the file named.  All other functions of the C library are
 * decided in rt/library/all.h. */
#ifndef RT_NAMES_H
#define RT_NAMES_H

/* clang-format off */
/* Those that a header of libc declares; ours have the same type. */
#define HEDDLE_LIBC(X) \
  /* thread.c */ \
  X(pthread_create) X(pthread_join) X(pthread_detach) X(pthread_self) \
  /* try_join.c */ \
  X(pthread_tryjoin_np) X(pthread_timedjoin_np) X(pthread_clockjoin_np) \
  /* thread_np.c */ \
  X(pthread_setname_np) X(pthread_getname_np) X(pthread_getattr_np) \
  X(pthread_setcancelstate) X(pthread_setcanceltype) X(pthread_testcancel) \
  X(pthread_getschedparam) X(pthread_setschedparam) \
  X(pthread_getcpuclockid) \
  X(pthread_getaffinity_np) X(pthread_setaffinity_np) X(prctl) \
  X(pthread_setschedprio) \
  /* default_attr.c */ \
  X(pthread_getattr_default_np) X(pthread_setattr_default_np) \
  /* cleanup.c */ \
  X(pthread_exit) X(__pthread_register_cancel) \
  X(__pthread_unregister_cancel) X(__pthread_unwind_next) \
  X(__pthread_register_cancel_defer) X(__pthread_unregister_cancel_restore) \
  /* cancel.c */ \
  X(pthread_cancel) \
  /* mutex.c */ \
  X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) \
  X(pthread_mutex_trylock) X(pthread_mutex_timedlock) \
  X(pthread_mutex_clocklock) X(pthread_mutex_unlock) \
  X(pthread_mutex_consistent) X(pthread_mutex_getprioceiling) \
  X(pthread_mutex_setprioceiling) \
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
  /* semaphore_named.c */ \
  X(sem_open) X(sem_close) X(sem_unlink) \
  /* semaphore.c */ \
  X(sem_init) X(sem_destroy) X(sem_wait) X(sem_trywait) X(sem_timedwait) \
  X(sem_clockwait) X(sem_post) X(sem_getvalue) \
  /* keys.c */ \
  X(pthread_once) X(pthread_key_create) X(pthread_getspecific) \
  X(pthread_setspecific) \
  /* syscall.c */ \
  X(syscall) X(gettid) \
  /* scheduling.c */ \
  X(sched_setaffinity) X(sched_getaffinity) X(sched_setscheduler) \
  X(sched_getscheduler) X(sched_setparam) X(sched_getparam) \
  X(getpriority) X(setpriority) \
  /* key_delete.c */ \
  X(pthread_key_delete) X(tss_delete) \
  /* c11.c */ \
  X(thrd_create) X(thrd_join) X(thrd_detach) X(thrd_exit) X(thrd_current) \
  X(mtx_init) X(mtx_destroy) X(mtx_lock) X(mtx_trylock) X(mtx_timedlock) \
  X(mtx_unlock) X(cnd_init) X(cnd_destroy) X(cnd_wait) X(cnd_timedwait) \
  X(cnd_signal) X(cnd_broadcast) X(tss_create) X(tss_get) \
  X(tss_set) X(call_once) \
  /* signals.c */ \
  X(sigaction) X(signal) X(__sysv_signal) X(pthread_sigmask) X(sigprocmask) \
  X(sigpending) X(raise) X(sigsuspend) X(sigwait) X(sigwaitinfo) \
  X(sigtimedwait) X(pause) \
  /* kill.c */ \
  X(kill) X(pthread_kill) X(sigqueue) X(pthread_sigqueue) \
  /* alarm.c */ \
  X(alarm) X(ualarm) X(setitimer) X(getitimer) X(timer_create) \
  X(timer_settime) X(timer_gettime) X(timer_getoverrun) X(timer_delete) \
  /* time.c */ \
  X(clock_gettime) X(gettimeofday) X(timespec_get) X(time) X(clock) \
  X(sleep) X(usleep) X(nanosleep) X(clock_nanosleep) X(sched_yield) \
  X(thrd_sleep) X(thrd_yield) \
  /* between.c */ \
  X(sendfile) X(sendfile64) X(splice) X(tee) X(vmsplice) X(copy_file_range) \
  X(sendmmsg) X(recvmmsg) \
  /* temporary.c */ \
  X(mkstemp) X(mkstemp64) X(mkostemp) X(mkstemps) X(mkdtemp) \
  /* mmap.c */ \
  X(mmap) X(mmap64) X(munmap) X(mprotect) X(mremap) \
  /* entropy.c */ \
  X(getrandom) X(getentropy) X(arc4random) X(arc4random_buf) X(arc4random_uniform) \
  /* random.c */ \
  X(rand) X(random) X(srand) X(srandom) X(lrand48) X(drand48) X(mrand48) \
  X(srand48) X(seed48) X(lcong48) \
  /* heap.c */ \
  X(malloc) X(calloc) X(realloc) X(reallocarray) X(free) X(aligned_alloc) \
  X(memalign) X(posix_memalign) X(valloc) X(pvalloc) X(malloc_usable_size) \
  /* process.c */ \
  X(exit) X(_exit) X(_Exit) X(quick_exit) X(abort) X(atexit) \
  X(__assert_fail) \
  /* limits.c */ \
  X(getrlimit) X(getrlimit64) X(setrlimit) X(setrlimit64) \
  /* fork.c */ \
  X(fork) X(pthread_atfork) \
  /* stdio.c */ \
  X(printf) X(vprintf) X(fprintf) X(vfprintf) X(dprintf) X(vdprintf) \
  X(puts) X(putchar) X(fputs) X(fputc) X(putc) X(fwrite) X(fflush) X(perror) \
  X(write) X(putchar_unlocked) X(fputs_unlocked) X(fputc_unlocked) \
  X(putc_unlocked) X(fwrite_unlocked) X(fflush_unlocked) \
  X(setvbuf) X(setbuf) X(setbuffer) X(setlinebuf) \
  /* wide.c */ \
  X(wprintf) X(vwprintf) X(fwprintf) X(vfwprintf) X(swprintf) X(vswprintf) \
  X(fputws) X(fputws_unlocked) X(fputwc) X(putwc) X(putwchar) \
  X(fputwc_unlocked) X(putwc_unlocked) X(putwchar_unlocked) X(fwide) \
  /* file_lock.c */ \
  X(flock) X(lockf) X(lockf64) \
  /* resolve.c */ \
  X(getaddrinfo) X(freeaddrinfo) X(getnameinfo) \
  /* flock.c */ \
  X(flockfile) X(ftrylockfile) X(funlockfile) \
  /* errors.c */ \
  X(err) X(errx) X(verr) X(verrx) X(warn) X(warnx) X(vwarn) X(vwarnx) \
  X(error) X(error_at_line) \
  /* sprint.c */ \
  X(snprintf) X(vsnprintf) X(sprintf) X(vsprintf) X(asprintf) X(vasprintf) \
  /* scan.c */ \
  X(scanf) X(fscanf) X(sscanf) X(vscanf) X(vfscanf) X(vsscanf) \
  X(getline) X(getdelim) X(fgets) X(getchar) X(getchar_unlocked) \
  X(fgetc) X(getw) X(fread) \
  /* string.c */ \
  X(strlen) X(strnlen) X(strcmp) X(strncmp) X(memcmp) X(strcpy) X(strncpy) \
  X(strcat) X(strncat) X(strdup) X(strndup) X(strtok) X(strtok_r) X(strsep) \
  X(strcasecmp) X(strncasecmp) X(bcmp) X(getsubopt) \
  X(wcstok) \
  /* inet.c */ \
  X(inet_pton) X(inet_ntop) \
  /* find.c */ \
  X(strchr) X(strrchr) X(strchrnul) X(index) X(rindex) X(memchr) X(strstr) \
  X(strspn) X(strcspn) X(strpbrk) \
  /* numbers.c */ \
  X(atoi) X(atol) X(atoll) X(strtol) X(strtoul) X(strtoll) X(strtoull) \
  /* fenv.c */ \
  X(fegetround) X(fesetround) X(fetestexcept) X(feclearexcept) \
  X(feraiseexcept) X(fesetexcept) X(fegetexcept) X(feenableexcept) \
  X(fedisableexcept) X(fegetenv) X(feholdexcept) X(fesetenv) X(feupdateenv) \
  X(fegetmode) X(fesetmode) X(fegetexceptflag) X(fesetexceptflag) \
  X(fetestexceptflag) \
  /* environment.c */ \
  X(getenv) X(secure_getenv) X(setenv) X(unsetenv) X(putenv) X(clearenv) \
  /* calendar.c */ \
  X(localtime) X(gmtime) X(asctime) X(ctime) X(times) X(getrusage) \
  /* queue.c */ \
  X(insque) X(remque) X(lsearch) \
  /* regex.c */ \
  X(regexec) \
  /* each.c */ \
  X(strerror) X(strerror_l) X(inet_ntoa) X(__h_errno_location) \
  /* files.c */ \
  X(open) X(open64) X(openat) X(openat64) X(creat) X(creat64) X(close) \
  X(dup) X(read) X(pread) X(pread64) X(pwrite) X(pwrite64) \
  X(fopen) X(fopen64) X(fdopen) X(fclose) X(tmpfile) X(tmpfile64) X(opendir) \
  /* pipe.c */ \
  X(pipe) X(pipe2) X(eventfd) X(eventfd_read) X(eventfd_write) X(socketpair) \
  X(fcntl) X(fcntl64) X(ioctl) X(dup2) X(dup3) \
  /* socket.c */ \
  X(send) X(sendto) X(sendmsg) X(recv) X(recvfrom) X(recvmsg) X(shutdown) \
  X(readv) X(writev) \
  /* connect.c */ \
  X(socket) X(bind) X(listen) X(connect) X(accept) X(accept4) \
  X(getsockname) X(getpeername) \
  /* option.c */ \
  X(setsockopt) X(getsockopt) \
  /* mq.c */ \
  X(mq_open) X(mq_close) X(mq_unlink) X(mq_getattr) X(mq_setattr) X(mq_send) \
  X(mq_timedsend) X(mq_receive) X(mq_timedreceive) \
  /* mq_notify.c */ \
  X(mq_notify) \
  /* timer.c */ \
  X(timerfd_create) X(timerfd_settime) X(timerfd_gettime) \
  /* signalfd.c */ \
  X(signalfd) \
  /* poll.c */ \
  X(poll) X(ppoll) X(select) X(pselect) \
  /* epoll.c */ \
  X(epoll_create) X(epoll_create1) X(epoll_ctl) X(epoll_wait) X(epoll_pwait) \
  X(epoll_pwait2)

/* MPI (doc/mpi.md), of which mpi.h is our own; types are in rt/mpi.h. */
#define HEDDLE_MPI(X) \
  /* mpi_colls.c */ \
  X(MPI_Reduce_scatter) X(MPI_Reduce_scatter_block) X(MPI_Barrier) \
  X(MPI_Ibarrier) X(MPI_Bcast) X(MPI_Ibcast) X(MPI_Reduce) X(MPI_Ireduce) \
  X(MPI_Allreduce) X(MPI_Iallreduce) X(MPI_Scan) X(MPI_Iscan) X(MPI_Exscan) \
  X(MPI_Iexscan) X(MPI_Gather) X(MPI_Igather) X(MPI_Gatherv) X(MPI_Igatherv) \
  X(MPI_Allgather) X(MPI_Iallgather) X(MPI_Allgatherv) X(MPI_Iallgatherv) \
  X(MPI_Scatter) X(MPI_Iscatter) X(MPI_Scatterv) X(MPI_Iscatterv) \
  X(MPI_Alltoall) X(MPI_Ialltoall) X(MPI_Alltoallv) X(MPI_Ialltoallv) \
  /* mpi_comm.c */ \
  X(MPI_Comm_size) X(MPI_Comm_rank) X(MPI_Comm_test_inter) \
  X(MPI_Comm_set_name) X(MPI_Comm_get_name) X(MPI_Comm_compare) \
  X(MPI_Comm_group) X(MPI_Comm_get_attr) X(MPI_Attr_get) X(MPI_Comm_dup) \
  X(MPI_Comm_split) X(MPI_Comm_split_type) X(MPI_Comm_create) \
  X(MPI_Comm_free) X(MPI_Cart_create) X(MPI_Cart_coords) X(MPI_Cart_rank) \
  X(MPI_Cart_shift) X(MPI_Cart_get) X(MPI_Cartdim_get) X(MPI_Cart_sub) \
  X(MPI_Dims_create) X(MPI_Topo_test) \
  /* mpi_env.c */ \
  X(MPI_Init) X(MPI_Init_thread) X(MPI_Query_thread) X(MPI_Is_thread_main) \
  X(MPI_Initialized) X(MPI_Finalized) X(MPI_Finalize) X(MPI_Abort) \
  X(MPI_Comm_set_errhandler) X(MPI_Errhandler_set) X(MPI_Comm_get_errhandler) \
  X(MPI_Errhandler_free) X(MPI_Error_class) X(MPI_Error_string) X(MPI_Wtime) \
  X(MPI_Wtick) X(MPI_Get_processor_name) X(MPI_Get_version) \
  X(MPI_Get_library_version) X(MPI_Get_address) X(MPI_Address) \
  X(MPI_Aint_add) X(MPI_Aint_diff) X(MPI_Alloc_mem) X(MPI_Free_mem) \
  X(MPI_Pcontrol) X(MPI_Info_create) X(MPI_Info_set) X(MPI_Info_free) \
  /* mpi_group.c */ \
  X(MPI_Group_size) X(MPI_Group_rank) X(MPI_Group_incl) X(MPI_Group_excl) \
  X(MPI_Group_range_incl) X(MPI_Group_range_excl) X(MPI_Group_union) \
  X(MPI_Group_intersection) X(MPI_Group_difference) \
  X(MPI_Group_translate_ranks) X(MPI_Group_compare) X(MPI_Group_free) \
  /* mpi_op.c */ \
  X(MPI_Op_create) X(MPI_Op_free) X(MPI_Reduce_local) \
  /* mpi_send.c */ \
  X(MPI_Recv) X(MPI_Sendrecv) X(MPI_Sendrecv_replace) X(MPI_Irecv) \
  X(MPI_Recv_init) X(MPI_Start) X(MPI_Startall) X(MPI_Probe) X(MPI_Iprobe) \
  X(MPI_Buffer_attach) X(MPI_Buffer_detach) X(MPI_Send) X(MPI_Bsend) \
  X(MPI_Ssend) X(MPI_Rsend) X(MPI_Isend) X(MPI_Ibsend) X(MPI_Issend) \
  X(MPI_Irsend) X(MPI_Send_init) X(MPI_Bsend_init) X(MPI_Ssend_init) \
  X(MPI_Rsend_init) \
  /* mpi_type.c */ \
  X(MPI_Type_contiguous) X(MPI_Type_vector) X(MPI_Type_create_hvector) \
  X(MPI_Type_hvector) X(MPI_Type_indexed) X(MPI_Type_create_hindexed) \
  X(MPI_Type_create_indexed_block) X(MPI_Type_create_struct) \
  X(MPI_Type_struct) X(MPI_Type_create_subarray) X(MPI_Type_create_resized) \
  X(MPI_Type_dup) X(MPI_Type_commit) X(MPI_Type_free) X(MPI_Type_size) \
  X(MPI_Type_get_extent) X(MPI_Type_extent) X(MPI_Type_set_name) \
  X(MPI_Type_get_name) X(MPI_Pack) X(MPI_Unpack) X(MPI_Pack_size) \
  /* mpi_wait.c */ \
  X(MPI_Wait) X(MPI_Waitall) X(MPI_Waitany) X(MPI_Waitsome) X(MPI_Test) \
  X(MPI_Testall) X(MPI_Testany) X(MPI_Testsome) X(MPI_Request_free) \
  X(MPI_Get_count) X(MPI_Get_elements) X(MPI_Test_cancelled) \
  /* mpi_rma.c */ \
  X(MPI_Put) X(MPI_Rput) X(MPI_Get) X(MPI_Rget) X(MPI_Accumulate) \
  X(MPI_Get_accumulate) X(MPI_Fetch_and_op) X(MPI_Compare_and_swap) \
  /* mpi_win.c */ \
  X(MPI_Win_create) X(MPI_Win_allocate) X(MPI_Win_free) X(MPI_Win_get_group) \
  X(MPI_Win_get_attr) X(MPI_Win_fence) X(MPI_Win_lock) X(MPI_Win_unlock) \
  X(MPI_Win_lock_all) X(MPI_Win_unlock_all) X(MPI_Win_flush) \
  X(MPI_Win_flush_local) X(MPI_Win_flush_all) X(MPI_Win_flush_local_all) \
  X(MPI_Win_sync) X(MPI_Win_post) X(MPI_Win_start) X(MPI_Win_complete) \
  X(MPI_Win_wait)

/* Those that no header declares; first the inputs of SV-COMP. */
#define HEDDLE_NONDET(X) \
  X(char, char) X(uchar, unsigned char) X(short, short) \
  X(ushort, unsigned short) X(int, int) X(uint, unsigned) \
  X(unsigned, unsigned) X(long, long) X(ulong, unsigned long) \
  X(longlong, long long) X(ulonglong, unsigned long long) \
  X(size_t, unsigned long) X(loff_t, long) X(ssize_t, long) \
  X(sector_t, unsigned long) X(pthread_t, unsigned long) \
  X(u8, unsigned char) X(u16, unsigned short) X(u32, unsigned) \
  X(u64, unsigned long) X(s8, signed char) X(s16, short) X(s32, int) \
  X(s64, long) X(int8_t, signed char) X(int16_t, short) X(int32_t, int) \
  X(int64_t, long) X(uint8_t, unsigned char) X(uint16_t, unsigned short) \
  X(uint32_t, unsigned) X(uint64_t, unsigned long)

#define HEDDLE_OWN(X) \
  /* atomic.c */ \
  X(__atomic_load) X(__atomic_store) X(__atomic_exchange) \
  X(__atomic_compare_exchange) \
  /* block.c */ \
  X(__VERIFIER_atomic_begin) X(__VERIFIER_atomic_end) \
  X(heddle_atomic_begin) X(heddle_atomic_end) \
  /* verifier.c */ \
  X(reach_error) X(__VERIFIER_error) X(__VERIFIER_assert) \
  X(__VERIFIER_assume) \
  X(__VERIFIER_nondet_bool) X(__VERIFIER_nondet_pointer) \
  X(__VERIFIER_nondet_float) X(__VERIFIER_nondet_double) \
  /* test.c: include/heddle/rt.h */ \
  X(heddle_running) X(heddle_input) X(heddle_choose) X(heddle_assume) \
  X(heddle_note) X(heddle_fail) X(heddle_bytes) \
  X(heddle_float) X(heddle_double) \
  /* property.c: include/heddle/rt.h */ \
  X(heddle_thread_at) \
  /* port.c: include/heddle/rt.h */ \
  X(heddle_port_open) X(heddle_port_send) X(heddle_port_receive) \
  /* klee.c */ \
  X(klee_make_symbolic) X(klee_range) X(klee_int) X(klee_assume) \
  X(klee_abort) X(klee_report_error) X(klee_silent_exit) \
  X(klee_is_symbolic) X(klee_is_replay) X(klee_get_errno) \
  X(klee_prefer_cex) X(klee_posix_prefer_cex) X(klee_mark_global) \
  X(klee_warning) X(klee_warning_once) X(klee_print_expr) \
  X(klee_print_range) X(klee_stack_trace) X(klee_open_merge) \
  X(klee_close_merge) X(klee_check_memory_access) X(klee_set_forking) \
  X(klee_get_value_i32) X(klee_get_valuel) X(klee_get_valuell) \
  X(klee_get_value_i64) \
  HEDDLE_CXX(X)

/* Of C++, as the compiler calls them. */
#define HEDDLE_CXX(X) \
  /* new.c */ \
  X(_Znwm) X(_Znam) X(_ZnwmRKSt9nothrow_t) X(_ZnamRKSt9nothrow_t) \
  X(_ZnwmSt11align_val_t) X(_ZnamSt11align_val_t) \
  X(_ZnwmSt11align_val_tRKSt9nothrow_t) \
  X(_ZnamSt11align_val_tRKSt9nothrow_t) \
  X(_ZdlPv) X(_ZdaPv) X(_ZdlPvm) X(_ZdaPvm) X(_ZdlPvSt11align_val_t) \
  X(_ZdaPvSt11align_val_t) X(_ZdlPvmSt11align_val_t) \
  X(_ZdaPvmSt11align_val_t) X(_ZdlPvRKSt9nothrow_t) X(_ZdaPvRKSt9nothrow_t) \
  /* guard.c */ \
  X(__cxa_guard_acquire) X(__cxa_guard_release) X(__cxa_guard_abort) \
  /* cxx.c, process.c */ \
  X(__cxa_throw) X(__cxa_rethrow) X(_ZSt9terminatev) X(__cxa_atexit) \
  X(__cxa_thread_atexit) \
  /* keys.c, park.c: what headers of ours call (include/heddle/c++) */ \
  /* entropy.c */ \
  X(_ZNSt13random_device9_M_getvalEv) X(_ZNSt13random_device7_M_finiEv) \
  X(_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE) \
  X(__heddle_once_begin) X(__heddle_once_end) X(__heddle_once_abort) \
  X(__heddle_park_begin) X(__heddle_park_end) X(__heddle_park_sleep) \
  X(__heddle_park_until) X(__heddle_park_wake)

/* Of all these, those that inputs are followed through: they take what their
 * arguments say of inputs, and say it of their result. */
#define HEDDLE_FOLLOWED(X) \
  X(klee_is_symbolic) \
  X(malloc) X(calloc) X(realloc) X(reallocarray) \
  X(strlen) X(strnlen) X(strcmp) X(strncmp) X(strcasecmp) X(strncasecmp) \
  X(memcmp) X(bcmp) X(strchr) X(strrchr) X(strchrnul) X(index) X(rindex) \
  X(memchr) X(strstr) X(strspn) X(strcspn) X(strpbrk) \
  X(strcpy) X(strncpy) X(strcat) X(strncat) X(strdup) X(strndup) \
  X(atoi) X(atol) X(atoll) X(strtol) X(strtoul) X(strtoll) X(strtoull)

/* clang-format on */

#endif
