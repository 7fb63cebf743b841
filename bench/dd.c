/* bench/dd: the models of the literature for state-space generation with
 * decision diagrams, by saturation.
 *
 *     dd phils N | slot N | kanban N | hanoi N  [bfs]
 *
 * prints the number of states, CPU seconds of building events and fixpoint,
 * nodes and bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/vec.h"
#include "dd/distance.h"
#include "dd/saturate.h"

/* --- a Petri net: places are variables ------------------------------------ */

struct net {
  unsigned places;
  uint32_t *sizes, *initial; /* [place] */
  VEC(int) arcs;             /* place + 1, +1 or -1, ..., 0 ends one */
};

static struct net net_new(unsigned places, uint32_t size) {
  struct net n = {.places = places};
  n.sizes = alloc_zero(places, sizeof *n.sizes);
  n.initial = alloc_zero(places, sizeof *n.initial);
  for (unsigned p = 0; p < places; p++)
    n.sizes[p] = size;
  return n;
}

/* Ends with 0: place + 1 gains a token, -(place + 1) loses one. */
static void transition(struct net *n, const int *arcs) {
  for (; *arcs; arcs++)
    vec_push(&n->arcs, *arcs);
  vec_push(&n->arcs, 0);
}
#define TRANSITION(n, ...) transition((n), (const int[]){__VA_ARGS__, 0})

static int by_place(const void *a, const void *b) {
  return abs(*(const int *)b) - abs(*(const int *)a);
}

static void net_event(const struct net *n, struct dd_events *e, int *arcs,
                      unsigned count, uint32_t *table) {
  unsigned levels[16];
  uint32_t maps[16];
  qsort(arcs, count, sizeof *arcs, by_place);
  for (unsigned k = 0; k < count; k++) {
    const unsigned place = (unsigned)abs(arcs[k]) - 1;
    const uint32_t size = n->sizes[place];
    for (uint32_t v = 0; v < size; v++)
      table[v] = arcs[k] > 0 ? (v + 1 < size ? v + 1 : DD_OFF)
                             : (v ? v - 1 : DD_OFF);
    levels[k] = place + 1;
    maps[k] = dd_events_map(e, size, table);
  }
  dd_events_add(e, levels, maps, count);
}

static void net_events(const struct net *n, struct dd_events *e) {
  uint32_t table[1024];
  for (size_t i = 0, first = 0; i < n->arcs.len; i++)
    if (!n->arcs.at[i]) {
      net_event(n, e, &n->arcs.at[first], (unsigned)(i - first), table);
      first = i + 1;
    }
}

/* --- models --------------------------------------------------------------- */

/* Dining philosophers: a fork below each philosopher, who is idle, waits for
 * both forks, has the left or the right one, or eats; L(3N) states. */
