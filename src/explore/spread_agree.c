/* What all ranks agree on after a batch: the numbers of values that are new,
 * and whether the search goes on. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "explore/batch.h"
#include "explore/crank.h"
#include "explore/spread_inside.h"

struct word {      /* of one rank, in each round */
  uint64_t left;   /* states of the level */
  uint64_t caught; /* new states so far */
  uint64_t reach;  /* so far it can go in the next round */
  uint8_t stopped; /* enum stop_reason */
  bool new_values, full, short_of_slots;
};

static bool has_new_values(const struct search *s) {
  for (part_id i = 0; i < s->parts.count; i++)
    if (s->parts.at[i].count > s->spread->agreed[i])
      return true;
  return false;
}

/* Part, how many, and each with its length. */
static void tell_values(const struct search *s, struct bytes *to) {
  to->len = 0;
  for (part_id i = 0; i < s->parts.count; i++) {
    value_id from = s->spread->agreed[i], end = s->parts.at[i].count;
    uint32_t head[2] = {i, end - from};
    if (from == end)
      continue;
    bytes_add(to, head, sizeof head);
    for (value_id v = from; v < end; v++) {
      size_t len;
      const uint8_t *at = parts_raw(&s->parts, i, v, &len);
      uint32_t size = (uint32_t)len;
      bytes_add(to, &size, sizeof size);
      bytes_add(to, at, len);
    }
  }
}

struct telling { /* a list of values, while it is read */
  const uint8_t *at, *end;
};

static uint32_t take(struct telling *t) {
  uint32_t n;
  memcpy(&n, t->at, sizeof n);
  t->at += sizeof n;
  return n;
}

/* The values that a rank tells; of this rank's own those that have another
 * number than they had here are noted. */
static void hear_values(struct search *s, const uint8_t *at, size_t len,
                        bool own) {
  struct spread *p = s->spread;
  struct telling t = {at, at + len};
  while (t.at < t.end) {
    part_id part = take(&t);
    uint32_t count = take(&t);
    bool same = true;
    for (uint32_t k = 0; k < count; k++) {
      uint32_t size = take(&t);
      value_id v = parts_number_raw(&s->parts, part, t.at, size);
      same &= !own || v == p->agreed[part] + k;
      if (!same)
        spread_note_name(p, part, p->agreed[part] + k, v);
      t.at += size;
    }
  }
}

/* The values of parts that a rank before this one tells of must come before
 * this rank's own: these are taken back, and entered again in their turn. */
static void take_back(struct search *s, const struct ranks_all *all) {
  for (unsigned r = 0; r < s->spread->ranks->rank; r++) {
    size_t len;
    struct telling t = {.at = ranks_given(all, r, &len)};
    t.end = t.at + len;
    while (t.at < t.end) {
      part_id part = take(&t);
      uint32_t count = take(&t);
      if (s->parts.at[part].count > s->spread->agreed[part])
        parts_keep(&s->parts, part, s->spread->agreed[part]);
      while (count--)
        t.at += take(&t);
    }
  }
}

/* A strategy keeps no memory between states (strategy.h), but for one that
 * folds: it knows values by their numbers. */
static void renew_strategy(struct search *s) {
  const struct strategy *of = s->options.strategy;
  struct text why = {0};
  if (!of->fold)
    return;
  of->close(s->strategy_self);
  s->strategy_self = of->open(s->model, s->options.find, &why);
  assert(s->strategy_self); /* it applied to this model before */
  for (unsigned i = 0; i < s->jobs; i++)
    s->expanders[i].strategy_self = s->strategy_self;
  text_free(&why);
}

/* What was remembered of this batch has other numbers in it. */
static void renew(struct search *s) {
  renew_strategy(s);
  mover_renew(&s->mover, s->spread->agreed);
  for (unsigned i = 0; i < s->jobs; i++) {
    expander_renew(&s->expanders[i]);
    if (s->slots)
      crank_renew(&s->cranks[i]);
  }
}

bool spread_widen(struct search *s) {
  bool ok = batch_widen(s);
  spread_relayout(s);
  return ok;
}

/* True: the batch has to be expanded once more at this rank: its records have
 * no room for their values, and there may not be all of them. */
static bool agree_on_values(struct search *s) {
  struct spread *p = s->spread;
  struct bytes mine = {0};
  tell_values(s, &mine);
  ranks_share(p->ranks, mine.at, mine.len, &p->all);
  bytes_free(&mine);
  take_back(s, &p->all);
  vec_clear(&p->renamed);
  vec_clear(&p->names);
  for (unsigned r = 0; r < p->ranks->count; r++) {
    size_t len;
    const uint8_t *at = ranks_given(&p->all, r, &len);
    hear_values(s, at, len, r == p->ranks->rank);
  }
  const bool same = !p->renamed.len;
  if (!same)
    renew(s);
  mover_watch(&s->mover);
  for (part_id i = 0; i < s->parts.count; i++)
    p->agreed[i] = s->parts.at[i].count;
  bool holds = layout_holds(&s->layout, &s->parts);
  if (!holds && !spread_widen(s) && !s->result->stopped)
    s->result->stopped = STOP_MEMORY;
  if (same || !holds)
    return !holds;
  if (s->options.strategy
          ->fold) /* which state stands for others is different */
    return true;
  spread_rename(s);
  return false;
}

static struct word my_word(struct search *s, uint64_t left) {
  const struct spread *p = s->spread;
  const uint64_t far = (uint64_t)s->next + batch_limit(s);
  struct word w = {.left = left,
                   .caught = s->store.count - s->level_end,
                   .reach =
                       far < s->level_end ? rising_get(&p->own, far) : p->width,
                   .new_values = has_new_values(s),
                   .full = s->parts.full,
                   .short_of_slots = s->short_of_slots};
  enum stop_reason why = p->out_of_memory     ? STOP_MEMORY
                         : s->result->stopped ? s->result->stopped
                                              : search_limit(s);
  /* The first finding is known when the level is. */
  w.stopped = (uint8_t)(why == STOP_FIRST ? STOP_NOT : why);
  return w;
}

struct spread_round spread_agree(struct search *s, uint64_t left) {
  struct spread *p = s->spread;
  bool again = true, agreed = false;
  struct spread_round round = {0};
  while (!agreed) {
    if (again)
      spread_empty_outboxes(s);
    if (again && s->batch.len)
      batch_try(s);
    else if (again)
      s->chunk_count = 0;
    struct word mine = my_word(s, left);
    ranks_share(p->ranks, &mine, sizeof mine, &p->all);
    round = (struct spread_round){0};
    p->caught = 0;
    p->reach = p->width;
    agreed = true;
    for (unsigned r = 0; r < p->ranks->count; r++) {
      size_t len;
      struct word w;
      memcpy(&w, ranks_given(&p->all, r, &len), sizeof w);
      round.more |= w.left != 0;
      round.short_of_slots |= w.short_of_slots;
      if (!round.stopped)
        round.stopped = w.full && !w.stopped ? STOP_MEMORY : w.stopped;
      p->caught += w.caught;
      p->reach = w.reach < p->reach ? w.reach : p->reach;
      agreed &= !w.new_values;
    }
    s->result->stats.states = p->states + p->caught;
    if (round.stopped || round.short_of_slots)
      return round;
    if (!agreed)
      again = agree_on_values(s);
  }
  mover_watch(&s->mover);
  return round;
}
