#include "explore/search.h"

#include <string.h>

#include "base/clock.h"
#include "base/count.h"
#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/batch.h"
#include "explore/checkpoint.h"
#include "explore/crank.h"
#include "explore/disk.h"
#include "explore/hashed.h"
#include "explore/spread.h"
#include "explore/wake.h"

/* So late that the batch in work is left in the middle: asked by workers,
 * nothing that changes meanwhile is looked at. */
static bool overdue(const struct search *s) {
  const double grace = 0.1; /* of a batch that is almost done */
  const struct explore_options *o = &s->options;
  return progress_stopped(o->progress) ||
         (o->seconds && clock_wall() - s->started >= o->seconds + grace);
}

/* --- life ----------------------------------------------------------------- */

static void open_expanders(struct search *s) {
  s->expanders = alloc_apart(s->jobs, sizeof *s->expanders);
  for (unsigned i = 0; i < s->jobs; i++) {
    struct expander *x = &s->expanders[i];
    expander_open(x, &s->mover, &s->layout, &s->store);
    x->crank = s->slots ? &s->cranks[i] : NULL;
    x->overdue = overdue;
    x->search = s;
    x->strategy = s->options.strategy;
    x->strategy_self = s->strategy_self;
    x->property_violated = s->property_violated;
    x->grow = &s->grow;
    x->grows = s->grows;
    x->find = s->options.find;
    x->keep_steps = s->options.keep_edges;
    x->sets = s->sleepy ? &s->sets : NULL;
    x->any_order = STRESSED(s->merges, false);
  }
}

static void open_cranks(struct search *s, const struct model *m) {
  s->cranks = alloc_zero(s->jobs, sizeof *s->cranks);
  for (unsigned i = 0; i < s->jobs; i++) {
    struct crank *k = &s->cranks[i];
    crank_open(k, m->machine, &s->parts, &s->notes, s->slots);
    k->taken = s->mover.taken;
    k->short_of_slots = &s->short_of_slots;
  }
}

/* A search may have to begin anew, as another. */
struct attempt {
  uint32_t slots; /* of the machine; 0: there is none */
  bool remembers;
  double started, cpu_started;
};

static void search_open(struct search *s, const struct model *m,
                        const struct explore_options *o,
                        const struct attempt *as) {
  const uint32_t slots = as->slots;
  s->model = m;
  s->slots = slots;
  s->remembers = as->remembers;
  s->options = *o;
  if (!s->options.find)
    s->options.find = explore_find(m, 0);
  if (!s->options.findings_kept) /* without states runs are long */
    s->options.findings_kept = o->keep ? 20 : 1000;
  if (o->keep) {
    s->options.depth_first = true;
    s->options.keep_edges = false;
  }
  if (!s->options.strategy)
    s->options.strategy = &strategy_full;
  s->sleepy = s->options.strategy->sleeps;
  s->merges = s->sleepy && (s->options.strategy->sleeps != SLEEPS_ALL ||
                            s->options.depth_first);
  if (s->sleepy)
    asleep_open(&s->sets, m);
  s->started = as->started;
  s->cpu_started = as->cpu_started;
  s->jobs = o->jobs && !s->options.depth_first ? o->jobs : 1;
  crew_open(&s->crew, s->jobs);
  s->jobs = s->crew.count;
  if (slots) {
    s->bare = *m;
    s->bare.process_count = 0;
    m = &s->bare;
  }
  parts_open(&s->parts, m, slots);
  notes_open(&s->notes);
  mover_open(&s->mover, &s->parts, &s->notes);
  if (slots)
    open_cranks(s, m);
  s->property_violated = alloc_zero(m->property_count, 1);
  s->grows = alloc_zero(m->object_count + 1, sizeof *s->grows);
  grow_open(&s->grow, m);
  batch_open(s);
  if (!o->keep && !(o->saving && o->saving->disk) && !o->ranks &&
      s->options.find & s->options.strategy->preserves & 1u << FINDING_ENDLESS)
    endless_open(&s->endless, m);
  s->result = alloc_zero(1, sizeof *s->result);
}