static void phils(unsigned count, struct net *n, struct dd_events **events,
                  struct dd **forest, enum dd_kind kind) {
  enum { IDLE, WAIT, LEFT, RIGHT, EAT, STATES };
  *n = net_new(2 * count, 2);
  for (unsigned i = 0; i < count; i++) {
    n->sizes[2 * i + 1] = STATES;
    n->initial[2 * i] = 1;
  }
  *forest = dd_open(kind, 2 * count, n->sizes, 0);
  struct dd_events *e = *events = dd_events_open(*forest);
  const uint32_t up = dd_events_map(e, 2, (uint32_t[]){1, DD_OFF});
  const uint32_t down = dd_events_map(e, 2, (uint32_t[]){DD_OFF, 0});
  const uint32_t go = dd_events_map(
      e, STATES, (uint32_t[]){WAIT, DD_OFF, DD_OFF, DD_OFF, DD_OFF});
  const uint32_t left = dd_events_map(
      e, STATES, (uint32_t[]){DD_OFF, LEFT, DD_OFF, EAT, DD_OFF});
  const uint32_t right = dd_events_map(
      e, STATES, (uint32_t[]){DD_OFF, RIGHT, EAT, DD_OFF, DD_OFF});
  const uint32_t done = dd_events_map(
      e, STATES, (uint32_t[]){DD_OFF, DD_OFF, DD_OFF, DD_OFF, IDLE});
  for (unsigned i = 0; i < count; i++) {
    const unsigned phil = 2 * i + 2, own = 2 * i + 1;
    const unsigned next = i + 1 < count ? 2 * i + 3 : 1;
    dd_events_add(e, &phil, &go, 1);
    dd_events_add(e, (unsigned[]){phil, own}, (uint32_t[]){left, down}, 2);
    if (next > phil) {
      dd_events_add(e, (unsigned[]){next, phil}, (uint32_t[]){down, right}, 2);
      dd_events_add(e, (unsigned[]){next, phil, own},
                    (uint32_t[]){up, done, up}, 3);
    } else {
      dd_events_add(e, (unsigned[]){phil, next}, (uint32_t[]){right, down}, 2);
      dd_events_add(e, (unsigned[]){phil, own, next},
                    (uint32_t[]){done, up, up}, 3);
    }
  }
}

/* The slotted ring (Pastor, Roig, Cortadella, Badia 1994): eight places a
 * node. */
static void slot(unsigned count, struct net *n) {
  *n = net_new(8 * count, 2);
  for (unsigned i = 0; i < count; i++) {
    const int p = (int)(8 * i), q = (int)(8 * (i ? i - 1 : count - 1));
    n->initial[p + 2] = n->initial[p + 4] = 1;
    TRANSITION(n, -(p + 1), p + 4);                         /* other */
    TRANSITION(n, -(p + 1), p + 2);                         /* owner */
    TRANSITION(n, -(p + 2), p + 4);                         /* write */
    TRANSITION(n, -(p + 2), p + 8);                         /* go */
    TRANSITION(n, -(p + 6), -(p + 8), p + 3, p + 5);        /* get */
    TRANSITION(n, -(p + 4), -(p + 6), p + 3, p + 7);        /* put */
    TRANSITION(n, -(p + 7), p + 6, -(q + 3), q + 1);        /* used */
    TRANSITION(n, -(p + 5), p + 6, -(q + 3), q + 2);        /* free */
  }
}

/* The kanban system (Ciardo and Tilgner 1996): four cells, N cards each. */
static void kanban(unsigned cards, struct net *n) {
  *n = net_new(16, cards + 1);
  for (int cell = 0; cell < 4; cell++) {
    const int p = 4 * cell; /* cards, machine, rework, output */
    n->initial[p] = cards;
    TRANSITION(n, -(p + 2), p + 3);
    TRANSITION(n, -(p + 3), p + 2);
    TRANSITION(n, -(p + 2), p + 4);
  }
  TRANSITION(n, -1, 2);                                /* into cell 1 */
  TRANSITION(n, -4, 1, -5, 6, -9, 10);                 /* 1 to 2 and 3 */
  TRANSITION(n, -8, 5, -12, 9, -13, 14);               /* 2 and 3 to 4 */
  TRANSITION(n, -16, 13);                              /* out of cell 4 */
}

/* The towers of Hanoi: a disk is a variable, the largest on top. */
static struct dd_events *hanoi(unsigned disks, struct dd *f) {
  struct dd_events *e = dd_events_open(f);
  for (unsigned d = 1; d <= disks; d++)
    for (uint32_t from = 0; from < 3; from++)
      for (uint32_t to = 0; to < 3; to++) {
        if (from == to)
          continue;
        unsigned levels[64], count = 0;
        uint32_t maps[64], move[3] = {DD_OFF, DD_OFF, DD_OFF};
        uint32_t stay[3] = {DD_OFF, DD_OFF, DD_OFF};
        move[from] = to;
        stay[3 - from - to] = 3 - from - to;
        levels[count] = d;
        maps[count++] = dd_events_map(e, 3, move);
        for (unsigned smaller = d - 1; smaller; smaller--) {
          levels[count] = smaller;
          maps[count++] = dd_events_map(e, 3, stay);
        }
        dd_events_add(e, levels, maps, count);
      }
  return e;
}

