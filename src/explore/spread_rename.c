/* Records of the batch in hand, when values that this rank met first in it have
 * got other numbers (spread_agree.c): they are written once more, which takes
 * less than to expand the batch once more.  What is different about a state
 * may be whose it is, too; its place is the same. */
#include "base/sound.h"
#include "explore/spread_inside.h"

void spread_note_name(struct spread *p, part_id part, value_id was,
                      value_id is) {
  struct spread_renamed *last = p->renamed.len ? vec_last(&p->renamed) : NULL;
  if (!last || last->part != part) {
    struct spread_renamed one = {part, was, (uint32_t)p->names.len};
    vec_push(&p->renamed, one);
  } else {
    EXPECTS(was == last->from + (p->names.len - last->first));
  }
  vec_push(&p->names, is);
}

/* Numbers below the first that was changed stand for what they stood for. */
static void rename_state(const struct spread *p, const struct layout *l,
                         uint64_t *words) {
  vec_each(&p->renamed, r) {
    const struct layout_field *f = &l->at[r->part];
    const uint64_t mask = ((uint64_t)1 << f->width) - 1;
    value_id v = (value_id)(words[f->word] >> f->shift & mask);
    if (v >= r->from)
      layout_flip(l, words, r->part, v, p->names.at[r->first + (v - r->from)]);
  }
}

/* What a worker has for all ranks, in order of places, into new boxes. */
static void rename_boxes(struct search *s, unsigned worker) {
  struct spread *p = s->spread;
  const struct layout *l = &s->layout;
  const unsigned count = p->ranks->count;
  struct outbox *box = &p->outboxes[worker];
  struct placed *old = alloc_zero(count, sizeof *old);
  uint64_t *words = alloc_zero(l->words, sizeof *words);
  struct placed_merge m;
  const struct placed_list *list;
  placed_open(&m, l->bytes);
  for (unsigned r = 0; r < count; r++) {
    struct placed *to = &box->to[r];
    old[r] = *to;
    *to = (struct placed){0};
    bytes_more(&to->bytes, sizeof(uint64_t));
    placed_add(&m, old[r].bytes.at + sizeof(uint64_t),
               old[r].bytes.len - sizeof(uint64_t));
  }
  while ((list = placed_next(&m))) {
    for (size_t i = 0; i < l->words; i++)
      memcpy(words + i, list->record + 8 * i, 8);
    words[l->words - 1] &= l->tail;
    rename_state(p, l, words);
    placed_put(&box->to[owners_of(&p->owners, words)],
               list->place >> PLACE_BITS,
               list->place & ((1u << PLACE_BITS) - 1), words, l->bytes);
  }
  placed_close(&m);
  for (unsigned r = 0; r < count; r++)
    bytes_free(&old[r].bytes);
  free(old);
  free(words);
}

void spread_rename(struct search *s) {
  for (unsigned i = 0; i < s->jobs; i++)
    rename_boxes(s, i);
}
