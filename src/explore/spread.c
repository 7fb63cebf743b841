#include "explore/spread_inside.h"

#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "explore/batch.h"
#include "explore/checkpoint.h"
#include "explore/disk.h"

bool spread_refuses(const struct model *m, const struct explore_options *o,
                    struct text *why) {
  if (o->saving && o->saving->disk)
    text_add(why, "--disk is for one process");
  else
    disk_refuses(m, o, why); /* for the same reasons */
  return why->len != 0;
}

/* --- life ----------------------------------------------------------------- */

/* The store without its states: what is kept there is kept by its owner. */
void spread_empty(struct search *s) {
  unsigned divisions = s->store.division_count;
  bool may_forget = s->store.may_forget;
  store_close(&s->store);
  store_open(&s->store, &s->layout, divisions, true, 0);
  s->store.may_forget = may_forget;
  s->store.may_press = may_forget && s->jobs == 1;
}

void spread_open(struct search *s) {
  struct spread *p = alloc_zero(1, sizeof *p);
  unsigned count = s->options.ranks->count;
  s->spread = p;
  p->ranks = s->options.ranks;
  p->workers = s->jobs;
  p->owners.ranks = count;
  p->owners.factors = alloc_zero(s->parts.count + 1, sizeof(uint32_t));
  for (part_id i = 0; i < s->parts.count; i++)
    p->owners.factors[i] = (uint32_t)hash_mix(i + 0x51ed270b7a2f3ac5u) | 1;
  p->agreed = alloc_zero(s->parts.count + 1, sizeof *p->agreed);
  for (part_id i = 0; i < s->parts.count; i++)
    p->agreed[i] = s->parts.at[i].count; /* those of the initial state */
  p->out = alloc_zero(count, sizeof *p->out);
  p->in = alloc_zero(count, sizeof *p->in);
  p->boxes = alloc_zero((size_t)s->jobs * count, sizeof *p->boxes);
  p->outboxes = alloc_zero(s->jobs, sizeof *p->outboxes);
  p->catches = alloc_zero(s->jobs, sizeof *p->catches);
  for (unsigned i = 0; i < s->jobs; i++) {
    p->outboxes[i].owners = &p->owners;
    p->outboxes[i].to = p->boxes + (size_t)i * count;
    s->expanders[i].outbox = &p->outboxes[i];
  }
  p->property_told = alloc_zero(s->model->property_count + 1, 1);
  spread_relayout(s);
  mover_watch(&s->mover);
}

void spread_close(struct search *s) {
  struct spread *p = s->spread;
  if (!p)
    return;
  for (unsigned i = 0; i < s->jobs; i++) {
    recent_close(&p->catches[i].recent);
    vec_free(&p->catches[i].words);
    vec_free(&p->catches[i].places);
    vec_free(&p->catches[i].entries);
  }
  for (unsigned i = 0; i < p->ranks->count; i++) {
    bytes_free(&p->out[i]);
    bytes_free(&p->in[i]);
  }
  for (size_t i = 0; i < (size_t)s->jobs * p->ranks->count; i++)
    bytes_free(&p->boxes[i].bytes);
  ranks_all_free(&p->all);
  ranks_all_free(&p->told);
  bytes_free(&p->fresh.bytes);
  sorter_close(&p->order);
  rising_free(&p->own);
  rising_free(&p->parents);
  vec_free(&p->indices);
  vec_free(&p->levels);
  vec_free(&p->turns);
  vec_free(&p->found);
  vec_free(&p->note_told);
  vec_free(&p->renamed);
  vec_free(&p->names);
  vec_free(&p->where);
  paths_free(&p->paths);
  free(p->property_told);
  free(p->catches);
  free(p->outboxes);
  free(p->boxes);
  free(p->in);
  free(p->out);
  free(p->agreed);
  free(p->owners.factors);
  free(p->owners.sums);
  free(p);
  s->spread = NULL;
}

uint64_t spread_memory(const struct spread *p) {
  uint64_t bytes = rising_bytes(&p->own) + rising_bytes(&p->parents);
  bytes += p->fresh.bytes.cap + p->turns.cap * sizeof *p->turns.at;
  for (unsigned i = 0; i < p->ranks->count; i++)
    bytes += p->out[i].cap + p->in[i].cap;
  for (unsigned i = 0; i < p->workers * p->ranks->count; i++)
    bytes += p->boxes[i].bytes.cap;
  for (unsigned i = 0; i < p->workers; i++)
    bytes += recent_bytes(&p->catches[i].recent);
  return bytes;
}