static void search_close(struct search *s) {
  crew_close(&s->crew);
  for (unsigned i = 0; i < s->jobs; i++)
    expander_close(&s->expanders[i]);
  free(s->expanders);
  for (unsigned i = 0; s->slots && i < s->jobs; i++)
    crank_close(&s->cranks[i]);
  free(s->cranks);
  batch_close(s);
  mover_close(&s->mover);
  notes_close(&s->notes);
  parts_close(&s->parts);
  layout_close(&s->layout);
  store_close(&s->store);
  free(s->start);
  asleep_close(&s->sets);
  wake_close(s);
  vec_free(&s->stack);
  vec_free(&s->depths);
  vec_free(&s->batch);
  vec_free(&s->found);
  free(s->property_violated);
  free(s->grows);
  grow_close(&s->grow);
  vec_free(&s->note_seen);
  vec_free(&s->told.at);
  endless_close(&s->endless);
  onward_close(&s->onward);
  disk_close(s);
  spread_close(s);
  vec_each(&s->lassos, l) vec_free(&l->steps);
  vec_free(&s->lassos);
}

/* --- bookkeeping of a batch ----------------------------------------------- */

/* The final number of a record's successor. */
static state_id successor(const struct search *s, unsigned division,
                          uint32_t id) {
  return id & (uint32_t)STORE_PROVISIONAL
             ? s->sieves[division]
                   .fresh.at[id & ~(uint32_t)STORE_PROVISIONAL]
                   .id
             : id;
}

/* The edges of a chunk; `ids`: where the records of each division begin. */
static void keep_edges(struct search *s, const struct chunk *c, uint32_t *ids) {
  struct explore_result *r = s->result;
  size_t before = r->edges.len;
  vec_resize(&r->edges, before + c->records);
  for (unsigned d = 0; d < s->jobs; d++)
    vec_each(&c->shares[d].origins, o) {
      const struct model_step *step = &c->first_steps.at[o->number];
      state_id to = successor(s, d, s->sieves[d].ids.at[ids[d]++]);
      r->edges.at[before + o->number] = (struct explore_edge){
          c->states[o->from], to, step->process, step->edge, step->choice};
    }
  if (r->edges.len > EXPLORE_EDGES_MAX) {
    s->options.keep_edges = false;
    vec_free(&r->edges);
  }
}

static void keep_newest(struct search *s, const struct chunk *c,
                        uint32_t *ids) {
  EXPECTS(c && ids);
  for (unsigned d = 0; d < s->jobs; d++)
    vec_each(&c->shares[d].origins, o)
        endless_edge(&s->endless, c->states[o->from],
                     successor(s, d, s->sieves[d].ids.at[ids[d]++]));
}

static void push_fresh(struct search *s, const struct chunk *c) {
  /* The first successor is to be expanded first: pushed last. */
  for (uint32_t i = c->fresh; i-- > 0;)
    vec_push(&s->stack, c->next_id + i);
}

static void note_depths(struct search *s, const struct chunk *c) {
  vec_resize(&s->depths, s->store.count);
  for (uint32_t i = 0; i < c->fresh; i++) {
    state_id id = c->next_id + i;
    uint32_t depth = s->depths.at[store_parent(&s->store, id)] + 1;
    s->depths.at[id] = depth;
    if (depth > s->result->stats.depth)
      s->result->stats.depth = depth;
  }
}

static void account(struct search *s) {
  struct explore_stats *st = &s->result->stats;
  uint32_t *ids = alloc_zero(2 * s->jobs, sizeof *ids);
  if (search_keeps_newest(s))
    endless_reserve(&s->endless, s->store.count);
  for (unsigned k = 0; k < s->chunk_count; k++) {
    struct chunk *c = &s->chunks[k];
    st->transitions += c->records;
    count_add(&st->stands_for, c->stands_for);
    count_add(&st->terminated, c->terminated);
    count_add(&st->blocking, c->blocking);
    count_add(&st->deadlocks, c->deadlocks);
    search_collect(s, c);
    if (s->options.keep_edges)
      keep_edges(s, c, ids);
    if (search_keeps_newest(s))
      keep_newest(s, c, ids + s->jobs);
    if (s->options.depth_first) {
      note_depths(s, c);
      push_fresh(s, c);
    }
  }
  if (s->sleepy)
    wake_collect(s);
  if (s->endless.on && s->store.forgets)
    onward_account(s);
  st->states = s->store.count;
  free(ids);
}

