#include "explore/crank.h"

#include <string.h>

#include "base/hash.h"
#include "base/stress.h"
#include "explore/expand.h"

enum {
  FIRST_LISTS = STRESSED(4, 1024),
  INSIDE_MAX = 30000,
  LOCALS_BLOCK = STRESSED(2, 64),
  DIRECT_MAX = STRESSED(3, 32), /* values of a part that are looked up so */
};

/* --- life ----------------------------------------------------------------- */

static void load_words(struct machine_view *v, uint32_t part) {
  struct crank *k = v->user;
  struct machine_part *p = &v->parts[part];
  struct words words = {p->at, p->len, p->cap};
  parts_words(k->parts, part, k->values[part], &words);
  p->at = words.at;
  p->len = (uint32_t)words.len;
  p->cap = (uint32_t)words.cap;
  k->loaded[part] = k->values[part];
}

void crank_open(struct crank *k, const struct machine *m, struct parts *ps,
                struct notes *notes, uint32_t slots) {
  *k = (struct crank){.machine = m, .parts = ps, .notes = notes,
                      .slots = slots, .wanted = NONE};
  view_open(&k->view, m, slots);
  k->view.load = load_words;
  k->view.user = k;
  k->loaded = alloc_zero(ps->count, sizeof *k->loaded);
  memset(k->loaded, 0xff, ps->count * sizeof *k->loaded);
  k->locals = alloc_zero(slots, sizeof *k->locals);
  k->hits = alloc_zero(ps->count, sizeof *k->hits);
  k->seeks = alloc_zero(slots, sizeof *k->seeks);
}

static void forget(struct crank *k) {
  for (uint32_t p = 0; p < k->slots; p++)
    vec_free(&k->locals[p].at);
  free(k->lists);
  arena_free(&k->arena);
  k->arena = (struct arena){0};
  k->lists = NULL;
  k->list_count = k->list_cap = 0;
  k->bytes = 0;
}

void crank_close(struct crank *k) {
  forget(k);
  free(k->locals);
  free(k->seeks);
  free(k->loaded);
  free(k->hits);
  view_close(&k->view);
  vec_free(&k->counts);
  vec_free(&k->trail);
  vec_free(&k->chain);
  vec_free(&k->passes);
  vec_free(&k->inside);
  vec_free(&k->inside_hash);
  vec_free(&k->changes);
  vec_free(&k->moves);
}

void crank_trim(struct crank *k, uint64_t most) {
  if (k->bytes > most)
    forget(k);
}

/* The view looks at these values from now on. */
static void look_at(struct crank *k, value_id *values) {
  k->values = values;
  for (part_id i = 0; i < k->parts->count; i++)
    k->view.parts[i].loaded = k->loaded[i] == values[i];
}

/* What is in the view is not what the values say any more. */
static void distrust(struct crank *k) {
  vec_each(&k->view.changes, part) k->loaded[*part] = NONE;
}

bool crank_initial(struct crank *k, value_id *values,
                   struct machine_move *failed) {
  struct machine_view *v = &k->view;
  memset(values, 0, k->parts->count * sizeof *values);
  look_at(k, values);
  bool ok = k->machine->initial(k->machine, v, failed);
  if (v->short_of_slots)
    *k->short_of_slots = true;
  distrust(k);
  vec_each(&v->changes, part) values[*part] = parts_number(
      k->parts, *part, v->parts[*part].at, v->parts[*part].len);
  view_keep(v);
  view_forget(v);
  return ok;
}

/* --- remembering ---------------------------------------------------------- */

static uint64_t key_hash(const struct crank *k, const struct crank_local *l,
                         uint32_t context) {
  uint64_t h = ((uint64_t)l->id << 32 | context) * 0x9e3779b97f4a7c15u;
  for (uint32_t i = 0; i < l->count; i++)
    h = (h ^ k->values[l->parts[i]]) * 0xff51afd7ed558ccdu + (h >> 29);
  return h ^ h >> 32;
}

static bool fits(const struct crank *k, const struct crank_local *l,
                 const struct crank_list *list, uint64_t hash) {
  if (list->hash != hash || list->local != l->id ||
      list->context != k->context)
    return false;
  for (uint32_t i = 0; i < l->count; i++)
    if (list->key[i] != k->values[l->parts[i]])
      return false;
  return true;
}

