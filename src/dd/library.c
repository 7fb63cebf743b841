/* heddle/dd.h: what others see of dd.
 *
 * A space is three forests over the same variables.  Everything that a caller
 * holds is a handle whose node is a root of its forest, so that a collection
 * may take place in any operation. */
#include <heddle/dd.h>
#include <string.h>

#include "base/alloc.h"
#include "dd/distance.h"
#include "dd/forest.h"
#include "dd/saturate.h"

_Static_assert(HEDDLE_DD_SIZE_MAX == (int)DD_SIZE_MAX, "sizes");
_Static_assert((int)HEDDLE_DD_VARIABLES_MAX <= (int)DD_LEVELS_MAX, "levels");
_Static_assert(HEDDLE_DD_KEEP == DD_KEEP && HEDDLE_DD_OFF == DD_OFF, "marks");

const char *const heddle_dd_why_texts[] = {
    "nothing went wrong",
    "the diagrams take more memory than the limit",
    "out of memory",
    "an argument is NULL, of another space, or a number that is not there",
};

struct handle {
  struct dd_edge edge; /* of sets and relations the node alone counts */
  struct heddle_dd *space;
  enum dd_kind kind;
  size_t root; /* its place in the forest's list of roots */
};
struct heddle_dd_set {
  struct handle is;
};
struct heddle_dd_relation {
  struct handle is;
};
struct heddle_dd_distance {
  struct handle is;
};
struct heddle_dd_events {
  struct heddle_dd *space;
  struct dd_events *events;
  size_t place; /* in the space's list */
};

struct heddle_dd {
  struct alloc_guard guard; /* over every call */
  uint64_t limit;
  unsigned count;
  struct dd *forests[DD_DISTANCES + 1]; /* that of DD_SETS_FULL is NULL */
  VEC(struct heddle_dd_events *) events;
  enum heddle_dd_why why;
};

/* What runs in the guard against the end of memory. */
struct call {
  struct heddle_dd *d;
  struct handle *a, *b;
  struct dd_events *events;
  const uint32_t *from, *to;
  const bool *const *allowed;
  uint32_t value;
  enum dd_kind kind; /* of the result */
  struct dd_edge (*compute)(const struct call *c);
  struct handle *out;
};

/* --- the space ------------------------------------------------------------ */

struct opening {
  struct heddle_dd *d;
  const uint32_t *sizes;
};

static void open_space(void *arg) {
  struct opening *o = arg;
  for (enum dd_kind k = DD_SETS; k <= DD_DISTANCES; k++)
    if (k != DD_SETS_FULL)
      o->d->forests[k] = dd_open(k, o->d->count, o->sizes, 0);
}

/* False: there is no memory, and from now on only closing works. */
static bool guarded(struct heddle_dd *d, void (*job)(void *arg), void *arg) {
  if (d->why != HEDDLE_DD_MEMORY && alloc_joined(&d->guard, job, arg))
    return true;
  d->why = HEDDLE_DD_MEMORY;
  return false;
}

struct heddle_dd *heddle_dd_open(unsigned count, const uint32_t *sizes,
                                 uint64_t limit) {
  if (!sizes || !count || count > HEDDLE_DD_VARIABLES_MAX)
    return NULL;
  for (unsigned i = 0; i < count; i++)
    if (!sizes[i] || sizes[i] > HEDDLE_DD_SIZE_MAX)
      return NULL;
  struct heddle_dd *d = calloc(1, sizeof *d);
  struct opening o = {d, sizes};
  if (!d)
    return NULL;
  d->limit = limit;
  d->count = count;
  alloc_guard_open(&d->guard);
  if (guarded(d, open_space, &o))
    return d;
  heddle_dd_close(d);
  return NULL;
}

static struct handle *handle_of(dd_node *root) {
  return (struct handle *)((char *)root - offsetof(struct handle, edge.node));
}

void heddle_dd_close(struct heddle_dd *d) {
  if (!d)
    return;
  for (enum dd_kind k = DD_SETS; k <= DD_DISTANCES; k++) {
    struct dd *f = d->forests[k];
    if (f)
      vec_each(&f->roots, root) free(handle_of(*root));
    dd_close(f);
  }
  vec_each(&d->events, e) {
    dd_events_close((*e)->events);
    free(*e);
  }
  vec_free(&d->events);
  alloc_guard_close(&d->guard);
  free(d);
}

enum heddle_dd_why heddle_dd_why(const struct heddle_dd *d) {
  return d ? d->why : HEDDLE_DD_ARGUMENT;
}

