#include "explore/expand.h"

#include "base/count.h"
#include "base/sound.h"
#include "explore/crank.h"
#include "explore/face.h"
#include "explore/repeats.h"

#include <string.h>

#include "base/hash.h"
#include "base/stress.h"

enum {
  LOOK = 1 << 18,   /* work between two looks at the clock: words, */
  LOOK_STATES = 32, /* or states, each of which may have its own */
};
enum { GLANCES = STRESSED(2, 1024) };

void expander_open(struct expander *x, struct mover *mv, const struct layout *l,
                   const struct store *s) {
  const struct model *m = mv->model;
  part_id parts = mv->parts->count;
  x->mover = mv;
  x->store = s;
  hand_open(&x->hand, m);
  x->values = alloc_zero(parts, sizeof *x->values);
  x->leap_values = alloc_zero(parts, sizeof *x->leap_values);
  x->locals = alloc_zero(m->process_count, sizeof *x->locals);
  x->first = alloc_zero(m->process_count + 1, sizeof *x->first);
  x->waits = alloc_zero(m->process_count, sizeof *x->waits);
  desk_open(&x->desk, mv, &x->hand);
  sights_open(&x->sights, mv);
  x->peeked = alloc_zero(parts, sizeof *x->peeked);
  x->glances = alloc_zero(GLANCES, sizeof *x->glances);
  for (unsigned i = 0; i < GLANCES; i++)
    x->glances[i].part = NONE;
  x->peeked_value = alloc_zero(parts, sizeof *x->peeked_value);
  memset(x->peeked_value, 0xff, parts * sizeof *x->peeked_value);
  x->peeked_locals = alloc_zero(m->process_count, sizeof *x->peeked_locals);
  x->peeked_shared = alloc_zero(m->object_count, sizeof *x->peeked_shared);
  expander_relayout(x, l);
}

void expander_relayout(struct expander *x, const struct layout *l) {
  x->layout = l;
  expander_list_many(x, l);
  x->words = alloc_resize(x->words, l->words, sizeof *x->words);
  press_leave(&x->near);
  outcomes_renew(&x->outcomes, l, x->mover->supports,
                 x->crank ? 0 : x->mover->model->property_count);
}

void expander_renew(struct expander *x) {
  for (unsigned i = 0; i < GLANCES; i++)
    x->glances[i].part = NONE;
  memset(x->peeked_value, 0xff,
         x->mover->parts->count * sizeof *x->peeked_value);
  outcomes_forget(&x->outcomes);
  sights_forget(&x->sights);
  recent_close(&x->recent);
}

void expander_close(struct expander *x) {
  hand_close(&x->hand);
  for (part_id i = 0; i < x->mover->parts->count; i++)
    words_free(&x->peeked[i]);
  free(x->peeked);
  for (unsigned i = 0; i < GLANCES; i++)
    words_free(&x->glances[i].words);
  free(x->glances);
  free(x->peeked_value);
  free(x->peeked_locals);
  free(x->peeked_shared);
  free(x->values);
  free(x->leap_values);
  free(x->words);
  free(x->locals);
  free(x->first);
  free(x->waits);
  desk_close(&x->desk);
  recent_close(&x->recent);
  outcomes_free(&x->outcomes);
  sights_close(&x->sights);
  vec_free(&x->held.records);
  vec_free(&x->held.hashes);
  vec_free(&x->held.words);
  vec_free(&x->many);
  vec_free(&x->entries);
  vec_free(&x->records);
  vec_free(&x->kept_slots);
  vec_free(&x->record_steps);
  vec_free(&x->record_sleeps);
  vec_free(&x->record_passes);
  vec_free(&x->failing);
  vec_free(&x->sorted);
  vec_free(&x->sorted_entry);
  vec_free(&x->leaps.steps);
  vec_free(&x->leaps.ends);
  vec_free(&x->leaps.values);
  vec_free(&x->leaps.asleep);
}

static void load(struct expander *x, state_id id) {
  store_get(x->store, id, x->words);
  layout_unpack(x->layout, x->words, x->values);
}

/* --- what there is to report ---------------------------------------------- */