/* States at the limit of depth: what shows in them counts, what their steps
 * would lead to or fail in does not; if there is any such step, something
 * was left out. */
static void account_at_limit(struct search *s) {
  struct explore_stats *st = &s->result->stats;
  for (unsigned k = 0; k < s->chunk_count; k++) {
    struct chunk *c = &s->chunks[k];
    size_t kept = 0;
    bool more = c->records != 0;
    vec_each(&c->candidates, found) {
      more |= found->remark.fails;
      if (!found->remark.fails)
        c->candidates.at[kept++] = *found;
    }
    c->candidates.len = kept;
    count_add(&st->stands_for, c->stands_for);
    count_add(&st->terminated, c->terminated);
    count_add(&st->blocking, c->blocking);
    count_add(&st->deadlocks, c->deadlocks);
    search_collect(s, c);
    s->left_deep |= more;
  }
}

static uint64_t crank_bytes(const struct search *s) {
  uint64_t bytes = 0;
  for (unsigned i = 0; s->slots && i < s->jobs; i++)
    bytes += s->cranks[i].bytes;
  return bytes;
}

uint64_t search_memory(const struct search *s) {
  return store_bytes(&s->store) + parts_bytes(&s->parts) +
         mover_bytes(&s->mover) + crank_bytes(s) + s->more_bytes +
         batch_bytes(s) + (s->disk ? disk_memory(s->disk) : 0) +
         (s->spread ? spread_memory(s->spread) : 0) + onward_bytes(&s->onward) +
         s->endless.newest.cap * sizeof *s->endless.newest.at;
}

/* Remembered moves are dropped when they outgrow the states they serve. */
static void trim_memory(struct search *s) {
  mover_settle(&s->mover);
  if (s->store.press)
    press_settle(s->store.press);
  uint64_t memo = s->mover.list_bytes, store = store_bytes(&s->store);
  uint64_t most = STRESSED(1 << 12, 64u << 20);
  if (most < store)
    most = store;
  if (s->options.memory && most > s->options.memory / 4)
    most = s->options.memory / 4;
  for (unsigned i = 0; s->slots && i < s->jobs; i++)
    crank_trim(&s->cranks[i], most / s->jobs);
  if (memo <= most)
    return;
  struct hand *hands = alloc_zero(s->jobs, sizeof *hands);
  for (unsigned i = 0; i < s->jobs; i++)
    hands[i] = s->expanders[i].hand;
  mover_forget(&s->mover, hands, s->jobs);
  for (unsigned i = 0; i < s->jobs; i++)
    s->expanders[i].hand = hands[i], sights_forget(&s->expanders[i].sights);
  free(hands);
}

void search_make_room(struct search *s) {
  const uint64_t most = s->options.memory;
  if (!most)
    return;
  const uint64_t now = search_memory(s), left = most > now ? most - now : 0;
  store_room(&s->store, left - left / 4); /* the states themselves, too */
}

enum stop_reason search_limit(struct search *s) {
  const struct explore_options *o = &s->options;
  if (o->first_only && s->found.len)
    return STOP_FIRST;
  if (progress_stopped(o->progress))
    return STOP_INTERRUPT;
  if (o->states && s->result->stats.states >= o->states)
    return STOP_STATES;
  if ((o->memory && search_memory(s) >= o->memory) || alloc_used_up())
    return STOP_MEMORY;
  if (o->seconds && clock_wall() - s->started >= o->seconds)
    return STOP_TIME;
  return STOP_NOT;
}

bool search_late(struct search *s) {
  enum stop_reason why = search_limit(s);
  bool late = why == STOP_TIME || why == STOP_MEMORY || why == STOP_INTERRUPT;
  if (late)
    s->result->stopped = why;
  return late;
}

void search_cut(struct search *s) {
  if (!search_late(s))
    s->result->stopped = STOP_MEMORY;
}

