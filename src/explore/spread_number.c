/* The new states of a level get their indices, and become the next one.
 *
 * Every rank has its own, in the order of places; the index of each is how many
 * of all ranks have a smaller place.  Places are spread evenly over the states
 * of the level that they were left from, so each rank counts for a range of
 * these: it is sent the places in its range, reads them in order, and sends back
 * how many come before each, as steps.  Where there are few, everybody is sent
 * all of them. */
#include <string.h>

#include "base/sound.h"
#include "base/stress.h"
#include "explore/spread_inside.h"

enum { FEW = STRESSED(8, 2048) }; /* bytes */

struct told {     /* of one rank, to all */
  uint64_t count; /* of its new states */
  uint64_t len;   /* bytes of places that follow, if they are few */
  uint64_t failed;
};

/* --- few ------------------------------------------------------------------ */

static void keep(struct spread *p, uint64_t index, uint64_t place) {
  rising_push(&p->own, index);
  const uint32_t turn = (uint32_t)(place & ((1u << PLACE_BITS) - 1));
  const struct spread_turn large = {p->parents.count, turn};
  if (turn >= SPREAD_MORE)
    vec_push(&p->turns, large);
  rising_push(&p->parents, place >> PLACE_BITS << SPREAD_TURN |
                               (turn < SPREAD_MORE ? turn : SPREAD_MORE));
}

/* Everybody has all places. */
static void number_few(struct spread *p) {
  const unsigned count = p->ranks->count;
  struct placed_merge m;
  const struct placed_list *list;
  placed_open(&m, 0);
  for (unsigned r = 0; r < count; r++) {
    size_t len;
    const uint8_t *at = ranks_given(&p->told, r, &len);
    placed_add(&m, at + sizeof(struct told), len - sizeof(struct told));
  }
  for (uint64_t index = 0; (list = placed_next(&m)); index++)
    if (list->which == p->ranks->rank)
      keep(p, index, list->place);
  placed_close(&m);
}

/* --- many ----------------------------------------------------------------- */

/* The rank that counts for this place. */
static unsigned counter(const struct spread *p, uint64_t place) {
  return (unsigned)((place >> PLACE_BITS) * p->ranks->count / p->width);
}

/* Places, to those who count for them. */
static void send_places(struct spread *p) {
  const unsigned count = p->ranks->count;
  struct placed *to = alloc_zero(count, sizeof *to);
  struct placed_merge mine;
  const struct placed_list *list;
  for (unsigned r = 0; r < count; r++) {
    to[r].bytes = p->out[r];
    placed_clear(&to[r]);
    bytes_more(&to[r].bytes, sizeof to[r].count);
  }
  placed_open(&mine, 0);
  placed_add(&mine, p->fresh.bytes.at, p->fresh.bytes.len);
  while ((list = placed_next(&mine)))
    placed_put(&to[counter(p, list->place)], list->place >> PLACE_BITS,
               list->place & ((1u << PLACE_BITS) - 1), NULL, 0);
  placed_close(&mine);
  for (unsigned r = 0; r < count; r++) {
    p->out[r] = to[r].bytes;
    memcpy(p->out[r].at, &to[r].count, sizeof to[r].count);
  }
  free(to);
}

/* How many of all come before those that this rank counts for. */
static uint64_t count_before(struct spread *p) {
  uint64_t mine = 0, base = 0;
  for (unsigned r = 0; r < p->ranks->count; r++) {
    uint64_t count;
    memcpy(&count, p->in[r].at, sizeof count);
    mine += count;
  }
  ranks_share(p->ranks, &mine, sizeof mine, &p->all);
  for (unsigned r = 0; r < p->ranks->rank; r++) {
    size_t len;
    uint64_t before;
    memcpy(&before, ranks_given(&p->all, r, &len), sizeof before);
    base += before;
  }
  return base;
}

/* Their indices, to each rank those of its own, in order: steps. */
static void send_indices(struct spread *p, uint64_t index) {
  struct placed_merge all;
  const struct placed_list *list;
  uint64_t *last = alloc_zero(p->ranks->count, sizeof *last);
  placed_open(&all, 0);
  for (unsigned r = 0; r < p->ranks->count; r++) {
    placed_add(&all, p->in[r].at + sizeof(uint64_t),
               p->in[r].len - sizeof(uint64_t));
    p->out[r].len = 0;
  }
  for (; (list = placed_next(&all)); index++) {
    struct bytes *to = &p->out[list->which];
    vec_reserve(to, to->len + RISING_MOST);
    uint8_t *end = rising_put(to->at + to->len, index - last[list->which]);
    to->len = (size_t)(end - to->at);
    last[list->which] = index;
  }
  placed_close(&all);
  free(last);
}

static void number_many(struct spread *p) {
  struct placed_merge mine;
  send_places(p);
  ranks_exchange(p->ranks, p->out, p->in);
  send_indices(p, count_before(p));
  ranks_exchange(p->ranks, p->out, p->in);
  placed_open(&mine, 0);
  placed_add(&mine, p->fresh.bytes.at, p->fresh.bytes.len);
  for (unsigned r = 0; r < p->ranks->count; r++) {
    const uint8_t *at = p->in[r].at, *end = at + p->in[r].len;
    for (uint64_t index = 0, step; at < end;) {
      at = rising_take(at, &step);
      index += step;
      keep(p, index, placed_next(&mine)->place);
    }
  }
  placed_close(&mine);
}

/* --- both ----------------------------------------------------------------- */

bool spread_count(struct search *s) {
  struct spread *p = s->spread;
  struct bytes mine = {0};
  const size_t len = p->fresh.bytes.len;
  const struct told told = {p->fresh.count, len <= FEW ? len : 0,
                            p->out_of_memory};
  uint64_t most = 0, failed = 0;
  bytes_add(&mine, &told, sizeof told);
  bytes_add(&mine, p->fresh.bytes.at, told.len);
  ranks_share(p->ranks, mine.at, mine.len, &p->told);
  bytes_free(&mine);
  p->caught = 0;
  p->few = true;
  for (unsigned r = 0; r < p->ranks->count; r++) {
    size_t all;
    struct told of;
    memcpy(&of, ranks_given(&p->told, r, &all), sizeof of);
    p->few &= !of.count == !of.len;
    p->caught += of.count;
    most = of.count > most ? of.count : most;
    failed |= of.failed;
  }
  p->level_most += most;
  return !failed;
}

void spread_number(struct search *s) {
  struct spread *p = s->spread;
  struct spread_level level = {.begin = p->own.count};
  if (p->few)
    number_few(p);
  else
    number_many(p);
  EXPECTS(p->own.count == s->store.count);
  placed_clear(&p->fresh);
  p->width = p->caught;
  p->states += p->caught;
  p->caught = 0;
  s->next = (state_id)level.begin;
  s->level_end = s->store.count;
  if (p->width)
    vec_push(&p->levels, level);
}