static void note_remarks(struct expander *x, struct chunk *c, state_id id) {
  vec_each(&x->entries, e) {
    const struct remark *remarks = moves_remarks(e->list);
    for (uint32_t i = 0; i < e->list->remark_count; i++) {
      note_id note = remarks[i].note;
      if (note < x->note_seen_len && x->note_seen[note])
        continue;
      struct candidate found = {
          .state = id, .process = e->process, .remark = remarks[i]};
      struct note n = notes_get(x->mover->notes, note);
      found.kind = n.kind;
      vec_push(&c->candidates, found);
    }
  }
}

/* Every process at a final location, every channel and port empty?  The
 * first value of a queue is the empty one. */
static void note_end(struct expander *x, struct chunk *c, state_id id) {
  const struct parts *ps = x->mover->parts;
  bool all_final = true, all_empty = true;
  for (process_id p = 0; p < x->mover->model->process_count; p++)
    all_final &= x->locals[p]->final;
  for (part_id i = 0; i < ps->count; i++)
    if (ps->at[i].kind >= PART_CHANNEL && x->values[i])
      all_empty = false;
  if (all_final && all_empty) {
    count_add(&c->terminated, x->stands_for);
    return;
  }
  count_add(&c->blocking, x->stands_for);
  count_add(&c->deadlocks, all_empty ? x->stands_for : 0);
  struct candidate found = {.kind =
                                all_empty ? FINDING_DEADLOCK : FINDING_BLOCKING,
                            .state = id,
                            .stands_for = x->stands_for};
  vec_push(&c->candidates, found);
}

static const struct words *glance(struct expander *x, part_id part,
                                  value_id value) {
  struct glance *g = &x->glances[parts_hash(part, value) % GLANCES];
  if (g->part != part || g->value != value) {
    parts_words(x->mover->parts, part, value, &g->words);
    g->part = part;
    g->value = value;
  }
  return &g->words;
}

static void peek(struct expander *x, part_id part) {
  struct parts *ps = x->mover->parts;
  if (x->peeked_value[part] == x->values[part])
    return;
  x->peeked_value[part] = x->values[part];
  const struct words *seen = glance(x, part, x->values[part]);
  struct words *w = &x->peeked[part]; /* a glance may be overwritten soon */
  words_resize(w, seen->len);
  if (seen->len)
    memcpy(w->at, seen->at, seen->len * sizeof *w->at);
  switch (ps->at[part].kind) {
  case PART_PROCESS:
    x->peeked_locals[part] = w->at;
    break;
  case PART_SCALAR:
    x->peeked_shared[ps->at[part].index] = w->at[0];
    break;
  default:
    for (object_id o = 0; o < ps->model->object_count; o++)
      if (ps->of_object[o] == part)
        x->peeked_shared[o] = (int32_t)queue_count(ps->model, o, w);
  }
}

/* A property looks at the parts it names (mover->supports). */
static bool property_holds(struct expander *x, uint32_t i) {
  const struct model *m = x->mover->model;
  const struct property *property = &m->properties[i];
  const struct support *support = &x->mover->supports[i];
  for (uint32_t k = 0; k < support->count; k++)
    peek(x, support->parts[k]);
  struct eval e = {
      .model = m, .locals = x->peeked_locals, .shared = x->peeked_shared};
  bool holds = eval_expr(&e, property->expr) != 0;
  return !e.failure && holds == (property->kind == PROPERTY_ALWAYS);
}

static void note_properties(struct expander *x, struct chunk *c, state_id id) {
  const struct model *m = x->mover->model;
  for (uint32_t i = 0; i < m->property_count; i++) {
    if (x->property_violated[i])
      continue;
    uint64_t *slot = outcomes_slot(&x->outcomes, i, x->words);
    if (outcomes_get(slot) == CAME_UNKNOWN)
      outcomes_set(slot, property_holds(x, i) ? CAME_HOLDS : CAME_FAILS);
    if (outcomes_get(slot) == CAME_HOLDS)
      continue;
    struct candidate found = {
        .kind = FINDING_PROPERTY, .state = id, .property = i};
    vec_push(&c->candidates, found);
  }
}

/* --- successors ----------------------------------------------------------- */

