/* The example of CUTE (Sen, Marinov, Agha 2005): an error where a cell points to
 * itself, has a certain value, and a number fits.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>
#include <stddef.h>

struct cell {
  int v;
  struct cell *next;
};

static struct heddle_pool cells;

static void fill(void *at) {
  struct cell *c = at;
  c->v = (int)heddle_input("v", -1000000, 1000000);
  c->next = heddle_lazy(&cells);
}

static int f(int v) {
  return 2 * v + 1;
}

static int testme(struct cell *p, int x) {
  if (x > 0 && p != NULL && f(x) == p->v && p->next == p) {
#ifdef FIXED
    assert(p->next->next == p);
#else
    assert(!"found");
#endif
  }
  return 0;
}

int main(void) {
  heddle_pool_make(&cells, sizeof(struct cell), 2);
  struct cell *p = heddle_lazy(&cells);
  heddle_pool_fill(&cells, fill);
  return testme(p, (int)heddle_input("x", -1000000, 1000000));
}