void heddle_dd_figures(const struct heddle_dd *d,
                       struct heddle_dd_figures *out) {
  *out = (struct heddle_dd_figures){0};
  for (enum dd_kind k = DD_SETS; d && k <= DD_DISTANCES; k++) {
    struct dd_stats s;
    if (!d->forests[k])
      continue;
    dd_statistics(d->forests[k], &s);
    out->nodes += s.nodes;
    out->peak_nodes += s.peak_nodes;
    out->bytes += s.bytes;
    out->peak_bytes += s.peak_bytes;
  }
}

/* --- handles -------------------------------------------------------------- */

static struct handle *handle_make(struct heddle_dd *d, enum dd_kind kind,
                                  struct dd_edge edge) {
  struct dd *f = d->forests[kind];
  struct handle *h = alloc_zero(1, sizeof *h);
  *h = (struct handle){edge, d, kind, f->roots.len};
  dd_protect(f, &h->edge.node);
  return h;
}

static void handle_free(struct handle *h) {
  if (!h)
    return;
  struct dd *f = h->space->forests[h->kind];
  dd_node *last = f->roots.at[--f->roots.len];
  f->roots.at[h->root] = last;
  handle_of(last)->root = h->root;
  free(h);
}

void heddle_dd_set_free(struct heddle_dd_set *s) {
  handle_free((struct handle *)s);
}
void heddle_dd_relation_free(struct heddle_dd_relation *r) {
  handle_free((struct handle *)r);
}
void heddle_dd_distance_free(struct heddle_dd_distance *f) {
  handle_free((struct handle *)f);
}

/* --- calls ---------------------------------------------------------------- */

/* What the other forests have is not there for this one. */
static void set_limit(struct heddle_dd *d, struct dd *f) {
  uint64_t others = 0;
  if (!d->limit)
    return;
  for (enum dd_kind k = DD_SETS; k <= DD_DISTANCES; k++)
    if (d->forests[k] && d->forests[k] != f)
      others += d->forests[k]->bytes;
  f->limit = others < d->limit ? d->limit - others : 1;
}

/* Twice, if need be: what nobody holds any more may have taken the room. */
static void compute(void *arg) {
  struct call *c = arg;
  struct dd *f = c->d->forests[c->kind];
  set_limit(c->d, f);
  if (dd_crowded(f))
    dd_collect(f);
  struct dd_edge e = c->compute(c);
  if (e.node == DD_FULL) {
    dd_collect(f);
    e = c->compute(c);
  }
  if (e.node == DD_FULL)
    c->d->why = HEDDLE_DD_LIMIT;
  else
    c->out = handle_make(c->d, c->kind, e);
}

static struct handle *call(struct call *c, enum dd_kind kind,
                           struct dd_edge (*how)(const struct call *)) {
  struct heddle_dd *d = c->d;
  if (!d)
    return NULL;
  c->kind = kind;
  c->compute = how;
  return guarded(d, compute, c) ? c->out : NULL;
}

/* The same for the operands of an operation: NULL is not theirs to explain. */
static struct handle *call_on(struct call *c, enum dd_kind kind,
                              struct dd_edge (*how)(const struct call *)) {
  if (!c->a || !c->b)
    return NULL;
  c->d = c->a->space;
  if (c->b->space == c->d)
    return call(c, kind, how);
  c->d->why = HEDDLE_DD_ARGUMENT;
  return NULL;
}

static void *refuse(struct heddle_dd *d) {
  if (d && d->why != HEDDLE_DD_MEMORY)
    d->why = HEDDLE_DD_ARGUMENT;
  return NULL;
}

/* --- sets ----------------------------------------------------------------- */

static struct dd *sets_of(const struct call *c) {
  return c->d->forests[DD_SETS];
}
static struct dd *relations_of(const struct call *c) {
  return c->d->forests[DD_RELATIONS];
}
static struct dd_edge plain(dd_node n) {
  return (struct dd_edge){0, n};
}

static struct dd_edge do_empty(const struct call *c) {
  (void)c;
  return plain(DD_EMPTY);
}
static struct dd_edge do_box(const struct call *c) {
  return plain(dd_box(sets_of(c), c->allowed));
}
static struct dd_edge do_tuple(const struct call *c) {
  return plain(dd_tuple(sets_of(c), c->from));
}
static struct dd_edge do_union(const struct call *c) {
  return plain(
      dd_union(c->d->forests[c->kind], c->a->edge.node, c->b->edge.node));
}
static struct dd_edge do_intersect(const struct call *c) {
  return plain(dd_intersect(sets_of(c), c->a->edge.node, c->b->edge.node));
}
static struct dd_edge do_minus(const struct call *c) {
  return plain(dd_minus(sets_of(c), c->a->edge.node, c->b->edge.node));
}

