/* Calls that leave the instrumented code: what happens there nobody sees.
 *
 * All instrumented code is in one section of its file (cc/foreign.c), the
 * runtime's in another.  Whatever else is called and is not decided in the
 * table of the C library was compiled by somebody else: it is called, and the
 * verdict is at best incomplete, by its name and place.  Thread functions are
 * not: they would take our threads for libc's.
 *
 * While a thread is in such a call `inside` says so, and the explorer knows it
 * too: whatever goes wrong in there is not known to be the program's fault.
 * Callbacks into the program are instrumented code as any other. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/rt.h"

/* A program that is linked statically has no shared libraries. */
extern __typeof__(dlopen) dlopen __attribute__((weak));

#define EDGE __attribute__((weak, visibility("hidden")))
extern const char __start_heddle_text[] EDGE, __stop_heddle_text[] EDGE;
extern const char __start_heddle_rt[] EDGE, __stop_heddle_rt[] EDGE;
extern const char __start_heddle_cxx_text[] EDGE, __stop_heddle_cxx_text[] EDGE;
extern const char __executable_start[];
extern const void *const __start_heddle_strays[] EDGE;
extern const void *const __stop_heddle_strays[] EDGE;

/* --- whose code is it? -------------------------------------------------- */

struct span {
  uint64_t begin, end;
};
/* Of shared libraries that were instrumented. */
enum { SPANS = 16 };
static struct span spans[SPANS];
static unsigned spans_len;

static bool is_in(struct span s, uint64_t code) {
  return code - s.begin < s.end - s.begin;
}

static bool is_text(uint64_t code) {
  return is_in((struct span){(uint64_t)__start_heddle_text,
                             (uint64_t)__stop_heddle_text},
               code);
}

bool rt_is_own(uint64_t code) {
  return is_in((struct span){(uint64_t)__start_heddle_rt,
                             (uint64_t)__stop_heddle_rt},
               code);
}

/* Of the C++ library, and harmless (tools/cxx-library). */
static bool is_librarys(uint64_t code) {
  return is_in((struct span){(uint64_t)__start_heddle_cxx_text,
                             (uint64_t)__stop_heddle_cxx_text},
               code);
}

bool rt_is_foreign(uint64_t code) {
  if (is_text(code) || rt_is_own(code) || is_librarys(code))
    return false;
  for (unsigned i = 0; i < spans_len; i++)
    if (is_in(spans[i], code))
      return false;
  return true;
}

static bool is_stray(const void *f) {
  for (const void *const *p = __start_heddle_strays;
       p < __stop_heddle_strays; p++)
    if (*p == f)
      return true;
  return false;
}

/* The address that a library's function has in the program may be one of the
 * linker's, from where it is called. */
bool rt_leaves(const void *f, const char *name) {
  if (!rt_is_foreign((uint64_t)f) || is_stray(f))
    return false;
  const void *real = name && spans_len ? dlsym(RTLD_NEXT, name) : NULL;
  return !real || rt_is_foreign((uint64_t)real);
}

static int add_span(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  void *library = NULL;
  if (dlopen && *info->dlpi_name)
    library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  if (!library)
    return 0;
  const void *begin = dlsym(library, "__start_heddle_text");
  const void *end = dlsym(library, "__stop_heddle_text");
  Dl_info at;
  if (begin && end && spans_len < SPANS && dladdr(begin, &at) &&
      (uint64_t)at.dli_fbase == info->dlpi_addr)
    spans[spans_len++] = (struct span){(uint64_t)begin, (uint64_t)end};
  dlclose(library);
  return 0;
}

/* --- calls -------------------------------------------------------------- */

static uint32_t enter(uint8_t why, const char *name, heddle_at site) {
  struct fiber *f = rt.current;
  uint32_t before = f->inside;
  f->inside = 1 + rt_escape(why, name, site);
  rt.wire->inside = f->inside;
  return before;
}

void heddle_left(uint32_t before) {
  if (LIKELY(rt.current->inside == before))
    return;
  rt.current->inside = before;
  rt.wire->inside = before;
}

/* Denied by default: libc's own would find none of its threads. */
static bool is_about_threads(const char *name) {
  static const char *const families[] = {"pthread_", "sem_",  "mtx_",
                                         "cnd_",     "thrd_", "tss_"};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (!strncmp(name, families[i], strlen(families[i])))
      return true;
  return false;
}