static void show_progress(struct search *s) {
  if (!progress_due(s->options.progress))
    return;
  struct progress_figure figures[] = {
      {"states", s->result->stats.states},
      {"frontier", s->options.depth_first ? s->stack.len
                                          : s->store.count - s->next +
                                                s->waking.len - s->waking_next},
      {"depth", s->options.depth_first ? s->result->stats.depth : s->level},
      {"memory", search_memory(s)},
  };
  progress_show(s->options.progress, "check", figures, 4);
}

void search_account(struct search *s) {
  if (s->at_limit)
    account_at_limit(s);
  else
    account(s);
}

void search_tend(struct search *s) {
  batch_trim(s);
  trim_memory(s);
  show_progress(s);
}

/* --- frontier ------------------------------------------------------------- */

static bool too_deep(struct search *s, state_id id) {
  uint64_t limit = s->options.depth;
  return limit && (s->options.depth_first ? s->depths.at[id] >= limit
                                          : s->level >= limit);
}

static bool nothing_left(const struct search *s) {
  return s->options.depth_first ? !s->stack.len
                                : s->next == s->store.count && wake_none(s);
}

/* Depth first: one state; breadth first: states of one level, those that are
 * expanded again before the new ones. */
static bool next_batch(struct search *s) {
  vec_clear(&s->batch);
  vec_clear(&s->batch_woken);
  if (nothing_left(s))
    return false;
  bool level = s->next == s->level_end && s->waking_next == s->waking.len;
  if (s->grow.ports.len && (level || s->options.depth_first))
    grow_look(s);
  if (s->options.depth_first) {
    state_id id = vec_pop(&s->stack);
    s->at_limit = too_deep(s, id);
    if (s->sleepy)
      wake_pop(s, id);
    else
      vec_push(&s->batch, id);
    return true;
  }
  if (level) {
    s->level_end = s->store.count;
    s->level++;
    wake_level(s);
    if (s->endless.on && s->store.forgets)
      onward_level(s);
  }
  s->at_limit = too_deep(s, s->next);
  unsigned limit = batch_limit(s);
  while (s->waking_next < s->waking.len && s->batch.len < limit) {
    const struct waking *w = &s->waking.at[s->waking_next++];
    wake_push(s, w->id, w->steps);
  }
  while (s->next < s->level_end && s->batch.len < limit)
    vec_push(&s->batch, s->next++);
  if (s->sleepy)
    vec_resize(&s->batch_woken, s->batch.len);
  return true;
}

/* Where a level begins: has somebody else the answer? */
static bool yields(struct search *s) {
  const struct explore_rival *r = s->options.rival;
  if (!r || s->options.depth_first || s->next < s->level_end ||
      s->waking_next < s->waking.len || nothing_left(s) ||
      s->result->stats.transitions < s->rival_at)
    return false;
  s->rival_at = UINT64_MAX;
  s->result->yielded = r->ask(r->user, &s->rival_at);
  if (s->result->yielded)
    s->result->stopped = STOP_INTERRUPT; /* nobody looks at it */
  return s->result->yielded;
}

/* --- the search ----------------------------------------------------------- */

/* Of a machine: the process that is said to fail is the first. */
static bool crank_fails(struct search *s, value_id *values,
                        struct note *failed) {
  struct machine_move how = {0};
  if (crank_initial(&s->cranks[0], values, &how))
    return false;
  failed[0] = (struct note){.kind = failure_kind(how.failure),
                            .location = NONE,
                            .message = NONE,
                            .object = NONE,
                            .failure = how.failure,
                            .place = how.place};
  return true;
}

static bool on_disk(const struct search *s) {
  return s->options.saving && s->options.saving->disk;
}

/* Parents are told of single states, out of their order. */
static bool keeps_parents(const struct search *s) {
  return s->options.depth_first || s->merges || s->options.ranks || on_disk(s);
}

/* Nobody asks for states that were expanded, but to tell runs, nor for their
 * numbers. */
