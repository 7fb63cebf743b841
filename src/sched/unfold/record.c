#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "sched/sched.h"
#include "sched/unfold/net.h"

/* --- opening ------------------------------------------------------------ */

void unfold_open(struct unfold *u, bool contextual,
                 const struct sched_options *o) {
  *u = (struct unfold){.options = o, .contextual = contextual, .width = 2};
  struct unf_record none = {0};
  struct unf_op nothing = {0};
  struct unf_link end = {0};
  vec_push(&u->at, none);
  vec_push(&u->ops, nothing);
  vec_push(&u->links, end);
  vec_push(&u->afters, 0);
  u->pasts_cap = STRESSED(2, 1024);
  u->pasts = alloc_zero(u->pasts_cap * u->width, sizeof *u->pasts);
}

void unfold_with_net(struct unfold *u) {
  EXPECTS(!u->net && !u->contextual && !u->tests);
  const struct sched_options *o = u->options;
  u->net = net_open(o && o->exact_states, !(o && o->no_values));
}

void unfold_close(struct unfold *u) {
  net_close(u->net);
  unf_asker_close(u->asker);
  vec_free(&u->shown);
  map_free(&u->shown_ids);
  vec_free(&u->ops);
  map_free(&u->op_ids);
  vec_free(&u->at);
  free(u->pasts);
  free(u->table);
  vec_free(&u->links);
  vec_free(&u->cells);
  map_free(&u->cell_ids);
  vec_free(&u->afters);
  map_free(&u->after_ids);
  map_free(&u->turns);
  map_free(&u->starts);
  map_free(&u->values);
  map_free(&u->chosen);
  vec_free(&u->todo);
  vec_free(&u->planned);
  vec_free(&u->accesses);
  vec_free(&u->news);
  vec_free(&u->vague);
  vec_free(&u->vague_ops);
  map_free(&u->barriers);
  map_free(&u->too_few);
  vec_free(&u->plans);
  vec_free(&u->plan_pasts);
  vec_free(&u->plan_steps);
  vec_free(&u->plan_ends);
  map_free(&u->stuck);
  vec_free(&u->stuck_pasts);
  vec_free(&u->stuck_keys);
  vec_free(&u->again);
  vec_free(&u->marks);
  vec_free(&u->left);
  vec_free(&u->right);
  vec_free(&u->order);
  vec_free(&u->conditions);
  vec_free(&u->scratch);
  vec_free(&u->looks);
  vec_free(&u->look_next);
  vec_free(&u->count);
  *u = (struct unfold){0};
}

/* --- operations --------------------------------------------------------- */

static uint64_t op_key(const struct unf_op *o) {
  uint64_t h = hash_pair(o->object, (uint64_t)o->size << 32 | o->site);
  uint64_t how = (uint64_t)o->inside << 32 | (uint64_t)o->seen << 8 | o->kind;
  return hash_pair(h, how);
}

static uint64_t mask_of_object(const struct unf_op *o) {
  EXPECTS(o->class_ <= CLASS_GLOBAL);
  if (o->class_ == CLASS_GLOBAL)
    return ~(uint64_t)0;
  if (o->class_ <= CLASS_LOCAL || o->kind >= OP_COUNT)
    return 0;
  if (o->class_ != CLASS_ACCESS)
    return (uint64_t)1 << hash_pair(o->object, o->class_) % 64;
  uint64_t first = o->object / UNF_LINE, mask = 0;
  uint64_t last = (o->object + (o->size ? o->size - 1 : 0)) / UNF_LINE;
  if (last - first >= 64)
    return ~(uint64_t)0;
  for (uint64_t line = first; line <= last; line++)
    mask |= (uint64_t)1 << hash_pair(line, CLASS_ACCESS) % 64;
  return mask;
}

static uint64_t mask_of(const struct unf_op *o) {
  uint64_t mask = mask_of_object(o);
  for (unsigned seen = o->seen; seen; seen &= seen - 1)
    mask |= (uint64_t)1
            << hash_pair((unsigned)__builtin_ctz(seen), UNF_CLASS_SEEN) % 64;
  return mask;
}

static bool overlap(const struct unf_op *a, const struct unf_op *b) {
  return a->object < b->object + b->size && b->object < a->object + a->size;
}

