/* names: the functions the runtime stands in for.  `heddle cc` redirects
 * each call of NAME to heddle_NAME (cc/calls.c).  Adding one: a row here and
 * a definition in the file named. */
#ifndef RT_NAMES_H
#define RT_NAMES_H

/* clang-format off */
/* Those that a header of libc declares; ours have the same type. */
#define HEDDLE_LIBC(X) \
  /* thread.c */ \
  X(pthread_create) X(pthread_join) X(pthread_detach) X(pthread_exit) \
  X(pthread_self) X(pthread_tryjoin_np) \
  /* mutex.c */ \
  X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) \
  X(pthread_mutex_trylock) X(pthread_mutex_unlock) \
  /* heap.c */ \
  X(malloc) X(calloc) X(realloc) X(reallocarray) X(free) X(aligned_alloc) \
  X(memalign) X(posix_memalign) X(malloc_usable_size) X(strdup) X(strndup) \
  /* process.c */ \
  X(exit) X(_exit) X(_Exit) X(quick_exit) X(abort) X(atexit) \
  X(__assert_fail) \
  /* stdio.c */ \
  X(printf) X(vprintf) X(fprintf) X(vfprintf) X(puts) X(putchar) X(fputs) \
  X(fputc) X(putc) X(fwrite) X(fflush) X(perror) X(write)

/* Those of SV-COMP: verifier.c. */
#define HEDDLE_OWN(X) \
  X(reach_error)

#define HEDDLE_MODELLED(X) HEDDLE_LIBC(X) HEDDLE_OWN(X)

#define HEDDLE_UNMODELLED(X) \
  X(fork) X(vfork) X(execve)
/* clang-format on */

#endif
