/* The runs to the findings of a search on the disk: paths.h, by reading the
 * journal from the last level to the first. */
#include <string.h>

#include "base/sound.h"
#include "explore/disk_inside.h"

static bool fetch(struct search *s, size_t level, const uint64_t *indices,
                  size_t count, uint64_t *words, uint64_t *parents) {
  struct disk *d = s->disk;
  struct journal_in in = {0};
  size_t k = 0, width = disk_layout(d)->words;
  bool ok = journal_begin(d, &in, d->levels.at[level].offset, 0);
  for (uint64_t i = 0; ok && k < count; i++) {
    ok = journal_next(d, &in, words + k * width);
    parents[k] = in.parent;
    k += ok && indices[k] == i;
  }
  journal_end(&in);
  return ok || disk_fail(s, text_str(&d->journal.why));
}

/* In which level a finding is. */
static struct path_place place_of(const struct disk *d, uint64_t number) {
  size_t level = 0;
  while (level + 1 < d->levels.len && d->levels.at[level + 1].first <= number)
    level++;
  uint64_t first = d->levels.len ? d->levels.at[level].first : 0;
  return (struct path_place){level, number - first};
}

void disk_conclude(struct search *s) {
  struct disk *d = s->disk;
  d->paths.finding_count = d->where.len;
  d->paths.where = alloc_zero(d->where.len + 1, sizeof *d->paths.where);
  for (size_t i = 0; i < d->where.len; i++)
    d->paths.where[i] = place_of(d, d->where.at[i]);
  if (!d->journal.failed)
    paths_find(&d->paths, s, d->levels.len, fetch);
  if (d->failed && !s->result->stopped)
    s->result->stopped = STOP_DISK;
  s->result->stats.states = d->states;
  s->result->stats.disk_bytes = d->largest;
}

bool disk_stage(struct search *s, struct candidate *c) {
  return paths_stage(&s->disk->paths, s, c);
}
