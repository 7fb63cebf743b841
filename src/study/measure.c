#include "study/measure.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/sound.h"
#include "explore/explore.h"
#include "model/interp.h"

/* --- how many processes can move ------------------------------------------ */

/* A strategy is told the model it works on and nothing else, so the counter
 * travels with a copy of the model's head.  A state may be asked about more
 * than once (when the search makes room for wider states it begins a batch
 * again), so those seen are remembered by their hashes.  One worker. */
struct probe {
  struct model model; /* must be the first */
  struct map seen;
  uint64_t movers;
};

static void *probe_open(const struct model *m, unsigned find,
                        struct text *why) {
  (void)find;
  (void)why;
  return (void *)m;
}

static void probe_leaps(void *self, const struct view *v, struct leaps *out) {
  struct probe *probe = self;
  bool fresh;
  out->every_step = true;
  map_at(&probe->seen,
         hash_bytes(v->values, v->mover->parts->count * sizeof *v->values),
         &fresh);
  if (!fresh)
    return;
  for (process_id p = 0; p < probe->model.process_count; p++) {
    bool moves = false;
    for (uint32_t k = v->first[p]; k < v->first[p + 1]; k++)
      moves |= v->entries[k].list->executable;
    probe->movers += moves;
  }
}

static void probe_close(void *self) {
  (void)self;
}

static const struct strategy strategy_probe = {
    .name = "probe",
    .summary = "as full, and counts",
    .preserves = EXPLORE_FIND_ALL,
    .sound = true,
    .open = probe_open,
    .leaps = probe_leaps,
    .close = probe_close,
};

/* Asks for what needs no runs: looking for a run asks the strategy again. */
static bool concurrency(const struct model *m, struct progress *progress,
                        double *level) {
  struct probe probe = {.model = *m};
  struct explore_result *r =
      explore(&probe.model,
              &(struct explore_options){.strategy = &strategy_probe,
                                        .find = 1u << FINDING_UNEXECUTABLE,
                                        .progress = progress});
  bool ok = r->stopped == STOP_NOT;
  *level = r->stats.states ? (double)probe.movers / (double)r->stats.states : 0;
  explore_result_free(r);
  map_free(&probe.seen);
  return ok;
}

/* --- sets of findings ----------------------------------------------------- */

/* The state a run ends in, by the plain interpreter; 0 when the run cannot
 * be taken, which no set of real findings has. */
static uint64_t end_of_run(struct interp *in, const struct explore_run *run) {
  struct interp_failure failed;
  struct istate *s = interp_initial(in, &failed);
  for (size_t i = 0; s && i < run->steps.len; i++) {
    struct istate *next = interp_fire(in, s, &run->steps.at[i], &failed);
    interp_state_free(s);
    s = next;
  }
  if (!s)
    return 0;
  struct text key = {0};
  interp_key(in, s, &key);
  uint64_t hash = hash_bytes(text_str(&key), key.len);
  text_free(&key);
  interp_state_free(s);
  return hash;
}

static uint64_t finding_hash(struct interp *in, const struct finding *f) {
  switch (f->kind) {
  case FINDING_DEADLOCK:
  case FINDING_BLOCKING:
    return end_of_run(in, &f->run);
  case FINDING_UNSPECIFIED:
  case FINDING_OVERFLOW:
    return hash_pair(hash_pair(f->process, f->location),
                     hash_pair(f->message, f->object));
  case FINDING_PROPERTY:
  case FINDING_LIVENESS:
    return hash_mix(f->property + 1);
  case FINDING_CIRCLE: /* one circle stands for all */
    return 1;
  case FINDING_ENDLESS:
    return hash_mix(f->process + 1);
  case FINDING_UNEXECUTABLE:
    return hash_mix(f->source + 1);
  default:
    return hash_pair(hash_pair(f->place.line, f->place.col), f->failure);
  }
}

static void note_sets(const struct model *m, const struct explore_result *r,
                      unsigned find, struct outcome *out) {
  struct interp *in = interp_new(m);
  uint64_t seen[FINDING_KINDS] = {0};
  vec_each(&r->findings, f) {
    out->sets[f->kind] += finding_hash(in, f);
    seen[f->kind]++;
  }
  interp_free(in);
  out->known = find;
  for (int k = 0; k < FINDING_KINDS; k++) {
    out->counts[k] = r->counts[k];
    uint64_t own = r->counts[k];
    if (k == FINDING_BLOCKING) /* a deadlock is listed as such only */
      own -= r->counts[FINDING_DEADLOCK];
    if (seen[k] != own)
      out->sets[k] = 0;
  }
}