static uint64_t *new_record(struct expander *x) {
  size_t words = x->layout->words, at = x->records.len;
  vec_reserve(&x->records, at + words);
  x->records.len += words;
  return memcpy(x->records.at + at, x->words, words * sizeof(uint64_t));
}

static void emit(struct expander *x, const struct view_entry *e,
                 const struct move *mo) {
  const struct layout *l = x->layout;
  part_id part = e->offer->part;
  value_id object = mo->object;
  if (mo->flags & MOVE_OPERATES)
    object = mover_object(x->mover, &x->hand, e->offer, mo, x->values);
  uint64_t *words = new_record(x);
  layout_flip(l, words, e->process, x->values[e->process], mo->local);
  if (part != NONE)
    layout_flip(l, words, part, x->values[part], object);
  const struct change *changes = moves_changes(e->list) + mo->first_change;
  for (uint32_t k = 0; k < mo->change_count; k++)
    layout_flip(l, words, changes[k].part, changes[k].from, changes[k].to);
  if (x->keep_steps) {
    struct model_step s = {e->process, mo->edge, mo->choice, NONE};
    vec_push(&x->record_steps, s);
  }
}

/* The moves of one process, in step order, where its offers do not come in
 * it. */
static void sort_moves(struct expander *x, process_id p) {
  EXPECTS(p < x->mover->model->process_count);
  vec_clear(&x->sorted);
  vec_clear(&x->sorted_entry);
  for (uint32_t k = x->first[p]; k < x->first[p + 1]; k++) {
    const struct moves *list = x->entries.at[k].list;
    for (uint32_t n = 0; n < list->count; n++) {
      const struct move *mo = &list->at[n];
      if (mo->flags & MOVE_REPEAT && !x->every)
        continue;
      vec_push(&x->sorted, mo);
      vec_push(&x->sorted_entry, k);
      for (size_t j = x->sorted.len - 1; j > 0; j--) {
        const struct move *before = x->sorted.at[j - 1];
        if (before->edge < mo->edge ||
            (before->edge == mo->edge && before->choice <= mo->choice))
          break;
        x->sorted.at[j] = before;
        x->sorted_entry.at[j] = x->sorted_entry.at[j - 1];
        x->sorted.at[j - 1] = mo;
        x->sorted_entry.at[j - 1] = k;
      }
    }
  }
}

static void emit_sorted(struct expander *x, process_id p) {
  EXPECTS(p < x->mover->model->process_count);
  sort_moves(x, p);
  for (size_t j = 0; j < x->sorted.len; j++)
    emit(x, &x->entries.at[x->sorted_entry.at[j]], x->sorted.at[j]);
}

/* How many of the lists in which a move may lead where that of another list
 * leads this one counts for. */
static unsigned may_repeat(const struct view_entry *e) {
  return e->list->odd * (1 + (e->offer->tuple_count > 0));
}

static void emit_every_step(struct expander *x) {
  unsigned odd = 0;
  const bool *only = x->leaps.only;
  for (process_id p = 0; p < x->mover->model->process_count; p++) {
    if (only && !only[p])
      continue;
    for (uint32_t k = x->first[p]; k < x->first[p + 1]; k++) {
      const struct view_entry *e = &x->entries.at[k];
      odd += may_repeat(e);
    }
    if (!x->locals[p]->in_order) {
      emit_sorted(x, p);
      continue;
    }
    for (uint32_t k = x->first[p]; k < x->first[p + 1]; k++) {
      const struct view_entry *e = &x->entries.at[k];
      for (uint32_t n = 0; n < e->list->count; n++)
        if (!(e->list->at[n].flags & MOVE_REPEAT))
          emit(x, e, &e->list->at[n]);
    }
  }
  if (odd > 1)
    repeats_drop(x);
}