static bool may_forget(const struct search *s) {
  const struct explore_options *o = &s->options;
  if (o->ranks) /* they find runs again, too, and look at nothing else */
    return !o->saving && !s->grow.ports.len && !s->sleepy && !o->keep;
  unsigned live = 1u << FINDING_LIVENESS, circle = 1u << FINDING_CIRCLE;
  bool whole =
      o->find & circle || (o->find & live && model_has_liveness(s->model));
  return !keeps_parents(s) && !s->sleepy && !o->keep && !o->keep_edges &&
         !o->saving && !s->grow.ports.len && !whole && !s->remembers;
}

static bool store_initial(struct search *s) {
  struct hand h;
  hand_open(&h, s->mover.model);
  struct note *failed = alloc_zero(s->model->process_count, sizeof *failed);
  value_id *values = alloc_zero(s->parts.count, sizeof *values);
  bool fails = s->slots ? crank_fails(s, values, failed)
                        : mover_initial(&s->mover, &h, values, failed);
  layout_open(&s->layout, &s->parts, NULL, false);
  store_open(&s->store, &s->layout, s->jobs, keeps_parents(s),
             s->sleepy ? s->sets.bytes : 0);
  if (may_forget(s)) {
    s->store.may_forget = s->store.may_press = true;
    s->start = alloc_zero(s->parts.count, sizeof *s->start);
    memcpy(s->start, values, s->parts.count * sizeof *s->start);
  }
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  layout_pack(&s->layout, values, words);
  bool ok = store_reserve(&s->store, 1);
  uint64_t hash = store_hash(&s->store, words);
  unsigned division = store_division(&s->store, hash);
  ok = ok && store_reserve_division(&s->store, division, 1);
  if (ok) {
    uint32_t id = 0;
    store_find(&s->store, division, hash, words, &id, NULL, NULL);
    store_put(&s->store, 0, words);
    s->store.count = 1;
    s->level_end = 1;
    s->result->stats.states = 1;
  }
  if (fails) { /* nothing can be explored: the run ends here */
    search_collect_start(s, failed);
    if (s->options.first_only && s->found.len)
      s->result->stopped = STOP_FIRST;
    s->next = 1;
    s->endless.on = false;
    s->start_failed = true;
  } else if (s->options.depth_first) {
    vec_push(&s->stack, 0);
    vec_resize(&s->depths, 1);
  }
  free(words);
  free(values);
  free(failed);
  hand_close(&h);
  return ok;
}

/* Memory was refused for the batch, or there was no time: nothing of it counts,
 * and who goes on with the search (checkpoint.h) begins with its states.  Sleep
 * sets that were merged stay so, and the steps that this has woken are awake. */
static void give_back(struct search *s) {
  if (s->sleepy)
    wake_collect(s);
  for (size_t i = s->batch.len; i-- > 0;) {
    const sleep_set woken = s->sleepy ? s->batch_woken.at[i] : 0;
    if (s->options.depth_first && s->sleepy)
      wake_put_back(s, s->batch.at[i], woken);
    else if (s->options.depth_first)
      vec_push(&s->stack, s->batch.at[i]);
    else if (woken)
      s->waking_next--;
    else
      s->next--;
  }
}

static void search_run(struct search *s) {
  s->rival_at = s->options.rival ? s->options.rival->at : 0;
  while (!yields(s) && next_batch(s)) {
    search_make_room(s);
    if (!batch_expand(s) || (!s->at_limit && !batch_commit(s))) {
      search_cut(s);
      give_back(s);
      return;
    }
    search_account(s);
    if (s->short_of_slots || s->onward.lost)
      return;
    if (!batch_tend(s)) {
      s->result->stopped = STOP_MEMORY;
      return;
    }
    search_tend(s);
    checkpoint_tend(s);
    enum stop_reason why = search_limit(s);
    if (why) {
      bool all = nothing_left(s);
      if (!all || why == STOP_FIRST)
        s->result->stopped = why;
      if (!all || why == STOP_FIRST)
        return;
    }
  }
}

