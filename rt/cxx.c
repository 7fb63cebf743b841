/* Exceptions, and what is destroyed when a thread or the process ends. */
#include <ctype.h>
#include <string.h>

#include "base/sound.h"
#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/stdio.h"

/* --- exceptions ----------------------------------------------------------- */

/* Of the C++ library, which keeps the exceptions of a thread there. */
void *__cxa_get_globals(void);
void *__cxa_get_globals_fast(void);

void *__cxa_get_globals(void) { return rt.current->exceptions; }
void *__cxa_get_globals_fast(void) { return rt.current->exceptions; }

/* In programs of C++. */
extern _Noreturn void __cxa_throw(void *object, void *type,
                                  void (*destroy)(void *))
    __attribute__((weak));
extern _Noreturn void __cxa_rethrow(void) __attribute__((weak));
extern _Noreturn void _ZSt9terminatev(void) __attribute__((weak));

/* The place is kept for the case that nobody catches it; a turn of a loop
 * that ends so was not in vain. */
void rt_throws(void) {
  rt_trial_stop();
  rt_wait_effect(&rt.current->watch);
  rt.current->thrown = heddle_here;
}

void heddle___cxa_throw(void *object, void *type, void (*destroy)(void *)) {
  rt_throws();
  __cxa_throw(object, type, destroy);
}

void heddle___cxa_rethrow(void) {
  rt_throws();
  __cxa_rethrow();
}

void heddle__ZSt9terminatev(void) {
  rt_throws();
  _ZSt9terminatev();
}

uint32_t heddle_inside(void) { return rt.current->inside; }

void heddle_landed(uint32_t before) {
  rt.current->calls = NULL;
  heddle_left(before);
}

/* What the library says before it ends the program. */
static char last_words[200];

_Noreturn void heddle_cxx_abort(void) {
  heddle_at site = rt.current->thrown ? rt.current->thrown : heddle_here;
  rt.current->inside = 0; /* it is the program's doing */
  size_t len = strlen(last_words);
  while (len && last_words[len - 1] == '\n')
    last_words[--len] = 0;
  for (char *nl; (nl = strchr(last_words, '\n'));)
    *nl = ' ';
  rt_fail(FOUND_ABORT, site, "%s",
          len ? last_words : "std::terminate() was called");
}

static void note_words(const char *s, size_t n, const FILE *f) {
  static const char first[] = "terminate called";
  size_t len = strlen(last_words);
  if (f != stderr)
    return;
  if (n >= sizeof first - 1 && !strncmp(s, first, sizeof first - 1))
    len = 0;
  snprintf(last_words + len, sizeof last_words - len, "%.*s", (int)n, s);
}

/* Of facets, in place of the library's; there is one locale, that of C. */
static const char *change(char *from, const char *to, int (*one)(int)) {
  heddle_at site = heddle_here;
  size_t len = to > from ? (size_t)(to - from) : 0;
  rt_range_read(from, len, site);
  rt_range_write(from, len, site);
  for (size_t i = 0; i < len; i++)
    from[i] = (char)one((unsigned char)from[i]);
  return to;
}

const char *heddle_cxx_tolower(const void *facet, char *from, const char *to) {
  (void)facet;
  return change(from, to, tolower);
}

const char *heddle_cxx_toupper(const void *facet, char *from, const char *to) {
  (void)facet;
  return change(from, to, toupper);
}

void rt_cxx_reset(void) { last_words[0] = 0; }

/* --- destructors ------------------------------------------------------------ */

struct ending {
  struct ending *next;
  void (*call)(void *);
  void *argument;
};

/* Of the thread's own thread-local variables. */
int heddle___cxa_thread_atexit(void (*call)(void *), void *object,
                               void *library) {
  (void)library;
  struct fiber *f = rt.current;
  struct ending *e = rt_heap_alloc(sizeof *e, 16);
  *e = (struct ending){f->endings, call, object};
  f->endings = e;
  return 0;
}

void rt_run_endings(struct fiber *f) {
  EXPECTS(f->id < THREADS_MAX);
  while (f->endings) {
    struct ending e = *(struct ending *)f->endings;
    f->endings = e.next;
    e.call(e.argument);
  }
}

/* --- of the library, which was given other names (rt/room.mk) --------------- */

/* Its own variables are put back as a whole. */
int heddle_cxx_atexit(void (*call)(void *), void *argument, void *library) {
  (void)call;
  (void)argument;
  (void)library;
  return 0;
}

/* What a stream reads of the program's memory is told by the call's row. */
size_t heddle_cxx_fwrite(const void *at, size_t size, size_t count, FILE *f) {
  if (!rt.run)
    return fwrite(at, size, count, f);
  note_words(at, size * count, f);
  rt_put(f, at, size * count);
  return count;
}

int heddle_cxx_fputs(const char *s, FILE *f) {
  heddle_cxx_fwrite(s, 1, strlen(s), f);
  return 1;
}

int heddle_cxx_putc(int c, FILE *f) {
  char byte = (char)c;
  if (!rt.run)
    return putc(c, f);
  rt_put(f, &byte, 1);
  return (unsigned char)c;
}

int heddle_cxx_fputc(int c, FILE *f) { return heddle_cxx_putc(c, f); }

int heddle_cxx_fflush(FILE *f) {
  return rt.run && f ? 0 : fflush(f);
}

int heddle_cxx_clock_gettime(clockid_t clock, struct timespec *t) {
  return rt.run ? rt_clock_look(t) : clock_gettime(clock, t);
}