static void put_list(struct crank *k, const struct crank_list *list) {
  size_t mask = k->list_cap - 1, at = list->hash & mask;
  while (k->lists[at].list)
    at = (at + 1) & mask;
  k->lists[at] = (struct crank_slot){list->hash, list};
}

static void grow_lists(struct crank *k) {
  struct crank_slot *old = k->lists;
  size_t cap = k->list_cap;
  k->list_cap = cap ? cap * 2 : FIRST_LISTS;
  k->lists = alloc_zero(k->list_cap, sizeof *k->lists);
  k->bytes += (k->list_cap - cap) * sizeof *k->lists;
  for (size_t i = 0; i < cap; i++)
    if (old[i].list)
      put_list(k, old[i].list);
  free(old);
}

static void grow_direct(struct crank *k, struct crank_local *l,
                        value_id value) {
  uint32_t len = l->count ? (value + 1) * 2 : 1;
  const struct crank_list **more =
      arena_array(&k->arena, const struct crank_list *, len);
  if (l->direct_len)
    memcpy(more, l->direct, l->direct_len * sizeof *more);
  k->bytes += len * sizeof *more;
  l->direct = more;
  l->direct_len = len;
}

/* The place for the list of a local in context 0, by the value of the one part
 * it looks at; NULL: it is found by its hash. */
static inline const struct crank_list **direct_place(struct crank *k,
                                                     struct crank_local *l) {
  if (l->count > 1 || k->context)
    return NULL;
  value_id value = l->count ? k->values[l->parts[0]] : 0;
  if (value >= DIRECT_MAX)
    return NULL;
  if (value >= l->direct_len)
    grow_direct(k, l, value);
  return &l->direct[value];
}

static struct crank_local *new_local(struct crank *k, process_id p,
                                     value_id value) {
  struct crank_rows *row = &k->locals[p];
  size_t block = value / LOCALS_BLOCK;
  if (block >= row->at.len)
    vec_resize(&row->at, block + 1);
  if (!row->at.at[block]) {
    row->at.at[block] =
        arena_array(&k->arena, struct crank_local, LOCALS_BLOCK);
    k->bytes += LOCALS_BLOCK * sizeof(struct crank_local);
  }
  struct crank_local *l = &row->at.at[block][value % LOCALS_BLOCK];
  look_at(k, k->values);
  *l = (struct crank_local){
      .id = ++k->next_local,
      .place = k->machine->place(k->machine, &k->view, p)};
  return l;
}

static inline struct crank_local *local_of(struct crank *k, process_id p,
                                           value_id value) {
  const struct crank_rows *row = &k->locals[p];
  size_t block = value / LOCALS_BLOCK;
  struct crank_local *l = block < row->at.len && row->at.at[block]
                              ? &row->at.at[block][value % LOCALS_BLOCK]
                              : NULL;
  return l && l->id ? l : new_local(k, p, value);
}

/* The parts that were read join those of the local; if there are new ones it
 * counts as another, and what was remembered for it is not found again. */
static void extend(struct crank *k, struct crank_local *l, process_id p) {
  part_id own = machine_process(k->machine, p);
  uint32_t more = 0;
  bool *known = k->hits;
  for (uint32_t i = 0; i < l->count; i++)
    known[l->parts[i]] = true;
  vec_each(&k->view.reads, r) more += *r != own && !known[*r];
  if (more) {
    bool few = l->count + more <= sizeof l->few / sizeof *l->few;
    part_id *parts =
        few ? l->few : arena_array(&k->arena, part_id, l->count + more);
    if (l->count && !few)
      memcpy(parts, l->parts, l->count * sizeof *parts);
    uint32_t n = l->count;
    vec_each(&k->view.reads, r) if (*r != own && !known[*r]) parts[n++] = *r;
    k->bytes += few ? 0 : n * sizeof *parts;
    for (uint32_t i = 0; i < l->count; i++)
      known[l->parts[i]] = false;
    l->parts = parts;
    l->count = n;
    l->direct_len = 0;
    l->id = ++k->next_local;
    return;
  }
  for (uint32_t i = 0; i < l->count; i++)
    known[l->parts[i]] = false;
}