/* Whether some other access touches part of the same bytes, and not all. */
static void note_access(struct unfold *u, op_id id) {
  EXPECTS(id && id < u->ops.len);
  struct unf_op *o = &u->ops.at[id];
  vec_each(&u->accesses, other) {
    struct unf_op *p = &u->ops.at[*other];
    if (!(o->mask & p->mask) || !overlap(o, p) ||
        (o->object == p->object && o->size == p->size))
      continue;
    o->multi = p->multi = true;
  }
  vec_push(&u->accesses, id);
}

op_id unf_op(struct unfold *u, const struct unf_op *from) {
  EXPECTS(from);
  bool added;
  uint64_t *id = map_at(&u->op_ids, op_key(from), &added);
  if (!added)
    return (op_id)*id;
  struct unf_op o = *from;
  *id = u->ops.len;
  bool step = o.kind < OP_COUNT;
  o.class_ = step ? OP_CLASS(o.kind)
             : o.kind == UNF_PASS ? CLASS_BARRIER
                                  : CLASS_ORDER;
  u->branches |= o.kind == OP_BRANCH;
  if (o.kind == OP_QUIT || o.kind == OP_BRANCH)
    o.class_ = CLASS_LOCAL;
  else if (o.inside)
    o.class_ = CLASS_GLOBAL;
  o.changes = step && (OP_CHANGES(o.kind) || o.inside) &&
              o.class_ != CLASS_LOCAL;
  o.loud = o.changes || o.seen;
  o.multi = o.seen != 0;
  o.reads_only = u->contextual && o.class_ == CLASS_ACCESS && !o.loud;
  o.mask = mask_of(&o);
  vec_push(&u->ops, o);
  u->globals |= o.class_ == CLASS_GLOBAL;
  u->awaits |= o.kind == OP_AWAIT;
  if (o.class_ == CLASS_ACCESS)
    note_access(u, (op_id)*id);
  return (op_id)*id;
}

op_id unf_op_event(struct unfold *u, const struct event *e) {
  EXPECTS(e->kind < OP_COUNT);
  struct unf_op o = {.object = object_bare(e->object),
                     .seen = (uint16_t)object_seen(e->object),
                     .inside = event_is_inside(e),
                     .size = e->size,
                     .site = e->site,
                     .kind = e->kind};
  size_t known = u->ops.len;
  op_id id = unf_op(u, &o);
  u->ops.at[id].plain |=
      (OP_CLASS(e->kind) == CLASS_ACCESS && e->flags & EVENT_PLAIN) ||
      event_makes(e);
  u->makes |= event_makes(e);
  if (u->ops.len > known)
    unf_note_memory(u, id);
  return id;
}

/* --- cells -------------------------------------------------------------- */

uint32_t unf_cell_of(struct unfold *u, unsigned class_, uint64_t key) {
  bool added;
  uint64_t *id = map_at(&u->cell_ids, key * 16 + class_, &added);
  if (added) {
    struct unf_cell fresh = {0};
    *id = u->cells.len;
    vec_push(&u->cells, fresh);
  }
  return (uint32_t)*id;
}

/* The cells of all accesses that overlap a large one. */
static size_t large_cells(struct unfold *u, op_id op) {
  EXPECTS(op && op < u->ops.len);
  vec_clear(&u->scratch);
  for (size_t i = 0; i < u->accesses.len; i++) {
    const struct unf_op *o = &u->ops.at[op], *p = &u->ops.at[u->accesses.at[i]];
    if (!overlap(o, p) || (p->size > UNF_LINE * (UNF_LINES - 1)))
      continue;
    uint64_t last = (p->object + (p->size ? p->size - 1 : 0)) / UNF_LINE;
    for (uint64_t line = p->object / UNF_LINE; line <= last; line++)
      vec_push(&u->scratch, unf_cell_of(u, CLASS_ACCESS, line));
  }
  return u->scratch.len;
}