/* What sleeps where this move leads, of those that sleep here. */
static sleep_set sleep_after(struct expander *x, const struct view_entry *e,
                             const struct move *mo, sleep_set asleep) {
  if (!(asleep & ~asleep_all(x->sets, e->process)))
    return 0;
  value_id *after = x->leap_values;
  part_id part = e->offer->part;
  struct asleep_taken t = {x->values, after, e->process, e->offer, mo};
  const struct change *changes = moves_changes(e->list) + mo->first_change;
  if (part != NONE)
    after[part] = mover_object(x->mover, &x->hand, e->offer, mo, x->values);
  for (uint32_t k = 0; k < mo->change_count; k++)
    after[changes[k].part] = changes[k].to;
  sleep_set set = asleep_after(x->sets, x->mover, &x->hand, &t, asleep);
  if (part != NONE)
    after[part] = x->values[part];
  for (uint32_t k = 0; k < mo->change_count; k++)
    after[changes[k].part] = changes[k].from;
  return set;
}

/* A run is told along steps that were taken; others may lead to values that
 * were never packed. */
static bool was_packed(struct expander *x, const struct view_entry *e,
                       const struct move *mo) {
  part_id part = e->offer->part;
  bool fits = layout_fits(x->layout, e->process, mo->local);
  if (part != NONE)
    fits &=
        layout_fits(x->layout, part,
                    mover_object(x->mover, &x->hand, e->offer, mo, x->values));
  const struct change *changes = moves_changes(e->list) + mo->first_change;
  for (uint32_t k = 0; k < mo->change_count; k++)
    fits &= layout_fits(x->layout, changes[k].part, changes[k].to);
  return fits;
}

static bool leap_was_packed(const struct expander *x, size_t leap) {
  EXPECTS(leap < x->leaps.ends.len);
  const value_id *values = x->leaps.values.at + leap * x->layout->count;
  bool fits = true;
  for (part_id i = 0; i < x->layout->count; i++)
    fits &= layout_fits(x->layout, i, values[i]);
  return fits;
}

static bool is_awake(const struct expander *x, process_id p, sleep_set step) {
  EXPECTS(x->sets != NULL);
  if (x->telling)
    return true;
  if (x->woken)
    return x->woken & step;
  return (!x->leaps.only || x->leaps.only[p]) && !(x->asleep & step);
}

/* The steps of a process that are awake, with what sleeps behind each of
 * them; returns them.  (No step of a process sleeps behind another of it.) */
static sleep_set emit_process(struct expander *x, process_id p,
                              sleep_set asleep) {
  EXPECTS(p < x->mover->model->process_count);
  sleep_set taken = 0;
  sort_moves(x, p);
  for (size_t j = 0; j < x->sorted.len; j++) {
    const struct view_entry *e = &x->entries.at[x->sorted_entry.at[j]];
    const struct move *mo = x->sorted.at[j];
    uint32_t number = (uint32_t)(mo - e->list->at);
    for (uint32_t k = x->first[p]; k < x->sorted_entry.at[j]; k++)
      number += x->entries.at[k].list->count;
    sleep_set step = asleep_step(x->sets, p, number);
    if (!is_awake(x, p, step) || (x->telling && !was_packed(x, e, mo)))
      continue;
    emit(x, e, mo);
    vec_push(&x->record_sleeps, sleep_after(x, e, mo, asleep));
    taken |= step;
  }
  return taken;
}

/* Every step that is awake, with what sleeps behind it, in step order.
 * (Where sets are merged any order is right: asleep.h.) */
static void emit_awake(struct expander *x) {
  sleep_set asleep = x->asleep;
  unsigned odd = 0;
  memcpy(x->leap_values, x->values, x->layout->count * sizeof *x->values);
  process_id n = x->mover->model->process_count;
  for (process_id i = 0; i < n; i++) {
    process_id p = (i + x->turn % n) % n;
    for (uint32_t k = x->first[p]; k < x->first[p + 1]; k++)
      odd += may_repeat(&x->entries.at[k]);
    sleep_set taken = emit_process(x, p, asleep);
    asleep |= x->telling ? 0 : taken;
  }
  if (odd > 1)
    repeats_drop(x);
}

