#include "explore/endless.h"

#include "base/bitset.h"
#include "base/hash.h"
#include "base/sound.h"
#include "explore/search.h"

/* --- what the text says --------------------------------------------------- */

struct arc {
  location_id from, to;
};

struct text_walk {
  const struct model *m;
  uint64_t *been; /* by instruction */
  VEC(code_id) todo;
  VEC(struct arc) arcs; /* of one process */
};

/* Where code that begins here may stop. */
static void walk(struct text_walk *w, location_id from, code_id start) {
  for (size_t i = 0; i < BITSET_WORDS(w->m->code_count); i++)
    w->been[i] = 0;
  vec_push(&w->todo, start);
  while (w->todo.len) {
    code_id at = vec_pop(&w->todo);
    const struct code *c = &w->m->code[at];
    if (bitset_has(w->been, at))
      continue;
    bitset_add(w->been, at);
    if (c->op == CODE_STOP) {
      struct arc arc = {from, c->to};
      vec_push(&w->arcs, arc);
      continue;
    }
    if (c->op == CODE_JUMP || c->op == CODE_UNLESS)
      vec_push(&w->todo, c->to);
    if (c->op != CODE_JUMP)
      vec_push(&w->todo, at + 1);
  }
}

/* Whether arcs are left when those into places that nothing more leads away
 * from are taken off again and again. */
static bool goes_round(const struct process *p, struct text_walk *w) {
  uint32_t *leaving = alloc_zero(p->location_count + 1, sizeof *leaving);
  size_t left = w->arcs.len, before;
  vec_each(&w->arcs, a) leaving[a->from]++;
  do {
    size_t kept = 0;
    before = left;
    for (size_t i = 0; i < left; i++) {
      struct arc a = w->arcs.at[i];
      if (leaving[a.to])
        w->arcs.at[kept++] = a;
      else
        leaving[a.from]--;
    }
    left = kept;
  } while (left && left < before);
  free(leaving);
  return left != 0;
}

/* Those that have an end into *who, unless it is NULL; whether one of all may
 * go round. */
static bool look_through(const struct model *m, struct endless *who) {
  struct text_walk w = {.m = m};
  bool round = false;
  w.been = alloc_zero(BITSET_WORDS(m->code_count) + 1, sizeof *w.been);
  for (process_id id = 0; id < m->process_count; id++) {
    const struct process *p = &m->processes[id];
    bool ends = false;
    vec_clear(&w.arcs);
    for (edge_id e = 0; e < p->edge_count; e++)
      walk(&w, p->edges[e].from, p->edges[e].code);
    vec_each(&w.arcs, a) ends |= p->locations[a->to].final;
    if (ends)
      vec_push(&who->who, id);
    round |= goes_round(p, &w);
  }
  free(w.been);
  vec_free(&w.todo);
  vec_free(&w.arcs);
  return round;
}

bool endless_possible(const struct model *m) {
  struct endless e = {0};
  endless_open(&e, m);
  bool on = e.on;
  endless_close(&e);
  return on;
}

void endless_open(struct endless *e, const struct model *m) {
  e->on = look_through(m, e) && e->who.len;
}

void endless_close(struct endless *e) {
  vec_free(&e->who);
  vec_free(&e->newest);
}

/* --- backwards ------------------------------------------------------------ */

enum {
  GROUP = 64,
  LOOK = 4096
}; /* processes at once; states between looks
                                     at the clock */

struct backwards {
  struct search *s;
  const process_id *who;
  unsigned count;
  uint64_t all;
  uint64_t *known;           /* by state: who can come to its end from there */
  VEC(uint8_t) ended[GROUP]; /* by value of the process: 1 no, 2 yes */
};

static bool has_ended(struct backwards *b, unsigned i, value_id value) {
  EXPECTS(i < b->s->endless.who.len);
  struct search *s = b->s;
  if (value >= b->ended[i].len)
    vec_resize(&b->ended[i], value + 1);
  uint8_t *known = &b->ended[i].at[value];
  if (!*known) {
    struct words *mine = &s->expanders[0].hand.mine;
    parts_words(&s->parts, b->who[i], value, mine);
    const struct process *p = &s->model->processes[b->who[i]];
    *known = p->locations[mine->at[0]].final ? 2 : 1;
  }
  return *known == 2;
}

static uint64_t ended_in(struct backwards *b, state_id id) {
  EXPECTS(id < b->s->store.count);
  struct search *s = b->s;
  struct expander *x = &s->expanders[0];
  uint64_t set = 0;
  store_get(&s->store, id, x->words);
  layout_unpack(&s->layout, x->words, x->values);
  for (unsigned i = 0; i < b->count; i++)
    if (has_ended(b, i, x->values[b->who[i]]))
      set |= (uint64_t)1 << i;
  return set;
}

