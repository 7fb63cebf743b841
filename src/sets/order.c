/* An order of levels from the model's structure: FORCE (Aloul, Markov, Sakallah
 * 2003).  Parts that deal with each other pull at each other; each goes to the
 * middle of those that pull at it, again and again, as long as the groups get
 * narrower. */
#include <string.h>

#include "base/alloc.h"
#include "sets/inside.h"

enum { ROUNDS = 200, PATIENCE = 10 };

struct group {
  uint32_t first, count; /* in members */
};

struct force {
  struct sets *s;
  part_id count;
  VEC(part_id) members;
  VEC(struct group) groups;
  part_id *order, *best; /* by position */
  double *pull;          /* by part */
  uint32_t *place, *pulls;
};

static void add_group(struct force *f, const part_id *parts, uint32_t count) {
  struct group g = {(uint32_t)f->members.len, 0};
  for (uint32_t i = 0; i < count; i++) {
    bool there = false;
    for (uint32_t k = 0; k < g.count; k++)
      there |= f->members.at[g.first + k] == parts[i];
    if (there)
      continue;
    vec_push(&f->members, parts[i]);
    g.count++;
  }
  if (g.count > 1)
    vec_push(&f->groups, g);
}

/* A process that never changes pulls nobody: that of a net. */
static bool changes(const struct process *p) {
  return p->location_count > 1 || p->slot_count;
}

static void group_edge(struct force *f, process_id p, const struct edge *e) {
  const part_id *of = f->s->parts.of_object;
  const bool moves = changes(&f->s->model->processes[p]);
  for (uint32_t i = 0; e->action != ACT_ATOMIC && i < e->count; i++) {
    part_id pair[2] = {p, p};
    if (e->table && e->table[i] != NONE)
      pair[1] = of[e->table[i]];
    add_group(f, pair, 2);
  }
  part_id *parts = alloc_zero(e->touched_count + 1, sizeof *parts);
  uint32_t n = 0;
  if (moves)
    parts[n++] = p;
  for (uint32_t i = 0; e->action == ACT_ATOMIC && i < e->touched_count; i++)
    parts[n++] = of[e->touched[i]];
  add_group(f, parts, n);
  free(parts);
}

static uint64_t width(const struct force *f) {
  uint64_t sum = 0;
  vec_each(&f->groups, g) {
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t i = 0; i < g->count; i++) {
      const uint32_t at = f->place[f->members.at[g->first + i]];
      low = at < low ? at : low;
      high = at > high ? at : high;
    }
    sum += high - low;
  }
  return sum;
}

static void pull(struct force *f) {
  memset(f->pull, 0, f->count * sizeof *f->pull);
  memset(f->pulls, 0, f->count * sizeof *f->pulls);
  vec_each(&f->groups, g) {
    double middle = 0;
    for (uint32_t i = 0; i < g->count; i++)
      middle += f->place[f->members.at[g->first + i]];
    for (uint32_t i = 0; i < g->count; i++) {
      const part_id part = f->members.at[g->first + i];
      f->pull[part] += middle / g->count;
      f->pulls[part]++;
    }
  }
  for (part_id i = 0; i < f->count; i++)
    f->pull[i] = f->pulls[i] ? f->pull[i] / f->pulls[i] : f->place[i];
}

/* By insertion: from one round to the next little changes.  Stable. */
static void sort(struct force *f) {
  for (part_id i = 1; i < f->count; i++) {
    const part_id part = f->order[i];
    part_id j = i;
    for (; j && f->pull[f->order[j - 1]] > f->pull[part]; j--)
      f->order[j] = f->order[j - 1];
    f->order[j] = part;
  }
  for (part_id i = 0; i < f->count; i++)
    f->place[f->order[i]] = i;
}

static void improve(struct force *f) {
  uint64_t least = width(f);
  memcpy(f->best, f->order, f->count * sizeof *f->order);
  for (unsigned round = 0, idle = 0; round < ROUNDS && idle < PATIENCE;
       round++, idle++) {
    pull(f);
    sort(f);
    const uint64_t now = width(f);
    if (now >= least)
      continue;
    least = now;
    idle = 0;
    memcpy(f->best, f->order, f->count * sizeof *f->order);
  }
}

/* As it is written: each process, and what it is the first to deal with. */
static void begin(struct force *f) {
  bool *placed = alloc_zero(f->count, sizeof *placed);
  const struct model *m = f->s->model;
  part_id n = 0;
  for (process_id p = 0; p < m->process_count; p++) {
    f->order[n++] = p;
    const size_t first = f->groups.len;
    for (edge_id e = 0; e < m->processes[p].edge_count; e++)
      group_edge(f, p, &m->processes[p].edges[e]);
    for (size_t g = first; g < f->groups.len; g++)
      for (uint32_t i = 0; i < f->groups.at[g].count; i++) {
        const part_id part = f->members.at[f->groups.at[g].first + i];
        if (part >= m->process_count && !placed[part])
          f->order[n++] = part;
        placed[part] = true;
      }
  }
  for (part_id part = m->process_count; part < f->count; part++)
    if (!placed[part])
      f->order[n++] = part;
  for (part_id i = 0; i < f->count; i++)
    f->place[f->order[i]] = i;
  free(placed);
}

void sets_order(struct sets *s) {
  struct force f = {.s = s, .count = s->parts.count};
  f.order = alloc_zero(f.count, sizeof *f.order);
  f.best = alloc_zero(f.count, sizeof *f.best);
  f.pull = alloc_zero(f.count, sizeof *f.pull);
  f.place = alloc_zero(f.count, sizeof *f.place);
  f.pulls = alloc_zero(f.count, sizeof *f.pulls);
  begin(&f);
  improve(&f);
  for (part_id i = 0; i < f.count; i++) {
    s->part_at[i + 1] = f.best[i];
    s->level_of[f.best[i]] = i + 1;
  }
  vec_free(&f.members);
  vec_free(&f.groups);
  free(f.order);
  free(f.best);
  free(f.pull);
  free(f.place);
  free(f.pulls);
}