static size_t object_cells(struct unfold *u, op_id op, unf_id up,
                           uint32_t *out, bool *all) {
  EXPECTS(op && op < u->ops.len && up < u->at.len);
  const struct unf_op o = u->ops.at[op];
  *all = false;
  if (o.kind == UNF_JOIN)
    return out[0] = unf_cell_of(u, UNF_CLASS_JOIN, o.object), 1;
  if (o.kind == UNF_WOKEN)
    return out[0] = unf_cell_of(u, UNF_CLASS_WAKE, u->at.at[up].up), 1;
  if (o.class_ <= CLASS_LOCAL || o.class_ == CLASS_GLOBAL)
    return 0;
  if (o.class_ != CLASS_ACCESS)
    return out[0] = unf_cell_of(u, o.class_, o.object), 1;
  uint64_t first = o.object / UNF_LINE;
  uint64_t last = (o.object + (o.size ? o.size - 1 : 0)) / UNF_LINE;
  if (o.size > UNF_LINE * (UNF_LINES - 1)) {
    *all = true;
    out[0] = unf_cell_of(u, CLASS_ACCESS, UINT64_MAX / 32);
    large_cells(u, op);
    return 1;
  }
  for (uint64_t line = first; line <= last; line++)
    out[line - first] = unf_cell_of(u, CLASS_ACCESS, line);
  return (size_t)(last - first + 1);
}

size_t unf_cells(struct unfold *u, op_id op, unf_id up, uint32_t *out,
                 bool *all) {
  EXPECTS(up < u->at.len);
  EXPECTS(op && op < u->ops.len);
  if (u->ops.at[op].cell) {
    out[0] = u->ops.at[op].cell - 1;
    *all = false;
    return 1;
  }
  size_t n = object_cells(u, op, up, out, all);
  for (unsigned seen = u->ops.at[op].seen; seen; seen &= seen - 1)
    out[n++] = unf_cell_of(u, UNF_CLASS_SEEN, (unsigned)__builtin_ctz(seen));
  if (n == 1 && !*all && u->ops.at[op].kind != UNF_WOKEN)
    u->ops.at[op].cell = out[0] + 1;
  return n;
}

/* --- records ------------------------------------------------------------ */

bool unf_on_path(const struct unfold *u, unf_id e, unf_id in) {
  EXPECTS(e < u->at.len && in < u->at.len);
  while (in > e)
    in = u->at.at[in].up;
  return in == e;
}

void unf_widen(struct unfold *u, unsigned thread) {
  EXPECTS(thread < THREADS_WORD);
  uint32_t old = u->width, width = thread + 1;
  if (width <= old)
    return;
  uint32_t *pasts = alloc_zero(u->pasts_cap * width, sizeof *pasts);
  for (size_t r = 0; r < u->at.len; r++)
    memcpy(pasts + r * width, u->pasts + r * old, old * sizeof *pasts);
  free(u->pasts);
  u->pasts = pasts;
  u->width = width;
  size_t plans = u->plan_pasts.len / old, stuck = u->stuck_pasts.len / old;
  vec_resize(&u->plan_pasts, plans * width);
  for (size_t p = plans; p-- > 0;) {
    memmove(u->plan_pasts.at + p * width, u->plan_pasts.at + p * old,
            old * sizeof *pasts);
    memset(u->plan_pasts.at + p * width + old, 0,
           (width - old) * sizeof *pasts);
  }
  vec_resize(&u->stuck_pasts, stuck * width);
  for (size_t p = stuck; p-- > 0;) {
    memmove(u->stuck_pasts.at + p * width, u->stuck_pasts.at + p * old,
            old * sizeof *pasts);
    memset(u->stuck_pasts.at + p * width + old, 0,
           (width - old) * sizeof *pasts);
  }
}

/* Of a past, its own thread aside; threads that are not in it do not count,
 * so that it does not depend on the width. */
static uint32_t hash_of(unf_id up, op_id op, unsigned alt, unsigned thread,
                        const uint32_t *past, uint32_t width) {
  uint64_t h = (uint64_t)up << 32 | op << 8 | alt;
  for (uint32_t t = 0; t < width; t++)
    if (past[t] && t != thread)
      h = hash_fold(h ^ past[t], 0xa0761d6478bd642fu + 2 * t);
  return (uint32_t)hash_mix(h);
}

/* --- which are the same --------------------------------------------------- */

/* Records of one `up` are looked for along its extensions as long as these are
 * few, since they are made about the same time and near each other in memory;
 * and by a table when they are many. */
