/* auto: several strategies take turns, so that a shallow bug is found at once
 * and a search that has an end still comes to it.
 *
 * The first plans go round, one for each part.  From then on turns are counted
 * in steps, never by the clock, so that the same seed does the same
 * everywhere: the part that has used least for its share goes next.
 *
 * The shares change once.  As long as the leading part, which is exhaustive,
 * may be about to finish it gets nearly everything, so that the others cost
 * little where there is an end to come to: at first, and as long as the
 * forecast of the whole search says so.  A search of which that cannot be said
 * will probably not end, and then they get most.  Among them a part whose last
 * turns brought something new (contacts.h) gets more than one that only
 * repeats what is known. */
#include "base/sound.h"
#include "sched/strategy.h"

enum {
  RUN_COST = 16,            /* of an execution, in steps */
  LOCAL_COST = 8,           /* of a step in a row that covers local states */
  FIRST = 12 * 1000 * 1000, /* steps before the forecast is asked, which are
                             * a second or two ... */
  SOON = 32 * 1000 * 1000,  /* ... and that a search may have to be over soon */
  SHARE_SOON = 64,          /* of the part that leads, before ... */
  SHARE_LATE = 6,           /* ... and after; the others have 1, or */
  SHARE_NEWS = 2,
  GRACE = 64,             /* turns of each part before shares count */
  TURN_COST = 256 * 1000, /* what is one turn more, in steps */
  LONG = 1 << 15,         /* steps of a run that no unfolding learns from */
};

static bool bounded(const struct sched_options *o) {
  return o->preemptions != SCHED_UNBOUNDED || o->delays != SCHED_UNBOUNDED;
}

/* The rows that apply to what is tested and asked for; the first leads, and
 * its end is the end of the search.  `contextual` finds what others miss, but
 * covers local states only, and the two together must not claim more than
 * the one does. */
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
  if (plain && !s->x->symbolic && !o->same_output)
    sched_add_part(s, &sched_contextual)->partial = true;
}

/* What a part has cost.  An unfolding takes longer to learn from a run than the
 * run took. */
static uint64_t used(const struct sched_part *p) {
  uint64_t steps = p->steps + p->executions * RUN_COST;
  uint64_t work = p->strategy->work ? p->strategy->work(p->self) : 0;
  return (p->strategy->local ? steps * LOCAL_COST : steps) + work;
}

/* The turns it had, and what it cost beyond what turns cost. */
static uint64_t turns(const struct sched_part *p) {
  return p->executions + used(p) / TURN_COST;
}

/* By the forecast when the number of executions was last a power of two. */
static bool ends_soon(const struct sched *s) {
  const struct sched_part *lead = &s->parts[0];
  double all = s->marks[63 - __builtin_clzll(s->stats.executions | 1)];
  double each = (double)used(lead) / (double)(lead->executions | 1);
  return used(lead) < FIRST ||
         (used(lead) < SOON && all > 0 && all * each < SOON);
}

static uint64_t share(const struct sched *s, uint32_t part) {
  EXPECTS(part < s->parts_len);
  if (!part)
    return ends_soon(s) ? SHARE_SOON : SHARE_LATE;
  return s->parts[part].news ? SHARE_NEWS : 1;
}

/* Bounds are tried one after the other. */
static bool waits_its_turn(const struct sched *s, uint32_t i) {
  EXPECTS(i < s->parts_len);
  const struct sched_part *p = &s->parts[i];
  return i && p->strategy == &sched_full && p[-1].strategy == &sched_full &&
         p->partial && p[-1].partial && !p[-1].over;
}

/* What an unfolding costs grows with the square of a run's length: one turn
 * could take longer than all that the others would do. */
static bool takes_too_long(const struct sched *s, uint32_t i) {
  EXPECTS(i < s->parts_len);
  const struct sched_part *lead = &s->parts[0];
  return i && s->parts[i].strategy->local &&
         lead->steps > LONG * lead->executions;
}

static uint64_t others(const struct sched *s) {
  return s->stats.executions - s->parts[0].executions;
}

/* At first the one that leads has every other turn, so that what has few
 * traces takes few runs, and the others go round. */
static bool is_early(const struct sched *s) {
  return others(s) < GRACE * s->parts_len;
}

static bool goes_before(const struct sched *s, uint32_t a, uint32_t b) {
  EXPECTS(a < s->parts_len && b < s->parts_len);
  const struct sched_part *p = &s->parts[a], *q = &s->parts[b];
  if (turns(p) < GRACE || turns(q) < GRACE)
    return turns(p) < turns(q);
  return used(p) * share(s, b) < used(q) * share(s, a);
}

static uint32_t auto_turn(const struct sched *s) {
  uint32_t best = SCHED_PARTS;
  bool early = is_early(s);
  if (early && s->parts[0].executions <= others(s) && !s->parts[0].over)
    return 0;
  for (uint32_t i = early && s->parts_len > 1; i < s->parts_len; i++)
    if (!s->parts[i].over && !waits_its_turn(s, i) &&
        !takes_too_long(s, i) &&
        (best == SCHED_PARTS || goes_before(s, i, best)))
      best = i;
  return best;
}

const struct sched_strategy sched_auto = {
    .name = "auto",
    .summary = "the others in turns: finds what is shallow at once, and ends "
               "where there is an end (the default)",
    .preserves = PRESERVES_ALL,
    .samples = true,
    .choose = auto_choose,
    .turn = auto_turn,
};