/* --- running -------------------------------------------------------------- */

static void report(const char *model, unsigned n, const struct dd *f,
                   dd_node set, double seconds, const char *note) {
  struct dd_stats s;
  dd_statistics(f, &s);
  const uint64_t nodes = dd_node_count(f, set);
  struct text digits = {0};
  dd_count(f, set, &digits);
  printf("%-7s %5u  states %.*s%s (%zu digits)  %.3f s  nodes %llu final %llu "
         "peak  %.1f bytes/node  %.1f MB peak  %llu collections%s\n",
         model, n, digits.len > 20 ? 6 : 20, text_str(&digits),
         digits.len > 20 ? "..." : "", digits.len, seconds,
         (unsigned long long)nodes, (unsigned long long)s.peak_nodes,
         s.nodes ? (double)s.node_bytes / (double)s.nodes : 0,
         (double)s.peak_bytes / 1e6, (unsigned long long)s.collections, note);
  text_free(&digits);
}

static int run_set(const char *model, unsigned size, bool bfs) {
  struct net n = {0};
  struct dd *f = NULL;
  struct dd_events *e = NULL;
  const double start = clock_cpu();
  if (!strcmp(model, "phils"))
    phils(size, &n, &e, &f, DD_SETS);
  else if (!strcmp(model, "slot"))
    slot(size, &n);
  else
    kanban(size, &n);
  if (!f) {
    f = dd_open(DD_SETS, n.places, n.sizes, 0);
    e = dd_events_open(f);
    net_events(&n, e);
  }
  dd_node set = dd_tuple(f, n.initial);
  unsigned rounds = 0;
  set = bfs ? dd_reach_bfs(f, set, e, &rounds) : dd_saturate(f, set, e);
  const double seconds = clock_cpu() - start;
  report(model, size, f, set, seconds, bfs ? " (breadth first)" : "");
  dd_events_close(e);
  dd_close(f);
  free(n.sizes);
  free(n.initial);
  vec_free(&n.arcs);
  return 0;
}

static int run_hanoi(unsigned disks) {
  const double start = clock_cpu();
  uint32_t sizes[64], origin[64] = {0};
  for (unsigned d = 0; d < disks; d++)
    sizes[d] = 3;
  struct dd *f = dd_open(DD_DISTANCES, disks, sizes, 0);
  struct dd_events *e = hanoi(disks, f);
  const struct dd_edge d = dd_distances(f, dd_origin(f, origin), e);
  const double seconds = clock_cpu() - start;
  char note[64];
  snprintf(note, sizeof note, "  farthest %u", dd_greatest(f, d));
  report("hanoi", disks, f, d.node, seconds, note);
  dd_events_close(e);
  dd_close(f);
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: dd phils|slot|kanban|hanoi N [bfs]\n", stderr);
    return 2;
  }
  /* recursion is as deep as the levels */
  struct rlimit stack;
  const rlim_t wanted = (rlim_t)1 << 28;
  if (!getrlimit(RLIMIT_STACK, &stack) && stack.rlim_cur < wanted &&
      stack.rlim_cur != RLIM_INFINITY) {
    stack.rlim_cur = wanted;
    if (!setrlimit(RLIMIT_STACK, &stack))
      execv("/proc/self/exe", argv); /* counts from the start of a process */
  }
  const unsigned n = (unsigned)atoi(argv[2]);
  if (!strcmp(argv[1], "hanoi"))
    return run_hanoi(n);
  return run_set(argv[1], n, argc > 3 && !strcmp(argv[3], "bfs"));
}
