#include "brute_choices.h"

#include <stdlib.h>
#include <string.h>

static int weight(const struct brute *b, int machine) {
  int w = 1;
  for (int m = 0; m < machine; m++)
    w *= b->states[m];
  return w;
}

int brute_local(const struct brute *b, int state, int machine) {
  return state / weight(b, machine) % b->states[machine];
}

static int moved(const struct brute *b, int state, const struct brute_edge *e) {
  return state + (e->to - e->from) * weight(b, e->machine);
}

int brute_start(const struct brute *b) {
  int state = 0;
  for (int m = 0; m < b->machines; m++)
    state += b->initial[m] * weight(b, m);
  return state;
}

static bool fires(const struct brute *b, const struct brute_edge *e, int symbol,
                  int state) {
  return e->machine >= 0 && e->input == symbol &&
         brute_local(b, state, e->machine) == e->from;
}

/* --- one input: walked as a tree of chains -------------------------------- */

/* Whether some way from here ends, in an output or stuck. */
static bool ends(const struct brute *b, int symbol, int state,
                 bool seen[SYMBOLS][STATES]) {
  bool some = false;
  if (seen[symbol][state])
    return false;
  seen[symbol][state] = true;
  for (int i = 0; i < b->edges; i++) {
    const struct brute_edge *e = &b->edge[i];
    if (!fires(b, e, symbol, state))
      continue;
    some = true;
    if (b->observed[e->output] || ends(b, e->output, moved(b, state, e), seen))
      return true;
  }
  return !some;
}

static void walk(const struct brute *b, int symbol, int state, bool first,
                 bool path[SYMBOLS][STATES], struct brute_ends *out) {
  bool some = false;
  if (!first) {
    if (path[symbol][state]) {
      out->livelock |= !b->fair;
      return;
    }
    if (out->met[symbol][state])
      return; /* walked before, and its circles found */
    bool seen[SYMBOLS][STATES] = {0};
    out->met[symbol][state] = true;
    out->livelock |= b->fair && !ends(b, symbol, state, seen);
    path[symbol][state] = true;
  }
  for (int i = 0; i < b->edges; i++) {
    const struct brute_edge *e = &b->edge[i];
    if (!fires(b, e, symbol, state))
      continue;
    const int next = moved(b, state, e);
    some = out->fired[i] = true;
    if (b->observed[e->output])
      out->after[e->output] |= 1u << next;
    else
      walk(b, e->output, next, false, path, out);
  }
  if (!some && first)
    out->undefined = true;
  else if (!some)
    out->stuck = true;
  if (!first)
    path[symbol][state] = false;
}

void brute_input(const struct brute *b, int state, int input,
                 struct brute_ends *out) {
  bool path[SYMBOLS][STATES] = {0};
  memset(out, 0, sizeof *out);
  walk(b, input, state, true, path, out);
}

void brute_set(const struct brute *b, uint32_t set, int input, bool *sure,
               uint32_t after[SYMBOLS]) {
  *sure = true;
  memset(after, 0, SYMBOLS * sizeof *after);
  for (int s = 0; s < b->total; s++) {
    struct brute_ends e;
    if (!(set >> s & 1))
      continue;
    brute_input(b, s, input, &e);
    *sure &= !e.undefined && !e.stuck && !e.livelock;
    for (int y = 0; y < b->symbols; y++)
      after[y] |= e.after[y];
  }
}

/* --- shortest tests ------------------------------------------------------- */

enum { MANY = 1200 };

struct triple {
  uint32_t every, spec, other;
};

struct front {
  struct triple *at;
  int count, room;
};

static void add(struct front *f, struct triple t) {
  for (int i = 0; i < f->count; i++)
    if (!memcmp(&f->at[i], &t, sizeof t))
      return;
  if (f->count == f->room) {
    f->room = f->room ? 2 * f->room : 16;
    f->at = realloc(f->at, (size_t)f->room * sizeof *f->at);
    if (!f->at)
      abort();
  }
  f->at[f->count++] = t;
}

/* True when input x tells them apart at t. */
static bool apart(const struct brute *a, const struct brute *b, bool quiet,
                  bool fixed, struct triple t, int x, struct front *f) {
  uint32_t every[SYMBOLS], spec[SYMBOLS], other[SYMBOLS], all = 0;
  bool sure, answers;
  brute_set(a, t.every, x, &sure, every);
  if (fixed && !sure)
    return false;
  for (int y = 0; y < a->symbols; y++)
    all |= every[y];
  brute_set(a, t.spec, x, &sure, spec);
  if (!sure)
    return false;
  brute_set(b, t.other, x, &answers, other);
  if (!answers && quiet)
    return true;
  for (int y = 0; y < a->symbols; y++)
    if (other[y] && !spec[y])
      return true;
  for (int y = 0; y < a->symbols; y++)
    if (other[y])
      add(f, (struct triple){fixed ? all : 0, spec[y], other[y]});
  return false;
}

static int shortest(const struct brute *a, const struct brute *b, bool quiet,
                    bool fixed) {
  struct front f = {0};
  const uint32_t start = 1u << brute_start(a);
  int length = 1, layer = 0, found = 0;
  add(&f, (struct triple){fixed ? start : 0, start, 1u << brute_start(b)});
  for (int end = f.count; layer < end && !found; length++) {
    for (; layer < end && !found; layer++)
      for (int i = 0; i < a->inputs && !found; i++)
        if (f.count > MANY)
          found = BRUTE_TIRED;
        else if (apart(a, b, quiet, fixed, f.at[layer], a->input[i], &f))
          found = length;
    end = f.count;
  }
  free(f.at);
  return found;
}

