/* insque and remque: links in elements that the program has made and that
 * other threads may know, each a step. */
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
