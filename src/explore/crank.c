#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/crank_inside.h"

enum {
  FIRST_LISTS = STRESSED(4, 1024),
  LOCALS_BLOCK = STRESSED(2, 64),
  DIRECT_MAX = STRESSED(3, 32), /* values of a part that are looked up so */
};

/* --- life ----------------------------------------------------------------- */

static void load_words(struct machine_view *v, uint32_t part) {
  EXPECTS(part < machine_parts(v->machine, v->slots));
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
  EXPECTS(slots && slots <= MACHINE_SLOTS_MAX);
  *k = (struct crank){.machine = m, .parts = ps, .notes = notes,
                      .slots = slots, .wanted = NONE};
  view_open(&k->view, m, slots);
  k->view.load = load_words;
  k->view.user = k;
  k->loaded = alloc_zero(ps->count, sizeof *k->loaded);
  memset(k->loaded, 0xff, ps->count * sizeof *k->loaded);
  k->locals = alloc_zero(slots, sizeof *k->locals);
  k->hits = alloc_zero(ps->count, sizeof *k->hits);
  k->dirty_part = alloc_zero(ps->count, sizeof *k->dirty_part);
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
  free(k->dirty_part);
  view_close(&k->view);
  vec_free(&k->counts);
  vec_free(&k->trail);
  vec_free(&k->chain);
  vec_free(&k->passes);
  vec_free(&k->inside);
  vec_free(&k->inside_hash);
  vec_free(&k->inside_slots);
  vec_free(&k->frames);
  vec_free(&k->changes);
  vec_free(&k->moves);
  vec_free(&k->path);
  vec_free(&k->places);
  vec_free(&k->way);
  vec_free(&k->dirty);
}

void crank_trim(struct crank *k, uint64_t most) {
  if (k->bytes > most)
    forget(k);
}

void crank_renew(struct crank *k) {
  forget(k);
  memset(k->loaded, 0xff, k->parts->count * sizeof *k->loaded);
  vec_clear(&k->counts);
}

void crank_look_at(struct crank *k, value_id *values) {
  EXPECTS(values != NULL);
  k->values = values;
  for (part_id i = 0; i < k->parts->count; i++)
    k->view.parts[i].loaded = k->loaded[i] == values[i];
}

static void distrust(struct crank *k) {
  vec_each(&k->view.changes, part) k->loaded[*part] = NONE;
}