/* Whether nothing leaves it.  Steps that sleep were not taken there. */
static bool stands(struct search *s, state_id id) {
  EXPECTS(id < s->store.count);
  if (s->endless.newest.at[id])
    return false;
  if (!s->sleepy)
    return true;
  expand_again(&s->expanders[0], id);
  return !s->expanders[0].records.len;
}

static bool add(struct backwards *b, state_id id, uint64_t more) {
  EXPECTS(id < b->s->store.count);
  uint64_t before = b->known[id];
  b->known[id] |= more;
  return b->known[id] != before;
}

/* Along the newest successors, in both directions by turns: chains of them go
 * up and down. */
static void along_newest(struct backwards *b) {
  const uint32_t *newest = b->s->endless.newest.at;
  const state_id n = b->s->store.count;
  for (bool up = true, changed = true; changed; up = !up) {
    changed = false;
    for (state_id i = 0; i < n; i++) {
      state_id id = up ? n - 1 - i : i;
      if (newest[id])
        changed |= add(b, id, b->known[newest[id] - 1]);
    }
  }
}

/* What the successors of a state know. */
static uint64_t ask_successors(struct backwards *b, state_id id) {
  EXPECTS(id < b->s->store.count);
  struct search *s = b->s;
  struct expander *x = &s->expanders[0];
  size_t words = s->layout.words;
  uint64_t set = 0;
  expand_again(x, id);
  for (size_t at = 0; at < x->records.len; at += words) /* all is explored */
    set |= b->known[store_known(
        &s->store, hash_words(x->records.at + at, words), x->records.at + at)];
  return set;
}

/* Expands what is not decided until nothing changes; false: a limit. */
static bool expand_rest(struct backwards *b) {
  struct search *s = b->s;
  VEC(state_id) left = {0};
  bool changed = true, in_time = true;
  for (state_id id = 0; id < s->store.count; id++)
    if (b->known[id] != b->all)
      vec_push(&left, id);
  for (uint64_t looked = 0; changed && in_time;) {
    size_t kept = left.len;
    changed = false;
    for (size_t i = left.len; i-- > 0 && in_time;) {
      state_id id = left.at[i];
      changed |= add(b, id, ask_successors(b, id));
      if (b->known[id] != b->all)
        left.at[--kept] = id;
      if (++looked % LOOK == 0)
        in_time = !search_late(s);
    }
    for (size_t i = 0; in_time && kept + i < left.len; i++)
      left.at[i] = left.at[kept + i];
    left.len -= in_time ? kept : 0;
    if (changed)
      along_newest(b);
  }
  vec_free(&left);
  return in_time;
}

static void tell(struct backwards *b) {
  for (unsigned i = 0; i < b->count; i++)
    for (state_id id = 0; id < b->s->store.count; id++)
      if (!(b->known[id] >> i & 1)) {
        struct candidate c = {.kind = FINDING_ENDLESS,
                              .state = id,
                              .process = b->who[i],
                              .remark = {.object = NONE}};
        search_count(b->s, &c);
        break;
      }
}

static void find_group(struct search *s, size_t first) {
  size_t left = s->endless.who.len - first;
  struct backwards b = {.s = s, .who = s->endless.who.at + first};
  b.count = (unsigned)(left < GROUP ? left : GROUP);
  b.all = b.count < GROUP ? ((uint64_t)1 << b.count) - 1 : UINT64_MAX;
  b.known = alloc_zero(s->store.count, sizeof *b.known);
  bool in_time = true;
  for (state_id id = 0; id < s->store.count && in_time; id++) {
    b.known[id] = stands(s, id) ? b.all : ended_in(&b, id);
    if (id % LOOK == LOOK - 1)
      in_time = !search_late(s);
  }
  if (in_time)
    along_newest(&b);
  if (in_time && expand_rest(&b))
    tell(&b);
  for (unsigned i = 0; i < GROUP; i++)
    vec_free(&b.ended[i]);
  free(b.known);
}

bool endless_all_ended(struct search *s, const value_id *values) {
  bool all = true;
  for (size_t i = 0; all && i < s->endless.who.len; i++) {
    process_id p = s->endless.who.at[i];
    struct words *mine = &s->expanders[0].hand.mine;
    parts_words(&s->parts, p, values[p], mine);
    all = s->model->processes[p].locations[mine->at[0]].final;
  }
  return all;
}

void endless_find(struct search *s) {
  bool cut = s->options.first_only && s->found.len;
  for (object_id o = 0; o < s->model->object_count; o++)
    cut |= s->grows[o];
  if (!s->endless.on || cut)
    return;
  if (s->store.forgets) {
    s->onward.lost = !onward_settles(s);
    return;
  }
  s->expanders[0].note_seen = s->note_seen.at; /* it may have moved */
  s->expanders[0].note_seen_len = s->note_seen.len;
  endless_reserve(&s->endless, s->store.count);
  for (size_t first = 0; first < s->endless.who.len && !s->result->stopped;
       first += GROUP)
    find_group(s, first);
  if (s->options.first_only && s->found.len && !s->result->stopped)
    s->result->stopped = STOP_FIRST;
}
