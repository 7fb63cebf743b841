/* Constructors and destructors of the program, as part of every execution:
 * they run in the main thread, so what they write is seen and put back like
 * everything else. */
#include "rt/rt.h"

extern const struct heddle_startup __start_heddle_startup[]
    __attribute__((weak));
extern const struct heddle_startup __stop_heddle_startup[]
    __attribute__((weak));
extern char **environ;

static size_t rows(void) {
  return (size_t)(__stop_heddle_startup - __start_heddle_startup);
}

/* The row that comes next after `last` (NULL: the first), by priority and
 * then in the order of the link. */
static const struct heddle_startup *next(uint32_t when,
                                         const struct heddle_startup *last) {
  const struct heddle_startup *best = NULL;
  for (size_t i = 0; i < rows(); i++) {
    const struct heddle_startup *row = &__start_heddle_startup[i];
    bool behind = !last || row->priority > last->priority ||
                  (row->priority == last->priority && row > last);
    if (row->when == when && behind &&
        (!best || row->priority < best->priority))
      best = row;
  }
  return best;
}

/* The one before it; destructors run the other way round. */
static const struct heddle_startup *
previous(uint32_t when, const struct heddle_startup *last) {
  const struct heddle_startup *best = NULL;
  for (size_t i = 0; i < rows(); i++) {
    const struct heddle_startup *row = &__start_heddle_startup[i];
    bool before = !last || row->priority < last->priority ||
                  (row->priority == last->priority && row < last);
    if (row->when == when && before &&
        (!best || row->priority >= best->priority))
      best = row;
  }
  return best;
}

void rt_startup(int argc, char **argv) {
  const struct heddle_startup *row = NULL;
  while ((row = next(ABI_BEFORE_MAIN, row)))
    row->function(argc, argv, environ);
}

void rt_shutdown(void) {
  const struct heddle_startup *row = NULL;
  while ((row = previous(ABI_AFTER_MAIN, row)))
    row->function(0, NULL, NULL);
}
