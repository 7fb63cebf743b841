/* From moves to steps (crank.h). */
#include <string.h>

#include "base/sound.h"
#include "base/stress.h"
#include "explore/crank_inside.h"
#include "explore/expand.h"

enum {
  INSIDE_FEW = STRESSED(2, 16),
  INSIDE_BYTES_MAX = 64 << 20,
};

/* --- records -------------------------------------------------------------- */

static inline void flip(const struct layout *l, uint64_t *words,
                 const struct crank_change *c, size_t count) {
  EXPECTS(words && (c || !count));
  for (size_t i = 0; i < count; i++)
    layout_flip(l, words, c[i].part, c[i].from, c[i].to);
}

static void keep_chain(struct crank *k, struct leaps *l) {
  vec_each(&k->chain, s) vec_push(&l->steps, *s);
  vec_push(&l->ends, (uint32_t)l->steps.len);
}

/* Where a search expands states a limit may come in the middle of one; what is
 * found of it is dropped.  Runs are told to their end. */
static bool cut_off(struct crank *k, size_t work) {
  return k->c && expander_cut(k->x, work);
}

static inline void emit(struct crank *k, const struct crank_change *more,
                 size_t count) {
  if (k->trail.len && cut_off(k, k->trail.len))
    return;
  struct expander *x = k->x;
  size_t words = x->layout->words, at = x->records.len;
  vec_reserve(&x->records, at + words);
  x->records.len += words;
  uint64_t *record = x->records.at + at;
  for (size_t i = 0; i < words; i++)
    record[i] = x->words[i];
  flip(x->layout, record, k->trail.at, k->trail.len);
  flip(x->layout, record, more, count);
  if (x->keep_steps)
    vec_push(&x->record_steps, k->chain.at[0]);
  if (k->telling) {
    bool passes = false;
    vec_each(&k->passes, b) passes |= *b;
    vec_push(&x->record_passes, passes);
    keep_chain(k, &x->leaps);
  }
}

static void note_failure(struct crank *k, process_id p,
                         const struct crank_list *list,
                         const struct crank_move *mo) {
  EXPECTS(p < k->slots && mo->failure);
  uint32_t edge = mo->path_len
                      ? list->path[mo->first_path + mo->path_len - 1].edge
                      : mo->edge;
  struct place place = list->places[mo->first_change];
  struct note n = {.kind = failure_kind(mo->failure), .process = NONE,
                   .location = NONE, .message = NONE, .object = NONE,
                   .failure = mo->failure, .place = place};
  note_id note = notes_number(k->notes, &n);
  if (k->wanted == note) {
    keep_chain(k, &k->x->leaps);
    k->wanted = NONE;
  }
  if (k->telling) {
    struct model_step s = {p, edge, 0, NONE};
    vec_push(&k->x->failing, s);
  }
  if (!k->c || (note < k->x->note_seen_len && k->x->note_seen[note]))
    return;
  struct candidate found = {.kind = n.kind, .state = k->state, .process = p};
  found.remark = (struct remark){.note = note, .fails = true,
                                 .failure = mo->failure, .place = place,
                                 .edge = edge, .object = NONE};
  vec_push(&k->c->candidates, found);
}

/* --- from moves to steps -------------------------------------------------- */

/* The place of the hash among those inside, or where it belongs. */
static uint32_t *inside_slot(struct crank *k, uint64_t hash) {
  size_t count = k->parts->count, mask = k->inside_slots.len - 1;
  size_t at = (hash ^ hash >> 32) & mask;
  for (; k->inside_slots.at[at]; at = (at + 1) & mask) {
    size_t i = k->inside_slots.at[at] - 1;
    if (k->inside_hash.at[i] == hash && k->values &&
        !memcmp(k->inside.at + i * count, k->values, count * sizeof(value_id)))
      break;
  }
  return &k->inside_slots.at[at];
}

static void grow_inside(struct crank *k) {
  size_t cap = k->inside_slots.len ? 2 * k->inside_slots.len : 4 * INSIDE_FEW;
  value_id *values = k->values;
  vec_clear(&k->inside_slots);
  vec_resize(&k->inside_slots, cap);
  k->values = NULL; /* all of them are different */
  for (size_t i = 0; i < k->inside_hash.len; i++)
    *inside_slot(k, k->inside_hash.at[i]) = (uint32_t)i + 1;
  k->values = values;
}

/* Few are looked through, many are found by their hash. */
static bool is_inside(struct crank *k, uint64_t hash) {
  size_t count = k->parts->count;
  if (k->inside_slots.len)
    return *inside_slot(k, hash) != 0;
  for (size_t i = k->inside_hash.len; i-- > 0;)
    if (k->inside_hash.at[i] == hash &&
        !memcmp(k->inside.at + i * count, k->values, count * sizeof(value_id)))
      return true;
  return false;
}

static uint64_t change_hash(const struct crank_change *c) {
  return parts_hash(c->part, c->from) ^ parts_hash(c->part, c->to);
}

