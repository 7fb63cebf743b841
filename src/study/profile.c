#include "study/profile.h"

#include <string.h>

#include "base/alloc.h"

/* Who can talk to p: those it has an edge to or from. */
static void note_partners(const struct model *m, process_id p,
                          const struct edge *e, bool *partner) {
  size_t n = m->process_count;
  for (uint32_t i = 0; i < e->count; i++) {
    if (e->table[i] == NONE)
      continue;
    const struct object *o = &m->objects[e->table[i]];
    process_id other = NONE;
    if (o->kind == OBJECT_CHANNEL)
      other = o->from == p ? o->to : o->from;
    else if (o->kind == OBJECT_PORT)
      other = o->to;
    if (other != NONE && other != p)
      partner[p * n + other] = partner[other * n + p] = true;
  }
}

static void add_partners(struct profile *out, const struct model *m) {
  size_t n = m->process_count;
  bool *partner = alloc_zero(n * n, sizeof *partner);
  for (process_id p = 0; p < n; p++)
    for (edge_id e = 0; e < m->processes[p].edge_count; e++)
      note_partners(m, p, &m->processes[p].edges[e], partner);
  for (process_id p = 0; p < n; p++) {
    unsigned count = 0;
    for (process_id q = 0; q < n; q++)
      count += partner[p * n + q];
    tally_add(&out->partners, count);
  }
  free(partner);
}

static void add_process(struct profile *out, const struct process *process) {
  unsigned kinds[4] = {0}; /* null, sending, receiving, mixed */
  for (location_id l = 0; l < process->location_count; l++) {
    const struct location *location = &process->locations[l];
    unsigned sends = 0, receptions = 0;
    for (uint32_t i = 0; i < location->edge_count; i++) {
      enum action action = process->edges[location->first_edge + i].action;
      sends += action == ACT_SEND;
      receptions += action == ACT_RECEIVE;
    }
    tally_add(&out->transitions, location->edge_count);
    tally_add(&out->sends, sends);
    tally_add(&out->receptions, receptions);
    kinds[(sends > 0) + 2 * (receptions > 0)]++;
  }
  double share = process->location_count ? 100.0 / process->location_count : 0;
  tally_add(&out->states, process->location_count);
  tally_add(&out->null, kinds[0] * share);
  tally_add(&out->sending, kinds[1] * share);
  tally_add(&out->receiving, kinds[2] * share);
  tally_add(&out->mixed, kinds[3] * share);
}

void profile_add(struct profile *out, const struct model *m) {
  out->models++;
  add_partners(out, m);
  for (process_id p = 0; p < m->process_count; p++)
    add_process(out, &m->processes[p]);
}

void profile_merge(struct profile *p, const struct profile *other) {
  p->models += other->models;
#define MERGE(field, text) tally_merge(&p->field, &other->field);
  PROFILE_ROWS(MERGE)
#undef MERGE
}
