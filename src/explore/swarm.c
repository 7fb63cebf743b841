#include "explore/swarm.h"

#include "base/clock.h"
#include "base/crew.h"
#include "base/hash.h"
#include "explore/search.h"

struct swarm {
  const struct model *model;
  const struct explore_options *options;
  unsigned count, workers;
  double started;
  _Atomic unsigned next;
  _Atomic bool enough; /* the first finding was all that was wanted */
  struct explore_result **results;
};

/* The options of one of them; its progress is in *progress. */
static struct explore_options options_of(const struct swarm *w, unsigned i,
                                         unsigned worker,
                                         struct progress *progress) {
  struct explore_options o = *w->options;
  o.jobs = 1;
  o.seed = i ? hash_pair(w->options->seed, i) | 1 : w->options->seed;
  o.memory /= w->workers;
  o.table /= w->workers;
  if (o.seconds)
    o.seconds -= clock_wall() - w->started;
  o.progress = progress;
  *progress = (struct progress){0};
  if (w->options->progress)
    *progress = *w->options->progress;
  if (worker) /* one line is enough; but all of them stop */
    progress->show = NULL;
  return o;
}

static void search_some(void *ctx, unsigned worker) {
  struct swarm *w = ctx;
  for (unsigned i; !w->enough && (i = w->next++) < w->count;) {
    struct progress progress;
    struct explore_options o = options_of(w, i, worker, &progress);
    if (w->options->seconds && o.seconds <= 0 && i)
      return;
    w->results[i] = explore(w->model, &o);
    w->enough = progress_stopped(&progress);
  }
}

static bool same_place(struct place a, struct place b) {
  return a.line == b.line && a.col == b.col;
}

static bool is_end(const struct finding *f) {
  return f->kind == FINDING_DEADLOCK || f->kind == FINDING_BLOCKING;
}

static bool is_known(const struct explore_result *r, const struct finding *f) {
  vec_each(&r->findings,
           g) if (g->kind == f->kind && g->process == f->process &&
                  g->location == f->location && g->message == f->message &&
                  g->object == f->object && g->property == f->property &&
                  same_place(g->place, f->place)) return true;
  return false;
}

/* Takes over what is new in `from`. */
static void add_findings(struct explore_result *to,
                         struct explore_result *from) {
  size_t kept = 0;
  for (size_t i = 0; i < from->findings.len; i++) {
    struct finding f = from->findings.at[i];
    bool more_ends = is_end(&f) && !to->counts[f.kind];
    if (is_end(&f) ? more_ends : !is_known(to, &f)) {
      vec_push(&to->findings, f);
      to->counts[f.kind] += !is_end(&f);
    } else {
      from->findings.at[kept++] = f;
    }
  }
  from->findings.len = kept;
  for (int k = FINDING_DEADLOCK; k <= FINDING_BLOCKING; k++)
    if (!to->counts[k])
      to->counts[k] = from->counts[k];
}

static struct explore_result *join(struct swarm *w) {
  unsigned best = 0, done = 0;
  for (unsigned i = 0; i < w->count; i++) {
    if (!w->results[i])
      continue;
    done++;
    if (w->results[i]->stats.states > w->results[best]->stats.states)
      best = i;
  }
  for (unsigned i = w->count; w->options->first_only && i-- > 0;)
    if (w->results[i] && w->results[i]->findings.len)
      best = i;
  struct explore_result *r = w->results[best];
  for (unsigned i = 0; i < w->count; i++) {
    if (i == best || !w->results[i])
      continue;
    if (!w->options->first_only)
      add_findings(r, w->results[i]);
    explore_result_free(w->results[i]);
  }
  search_sort(r);
  r->claim.found = r->findings.len;
  r->verdict = verdict_of(&r->claim);
  r->stats.searches = done;
  r->stats.seconds = clock_wall() - w->started;
  return r;
}

struct explore_result *explore_swarm(const struct model *m,
                                     const struct explore_options *o,
                                     unsigned count) {
  struct swarm w = {.model = m, .options = o, .count = count};
  struct crew crew;
  w.started = clock_wall();
  w.results = alloc_zero(count, sizeof *w.results);
  crew_open(&crew, o->jobs && o->jobs < count ? o->jobs : count);
  w.workers = crew.count;
  crew_run(&crew, search_some, &w);
  crew_close(&crew);
  struct explore_result *r = join(&w);
  free(w.results);
  return r;
}