/* Takes one step of a leap on leap_values; false if it cannot be taken. */
static bool take(struct expander *x, const struct model_step *s) {
  const struct local *local =
      mover_local(x->mover, &x->hand, s->process, x->leap_values[s->process]);
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct offer *offer = &local->at[i];
    const struct moves *list =
        mover_moves(x->mover, &x->hand, s->process, offer, x->leap_values);
    for (uint32_t n = 0; n < list->count; n++) {
      const struct move *mo = &list->at[n];
      if (mo->edge != s->edge || mo->choice != s->choice)
        continue;
      part_id part = offer->part;
      if (part != NONE)
        x->leap_values[part] =
            mover_object(x->mover, &x->hand, offer, mo, x->leap_values);
      x->leap_values[s->process] = mo->local;
      const struct change *changes = moves_changes(list) + mo->first_change;
      for (uint32_t k = 0; k < mo->change_count; k++)
        x->leap_values[changes[k].part] = changes[k].to;
      return true;
    }
  }
  return false;
}

static void emit_leaps(struct expander *x) {
  uint32_t step = 0;
  for (size_t k = 0; k < x->leaps.ends.len; k++) {
    if (x->telling && !leap_was_packed(x, k)) {
      step = x->leaps.ends.at[k];
      continue;
    }
    uint64_t *words = new_record(x);
    layout_pack(x->layout, x->leaps.values.at + k * x->layout->count, words);
    if (x->keep_steps)
      vec_push(&x->record_steps, x->leaps.steps.at[step]);
    if (x->sets)
      vec_push(&x->record_sleeps, x->leaps.asleep.at[k]);
    step = x->leaps.ends.at[k];
  }
  if (x->leaps.ends.len > 1)
    repeats_drop(x);
}

static void ask_strategy(struct expander *x) {
  struct view v = {.mover = x->mover,
                   .hand = &x->hand,
                   .desk = &x->desk,
                   .values = x->values,
                   .locals = x->locals,
                   .entries = x->entries.at,
                   .first = x->first,
                   .waits = x->waits,
                   .sets = x->sets,
                   .asleep = x->asleep,
                   .woken = x->woken,
                   .telling = x->telling};
  x->leaps.every_step = false;
  x->leaps.grows = NONE;
  x->leaps.only = NULL;
  leaps_drop(&x->leaps);
  x->strategy->leaps(x->strategy_self, &v, &x->leaps);
}

/* For how many states the one in hand stands. */
static uint64_t stands_for(struct expander *x) {
  if (!x->strategy->fold)
    return 1;
  memcpy(x->leap_values, x->values, x->layout->count * sizeof *x->values);
  return x->strategy->fold(x->strategy_self, &x->desk, x->leap_values);
}

/* Reports into the chunk; leaves the successors in records. */
static void expand(struct expander *x, struct chunk *c, state_id id) {
  vec_clear(&x->records);
  vec_clear(&x->record_steps);
  vec_clear(&x->record_sleeps);
  load(x, id);
  if (x->crank) {
    crank_expand(x->crank, x, c, id);
    if (x->records.len > x->layout->words)
      repeats_drop(x);
    return;
  }
  bool executable = expander_look(x);
  x->stands_for = stands_for(x);
  count_add(&c->stands_for, x->stands_for);
  if (!x->woken)
    note_remarks(x, c, id);
  if (x->mover->model->property_count && !x->woken)
    note_properties(x, c, id);
  if (!executable) {
    note_end(x, c, id);
    return;
  }
  object_id port;
  if (!x->whole &&
      grow_cuts(x->grow, x->mover->parts, x->values, &x->hand.object, &port)) {
    x->grows[port] = true;
    return;
  }
  ask_strategy(x);
  if (x->leaps.grows != NONE)
    x->grows[x->leaps.grows] = true;
  if (!x->leaps.every_step)
    emit_leaps(x);
  else if (x->sets)
    emit_awake(x);
  else
    emit_every_step(x);
}

bool expander_cut(struct expander *x, size_t work) {
  struct parts *parts = x->mover->parts;
  x->work += work;
  if (x->work >= LOOK) {
    x->work = 0;
    if (x->overdue && x->overdue(x->search))
      parts->full = true;
  }
  return parts->full;
}

