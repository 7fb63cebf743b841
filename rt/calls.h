/* calls: the declarations of all heddle_NAME of names.h, with the types libc
 * gives to NAME. */
#ifndef RT_CALLS_H
#define RT_CALLS_H

#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <error.h>
#include <fcntl.h>
#include <fenv.h>
#include <malloc.h>
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "rt/names.h"

#define DECLARE(name) extern __typeof__(name) heddle_##name;
HEDDLE_LIBC(DECLARE)
#undef DECLARE

#define DECLARE(name, type) type heddle___VERIFIER_nondet_##name(void);
HEDDLE_NONDET(DECLARE)
#undef DECLARE
void heddle___atomic_load(size_t size, void *p, void *to, int order);
void heddle___atomic_store(size_t size, void *p, void *from, int order);
void heddle___atomic_exchange(size_t size, void *p, void *from, void *to,
                              int order);
_Bool heddle___atomic_compare_exchange(size_t size, void *p, void *expected,
                                       void *desired, int success, int failure);
_Bool heddle___VERIFIER_nondet_bool(void);
void *heddle___VERIFIER_nondet_pointer(void);
float heddle___VERIFIER_nondet_float(void);
double heddle___VERIFIER_nondet_double(void);
void heddle_reach_error(void);
void heddle___VERIFIER_assert(int condition);
void heddle___VERIFIER_error(void);
void heddle___VERIFIER_assume(int condition);
void heddle___VERIFIER_atomic_begin(void);
void heddle___VERIFIER_atomic_end(void);
int heddle_heddle_running(void);
long long heddle_heddle_input(const char *name, long long low, long long high);
int heddle_heddle_choose(int count);
void heddle_heddle_assume(int condition);
void heddle_heddle_atomic_begin(void);
void heddle_heddle_atomic_end(void);
float heddle_heddle_float(const char *name);
double heddle_heddle_double(const char *name);
void heddle_heddle_bytes(const char *name, void *to, size_t size);
void heddle_klee_make_symbolic(void *at, size_t size, const char *name);
int heddle_klee_range(int begin, int end, const char *name);
int heddle_klee_int(const char *name);
void heddle_klee_assume(uintptr_t condition);
void heddle_klee_abort(void);
void heddle_klee_report_error(const char *file, int line, const char *message,
                              const char *suffix);
void heddle_klee_silent_exit(int code);
unsigned heddle_klee_is_symbolic(uintptr_t value);
unsigned heddle_klee_is_replay(void);
int *heddle_klee_get_errno(void);
int32_t heddle_klee_get_value_i32(int32_t value);
int64_t heddle_klee_get_value_i64(int64_t value);
long heddle_klee_get_valuel(long value);
long long heddle_klee_get_valuell(long long value);
void heddle_klee_check_memory_access(const void *at, size_t size);
void heddle_klee_prefer_cex(void *object, uintptr_t condition);
void heddle_klee_posix_prefer_cex(void *object, uintptr_t condition);
void heddle_klee_mark_global(void *object);
void heddle_klee_warning(const char *message);
void heddle_klee_warning_once(const char *message);
void heddle_klee_print_expr(const char *message, ...);
void heddle_klee_print_range(const char *name, int value);
void heddle_klee_stack_trace(void);
void heddle_klee_open_merge(void);
void heddle_klee_close_merge(void);
void heddle_klee_set_forking(unsigned enable);
int heddle_heddle_thread_at(const char *thread, const char *file, int line);
void heddle_heddle_note(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
void heddle_heddle_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
struct heddle_port;
struct heddle_port *heddle_heddle_port_open(const char *name, int kind,
                                            int room, size_t size);
void heddle_heddle_port_send(struct heddle_port *p, const void *message);
void heddle_heddle_port_receive(struct heddle_port *p, void *message);

#define NEW(name, ...) void *heddle_##name(size_t size, __VA_ARGS__);
void *heddle__Znwm(size_t size);
void *heddle__Znam(size_t size);
NEW(_ZnwmRKSt9nothrow_t, const void *tag)
NEW(_ZnamRKSt9nothrow_t, const void *tag)
NEW(_ZnwmSt11align_val_t, size_t align)
NEW(_ZnamSt11align_val_t, size_t align)
NEW(_ZnwmSt11align_val_tRKSt9nothrow_t, size_t align, const void *tag)
NEW(_ZnamSt11align_val_tRKSt9nothrow_t, size_t align, const void *tag)
#undef NEW
#define DELETE(name, ...) void heddle_##name(void *p, __VA_ARGS__);
void heddle__ZdlPv(void *p);
void heddle__ZdaPv(void *p);
DELETE(_ZdlPvm, size_t size)
DELETE(_ZdaPvm, size_t size)
DELETE(_ZdlPvSt11align_val_t, size_t align)
DELETE(_ZdaPvSt11align_val_t, size_t align)
DELETE(_ZdlPvmSt11align_val_t, size_t size, size_t align)
DELETE(_ZdaPvmSt11align_val_t, size_t size, size_t align)
DELETE(_ZdlPvRKSt9nothrow_t, const void *tag)
DELETE(_ZdaPvRKSt9nothrow_t, const void *tag)
#undef DELETE
int heddle___cxa_guard_acquire(uint64_t *guard);
void heddle___cxa_guard_release(uint64_t *guard);
void heddle___cxa_guard_abort(uint64_t *guard);
_Noreturn void heddle___cxa_throw(void *object, void *type,
                                  void (*destroy)(void *));
_Noreturn void heddle___cxa_rethrow(void);
_Noreturn void heddle__ZSt9terminatev(void);
int heddle___cxa_atexit(void (*call)(void *), void *argument, void *library);
int heddle___cxa_thread_atexit(void (*call)(void *), void *object,
                               void *library);
int heddle___heddle_once_begin(void *once);
void heddle___heddle_once_end(void *once);
void heddle___heddle_once_abort(void *once);
void heddle___heddle_park_begin(const void *p);
void heddle___heddle_park_end(const void *p);
void heddle___heddle_park_sleep(const void *p);
_Bool heddle___heddle_park_until(const void *p);
void heddle___heddle_park_wake(const void *p, _Bool all);
_Noreturn void heddle_cxx_abort(void);
int heddle_cxx_fputs(const char *s, FILE *f);
int heddle_cxx_atexit(void (*call)(void *), void *argument, void *library);
size_t heddle_cxx_fwrite(const void *at, size_t size, size_t count, FILE *f);
int heddle_cxx_putc(int c, FILE *f);
int heddle_cxx_fputc(int c, FILE *f);
int heddle_cxx_fflush(FILE *f);
int heddle_cxx_clock_gettime(clockid_t clock, struct timespec *t);
const char *heddle_cxx_tolower(const void *facet, char *from, const char *to);
const char *heddle_cxx_toupper(const void *facet, char *from, const char *to);
uint32_t heddle__ZNSt13random_device9_M_getvalEv(void *device);
void heddle__ZNSt13random_device7_M_finiEv(void *device);
void heddle__ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
    void *device, const void *token);

#endif