enum { FEW = STRESSED(2, 8) };

static uint32_t hash_of_record(const struct unfold *u, unf_id r) {
  const struct unf_record *k = &u->at.at[r];
  return hash_of(k->up, k->op, k->alt, k->thread, unf_past(u, r), u->width);
}

size_t unf_table_place(const struct unfold *u, unf_id r) {
  return hash_of_record(u, r) & (u->table_cap - 1);
}

static void table_put(struct unfold *u, unf_id r) {
  size_t at = unf_table_place(u, r);
  while (u->table[at])
    at = (at + 1) & (u->table_cap - 1);
  u->table[at] = r;
}

static void table_grow(struct unfold *u) {
  uint32_t *old = u->table;
  size_t old_cap = u->table_cap;
  u->table_cap = old_cap ? old_cap * 2 : STRESSED(2, 64);
  u->table = alloc_zero(u->table_cap, sizeof *u->table);
  for (size_t i = 0; i < old_cap; i++)
    if (old[i])
      table_put(u, old[i]);
  free(old);
}

void unf_tabulate(struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  unf_id up = u->at.at[r].up;
  if (!up || !(u->at.at[up].flags & UNF_CROWDED))
    return;
  u->table_len++;
  if (u->table_len * 4 > u->table_cap * 3) /* some place stays empty */
    table_grow(u);
  table_put(u, r);
}

/* The extensions of an event have become many. */
static void crowd(struct unfold *u, unf_id up) {
  u->at.at[up].flags |= UNF_CROWDED;
  for (unf_id r = u->at.at[up].exts; r; r = u->at.at[r].sibling)
    if (u->at.at[r].up == up) /* others are starts of threads */
      unf_tabulate(u, r);
}

static bool same_past(const struct unfold *u, unf_id r, unsigned thread,
                      const uint32_t *past) {
  EXPECTS(r && r < u->at.len && thread < THREADS_MAX);
  const uint32_t *mine = unf_past(u, r);
  for (uint32_t t = 0; t < u->width; t++)
    if (mine[t] != past[t] && t != thread)
      return false;
  return true;
}

/* Records and their pasts are most of the memory: where there are many of them
 * there is room for a sixteenth more, and not for as many again. */
static size_t room_after(size_t cap) {
  return cap < STRESSED(4, 1 << 10) ? cap * 2 + 1 : cap + cap / 16 + 1;
}

static unf_id push_record(struct unfold *u, struct unf_record r,
                          const uint32_t *past) {
  EXPECTS(r.thread < u->width);
  unf_id id = (unf_id)u->at.len;
  if (u->at.len == u->at.cap && u->at.cap) {
    u->at.cap = room_after(u->at.cap);
    u->at.at = alloc_resize(u->at.at, u->at.cap, sizeof *u->at.at);
  }
  vec_push(&u->at, r);
  if (u->at.len > u->pasts_cap) {
    u->pasts_cap = room_after(u->pasts_cap);
    u->pasts =
        alloc_resize(u->pasts, u->pasts_cap * u->width, sizeof *u->pasts);
  }
  uint32_t *mine = unf_past(u, id);
  memcpy(mine, past, u->width * sizeof *mine);
  mine[r.thread] = id;
  return id;
}

/* Whether a record is the one that is looked for. */
static bool is_wanted(const struct unfold *u, unf_id id,
                      const struct unf_record *wanted, const uint32_t *past) {
  const struct unf_record *r = &u->at.at[id];
  return r->tag == wanted->tag && r->up == wanted->up && r->op == wanted->op &&
         r->alt == wanted->alt && same_past(u, id, wanted->thread, past);
}

static unf_id find_among_few(struct unfold *u, const struct unf_record *wanted,
                             const uint32_t *past) {
  unsigned count = 0;
  for (unf_id r = wanted->sibling; r; r = u->at.at[r].sibling, count++)
    if (is_wanted(u, r, wanted, past))
      return r;
  if (count >= FEW)
    crowd(u, wanted->up);
  return 0;
}