static bool values_fit(const struct heddle_dd *d, const uint32_t *values,
                       const uint32_t *kept) {
  for (unsigned i = 0; values && i < d->count; i++)
    if (!(kept && kept[i] == DD_KEEP) &&
        values[i] >= dd_size(d->forests[DD_SETS], i + 1))
      return false;
  return values;
}

struct heddle_dd_set *heddle_dd_empty(struct heddle_dd *d) {
  struct call c = {.d = d};
  return (struct heddle_dd_set *)call(&c, DD_SETS, do_empty);
}
struct heddle_dd_set *heddle_dd_all(struct heddle_dd *d) {
  return heddle_dd_box(d, NULL);
}
struct heddle_dd_set *heddle_dd_box(struct heddle_dd *d,
                                    const bool *const *allowed) {
  struct call c = {.d = d, .allowed = allowed};
  return (struct heddle_dd_set *)call(&c, DD_SETS, do_box);
}
struct heddle_dd_set *heddle_dd_tuple(struct heddle_dd *d,
                                      const uint32_t *values) {
  struct call c = {.d = d, .from = values};
  if (!d || !values_fit(d, values, NULL))
    return refuse(d);
  return (struct heddle_dd_set *)call(&c, DD_SETS, do_tuple);
}

static struct heddle_dd_set *
of_sets(struct heddle_dd_set *a, struct heddle_dd_set *b,
        struct dd_edge (*how)(const struct call *)) {
  struct call c = {.a = (struct handle *)a, .b = (struct handle *)b};
  return (struct heddle_dd_set *)call_on(&c, DD_SETS, how);
}
struct heddle_dd_set *heddle_dd_union(struct heddle_dd_set *a,
                                      struct heddle_dd_set *b) {
  return of_sets(a, b, do_union);
}
struct heddle_dd_set *heddle_dd_intersect(struct heddle_dd_set *a,
                                          struct heddle_dd_set *b) {
  return of_sets(a, b, do_intersect);
}
struct heddle_dd_set *heddle_dd_minus(struct heddle_dd_set *a,
                                      struct heddle_dd_set *b) {
  return of_sets(a, b, do_minus);
}

/* --- looking -------------------------------------------------------------- */

static bool same(const struct handle *a, const struct handle *b) {
  return a && b && a->space == b->space && a->edge.node == b->edge.node;
}

bool heddle_dd_is_empty(const struct heddle_dd_set *s) {
  return s && !s->is.edge.node;
}
bool heddle_dd_equal(const struct heddle_dd_set *a,
                     const struct heddle_dd_set *b) {
  return same((const struct handle *)a, (const struct handle *)b);
}
bool heddle_dd_relation_equal(const struct heddle_dd_relation *a,
                              const struct heddle_dd_relation *b) {
  return same((const struct handle *)a, (const struct handle *)b);
}

/* Questions take memory, too, to remember what was visited. */
struct question {
  struct handle *h;
  void (*ask)(struct question *q);
  bool (*each)(void *user, const uint32_t *values);
  void *user;
  uint32_t *values;
  struct text digits;
  double about;
  uint64_t count;
  bool yes;
};

static void question_run(void *arg) {
  struct question *q = arg;
  q->ask(q);
}

static bool question(struct question *q, void (*ask)(struct question *q)) {
  if (!q->h)
    return false;
  q->ask = ask;
  return guarded(q->h->space, question_run, q);
}

static struct dd *forest_of(const struct question *q) {
  return q->h->space->forests[q->h->kind];
}

static void ask_count(struct question *q) {
  dd_count(forest_of(q), q->h->edge.node, &q->digits);
  text_char(&q->digits, 0);
}
static void ask_about(struct question *q) {
  q->about = dd_count_about(forest_of(q), q->h->edge.node);
}
static void ask_nodes(struct question *q) {
  q->count = dd_node_count(forest_of(q), q->h->edge.node);
}
static void ask_first(struct question *q) {
  q->yes = dd_first(forest_of(q), q->h->edge.node, q->values);
}
static void ask_each(struct question *q) {
  q->yes = dd_each(forest_of(q), q->h->edge.node, q->each, q->user);
}
static void ask_greatest(struct question *q) {
  if (q->h->edge.node)
    q->count = dd_greatest(forest_of(q), q->h->edge);
}