/* Have we been here, inside an atomic sequence, for this state? */
static bool been_inside(struct crank *k, process_id p) {
  EXPECTS(p < k->slots);
  size_t count = k->parts->count, at = k->inside.len;
  for (; k->summed < k->trail.len; k->summed++)
    k->sum ^= change_hash(&k->trail.at[k->summed]);
  uint64_t hash = k->sum + p;
  if (is_inside(k, hash) || cut_off(k, count))
    return true;
  if (at * sizeof(value_id) >= INSIDE_BYTES_MAX) {
    k->parts->full = true; /* too many to go on: the search ends, and says so */
    return true;
  }
  vec_reserve(&k->inside, at + count);
  k->inside.len += count;
  memcpy(k->inside.at + at, k->values, count * sizeof(value_id));
  if (k->inside_slots.len)
    *inside_slot(k, hash) = (uint32_t)k->inside_hash.len + 1;
  vec_push(&k->inside_hash, hash);
  if (k->inside_hash.len >= INSIDE_FEW &&
      k->inside_hash.len * 2 >= k->inside_slots.len)
    grow_inside(k);
  return false;
}

static void push_chain(struct crank *k, process_id p,
                       const struct crank_list *list,
                       const struct crank_move *mo) {
  EXPECTS(p < k->slots);
  struct model_step s = {p, mo->edge, 0, NONE};
  vec_push(&k->chain, s);
  if (!k->spelling)
    return;
  vec_push(&k->passes, mo->progress);
  for (uint16_t i = 0; i < mo->path_len; i++) {
    const struct crank_path *step = &list->path[mo->first_path + i];
    s.edge = step->edge;
    vec_push(&k->chain, s);
    vec_push(&k->passes, step->progress);
  }
}

static void cut_chain(struct crank *k, size_t len) {
  EXPECTS(len <= k->chain.len &&
          (!k->spelling || k->chain.len == k->passes.len));
  k->chain.len = len;
  if (k->spelling)
    k->passes.len = len;
}

/* Goes behind a move that others must follow; false: it has been there. */
static bool enter(struct crank *k, process_id p, const struct crank_list *list,
                  const struct crank_move *mo) {
  EXPECTS(p < k->slots && mo);
  const struct crank_change *changes = list->changes + mo->first_change;
  struct crank_frame f = {.process = p, .end = p + 1, .but = NONE,
                          .goes_on = !mo->pending,
                          .context = (uint32_t)mo->pending << 1,
                          .trail = (uint32_t)k->trail.len,
                          .chain = (uint32_t)k->chain.len,
                          .outer = k->context};
  push_chain(k, p, list, mo);
  for (uint16_t i = 0; i < mo->change_count; i++) {
    k->values[changes[i].part] = changes[i].to;
    vec_push(&k->trail, changes[i]);
  }
  if (mo->pending) {
    f.process = 0;
    f.end = crank_processes(k);
    f.but = p;
  }
  vec_push(&k->frames, f);
  return !f.goes_on || k->chain.len < 2 || !been_inside(k, p);
}

/* Back to before the move; true: it could be taken. */
static bool leave(struct crank *k, bool been) {
  struct crank_frame f = vec_pop(&k->frames);
  if (f.goes_on && !f.done && !been)
    emit(k, NULL, 0);
  while (k->trail.len > f.trail) {
    struct crank_change c = vec_pop(&k->trail);
    k->values[c.part] = c.from;
    if (k->summed > k->trail.len) {
      k->summed--;
      k->sum ^= change_hash(&c);
    }
  }
  cut_chain(k, f.chain);
  k->context = f.outer;
  return f.goes_on || f.done;
}

/* The move, if nothing must follow it. */
static void take(struct crank *k, process_id p, const struct crank_list *list,
                 const struct crank_move *mo) {
  EXPECTS(p < k->slots && mo);
  size_t chain = k->chain.len;
  bool asked = k->spelling || k->x->keep_steps; /* for the moves */
  if (asked)
    push_chain(k, p, list, mo);
  if (mo->failure)
    note_failure(k, p, list, mo);
  else
    emit(k, list->changes + mo->first_change, mo->change_count);
  if (asked)
    cut_chain(k, chain);
}

static inline bool must_follow(const struct crank_move *mo) {
  return !mo->failure && (mo->pending || mo->atomic);
}

/* What the taking of the move, or that it could not be taken, means for those
 * behind it. */
static inline void count_move(struct crank *k, const struct crank_list *list,
                              const struct crank_move *mo, bool done,
                              bool *any, uint32_t *escape) {
  *any |= done;
  *escape = done ? mo->escape : 0;
  if (done && mo->unsure)
    crank_mark(k, mo, list->path);
}

/* The next move of the frame on top that must be followed, entered; false:
 * there is none. */
static bool advance_list(struct crank *k) {
  struct crank_frame *f = &k->frames.at[k->frames.len - 1];
  const struct crank_list *list = f->list;
  while (f->next < list->count) {
    const struct crank_move *mo = &list->at[f->next++];
    if (f->escape && f->escape != mo->escape)
      break;
    if (mo->is_else && f->any)
      continue;
    if (must_follow(mo)) {
      if (enter(k, f->process, list, mo))
        return true;
      leave(k, true);
      f = &k->frames.at[k->frames.len - 1];
    } else {
      take(k, f->process, list, mo);
    }
    count_move(k, list, mo, true, &f->any, &f->escape);
  }
  return false;
}

