/* Rounding, and what exceptions of arithmetic do and have done: each thread's
 * own, and a new thread has what its creator has then.  libc's functions work on
 * the processor's registers; a program that has any of them has these registers
 * changed with the thread (switch.c). */
#include <fenv.h>

#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/switch.h"

const char rt_switches_floats = 1;

int heddle_fegetround(void) {
  return fegetround();
}
int heddle_fesetround(int to) {
  return fesetround(to);
}
int heddle_fetestexcept(int of) {
  return fetestexcept(of);
}
int heddle_feclearexcept(int of) {
  return feclearexcept(of);
}
int heddle_feraiseexcept(int of) {
  return feraiseexcept(of);
}
int heddle_fesetexcept(int of) {
  return fesetexcept(of);
}
int heddle_fegetexcept(void) {
  return fegetexcept();
}
int heddle_feenableexcept(int of) {
  return feenableexcept(of);
}
int heddle_fedisableexcept(int of) {
  return fedisableexcept(of);
}

/* To memory, and from it. */
#define WRITTEN(p, call)                                                       \
  heddle_at site = heddle_here;                                                \
  rt_argument_write(0, p, sizeof *p, site, 0);                                 \
  return call
#define READ(p, call)                                                          \
  rt_argument_read(0, p, sizeof *p, heddle_here);                              \
  return call

int heddle_fegetenv(fenv_t *to) {
  WRITTEN(to, fegetenv(to));
}
int heddle_feholdexcept(fenv_t *to) {
  WRITTEN(to, feholdexcept(to));
}
int heddle_fegetmode(femode_t *to) {
  WRITTEN(to, fegetmode(to));
}

int heddle_fegetexceptflag(fexcept_t *to, int of) {
  WRITTEN(to, fegetexceptflag(to, of));
}

static bool is_a_place(const void *p) {
  return p != FE_DFL_ENV && p != FE_NOMASK_ENV;
}

static void look(const void *p, uint32_t size) {
  if (is_a_place(p))
    rt_argument_read(0, p, size, heddle_here);
}

int heddle_fesetenv(const fenv_t *from) {
  look(from, sizeof *from);
  return fesetenv(from);
}

int heddle_feupdateenv(const fenv_t *from) {
  look(from, sizeof *from);
  return feupdateenv(from);
}

int heddle_fesetmode(const femode_t *from) {
  look(from, sizeof *from);
  return fesetmode(from);
}

int heddle_fesetexceptflag(const fexcept_t *from, int of) {
  READ(from, fesetexceptflag(from, of));
}

int heddle_fetestexceptflag(const fexcept_t *from, int of) {
  READ(from, fetestexceptflag(from, of));
}
