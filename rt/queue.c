/* insque and remque: links in elements that the program has made and that
 * other threads may know, each a step; and lsearch, which adds an element where
 * the program has room for it. */
#include <string.h>

#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"

struct link {
  struct link *next, *back;
};

static struct link *look(struct link **at, heddle_at site) {
  rt_range_look(at, sizeof *at, site);
  return *at;
}

static void set(struct link **at, struct link *to, heddle_at site) {
  bool step = rt_range_write(at, sizeof *at, site);
  *at = to;
  if (step)
    rt.step->value = (uint64_t)to;
}

void heddle_insque(void *element, void *before) {
  heddle_at site = heddle_here;
  struct link *e = element, *b = before, *next = NULL;
  if (b) {
    next = look(&b->next, site);
    set(&b->next, e, site);
    if (next)
      set(&next->back, e, site);
  }
  set(&e->next, next, site);
  set(&e->back, b, site);
}

void heddle_remque(void *element) {
  heddle_at site = heddle_here;
  struct link *e = element;
  struct link *next = look(&e->next, site), *back = look(&e->back, site);
  if (next)
    set(&next->back, back, site);
  if (back)
    set(&back->next, next, site);
}

/* --- lsearch ------------------------------------------------------------- */

/* The program's function reads the elements; what it does is seen. */
void *heddle_lsearch(const void *key, void *base, size_t *count, size_t size,
                     int (*compare)(const void *, const void *)) {
  heddle_at site = heddle_here;
  char *at = base;
  rt_argument_read(2, count, sizeof *count, site);
  size_t n = *count;
  for (size_t i = 0; i < n; i++, at += size)
    if (!compare(key, at))
      return at;
  heddle_copy(at, key, size,
              (rt_argument_hidden(1, site) ? ABI_HIDDEN_TO : 0) |
                  (rt_is_nobodys(key) || rt_argument_hidden(0, site)
                       ? ABI_HIDDEN_FROM
                       : 0),
              site);
  rt_argument_write(2, count, sizeof *count, site, n + 1);
  *count = n + 1;
  return at;
}