static void keep_move(struct crank *k, const struct machine_move *mo) {
  struct machine_view *v = &k->view;
  struct crank_move m = {.edge = mo->edge, .escape = mo->escape,
                         .pending = mo->pending, .atomic = mo->atomic,
                         .is_else = mo->is_else, .progress = mo->progress,
                         .failure = (uint8_t)mo->failure, .place = mo->place,
                         .first_change = (uint32_t)k->changes.len};
  if (!mo->failure)
    vec_each(&v->changes, part) {
      struct crank_change c = {.part = *part, .from = k->values[*part]};
      c.to = parts_number(k->parts, *part, v->parts[*part].at,
                          v->parts[*part].len);
      if (c.to != c.from)
        vec_push(&k->changes, c);
    }
  m.change_count = (uint16_t)(k->changes.len - m.first_change);
  vec_push(&k->moves, m);
  k->taken[mo->edge] = 1;
}

static void compute(struct crank *k, process_id p) {
  struct machine_view *v = &k->view;
  const struct machine *m = k->machine;
  uint32_t first, count;
  look_at(k, k->values);
  view_forget(v);
  vec_clear(&k->moves);
  vec_clear(&k->changes);
  v->timeout = k->context & 1;
  v->pending = k->context >> 1;
  v->short_of_slots = false;
  count = m->edges(m, v, p, &first);
  for (uint32_t i = 0; i < count; i++) {
    struct machine_move mo;
    if (m->fire(m, v, p, first + i, &mo))
      keep_move(k, &mo);
    view_undo(v);
  }
  if (v->short_of_slots)
    *k->short_of_slots = true;
}

static const struct crank_list *remember(struct crank *k, process_id p,
                                         struct crank_local *l) {
  compute(k, p);
  extend(k, l, p);
  struct crank_list *list = arena_new(&k->arena, struct crank_list);
  value_id *key = arena_array(&k->arena, value_id, l->count);
  for (uint32_t i = 0; i < l->count; i++)
    key[i] = k->values[l->parts[i]];
  *list = (struct crank_list){.hash = key_hash(k, l, k->context),
                              .local = l->id,
                              .context = k->context,
                              .key_len = l->count,
                              .count = (uint32_t)k->moves.len,
                              .key = key};
  if (k->moves.len)
    list->at = arena_copy(&k->arena, k->moves.at,
                          k->moves.len * sizeof *k->moves.at);
  if (k->changes.len)
    list->changes = arena_copy(&k->arena, k->changes.at,
                               k->changes.len * sizeof *k->changes.at);
  k->bytes += sizeof *list + l->count * sizeof *key +
              k->moves.len * sizeof *k->moves.at +
              k->changes.len * sizeof *k->changes.at;
  const struct crank_list **direct = direct_place(k, l);
  if (direct) {
    *direct = list;
    return list;
  }
  if ((k->list_count + 1) * 2 > k->list_cap)
    grow_lists(k);
  put_list(k, list);
  k->list_count++;
  return list;
}

static const struct crank_list *moves_hashed(struct crank *k, process_id p,
                                             struct crank_local *l,
                                             uint64_t hash) {
  if (k->list_cap) {
    size_t mask = k->list_cap - 1;
    for (size_t i = hash & mask; k->lists[i].list; i = (i + 1) & mask)
      if (k->lists[i].hash == hash && fits(k, l, k->lists[i].list, hash))
        return k->lists[i].list;
  }
  return remember(k, p, l);
}

static const struct crank_list *moves_of(struct crank *k, process_id p) {
  value_id value = k->values[machine_process(k->machine, p)];
  struct crank_local *l = local_of(k, p, value);
  const struct crank_list **direct = direct_place(k, l);
  if (direct)
    return *direct ? *direct : remember(k, p, l);
  return moves_hashed(k, p, l, key_hash(k, l, k->context));
}