void expand_state(struct expander *x, struct chunk *c, uint32_t i) {
  EXPECTS(i < c->state_count);
  if (expander_cut(x, LOOK / LOOK_STATES + x->records.len)) {
    vec_clear(&x->records);
    vec_clear(&x->record_steps);
    vec_clear(&x->record_sleeps);
    return;
  }
  if (x->sets) {
    x->turn = x->any_order ? c->states[i] * 0x9e3779b1u >> 16 : 0;
    x->asleep = store_sleep(x->store, c->states[i]);
    x->woken = c->woken[i];
  }
  expand(x, c, c->states[i]);
}

/* --- runs ----------------------------------------------------------------- */

static object_id object_of(const struct offer *offer, edge_id edge) {
  for (uint32_t i = 0; i < offer->edge_count; i++)
    if (offer->edges[i].edge == edge)
      return offer->edges[i].object;
  return NONE;
}

/* The object of a step that can be taken at leap_values. */
static object_id step_object(struct expander *x, const struct model_step *s) {
  const struct model *m = x->mover->model;
  if (m->processes[s->process].edges[s->edge].action == ACT_ATOMIC)
    return NONE;
  const struct local *local =
      mover_local(x->mover, &x->hand, s->process, x->leap_values[s->process]);
  for (uint32_t i = 0; i < local->offer_count; i++) {
    object_id o = object_of(&local->at[i], s->edge);
    if (o != NONE)
      return o;
  }
  return NONE;
}

void expand_again(struct expander *x, state_id from) {
  EXPECTS(from < x->store->count);
  struct chunk c = {0};
  x->whole = true;
  x->telling = x->sets != NULL;
  x->asleep = x->woken = 0;
  x->turn = 0;
  expand(x, &c, from);
  x->telling = x->whole = false;
  chunk_close(&c, 0);
}

static void note_failing(struct expander *x, process_id p) {
  EXPECTS(p < x->mover->model->process_count);
  for (uint32_t k = x->first[p]; k < x->first[p + 1]; k++) {
    const struct moves *list = x->entries.at[k].list;
    for (uint32_t i = 0; i < list->remark_count; i++) {
      const struct remark *r = &moves_remarks(list)[i];
      struct model_step s = {p, r->edge, r->choice, r->object};
      if (r->fails)
        vec_push(&x->failing, s);
    }
  }
}

static void begin_telling(struct expander *x, state_id from) {
  vec_clear(&x->records);
  vec_clear(&x->record_steps);
  vec_clear(&x->record_passes);
  vec_clear(&x->failing);
  load(x, from);
}

void expand_steps(struct expander *x, state_id from) {
  EXPECTS(from < x->store->count);
  bool kept = x->keep_steps;
  begin_telling(x, from);
  if (x->crank) {
    crank_steps(x->crank, x, from);
    return;
  }
  expander_look(x);
  x->every = x->keep_steps = true;
  for (process_id p = 0; p < x->mover->model->process_count; p++) {
    sort_moves(x, p);
    for (size_t j = 0; j < x->sorted.len; j++) {
      emit(x, &x->entries.at[x->sorted_entry.at[j]], x->sorted.at[j]);
      vec_push(&x->record_passes,
               (x->sorted.at[j]->flags & MOVE_PROGRESS) != 0);
    }
    note_failing(x, p);
  }
  x->every = false;
  x->keep_steps = kept;
}

void expand_object(struct expander *x, struct model_step *s) {
  memcpy(x->leap_values, x->values, x->layout->count * sizeof *x->values);
  s->object = step_object(x, s);
}

uint64_t expand_truth(struct expander *x, state_id id, const expr_id *exprs,
                      const struct support *supports, size_t count) {
  EXPECTS(id < x->store->count && (exprs || !count));
  uint64_t set = 0;
  load(x, id);
  if (x->crank) {
    for (size_t i = 0; i < count; i++)
      set |= (uint64_t)crank_holds(x->crank, x->values, exprs[i]) << i;
    return set;
  }
  for (size_t i = 0; i < count; i++) {
    for (uint32_t k = 0; k < supports[i].count; k++)
      peek(x, supports[i].parts[k]);
    struct eval e = {.model = x->mover->model,
                     .locals = x->peeked_locals,
                     .shared = x->peeked_shared};
    if (eval_expr(&e, exprs[i]) && !e.failure)
      set |= (uint64_t)1 << i;
  }
  return set;
}