unsigned explore_find(const struct model *m, unsigned find) {
  unsigned circle = 1u << FINDING_CIRCLE;
  bool all = !find || find == EXPLORE_FIND_ALL;
  /* What the languages of machines do not call an error. */
  if (m->machine && !find)
    find = EXPLORE_FIND_ALL &
           ~(1u << FINDING_ENDLESS | 1u << FINDING_UNEXECUTABLE);
  find = find ? find : EXPLORE_FIND_ALL;
  if (find >> FINDING_PROPERTY & 1 && model_has_liveness(m))
    find |= 1u << FINDING_LIVENESS;
  return all && model_has_progress(m) ? find | circle : find;
}

/* NULL: it was in vain; the next attempt is made as *as then says. */
static struct explore_result *explore_as(const struct model *m,
                                         const struct explore_options *o,
                                         struct attempt *as,
                                         struct checkpoint *saved) {
  EXPECTS(m && o);
  struct search *s = alloc_apart(1, sizeof *s);
  struct text why = {0};
  search_open(s, m, o, as);
  s->saved = saved;
  s->strategy_self = s->options.strategy->open(m, s->options.find, &why);
  assert(s->strategy_self); /* the caller has asked whether it applies */
  if (!store_initial(s))
    s->result->stopped = STOP_MEMORY;
  open_expanders(s);
  if (saved && o->saving->disk)
    disk_open(s);
  if (o->ranks)
    spread_open(s);
  if (saved && saved->resumes && !s->result->stopped)
    checkpoint_load(s);
  bool runs = !s->result->stopped && !s->short_of_slots;
  if (s->spread) /* whatever has stopped this rank, all hear of it */
    spread_run(s);
  else if (runs && s->options.keep)
    hashed_run(s);
  else if (runs && s->disk)
    disk_run(s);
  else if (runs)
    search_run(s);
  if (runs && !s->short_of_slots)
    checkpoint_cut(s);
  if (s->left_deep && !s->result->stopped)
    s->result->stopped = STOP_DEPTH;
  bool again = s->short_of_slots && as->slots < MACHINE_SLOTS_MAX;
  bool whole = !again && !s->options.keep && !s->disk && !s->spread;
  if (!s->result->stopped && whole && !s->onward.lost)
    endless_find(s);
  again |= s->onward.lost;
  if (!s->result->stopped && whole && !again)
    liveness_find(s);
  if (!again) {
    search_conclude(s);
    checkpoint_end(s);
  }
  s->options.strategy->close(s->strategy_self);
  text_free(&why);
  struct explore_result *r = s->result;
  as->remembers |= s->onward.lost;
  if (s->short_of_slots)
    as->slots =
        as->slots * 2 < MACHINE_SLOTS_MAX ? as->slots * 2 : MACHINE_SLOTS_MAX;
  search_close(s);
  free(s);
  if (again) {
    explore_result_free(r);
    r = NULL;
  }
  return r;
}

/* Nothing can be searched: the folder is not for this search. */
static struct explore_result *refused(const struct checkpoint *c) {
  struct explore_result *r = alloc_zero(1, sizeof *r);
  text_add(&r->disk, text_str(&c->why));
  r->stopped = STOP_DISK;
  r->refused = true;
  r->verdict = VERDICT_BROKEN;
  return r;
}

static struct explore_result *explore_until(const struct model *m,
                                            const struct explore_options *o,
                                            struct checkpoint *saved) {
  struct attempt as = {.started = clock_wall(), .cpu_started = clock_cpu()};
  if (m->machine)
    as.slots = m->machine->slots;
  if (m->machine && saved && saved->resumes && saved->slots > as.slots)
    as.slots = (uint32_t)saved->slots;
  for (;;) {
    struct explore_result *r = explore_as(m, o, &as, saved);
    if (r)
      return r;
    if (saved) /* what was saved has too few slots */
      saved->resumes = false;
  }
}

struct explore_result *explore(const struct model *m,
                               const struct explore_options *o) {
  struct checkpoint saved;
  if (!o->saving)
    return explore_until(m, o, NULL);
  bool ok = checkpoint_open(&saved, m, o);
  if (o->ranks && !spread_agrees(o->ranks, ok) && ok) {
    text_add(&saved.why, "another rank cannot use the folder");
    ok = false;
  }
  struct explore_result *r = ok ? explore_until(m, o, &saved) : refused(&saved);
  checkpoint_close(&saved);
  return r;
}