bool crank_initial(struct crank *k, value_id *values,
                   struct machine_move *failed) {
  struct machine_view *v = &k->view;
  memset(values, 0, k->parts->count * sizeof *values);
  crank_look_at(k, values);
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

static inline bool fits(const struct crank *k, const struct crank_local *l,
                        const struct crank_list *list) {
  if (list->local != l->id || list->context != k->context)
    return false;
  for (uint32_t i = 0; i < l->count; i++)
    if (list->key[i] != k->values[l->parts[i]])
      return false;
  return true;
}

static inline const struct crank_list **last_of(const struct crank *k,
                                                struct crank_local *l) {
  return &l->last[k->context > 1];
}

static void put_list(struct crank *k, struct crank_slot slot) {
  size_t mask = k->list_cap - 1, at = slot.hash & mask;
  while (k->lists[at].list)
    at = (at + 1) & mask;
  k->lists[at] = slot;
}

static void grow_lists(struct crank *k) {
  struct crank_slot *old = k->lists;
  size_t cap = k->list_cap;
  k->list_cap = cap ? cap * 2 : FIRST_LISTS;
  k->lists = alloc_zero(k->list_cap, sizeof *k->lists);
  k->bytes += (k->list_cap - cap) * sizeof *k->lists;
  for (size_t i = 0; i < cap; i++)
    if (old[i].list)
      put_list(k, old[i]);
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
  EXPECTS(p < k->slots);
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
  crank_look_at(k, k->values);
  *l = (struct crank_local){
      .id = ++k->next_local,
      .place = k->machine->place(k->machine, &k->view, p)};
  return l;
}

static inline struct crank_local *local_of(struct crank *k, process_id p,
                                           value_id value) {
  EXPECTS(p < k->slots);
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
  EXPECTS(p < k->slots && l);
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

/* Nothing can be received at this place, whatever the other parts are. */
static void note_deaf(struct crank *k, struct crank_local *l, process_id p) {
  EXPECTS(p < k->slots && l);
  uint32_t pending = k->context >> 1;
  if (!pending || pending >= 64 || k->moves.len)
    return;
  part_id own = machine_process(k->machine, p);
  vec_each(&k->view.reads, r) if (*r != own) return;
  l->deaf |= (uint64_t)1 << pending;
}

/* What is in the vec, for good; NULL if it is empty. */
static void *keep(struct crank *k, const void *at, size_t len, size_t align) {
  EXPECTS(at || !len);
  k->bytes += len;
  return len ? memcpy(arena_alloc(&k->arena, len, align), at, len) : NULL;
}
#define KEEP(k, v)                           \
  keep((k), (v)->at, (v)->len * sizeof *(v)->at, \
       _Alignof(__typeof__(*(v)->at)))

static const struct crank_list *remember(struct crank *k, process_id p,
                                         struct crank_local *l) {
  EXPECTS(p < k->slots && l);
  crank_compute(k, p, l);
  note_deaf(k, l, p);
  extend(k, l, p);
  struct crank_list *list =
      arena_alloc(&k->arena, sizeof *list + l->count * sizeof *list->key,
                  _Alignof(struct crank_list));
  list->local = l->id;
  list->context = k->context;
  list->count = (uint32_t)k->moves.len;
  for (uint32_t i = 0; i < l->count; i++)
    list->key[i] = k->values[l->parts[i]];
  list->at = KEEP(k, &k->moves);
  list->changes = KEEP(k, &k->changes);
  list->path = KEEP(k, &k->path);
  list->places = KEEP(k, &k->places);
  k->bytes += sizeof *list + l->count * sizeof *list->key;
  const struct crank_list **direct = direct_place(k, l);
  if (direct) {
    *direct = list;
    return list;
  }
  *last_of(k, l) = list;
  if ((k->list_count + 1) * 2 > k->list_cap)
    grow_lists(k);
  put_list(k, (struct crank_slot){key_hash(k, l, k->context), list});
  k->list_count++;
  return list;
}

static const struct crank_list *moves_hashed(struct crank *k, process_id p,
                                             struct crank_local *l,
                                             uint64_t hash) {
  EXPECTS(p < k->slots && l);
  if (k->list_cap) {
    size_t mask = k->list_cap - 1;
    for (size_t i = hash & mask; k->lists[i].list; i = (i + 1) & mask)
      if (k->lists[i].hash == hash && fits(k, l, k->lists[i].list))
        return *last_of(k, l) = k->lists[i].list;
  }
  return remember(k, p, l);
}

const struct crank_list *crank_moves(struct crank *k, process_id p) {
  EXPECTS(p < k->slots && k->values);
  value_id value = k->values[machine_process(k->machine, p)];
  struct crank_local *l = local_of(k, p, value);
  const struct crank_list **direct = direct_place(k, l);
  if (direct)
    return *direct ? *direct : remember(k, p, l);
  const struct crank_list *last = *last_of(k, l);
  if (last && fits(k, l, last))
    return last;
  return moves_hashed(k, p, l, key_hash(k, l, k->context));
}

bool crank_deaf(struct crank *k, process_id p, uint32_t pending) {
  EXPECTS(p < k->slots);
  value_id value = k->values[machine_process(k->machine, p)];
  return pending < 64 && local_of(k, p, value)->deaf >> pending & 1;
}

unsigned crank_place(struct crank *k, process_id p) {
  EXPECTS(p < k->slots);
  return local_of(k, p, k->values[machine_process(k->machine, p)])->place;
}

/* Where the process is, and its list if that is found without a search. */
static inline void seek(struct crank *k, process_id p, struct crank_seek *s) {
  EXPECTS(p < k->slots && s);
  struct crank_local *l =
      local_of(k, p, k->values[machine_process(k->machine, p)]);
  const struct crank_list **direct = direct_place(k, l);
  s->local = l;
  s->id = l->id;
  s->hash = 0;
  const struct crank_list *last = *last_of(k, l);
  s->list = direct ? *direct : last && fits(k, l, last) ? last : NULL;
  if (s->list) { /* its moves lie behind it */
    __builtin_prefetch(s->list);
    __builtin_prefetch((const char *)s->list + 64);
  } else if (!direct)
    s->hash = key_hash(k, l, k->context);
}

void crank_seek(struct crank *k, uint32_t count) {
  EXPECTS(count <= k->slots);
  size_t mask = k->list_cap - 1;
  bool missed = false;
  for (process_id p = 0; p < count; p++) {
    seek(k, p, &k->seeks[p]);
    if (k->seeks[p].hash && k->list_cap) {
      missed = true;
      __builtin_prefetch(&k->lists[k->seeks[p].hash & mask]);
    }
  }
  for (process_id p = 0; missed && p < count; p++) {
    const struct crank_slot *slot = &k->lists[k->seeks[p].hash & mask];
    if (k->seeks[p].hash && slot->hash == k->seeks[p].hash)
      __builtin_prefetch(slot->list);
  }
}

const struct crank_list *crank_sought(struct crank *k, process_id p) {
  EXPECTS(p < k->slots);
  const struct crank_seek *s = &k->seeks[p];
  if (s->list)
    return s->list;
  return s->hash && s->id == s->local->id
             ? moves_hashed(k, p, s->local, s->hash)
             : crank_moves(k, p);
}

uint32_t crank_processes(struct crank *k) {
  value_id value = k->values[MACHINE_COUNTS];
  if (value >= k->counts.len)
    vec_resize(&k->counts, value + 1);
  if (!k->counts.at[value]) {
    crank_look_at(k, k->values);
    k->counts.at[value] = 1 + view_processes(&k->view);
  }
  return k->counts.at[value] - 1;
}

bool crank_holds(struct crank *k, const value_id *values, expr_id e) {
  crank_look_at(k, (value_id *)values);
  k->view.timeout = false;
  k->view.pending = 0;
  return k->machine->holds(k->machine, &k->view, e);
}