/* What the processes of the state will look for is on its way. */
static void seek_all(struct crank *k, uint32_t count) {
  size_t mask = k->list_cap - 1;
  for (process_id p = 0; p < count; p++) {
    struct crank_seek *s = &k->seeks[p];
    s->local = local_of(k, p, k->values[machine_process(k->machine, p)]);
    s->id = s->local->id;
    const struct crank_list **direct = direct_place(k, s->local);
    s->hash = direct ? 0 : key_hash(k, s->local, k->context);
    if (direct && *direct)
      __builtin_prefetch(*direct);
    else if (!direct && k->list_cap)
      __builtin_prefetch(&k->lists[s->hash & mask]);
  }
  for (process_id p = 0; k->list_cap && p < count; p++) {
    const struct crank_slot *slot = &k->lists[k->seeks[p].hash & mask];
    if (k->seeks[p].hash && slot->hash == k->seeks[p].hash)
      __builtin_prefetch(slot->list);
  }
}

/* The same of a process of the state, for which was sought. */
static const struct crank_list *moves_sought(struct crank *k, process_id p) {
  const struct crank_seek *s = &k->seeks[p];
  return s->hash && s->id == s->local->id
             ? moves_hashed(k, p, s->local, s->hash)
             : moves_of(k, p);
}

static uint32_t process_count(struct crank *k) {
  value_id value = k->values[MACHINE_COUNTS];
  if (value >= k->counts.len)
    vec_resize(&k->counts, value + 1);
  if (!k->counts.at[value]) {
    look_at(k, k->values);
    k->counts.at[value] = 1 + view_processes(&k->view);
  }
  return k->counts.at[value] - 1;
}

/* --- records -------------------------------------------------------------- */

static void flip(const struct layout *l, uint64_t *words,
                 const struct crank_change *c, size_t count) {
  for (size_t i = 0; i < count; i++)
    layout_flip(l, words, c[i].part, c[i].from, c[i].to);
}

static void keep_chain(struct crank *k, struct leaps *l) {
  vec_each(&k->chain, s) vec_push(&l->steps, *s);
  vec_push(&l->ends, (uint32_t)l->steps.len);
}

static void emit(struct crank *k, const struct crank_change *more,
                 size_t count) {
  struct expander *x = k->x;
  size_t words = x->layout->words, at = x->records.len;
  vec_reserve(&x->records, at + words);
  x->records.len += words;
  uint64_t *record = x->records.at + at;
  memcpy(record, x->words, words * sizeof *record);
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
                         const struct crank_move *mo) {
  struct note n = {.kind = failure_kind(mo->failure), .process = NONE,
                   .location = NONE, .message = NONE, .object = NONE,
                   .failure = mo->failure, .place = mo->place};
  note_id note = notes_number(k->notes, &n);
  if (k->wanted == note) {
    keep_chain(k, &k->x->leaps);
    k->wanted = NONE;
  }
  if (k->telling) {
    struct model_step s = {p, mo->edge, 0, NONE};
    vec_push(&k->x->failing, s);
  }
  if (!k->c || (note < k->x->note_seen_len && k->x->note_seen[note]))
    return;
  struct candidate found = {.kind = n.kind, .state = k->state, .process = p};
  found.remark = (struct remark){.note = note, .fails = true,
                                 .failure = mo->failure, .place = mo->place,
                                 .edge = mo->edge, .object = NONE};
  vec_push(&k->c->candidates, found);
}

/* --- from moves to steps -------------------------------------------------- */

static bool try_moves(struct crank *k, process_id p);

/* Have we been here, inside an atomic sequence, for this state? */
static bool been_inside(struct crank *k, process_id p) {
  size_t count = k->parts->count;
  uint64_t hash = k->sum + p;
  for (size_t i = k->inside_hash.len; i-- > 0;)
    if (k->inside_hash.at[i] == hash &&
        !memcmp(k->inside.at + i * count, k->values, count * sizeof(value_id)))
      return true;
  if (k->inside_hash.len >= INSIDE_MAX) {
    k->parts->full = true; /* too many to go on: the search ends, and says so */
    return true;
  }
  vec_push(&k->inside_hash, hash);
  size_t at = k->inside.len;
  vec_reserve(&k->inside, at + count);
  k->inside.len += count;
  memcpy(k->inside.at + at, k->values, count * sizeof(value_id));
  return false;
}

static void go_on(struct crank *k, process_id p) {
  if (k->chain.len > 1 && been_inside(k, p))
    return;
  if (!try_moves(k, p))
    emit(k, NULL, 0);
}

