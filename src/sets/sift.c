/* Another order, where the diagram has become large: what is known of the states
 * by then is sifted (dd/sift.h), and the search begins again in a forest whose
 * levels are in the new order.  Values and what leads from one to another are
 * known by then, and are the same whatever the levels are. */
#include "base/alloc.h"
#include "dd/sift.h"
#include "sets/inside.h"

enum {
  EACH = 100,  /* edges that may be moved for one that there is */
  GAIN = 8,    /* it shall be smaller by one of so many parts */
  OF_WORK = 4, /* edges moved, for a unit of work */
};

static uint64_t work_left(const struct sets *s) {
  const uint64_t done = sets_work(s);
  return s->work_end > done ? s->work_end - done : 1;
}

/* What the old forest took counts. */
static void close_forest(struct sets *s) {
  struct dd_stats old;
  dd_statistics(s->forest, &old);
  s->old_work += old.work;
  if (old.peak_nodes > s->old_peak)
    s->old_peak = old.peak_nodes;
  if (old.peak_bytes > s->old_bytes)
    s->old_bytes = old.peak_bytes;
  dd_close(s->forest);
}

void sets_reorder(struct sets *s, const part_id *part_at) {
  const part_id n = s->parts.count;
  uint32_t *sizes = alloc_zero(n, sizeof *sizes);
  for (unsigned l = 1; l <= n; l++)
    sizes[l - 1] = dd_size(s->forest, s->level_of[part_at[l]]);
  close_forest(s);
  s->forest = dd_open(DD_SETS, n, sizes, s->options->memory);
  free(sizes);
  dd_protect(s->forest, &s->all);
  dd_protect(s->forest, &s->stuck);
  for (unsigned l = 1; l <= n; l++) {
    s->part_at[l] = part_at[l];
    s->level_of[part_at[l]] = l;
  }
  if (s->work_end)
    dd_limit_work(s->forest, work_left(s));
  sets_steps(s);
}

bool sets_sift(struct sets *s, dd_node n, part_id *part_at) {
  struct dd_sift *x = dd_sift_open(s->forest, n);
  const uint64_t before = dd_sift_size(x);
  uint64_t most = EACH * before;
  if (s->work_end && work_left(s) * OF_WORK / 2 < most)
    most = work_left(s) * OF_WORK / 2;
  s->old_work += dd_sift_run(x, most) / OF_WORK;
  const bool better = before - dd_sift_size(x) > before / GAIN;
  for (unsigned l = 1; l <= s->parts.count; l++)
    part_at[l] = s->part_at[dd_sift_from(x, l)];
  dd_sift_close(x);
  return better;
}