static unf_id find_in_table(const struct unfold *u, uint32_t hash,
                            const struct unf_record *wanted,
                            const uint32_t *past) {
  size_t at = hash & (u->table_cap - 1);
  for (; u->table[at]; at = (at + 1) & (u->table_cap - 1))
    if (is_wanted(u, u->table[at], wanted, past))
      return u->table[at];
  return 0;
}

unf_id unf_record(struct unfold *u, unf_id up, op_id op, unsigned alt,
                  const uint32_t *past, bool *made) {
  EXPECTS(up && up < u->at.len && op && op < u->ops.len);
  unsigned thread = u->at.at[up].thread;
  uint32_t hash = hash_of(up, op, alt, thread, past, u->width);
  struct unf_record r = {.up = up,
                         .op = op,
                         .tag = (uint16_t)(hash >> 16),
                         .sibling = u->at.at[up].exts,
                         .thread = (uint16_t)thread,
                         .alt = (uint16_t)alt};
  unf_id id = u->at.at[up].flags & UNF_CROWDED
                  ? find_in_table(u, hash, &r, past)
                  : find_among_few(u, &r, past);
  *made = !id;
  if (id)
    return id;
  if (u->ops.at[op].kind >= OP_COUNT)
    r.flags = UNF_VIRTUAL;
  id = push_record(u, r, past);
  u->at.at[up].exts = id;
  unf_tabulate(u, id);
  return id;
}

unf_id unf_start(struct unfold *u, unsigned thread, unf_id creator) {
  EXPECTS(thread < THREADS_WORD && creator < u->at.len);
  bool added;
  uint64_t key = (uint64_t)creator << 16 | thread;
  uint64_t *start = map_at(&u->starts, key, &added);
  if (!added)
    return (unf_id)*start;
  unf_widen(u, thread);
  struct unf_op o = {.object = thread, .size = 1, .kind = UNF_START};
  struct unf_record r = {.op = unf_op(u, &o),
                         .state = creator,
                         .sibling = u->at.at[creator].exts,
                         .thread = (uint16_t)thread,
                         .flags = UNF_VIRTUAL | UNF_DONE};
  uint32_t past[THREADS_WORD + 4] = {0};
  memcpy(past, unf_past(u, creator), u->width * sizeof *past);
  unf_id id = push_record(u, r, past);
  *start = id;
  return u->at.at[creator].exts = id;
}

unf_id unf_newborn(const struct unfold *u, const uint32_t *past, unsigned t) {
  EXPECTS(t < THREADS_WORD);
  for (uint32_t c = 0; c <= u->width; c++)
    for (unf_id e = c < u->width ? past[c] : 0;; e = u->at.at[e].up) {
      uint64_t *start = map_get(&u->starts, (uint64_t)e << 16 | t);
      if (start)
        return (unf_id)*start;
      if (!e)
        break;
    }
  return 0;
}

static void add_link(struct unfold *u, uint32_t *head, unf_id r) {
  EXPECTS(head && r && r < u->at.len);
  struct unf_link l = {r, *head};
  if (!(u->at.at[r].flags & UNF_FILED)) {
    u->at.at[r].flags |= UNF_FILED;
    u->at.at[r].next = *head;
    *head = r;
    return;
  }
  *head = (uint32_t)UNF_LINK | (uint32_t)u->links.len;
  if (u->links.len == u->links.cap) {
    u->links.cap = room_after(u->links.cap);
    u->links.at =
        alloc_resize(u->links.at, u->links.cap, sizeof *u->links.at);
  }
  vec_push(&u->links, l);
}

void unf_file_at(struct unfold *u, unf_id r, uint32_t cell) {
  EXPECTS(r && r < u->at.len && cell < u->cells.len);
  add_link(u, &u->cells.at[cell].roots[unf_op_of(u, r)->loud], r);
}

void unf_file(struct unfold *u, unf_id r, unf_id state) {
  EXPECTS(r && r < u->at.len && state < u->at.len);
  uint32_t cells[UNF_CELLS];
  bool all;
  if (state) {
    add_link(u, &u->at.at[state].kids[unf_op_of(u, r)->loud], r);
    return;
  }
  size_t n = unf_cells(u, u->at.at[r].op, u->at.at[r].up, cells, &all);
  for (size_t i = 0; i < n; i++)
    unf_file_at(u, r, cells[i]);
}
