#include "explore/arcs.h"

#include "base/hash.h"
#include "base/sound.h"
#include "explore/search.h"

enum { LOOK = 4096 }; /* states between looks at the clock */

static void number_edges(struct arcs *a, const struct model *m) {
  a->base = alloc_zero(m->process_count + 1, sizeof *a->base);
  for (process_id p = 0; p < m->process_count; p++)
    a->base[p + 1] = a->base[p] + m->processes[p].edge_count;
  a->edges = a->base[m->process_count];
  a->owner = alloc_zero(a->edges + m->process_count, sizeof *a->owner);
  for (process_id p = 0; p < m->process_count; p++) {
    for (uint32_t e = a->base[p]; e < a->base[p + 1]; e++)
      a->owner[e] = p;
    a->owner[a->edges + p] = p;
  }
}

static uint32_t number_of(const struct arcs *a, const struct model_step *s) {
  return s->edge == NONE ? a->edges + s->process
                         : a->base[s->process] + s->edge;
}

static void add_arcs(struct arcs *a, struct search *s, state_id id) {
  struct expander *x = &s->expanders[0];
  size_t words = s->layout.words;
  expand_steps(x, id);
  for (size_t i = 0; i < x->record_steps.len; i++) {
    const uint64_t *record = x->records.at + i * words;
    struct arc arc = {store_known(&s->store, record), /* all was explored */
                      number_of(a, &x->record_steps.at[i])};
    if (x->record_passes.at[i])
      arc.edge |= ARC_PROGRESS;
    vec_push(&a->at, arc);
  }
  vec_each(&x->failing, f) {
    struct arc arc = {ARC_FAILS, number_of(a, f)};
    vec_push(&a->at, arc);
  }
}

bool arcs_open(struct arcs *a, struct search *s) {
  *a = (struct arcs){.states = s->store.count};
  s->expanders[0].note_seen = s->note_seen.at; /* it may have moved */
  s->expanders[0].note_seen_len = s->note_seen.len;
  number_edges(a, s->model);
  for (state_id id = 0; id < a->states; id++) {
    vec_push(&a->first, a->at.len);
    add_arcs(a, s, id);
    s->more_bytes = arcs_bytes(a);
    if (id % LOOK == LOOK - 1 && search_late(s))
      return false;
  }
  vec_push(&a->first, a->at.len);
  return true;
}

void arcs_close(struct arcs *a) {
  vec_free(&a->first);
  vec_free(&a->at);
  free(a->base);
  free(a->owner);
}

uint64_t arcs_bytes(const struct arcs *a) {
  return a->at.cap * sizeof *a->at.at + a->first.cap * sizeof *a->first.at;
}

void arcs_steps(struct search *s, state_id from, uint64_t n,
                struct explore_run *out) {
  EXPECTS(from < s->store.count);
  struct expander *x = &s->expanders[0];
  expand_steps(x, from);
  if (s->slots) {
    const struct leaps *l = &x->leaps;
    for (uint32_t i = n ? l->ends.at[n - 1] : 0; i < l->ends.at[n]; i++)
      vec_push(&out->steps, l->steps.at[i]);
    return;
  }
  struct model_step step = x->record_steps.at[n];
  expand_object(x, &step);
  vec_push(&out->steps, step);
}
