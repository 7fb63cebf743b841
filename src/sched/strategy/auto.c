/* auto: several strategies take turns, so that a shallow bug is found at once
 * and a search that has an end still comes to it.
 *
 * The first plans go round, one for each part.  From then on turns are counted
 * in steps, never by the clock, so that the same seed does the same
 * everywhere: the part that has used least for its share goes next.
 *
 * The shares change once.  As long as the leading part, which is exhaustive,
 * may be about to finish it gets nearly everything, so that the others cost
 * little where there is an end to come to.  A search that has gone on for
 * long will probably not end, and then they get most.  Among them a part
 * whose last turns brought something new (contacts.h) gets more than one that
 * only repeats what is known. */
#include "sched/strategy.h"

enum {
  RUN_COST = 16,          /* of an execution, in steps */
  SOON = 6 * 1000 * 1000, /* steps: what would be over, is over by now */
  SHARE_SOON = 40,        /* of the part that leads, before ... */
  SHARE_LATE = 3,         /* ... and after; the others have 1, or */
  SHARE_NEWS = 2,
  GRACE = 64,             /* executions of each part before shares count */
};

static bool bounded(const struct sched_options *o) {
  return o->preemptions != SCHED_UNBOUNDED || o->delays != SCHED_UNBOUNDED;
}

/* The rows that apply to what is tested and asked for; the first leads. */
static void auto_choose(struct sched *s) {
  const struct sched_options *o = &s->options;
  bool plain = !s->x->no_reduction && !bounded(o);
  sched_add_part(s, plain ? &sched_optimal : &sched_full);
  sched_add_part(s, &sched_pos);
  sched_add_part(s, &sched_random);
  sched_add_part(s, &sched_pct);
  for (uint32_t n = 0; n < 3 && plain && !s->x->symbolic; n++) {
    struct sched_part *p = sched_add_part(s, &sched_full);
    p->options.preemptions = n;
    p->partial = true;
  }
  if (plain && !s->x->symbolic &&
      !(sched_asked(s) & ~sched_contextual.preserves))
    sched_add_part(s, &sched_contextual);
}

static uint64_t used(const struct sched_part *p) {
  return p->steps + p->executions * RUN_COST;
}

static uint64_t share(const struct sched_part *p, bool leads) {
  if (leads)
    return used(p) < SOON ? SHARE_SOON : SHARE_LATE;
  return p->news ? SHARE_NEWS : 1;
}

/* Bounds are tried one after the other. */
static bool waits_its_turn(const struct sched *s, uint32_t i) {
  return i && s->parts[i].partial && s->parts[i - 1].partial &&
         !s->parts[i - 1].over;
}

static uint32_t auto_turn(const struct sched *s) {
  uint32_t best = SCHED_PARTS;
  for (uint32_t i = 0; i < s->parts_len; i++) {
    const struct sched_part *p = &s->parts[i], *q = &s->parts[best % SCHED_PARTS];
    if (p->over || waits_its_turn(s, i))
      continue;
    if (best == SCHED_PARTS ||
        (p->executions < GRACE || q->executions < GRACE
             ? p->executions < q->executions
             : used(p) * share(q, !best) < used(q) * share(p, !i)))
      best = i;
  }
  return best;
}

const struct sched_strategy sched_auto = {
    .name = "auto",
    .summary = "the others in turns: finds what is shallow at once, and ends "
               "where there is an end",
    .preserves = PRESERVES_ALL,
    .samples = true,
    .choose = auto_choose,
    .turn = auto_turn,
};