bool heddle_dd_has(struct heddle_dd_set *s, const uint32_t *values) {
  if (!s)
    return false;
  struct heddle_dd *d = s->is.space;
  if (values_fit(d, values, NULL))
    return dd_has(d->forests[DD_SETS], s->is.edge.node, values);
  refuse(d);
  return false;
}
char *heddle_dd_count(struct heddle_dd_set *s) {
  struct question q = {.h = (struct handle *)s};
  return question(&q, ask_count) ? q.digits.at : NULL;
}
double heddle_dd_count_about(struct heddle_dd_set *s) {
  struct question q = {.h = (struct handle *)s};
  return question(&q, ask_about) ? q.about : 0;
}
uint64_t heddle_dd_nodes(struct heddle_dd_set *s) {
  struct question q = {.h = (struct handle *)s};
  return question(&q, ask_nodes) ? q.count : 0;
}
bool heddle_dd_first(struct heddle_dd_set *s, uint32_t *values) {
  struct question q = {.h = (struct handle *)s, .values = values};
  return values && question(&q, ask_first) && q.yes;
}
bool heddle_dd_each(struct heddle_dd_set *s,
                    bool (*each)(void *user, const uint32_t *values),
                    void *user) {
  struct question q = {.h = (struct handle *)s, .each = each, .user = user};
  return each && question(&q, ask_each) && q.yes;
}

/* --- relations ------------------------------------------------------------ */

static struct dd_edge do_step(const struct call *c) {
  return plain(dd_step(relations_of(c), c->from, c->to));
}
static struct dd_edge do_compose(const struct call *c) {
  return plain(dd_compose(relations_of(c), c->a->edge.node, c->b->edge.node));
}
static struct dd_edge do_image(const struct call *c) {
  return plain(
      dd_image(sets_of(c), c->a->edge.node, relations_of(c), c->b->edge.node));
}
static struct dd_edge do_preimage(const struct call *c) {
  return plain(dd_preimage(sets_of(c), c->a->edge.node, relations_of(c),
                           c->b->edge.node));
}

struct heddle_dd_relation *
heddle_dd_step(struct heddle_dd *d, const uint32_t *from, const uint32_t *to) {
  struct call c = {.d = d, .from = from, .to = to};
  if (!d || !values_fit(d, from, from) || !values_fit(d, to, from))
    return refuse(d);
  return (struct heddle_dd_relation *)call(&c, DD_RELATIONS, do_step);
}
static struct heddle_dd_relation *
of_relations(struct heddle_dd_relation *a, struct heddle_dd_relation *b,
             struct dd_edge (*how)(const struct call *)) {
  struct call c = {.a = (struct handle *)a, .b = (struct handle *)b};
  return (struct heddle_dd_relation *)call_on(&c, DD_RELATIONS, how);
}
struct heddle_dd_relation *heddle_dd_either(struct heddle_dd_relation *a,
                                            struct heddle_dd_relation *b) {
  return of_relations(a, b, do_union);
}
struct heddle_dd_relation *heddle_dd_compose(struct heddle_dd_relation *a,
                                             struct heddle_dd_relation *b) {
  return of_relations(a, b, do_compose);
}
struct heddle_dd_set *heddle_dd_image(struct heddle_dd_set *s,
                                      struct heddle_dd_relation *r) {
  struct call c = {.a = (struct handle *)s, .b = (struct handle *)r};
  return (struct heddle_dd_set *)call_on(&c, DD_SETS, do_image);
}
struct heddle_dd_set *heddle_dd_preimage(struct heddle_dd_set *s,
                                         struct heddle_dd_relation *r) {
  struct call c = {.a = (struct handle *)s, .b = (struct handle *)r};
  return (struct heddle_dd_set *)call_on(&c, DD_SETS, do_preimage);
}

/* --- events --------------------------------------------------------------- */

struct event_call {
  struct heddle_dd *d;
  struct heddle_dd_events *e;
  unsigned count;
  const unsigned *variables;
  const uint32_t *const *tables;
};

static void open_events(void *arg) {
  struct event_call *c = arg;
  struct heddle_dd_events *e = alloc_zero(1, sizeof *e);
  e->space = c->d;
  e->place = c->d->events.len;
  vec_push(&c->d->events, e);
  e->events = dd_events_open(c->d->forests[DD_SETS]);
  c->e = e;
}

struct heddle_dd_events *heddle_dd_events(struct heddle_dd *d) {
  struct event_call c = {.d = d};
  return d && guarded(d, open_events, &c) ? c.e : NULL;
}

void heddle_dd_events_free(struct heddle_dd_events *e) {
  if (!e)
    return;
  struct heddle_dd *d = e->space;
  struct heddle_dd_events *last = d->events.at[--d->events.len];
  d->events.at[e->place] = last;
  last->place = e->place;
  dd_events_close(e->events);
  free(e);
}