/* --- the search ----------------------------------------------------------- */

/* Every division has a table, though it may be empty. */
static bool open_divisions(struct search *s) {
  bool ok = true;
  for (unsigned i = 0; i < s->jobs; i++)
    ok = ok && store_reserve_division(&s->store, i, 1);
  return ok;
}

/* The level of the initial state, at its owner. */
static void begin(struct search *s) {
  struct spread *p = s->spread;
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  struct spread_level level = {0};
  store_get(&s->store, 0, words);
  if (owners_of(&p->owners, words) == p->ranks->rank) {
    rising_push(&p->own, 0);
    rising_push(&p->parents, 0);
    s->store.may_press &= s->jobs == 1;
  } else {
    spread_empty(s);
  }
  if (!open_divisions(s) && !s->result->stopped)
    s->result->stopped = STOP_MEMORY;
  vec_push(&p->levels, level);
  p->width = p->states = 1;
  s->next = 0;
  s->level_end = s->store.count;
  free(words);
}

static void peek(struct search *s) {
  struct spread *p = s->spread;
  p->next_index = s->next < s->level_end ? rising_next(&p->cursor) : p->width;
}

static void begin_level(struct search *s) {
  struct spread *p = s->spread;
  s->at_limit = s->options.depth && s->level >= s->options.depth;
  p->end = 0;
  p->reach = batch_limit(s); /* nobody has more of these */
  p->cursor = rising_from(&p->own, s->next);
  peek(s);
}

/* The states of this rank of the next stretch of the level. */
static void next_batch(struct search *s) {
  struct spread *p = s->spread;
  p->end = p->reach < p->width ? p->reach : p->width;
  vec_clear(&s->batch);
  vec_clear(&p->indices);
  while (p->next_index < p->end) {
    vec_push(&s->batch, s->next++);
    vec_push(&p->indices, p->next_index);
    peek(s);
  }
}

/* One level is expanded by all; false: the search ends here. */
static bool expand_level(struct search *s) {
  struct spread_round round = {.more = true};
  begin_level(s);
  while (round.more && !round.stopped && !round.short_of_slots) {
    next_batch(s);
    search_make_room(s);
    round = spread_agree(s, s->level_end - s->next);
    if (round.stopped || round.short_of_slots)
      break;
    if (!s->at_limit && !spread_ship(s)) /* all hear of it in the next round */
      s->spread->out_of_memory = true;
    spread_account(s);
    if (s->store.forgets)
      store_drop(&s->store, s->next);
    search_tend(s);
  }
  if (!round.stopped && !round.short_of_slots && !spread_count(s))
    round.stopped = STOP_MEMORY;
  s->short_of_slots = round.short_of_slots;
  s->result->stopped = round.stopped;
  return !round.stopped && !round.short_of_slots;
}

/* Where a level begins: the search is saved when rank 0 finds it is time. */
static void tend(struct search *s) {
  struct spread *p = s->spread;
  uint8_t due = checkpoint_due(s);
  p->figures = s->result->stats;
  if (!s->saved)
    return;
  ranks_share(p->ranks, &due, sizeof due, &p->all);
  if (p->all.bytes.at[0])
    checkpoint_now(s);
}

/* All forget at once, because the layout is another then, and is the same
 * everywhere. */
static bool forget(struct search *s) {
  return !batch_is_time_to_forget(s) || spread_widen(s);
}

static bool may_go_on(enum stop_reason why) {
  return why == STOP_TIME || why == STOP_MEMORY || why == STOP_STATES ||
         why == STOP_INTERRUPT;
}

void spread_run(struct search *s) {
  struct spread *p = s->spread;
  if (s->start_failed) { /* all know it: the run ends where it begins */
    p->states = 1;
    return;
  }
  if (!p->levels.len)
    begin(s);
  else if (!open_divisions(s) && !s->result->stopped)
    s->result->stopped = STOP_MEMORY;
  p->figures = s->result->stats;
  for (;;) {
    bool goes_on = expand_level(s);
    s->result->stats.states = p->states + p->caught;
    if (s->short_of_slots)
      return;
    if (s->saved && may_go_on(s->result->stopped))
      checkpoint_now(s); /* as it was when the level began */
    spread_merge_found(s);
    if (goes_on && s->options.first_only && s->found.len) {
      s->result->stopped = STOP_FIRST;
      goes_on = false;
    }
    if (!goes_on || s->at_limit)
      return;
    spread_number(s);
    if (!p->width)
      return;
    s->level++;
    tend(s);
    if (!forget(s))
      p->out_of_memory = true;
  }
}