static bool receive(struct crank *k, process_id sender, uint32_t pending) {
  uint32_t outer = k->context, count = process_count(k);
  bool done = false;
  k->context = pending << 1;
  for (process_id p = 0; p < count; p++)
    if (p != sender)
      done |= try_moves(k, p);
  k->context = outer;
  return done;
}

static uint64_t change_hash(const struct crank_change *c) {
  return parts_hash(c->part, c->from) ^ parts_hash(c->part, c->to);
}

static bool walk_on(struct crank *k, process_id p,
                    const struct crank_list *list,
                    const struct crank_move *mo) {
  const struct crank_change *changes = list->changes + mo->first_change;
  size_t mark = k->trail.len;
  bool done = true;
  for (uint16_t i = 0; i < mo->change_count; i++) {
    k->values[changes[i].part] = changes[i].to;
    k->sum ^= change_hash(&changes[i]);
    vec_push(&k->trail, changes[i]);
  }
  if (mo->pending) {
    done = receive(k, p, mo->pending);
  } else {
    uint32_t outer = k->context;
    k->context = 0;
    go_on(k, p);
    k->context = outer;
  }
  while (k->trail.len > mark) {
    struct crank_change c = vec_pop(&k->trail);
    k->sum ^= change_hash(&c);
    k->values[c.part] = c.from;
  }
  return done;
}

/* Takes the move, and what must follow; false: it could not be taken. */
static bool take(struct crank *k, process_id p, const struct crank_list *list,
                 const struct crank_move *mo) {
  bool done = true;
  struct model_step s = {p, mo->edge, 0, NONE};
  vec_push(&k->chain, s);
  if (k->telling)
    vec_push(&k->passes, mo->progress);
  if (mo->failure)
    note_failure(k, p, mo);
  else if (mo->pending || mo->atomic)
    done = walk_on(k, p, list, mo);
  else
    emit(k, list->changes + mo->first_change, mo->change_count);
  k->chain.len--;
  if (k->telling)
    k->passes.len--;
  return done;
}

/* Everything of the list that the process can do; false: nothing. */
static bool try_list(struct crank *k, process_id p,
                     const struct crank_list *list) {
  bool any = false;
  uint32_t escape = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const struct crank_move *mo = &list->at[i];
    if (escape && escape != mo->escape)
      break;
    if (mo->is_else && any)
      continue;
    if (take(k, p, list, mo)) {
      any = true;
      escape = mo->escape;
    } else {
      escape = 0;
    }
  }
  return any;
}

/* Everything one process can do. */
static bool try_moves(struct crank *k, process_id p) {
  return try_list(k, p, moves_of(k, p));
}

static void note_end(struct crank *k, uint32_t count) {
  const struct machine *m = k->machine;
  look_at(k, k->values);
  bool ended = !count || !m->may_end || m->may_end(m, &k->view);
  for (process_id p = 0; p < count; p++)
    ended &= local_of(k, p, k->values[machine_process(k->machine, p)])->place &
             MACHINE_END;
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
  k->sum = 0;
  uint32_t count = process_count(k);
  for (k->context = 0; k->context < 2 && !any; k->context++) {
    seek_all(k, count);
    for (process_id p = 0; p < count; p++)
      any |= try_list(k, p, moves_sought(k, p));
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
  k->telling = x->keep_steps = true;
  crank_expand(k, x, NULL, from);
  k->telling = false;
  x->keep_steps = kept;
}

void crank_find(struct crank *k, struct expander *x, uint32_t from,
                const uint64_t *to, struct leaps *found) {
  size_t words = x->layout->words, hit = 0;
  leaps_drop(&x->leaps);
  k->telling = true;
  crank_expand(k, x, NULL, from);
  k->telling = false;
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
  crank_expand(k, x, NULL, from);
  k->wanted = NONE;
  vec_clear(&found->steps);
  vec_each(&x->leaps.steps, s) vec_push(&found->steps, *s);
}

bool crank_holds(struct crank *k, const value_id *values, expr_id e) {
  look_at(k, (value_id *)values);
  k->view.timeout = false;
  k->view.pending = 0;
  return k->machine->holds(k->machine, &k->view, e);
}