void expand_failure(struct expander *x, state_id from, note_id note,
                    struct leaps *found) {
  EXPECTS(from < x->store->count);
  begin_telling(x, from);
  crank_find_failure(x->crank, x, from, note, found);
}

struct model_step expand_walk(struct expander *x, const uint64_t *to) {
  EXPECTS(to != NULL);
  size_t parts = x->layout->count, words = x->layout->words, k = 0;
  memcpy(x->values, x->leap_values, parts * sizeof *x->values);
  expander_look(x);
  ask_strategy(x);
  for (;; k++) {
    assert(k < x->leaps.ends.len);
    layout_pack(x->layout, x->leaps.values.at + k * parts, x->words);
    if (leap_was_packed(x, k) && same_words(x->words, to, words))
      break;
  }
  struct model_step step = x->leaps.steps.at[k];
  memcpy(x->leap_values, x->values, parts * sizeof *x->values);
  step.object = step_object(x, &step);
  take(x, &step);
  return step;
}

/* The same remark, but for who makes it and at which object? */
static bool is_alike(const struct expander *x, const struct candidate *c,
                     process_id p, const struct remark *r) {
  const struct model *m = x->mover->model;
  const struct process *one = &m->processes[c->process],
                       *two = &m->processes[p];
  struct note a = notes_get(x->mover->notes, c->remark.note);
  struct note b = notes_get(x->mover->notes, r->note);
  return !strcmp(one->base, two->base) && a.kind == b.kind &&
         a.location == b.location && a.message == b.message &&
         c->remark.fails == r->fails && c->remark.failure == r->failure &&
         c->remark.place.line == r->place.line &&
         c->remark.place.col == r->place.col &&
         (c->remark.edge == NONE) == (r->edge == NONE) &&
         (r->edge == NONE ||
          one->edges[c->remark.edge].source == two->edges[r->edge].source);
}

bool expand_remark(struct expander *x, struct candidate *c,
                   const struct notes_told *told) {
  memcpy(x->values, x->leap_values, x->layout->count * sizeof *x->values);
  expander_look(x);
  vec_each(&x->entries, e) for (uint32_t i = 0; i < e->list->remark_count;
                                i++) {
    const struct remark *r = &moves_remarks(e->list)[i];
    if ((r->note < told->at.len && told->at.at[r->note]) ||
        !is_alike(x, c, e->process, r))
      continue;
    c->process = e->process;
    c->remark = *r;
    return true;
  }
  return false;
}

void expand_find(struct expander *x, state_id from, const uint64_t *to,
                 struct leaps *found) {
  EXPECTS(from < x->store->count);
  struct chunk c = {0};
  size_t words = x->layout->words, hit = 0;
  bool kept = x->keep_steps;
  if (x->crank) {
    begin_telling(x, from);
    crank_find(x->crank, x, from, to, found);
    return;
  }
  x->keep_steps = x->whole = true;
  x->telling = x->sets != NULL;
  x->asleep = x->woken = 0;
  x->turn = 0;
  expand(x, &c, from);
  x->keep_steps = kept;
  x->telling = x->whole = false;
  while (!same_words(x->records.at + hit * words, to, words))
    hit++;
  vec_clear(&found->steps);
  if (x->leaps.every_step) {
    vec_push(&found->steps, x->record_steps.at[hit]);
  } else {
    /* Repeated leaps were left out of the records: find the leap itself. */
    uint32_t begin = 0;
    for (size_t k = 0; k < x->leaps.ends.len; k++) {
      layout_pack(x->layout, x->leaps.values.at + k * x->layout->count,
                  x->words);
      if (!memcmp(x->words, to, words * sizeof(uint64_t)) &&
          leap_was_packed(x, k)) {
        for (uint32_t n = begin; n < x->leaps.ends.at[k]; n++)
          vec_push(&found->steps, x->leaps.steps.at[n]);
        break;
      }
      begin = x->leaps.ends.at[k];
    }
  }
  memcpy(x->leap_values, x->values, x->layout->count * sizeof *x->values);
  vec_each(&found->steps, s) {
    s->object = step_object(x, s);
    take(x, s);
  }
  chunk_close(&c, 0);
}