/* What a pointer points to: the function, or else the library it is in.  *why
 * says whether that is the C library. */
static const char *name_of(const void *f, uint8_t *why) {
  Dl_info info;
  bool known = dladdr(f, &info);
  const char *file = known && info.dli_fbase != __executable_start &&
                             info.dli_fname
                         ? info.dli_fname
                         : "/a call through a pointer";
  const char *name = strrchr(file, '/');
  name = name ? name + 1 : file;
  if (!strncmp(name, "libc.so", 7))
    *why = WHY_UNMODELLED;
  return known && info.dli_sname ? info.dli_sname : name;
}

static uint32_t leave_text(const void *f, const char *name, heddle_at site) {
  uint8_t why = WHY_LIBRARY;
  if (!f || !rt_leaves(f, name)) /* null is nobody's code (crash.c) */
    return rt.current->inside;
  if (!name)
    name = name_of(f, &why);
  if (is_about_threads(name))
    rt_escape_end(WHY_UNMODELLED, name, site);
  return enter(why, name, site);
}

uint32_t heddle_calls(const void *f, const char *name, heddle_at site) {
  heddle_here = site;
  return LIKELY(is_text((uint64_t)f)) ? rt.current->inside
                                      : leave_text(f, name, site);
}

/* A function of the program may have the name of one of libc's. */
uint32_t heddle_unmodelled(const void *f, const char *name, heddle_at site) {
  return rt_leaves(f, name) ? enter(WHY_UNMODELLED, name, site)
                         : rt.current->inside;
}

/* Nothing is missed as long as there is one thread. */
uint32_t heddle_unmodelled_shared(const void *f, const char *name,
                                  heddle_at site) {
  rt_block_blur();
  return rt_alone() ? rt.current->inside : heddle_unmodelled(f, name, site);
}

uint32_t heddle_denied(const void *f, const char *name, heddle_at site) {
  if (rt_leaves(f, name))
    rt_escape_end(WHY_UNMODELLED, name, site);
  return rt.current->inside;
}

/* What is done to memory while nobody else is there is done, and nothing is
 * missed; but a crash in it is not known to be the program's fault. */
uint32_t heddle_assembly(const void *unused, const char *name,
                         heddle_at site) {
  uint32_t before = rt.current->inside;
  (void)unused;
  heddle_escape(WHY_ASSEMBLY, name, site);
  heddle_here = site;
  rt.current->inside = rt.wire->inside = INSIDE_ASSEMBLY;
  return before;
}

/* --- threads of libraries ----------------------------------------------- */

static bool others; /* there are some: made before the first run */

static _Noreturn void deny(const char *what) {
  struct fiber *f = rt.current;
  const struct wire_escape *e =
      f->inside && f->inside != INSIDE_ASSEMBLY
          ? &rt.wire->escapes[f->inside - 1]
          : NULL;
  char name[WIRE_ESCAPE_LEN];
  snprintf(name, sizeof name, "%s in %.30s", what, e ? e->name : "a library");
  rt_escape_end(WHY_LIBRARY, name, heddle_here);
}

/* Calls of libraries come here by the usual rules of linking; a thread of
 * theirs would run beside ours, and end what they all run on. */
#define WEAK __attribute__((weak))

WEAK int pthread_create(pthread_t *handle, const pthread_attr_t *attributes,
                        void *(*start)(void *), void *argument) {
  if (rt.run)
    deny("pthread_create");
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  others = true;
  return real ? real(handle, attributes, start, argument) : ENOSYS;
}

WEAK int thrd_create(thrd_t *handle, thrd_start_t start, void *argument) {
  if (rt.run)
    deny("thrd_create");
  int (*real)(thrd_t *, thrd_start_t, void *);
  *(void **)&real = dlsym(RTLD_NEXT, "thrd_create");
  others = true;
  return real ? real(handle, start, argument) : thrd_error;
}

WEAK void pthread_exit(void *result) {
  if (rt.run)
    deny("pthread_exit");
  void (*real)(void *);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_exit");
  if (real)
    real(result);
  _exit(2);
}

/* --- beginning ---------------------------------------------------------- */

void rt_foreign_begin(void) { dl_iterate_phdr(add_span, NULL); }

void rt_foreign_run_begin(void) {
  rt.wire->inside = 0;
  if (others)
    rt_escape(WHY_LIBRARY, "a thread that a library started", NULL);
}