/* --- the measurement ------------------------------------------------------ */

static bool applies(const struct model *m, const struct strategy *s,
                    unsigned find, struct arena *arena, struct outcome *out) {
  struct text why = {0};
  if (m->machine && s != &strategy_full) { /* Promela */
    out->status = OUTCOME_REFUSED;
    out->why = "its steps are not reduced";
    return false;
  }
  void *self = find ? s->open(m, find, &why) : NULL;
  if (self) {
    s->close(self);
  } else {
    out->status = OUTCOME_REFUSED;
    out->why = find ? arena_string(arena, text_str(&why), why.len)
                    : "preserves nothing of what is asked";
  }
  text_free(&why);
  return self != NULL;
}

static enum stop_reason timed(const struct model *m, const struct strategy *s,
                              unsigned find, const struct study_limits *limits,
                              struct progress *progress, struct outcome *out) {
  struct explore_result *r =
      explore(m, &(struct explore_options){.strategy = s,
                                           .find = find,
                                           .seconds = limits->seconds,
                                           .memory = limits->memory,
                                           .states = limits->states,
                                           .findings_kept = 1,
                                           .progress = progress});
  enum stop_reason stopped = r->stopped;
  out->states = r->stats.states;
  out->transitions = r->stats.transitions;
  out->bytes = r->stats.store_bytes + r->stats.memo_bytes;
  out->seconds = r->stats.seconds;
  out->cpu_seconds = r->stats.cpu_seconds;
  out->known = find;
  for (int k = 0; k < FINDING_KINDS; k++)
    out->counts[k] = r->counts[k];
  out->status = stopped == STOP_NOT ? OUTCOME_DONE : OUTCOME_LIMIT;
  out->why = stopped == STOP_NOT ? "" : stop_reason_texts[stopped];
  explore_result_free(r);
  return stopped;
}

bool measure(const struct model *m, const struct strategy *s, unsigned find,
             const struct study_limits *limits, struct progress *progress,
             struct arena *arena, struct outcome *out) {
  EXPECTS(s != NULL);
  bool full = s == &strategy_full;
  find &= s->preserves;
  out->strategy = s->name;
  out->why = "";
  out->concurrency = NAN;
  if (!applies(m, s, find, arena, out))
    return true;
  enum stop_reason stopped = timed(m, s, find, limits, progress, out);
  if (stopped != STOP_NOT)
    return stopped != STOP_INTERRUPT;
  unsigned asked = full ? EXPLORE_FIND_ALL : find;
  struct explore_result *r =
      explore(m, &(struct explore_options){.strategy = s,
                                           .find = asked,
                                           .findings_kept = MEASURE_SET,
                                           .progress = progress});
  bool ok = r->stopped == STOP_NOT;
  if (ok)
    note_sets(m, r, asked, out);
  explore_result_free(r);
  return ok && (!full || concurrency(m, progress, &out->concurrency));
}

/* --- the comparison ------------------------------------------------------- */

static void differ(struct text *why, const char *what, uint64_t full,
                   uint64_t reduced) {
  text_printf(why, "%s%s: %" PRIu64 " instead of %" PRIu64,
              why->len ? ", " : "", what, reduced, full);
}

bool measure_agrees(const struct outcome *full, const struct outcome *o,
                    const struct strategy *s, struct text *why) {
  if (full->status != OUTCOME_DONE || o->status != OUTCOME_DONE)
    return true;
  unsigned both = full->known & o->known & s->preserves;
  bool ok = true;
  for (int k = 0; k < FINDING_KINDS; k++) {
    if (!(both >> k & 1))
      continue;
    if (full->counts[k] != o->counts[k]) {
      differ(why, finding_kind_names[k], full->counts[k], o->counts[k]);
      ok = false;
    } else if (full->sets[k] && o->sets[k] && full->sets[k] != o->sets[k]) {
      text_printf(why, "%s%s: others than full finds", why->len ? ", " : "",
                  finding_kind_names[k]);
      ok = false;
    }
  }
  return ok;
}