struct brute_lengths brute_distinguish(const struct brute *spec,
                                       const struct brute *other, bool quiet) {
  return (struct brute_lengths){shortest(spec, other, quiet, false),
                                shortest(spec, other, quiet, true)};
}

/* --- run by run ----------------------------------------------------------- */

enum { LONGEST = 8 };
struct run {
  int input[LONGEST], output[LONGEST]; /* output -1: nothing came */
  int length, state;
};
struct runs {
  struct run *at;
  int count, room;
};

static void keep_run(struct runs *r, struct run run) {
  if (r->count == r->room) {
    r->room = r->room ? 2 * r->room : 64;
    r->at = realloc(r->at, (size_t)r->room * sizeof *r->at);
    if (!r->at)
      abort();
  }
  r->at[r->count++] = run;
}

/* Every run of at most so many inputs, each after those it goes on from. */
static void all_runs(const struct brute *b, int most, struct runs *out) {
  struct run none = {.state = brute_start(b)};
  keep_run(out, none);
  for (int i = 0; i < out->count; i++) {
    const int length = out->at[i].length;
    if (length == most || (length && out->at[i].output[length - 1] < 0))
      continue;
    for (int k = 0; k < b->inputs; k++) {
      struct brute_ends e;
      brute_input(b, out->at[i].state, b->input[k], &e);
      struct run next = out->at[i];
      next.input[next.length++] = b->input[k];
      for (int y = -1; y < b->symbols; y++)
        for (int s = 0; s < b->total; s++) {
          const bool silent = e.undefined || e.stuck || e.livelock;
          next.output[next.length - 1] = y;
          next.state = s;
          if (y >= 0 ? e.after[y] >> s & 1 : silent && !s)
            keep_run(out, next);
        }
    }
  }
}

static bool same(const struct run *a, const struct run *b, int length) {
  for (int i = 0; i < length; i++)
    if (a->input[i] != b->input[i] || a->output[i] != b->output[i])
      return false;
  return true;
}

/* The last step of a run of the mutant: the specification, after the same
 * steps before it, answers that input for sure, and never so. */
static bool wrong(const struct runs *spec, const struct run *r, bool quiet) {
  const int last = r->length - 1;
  bool possible = false, sure = true, allowed = false;
  for (int i = 0; i < spec->count; i++) {
    const struct run *s = &spec->at[i];
    if (s->length != r->length || !same(s, r, last) ||
        s->input[last] != r->input[last])
      continue;
    possible = true;
    sure &= s->output[last] >= 0;
    allowed |= s->output[last] == r->output[last];
  }
  return possible && sure && !allowed && (quiet || r->output[last] >= 0);
}

/* The steps before the last were given where they are sure, and seen. */
static bool given(const struct runs *spec, const struct run *r) {
  for (int n = 1; n < r->length; n++) {
    bool possible = false, sure = true;
    for (int i = 0; i < spec->count; i++) {
      const struct run *s = &spec->at[i];
      if (s->length != n || !same(s, r, n - 1) ||
          s->input[n - 1] != r->input[n - 1])
        continue;
      sure &= s->output[n - 1] >= 0;
      possible |= s->output[n - 1] == r->output[n - 1];
    }
    if (!possible || !sure || r->output[n - 1] < 0)
      return false;
  }
  return true;
}

bool brute_runs_differ(const struct brute *spec, const struct brute *other,
                       bool quiet, int most) {
  struct runs a = {0}, b = {0};
  bool found = false;
  all_runs(spec, most, &a);
  all_runs(other, most, &b);
  for (int i = 0; i < b.count && !found; i++)
    found = b.at[i].length && given(&a, &b.at[i]) && wrong(&a, &b.at[i], quiet);
  free(a.at);
  free(b.at);
  return found;
}

/* --- livelocks ------------------------------------------------------------ */

/* reach[u][v]: one step or more, by Warshall over all states in transit. */
int brute_livelocks(const struct brute *b, const bool met[SYMBOLS][STATES]) {
  const int count = b->symbols * b->total;
  bool *reach = calloc((size_t)(count * count) + 1, 1);
  bool *leaves = calloc((size_t)count + 1, 1);
  int parts = 0;
  for (int u = 0; u < count; u++) {
    bool some = false;
    for (int i = 0; i < b->edges; i++) {
      const struct brute_edge *e = &b->edge[i];
      if (!fires(b, e, u / b->total, u % b->total))
        continue;
      some = true;
      if (b->observed[e->output])
        leaves[u] = true;
      else
        reach[u * count + e->output * b->total + moved(b, u % b->total, e)] =
            true;
    }
    leaves[u] |= !some;
  }
  for (int k = 0; k < count; k++)
    for (int u = 0; u < count; u++)
      for (int v = 0; reach[u * count + k] && v < count; v++)
        reach[u * count + v] |= reach[k * count + v];
  for (int u = 0; u < count; u++) {
    bool counts = met[u / b->total][u % b->total] && reach[u * count + u];
    for (int v = 0; v < count; v++) {
      const bool there = reach[u * count + v], back = reach[v * count + u];
      if (v < u && there && back)
        counts = false; /* its part was counted */
      if (b->fair && there && (!back || leaves[v]))
        counts = false;
    }
    parts += counts && !(b->fair && leaves[u]);
  }
  free(reach);
  free(leaves);
  return parts;
}