/* Goes on with the frame on top until another is on it, or it has ended. */
static bool advance(struct crank *k) {
  struct crank_frame *f = &k->frames.at[k->frames.len - 1];
  for (;;) {
    if (f->list) {
      if (advance_list(k))
        return true;
      f = &k->frames.at[k->frames.len - 1];
      f->done |= f->any;
      f->process++;
      f->list = NULL;
    }
    while (f->process < f->end &&
           (f->process == f->but ||
            (!f->goes_on && crank_deaf(k, f->process, f->context >> 1))))
      f->process++;
    if (f->process == f->end)
      return false;
    k->context = f->context;
    f->list = crank_moves(k, f->process);
    f->next = f->escape = 0;
    f->any = false;
  }
}

/* A move, and everything that must follow; false: it could not be taken. */
static bool walk(struct crank *k, process_id p, const struct crank_list *list,
                 const struct crank_move *mo) {
  EXPECTS(p < k->slots && mo);
  if (!enter(k, p, list, mo))
    return leave(k, true);
  for (;;) {
    if (advance(k))
      continue;
    bool done = leave(k, false);
    if (!k->frames.len)
      return done;
    struct crank_frame *f = &k->frames.at[k->frames.len - 1];
    count_move(k, f->list, &f->list->at[f->next - 1], done, &f->any,
               &f->escape);
  }
}

/* Everything of the list that the process can do; false: nothing. */
static bool try_list(struct crank *k, process_id p,
                     const struct crank_list *list) {
  EXPECTS(p < k->slots && list);
  bool any = false;
  uint32_t escape = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const struct crank_move *mo = &list->at[i];
    bool done = true;
    if (escape && escape != mo->escape)
      break;
    if (mo->is_else && any)
      continue;
    if (must_follow(mo))
      done = walk(k, p, list, mo);
    else
      take(k, p, list, mo);
    count_move(k, list, mo, done, &any, &escape);
  }
  return any;
}

static void note_end(struct crank *k, uint32_t count) {
  EXPECTS(count <= k->slots);
  const struct machine *m = k->machine;
  crank_look_at(k, k->values);
  bool ended = !count || !m->may_end || m->may_end(m, &k->view);
  for (process_id p = 0; p < count; p++)
    ended &= crank_place(k, p) & MACHINE_END;
  if (!k->c)
    return;
  if (ended) {
    k->c->terminated++;
    return;
  }
  k->c->blocking++;
  k->c->deadlocks++;
  struct candidate found = {.kind = FINDING_DEADLOCK, .state = k->state};
  vec_push(&k->c->candidates, found);
}

void crank_expand(struct crank *k, struct expander *x, struct chunk *c,
                  uint32_t state) {
  bool any = false;
  k->x = x;
  k->c = c;
  k->state = state;
  k->values = x->values;
  vec_clear(&k->trail);
  vec_clear(&k->chain);
  vec_clear(&k->passes);
  vec_clear(&k->inside);
  vec_clear(&k->inside_hash);
  vec_clear(&k->inside_slots);
  k->sum = k->summed = 0;
  uint32_t count = crank_processes(k);
  for (k->context = 0; k->context < 2 && !any; k->context++) {
    crank_seek(k, count);
    for (process_id p = 0; p < count; p++)
      any |= try_list(k, p, crank_sought(k, p));
    if (!k->machine->has_timeout)
      break;
  }
  if (!any)
    note_end(k, count);
}

/* --- telling -------------------------------------------------------------- */

void crank_steps(struct crank *k, struct expander *x, uint32_t from) {
  bool kept = x->keep_steps;
  leaps_drop(&x->leaps);
  k->telling = k->spelling = x->keep_steps = true;
  crank_expand(k, x, NULL, from);
  k->telling = k->spelling = false;
  x->keep_steps = kept;
}

void crank_find(struct crank *k, struct expander *x, uint32_t from,
                const uint64_t *to, struct leaps *found) {
  EXPECTS(to && found);
  size_t words = x->layout->words, hit = 0;
  leaps_drop(&x->leaps);
  k->telling = k->spelling = true;
  crank_expand(k, x, NULL, from);
  k->telling = k->spelling = false;
  while (memcmp(x->records.at + hit * words, to, words * sizeof *to))
    hit++;
  uint32_t begin = hit ? x->leaps.ends.at[hit - 1] : 0;
  vec_clear(&found->steps);
  for (uint32_t i = begin; i < x->leaps.ends.at[hit]; i++)
    vec_push(&found->steps, x->leaps.steps.at[i]);
}

void crank_find_failure(struct crank *k, struct expander *x, uint32_t from,
                        note_id note, struct leaps *found) {
  leaps_drop(&x->leaps);
  k->wanted = note;
  k->spelling = true;
  crank_expand(k, x, NULL, from);
  k->wanted = NONE;
  k->spelling = false;
  vec_clear(&found->steps);
  vec_each(&x->leaps.steps, s) vec_push(&found->steps, *s);
}