static bool event_fits(const struct event_call *c) {
  for (unsigned k = 0; k < c->count; k++) {
    if (c->variables[k] >= c->d->count || !c->tables[k])
      return false;
    for (unsigned j = 0; j < k; j++)
      if (c->variables[j] == c->variables[k])
        return false;
    const uint32_t size = dd_size(c->d->forests[DD_SETS], c->variables[k] + 1);
    for (uint32_t v = 0; v < size; v++)
      if (c->tables[k][v] >= size && c->tables[k][v] != DD_OFF)
        return false;
  }
  return true;
}

static void add_event(void *arg) {
  const struct event_call *c = arg;
  struct dd_events *e = c->e->events;
  unsigned *levels = alloc_zero(c->count, sizeof *levels);
  uint32_t *maps = alloc_zero(c->count, sizeof *maps);
  for (unsigned k = 0; k < c->count; k++) { /* the top variable first */
    const unsigned level = c->variables[k] + 1;
    const uint32_t map =
        dd_events_map(e, dd_size(c->d->forests[DD_SETS], level), c->tables[k]);
    unsigned at = k;
    for (; at && levels[at - 1] < level; at--) {
      levels[at] = levels[at - 1];
      maps[at] = maps[at - 1];
    }
    levels[at] = level;
    maps[at] = map;
  }
  dd_events_add(e, levels, maps, c->count);
  free(levels);
  free(maps);
}

bool heddle_dd_event(struct heddle_dd_events *e, unsigned count,
                     const unsigned *variables, const uint32_t *const *tables) {
  if (!e)
    return false;
  struct event_call c = {e->space, e, count, variables, tables};
  if (!count || !variables || !tables || !event_fits(&c)) {
    refuse(e->space);
    return false;
  }
  return guarded(e->space, add_event, &c);
}

static struct dd_edge do_saturate(const struct call *c) {
  return plain(dd_saturate(sets_of(c), c->a->edge.node, c->events));
}
static struct dd_edge do_fire(const struct call *c) {
  return plain(dd_fire_all(sets_of(c), c->a->edge.node, c->events));
}
static struct dd_edge do_distances(const struct call *c) {
  struct dd *f = c->d->forests[DD_DISTANCES];
  const struct dd_edge from = dd_constant(f, 0, sets_of(c), c->a->edge.node);
  return !from.node || from.node == DD_FULL ? from
                                            : dd_distances(f, from, c->events);
}
static struct dd_edge do_at_distance(const struct call *c) {
  return plain(dd_at_value(sets_of(c), c->d->forests[DD_DISTANCES], c->a->edge,
                           c->value));
}

static struct handle *by_events(struct heddle_dd_set *s,
                                struct heddle_dd_events *e, enum dd_kind kind,
                                struct dd_edge (*how)(const struct call *)) {
  struct handle *h = (struct handle *)s;
  if (!h || !e)
    return NULL;
  struct call c = {.d = h->space, .a = h, .events = e->events};
  return e->space == h->space ? call(&c, kind, how) : refuse(h->space);
}
struct heddle_dd_set *heddle_dd_saturate(struct heddle_dd_set *s,
                                         struct heddle_dd_events *e) {
  return (struct heddle_dd_set *)by_events(s, e, DD_SETS, do_saturate);
}
struct heddle_dd_set *heddle_dd_fire(struct heddle_dd_set *s,
                                     struct heddle_dd_events *e) {
  return (struct heddle_dd_set *)by_events(s, e, DD_SETS, do_fire);
}
struct heddle_dd_distance *heddle_dd_distances(struct heddle_dd_set *from,
                                               struct heddle_dd_events *e) {
  return (struct heddle_dd_distance *)by_events(from, e, DD_DISTANCES,
                                                do_distances);
}

bool heddle_dd_distance_of(struct heddle_dd_distance *f, const uint32_t *values,
                           uint32_t *distance) {
  if (!f || !distance)
    return false;
  struct heddle_dd *d = f->is.space;
  if (values_fit(d, values, NULL))
    return dd_value(d->forests[DD_DISTANCES], f->is.edge, values, distance);
  refuse(d);
  return false;
}
uint32_t heddle_dd_greatest(struct heddle_dd_distance *f) {
  struct question q = {.h = (struct handle *)f};
  return question(&q, ask_greatest) ? (uint32_t)q.count : 0;
}
struct heddle_dd_set *heddle_dd_at_distance(struct heddle_dd_distance *f,
                                            uint32_t distance) {
  struct call c = {.a = (struct handle *)f, .value = distance};
  if (!f)
    return NULL;
  c.d = f->is.space;
  return (struct heddle_dd_set *)call(&c, DD_SETS, do_at_distance);
}
