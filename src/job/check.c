#include "job/check.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "explore/disk.h"
#include "explore/spread.h"
#include "explore/swarm.h"
#include "job/engine.h"
#include "ranks/ranks.h"
#include "read/relief.h"

enum { JOBS_MOST = 256, HASHES_MOST = 16, SWARM_MOST = 100000 };

static bool unknown_kind(const struct host *h, const char *word, size_t len,
                         const char *list) {
  const char *near = text_nearest(word, finding_kind_names, FINDING_KINDS);
  struct text hint = {0};
  if (near)
    text_printf(&hint, " (did you mean '%s'?)", near);
  for (int i = 0; !near && i < FINDING_KINDS; i++)
    text_printf(&hint, "%s%s", i ? ", " : "; these are there: ",
                finding_kind_names[i]);
  host_say(h, "unknown kind of finding '%.*s'%s", (int)len, list,
           text_str(&hint));
  text_free(&hint);
  return false;
}

bool check_find(const struct host *h, const char *list, unsigned *find) {
  *find = 0;
  if (!list)
    return true;
  while (*list) {
    size_t len = strcspn(list, ",");
    char word[32] = "";
    if (len < sizeof word)
      memcpy(word, list, len);
    int kind = 0;
    while (finding_kind_names[kind] && strcmp(finding_kind_names[kind], word))
      kind++;
    if (kind == FINDING_KINDS) {
      return unknown_kind(h, word, len, list);
    }
    *find |= 1u << kind;
    list += len + (list[len] == ',');
  }
  return *find != 0 ||
         host_say(h, "--find needs a kind, such as deadlock");
}

/* --- inputs that cannot be enumerated ------------------------------------- */

enum { INPUTS_MAX = 1 << 16 };

static bool inputs_enumerable(const struct host *h, const struct model *m) {
  for (process_id p = 0; p < m->process_count; p++)
    for (edge_id e = 0; e < m->processes[p].edge_count; e++) {
      const struct edge *edge = &m->processes[p].edges[e];
      if (edge->action != ACT_INPUT ||
          (int64_t)edge->input_range.hi - edge->input_range.lo < INPUTS_MAX)
        continue;
      struct diag d = host_diag(h);
      struct place at = m->sources[edge->source].place;
      diag_error_hint(&d, (struct diag_at){m->file, at.line, at.col, 1},
                      "give the variable a range of at most 65,536 values",
                      "too many inputs to try one by one");
      host_said(h, &d);
      return false;
    }
  return true;
}

/* --- the strategy --------------------------------------------------------- */

static const char *nearest_strategy(const char *name) {
  VEC(const char *) names = {0};
  vec_push(&names, "auto");
  for (const struct strategy *const *s = strategies; *s; s++)
    vec_push(&names, (*s)->name);
  const char *near = text_nearest(name, names.at, names.len);
  vec_free(&names);
  return near;
}

/* The best for what is asked.  The limit of depth and the graph of states
 * mean single steps, so they want all of them. */
static bool choose_best(struct check *c, const struct check_options *o) {
  /* Reductions that keep sets with the states are not for the disk. */
  c->strategy = o->depth || o->graph || o->disk
                    ? &strategy_full
                    : strategy_auto(c->model, c->find, &c->why);
  return true;
}

/* The strategy by name, if it applies. */
static bool choose(struct check *c, const struct host *h,
                   const struct check_options *o) {
  struct text why = {0};
  const char *name = o->strategy ? o->strategy : strategy_full.name;
  if (!strcmp(name, "auto"))
    return choose_best(c, o);
  c->strategy = strategy_find(name);
  if (!c->strategy) {
    const char *near = nearest_strategy(name);
    struct text all = {0};
    text_printf(&all, "  %-16s the best of these for what is asked", "auto");
    for (const struct strategy *const *s = strategies; *s; s++)
      text_printf(&all, "\n  %-16s %s", (*s)->name, (*s)->summary);
    host_say(h, "unknown strategy '%s'%s%s%s; these are there:\n%s", name,
             near ? " (did you mean '" : "", near ? near : "",
             near ? "'?)" : "", text_str(&all));
    text_free(&all);
    return false;
  }
  if (c->model->machine && c->strategy != &strategy_full)
    return host_say(h, "%s does not apply to %s: its steps are not reduced, "
                       "use --strategy full", name, c->model->file);
  void *self = c->strategy->open(c->model, c->find, &why);
  if (self)
    c->strategy->close(self);
  else
    host_say(h, "%s does not apply to %s: %s", name, c->model->file,
             text_str(&why));
  text_free(&why);
  return self != NULL;
}

/* --- the search ----------------------------------------------------------- */

/* Processes that share this machine with this one. */
static unsigned sharers(const struct check_options *o) {
  return o->ranks ? o->ranks->here : 1;
}

/* A search without end shall end before the machine's memory does. */
static uint64_t default_memory(const struct check_options *o) {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0
             ? (uint64_t)pages * (uint64_t)size / 4 * 3 / sharers(o)
             : 0;
}

static unsigned default_jobs(const struct check_options *o) {
  unsigned cores = clock_cores() / sharers(o);
  return cores ? cores : 1;
}

static bool keeps_well(const struct check *c, const struct host *h,
                       const struct check_options *o) {
  bool hashed = o->compact || o->bitstate || o->swarm;
  if (o->compact && (o->bitstate || o->swarm))
    return host_say(h, "--compact does not go with --bitstate or --swarm");
  if (o->hashes > HASHES_MOST || o->swarm > SWARM_MOST)
    return host_say(h, "--hashes is at most %d, --swarm at most %d",
                    (int)HASHES_MOST, (int)SWARM_MOST);
  if (hashed && o->graph)
    return host_say(h, "there is no graph of states that are not kept");
  if (hashed && c->strategy->sleeps)
    return host_say(h, "%s keeps sets with the states: it does not go with "
                       "states that are not kept", c->strategy->name);
  return true;
}

/* --- saved on the way ----------------------------------------------------- */

/* A search that another build began is not gone on with: it may take steps in
 * another order. */
static uint64_t build_digest(void) {
  struct text content = {0};
  uint64_t digest = 0;
  if (text_read_file(&content, "/proc/self/exe"))
    digest = hash_bytes(content.at, content.len);
  text_free(&content);
  return digest;
}

/* Kinds that are asked of the whole graph, where there is none; true after a
 * message. */
static bool lost_kinds(const struct check *c, const struct host *h,
                       const char *who) {
  unsigned lost = strategy_relevant(c->model, c->find) & LOST_WITHOUT_STATES;
  struct text kinds = {0};
  if (!lost)
    return false;
  strategy_kinds(lost, ", ", &kinds);
  host_say(h, "%s does not look for %s: that is asked of all states at once",
           who, text_str(&kinds));
  text_free(&kinds);
  return true;
}

static bool saves_well(const struct check *c, const struct host *h,
                       const struct check_options *o, unsigned asked) {
  if (o->disk && o->save)
    return host_say(h, "--disk saves the search already: without --save");
  if ((o->resume || o->every > 0) && !o->disk && !o->save)
    return host_say(h, "%s goes with --disk FOLDER or --save FOLDER",
                    o->resume ? "--resume" : "--every");
  if ((o->disk || o->save) &&
      (c->symbolic || o->compact || o->bitstate || o->swarm))
    return host_say(h, "--disk and --save are for a search that keeps its "
                       "states: not with --engine dd, --compact, --bitstate "
                       "and --swarm");
  return !(o->disk && asked && lost_kinds(c, h, "--disk"));
}

/* --- by several ranks ----------------------------------------------------- */

static bool ranks_fit(const struct check *c, const struct host *h,
                      const struct check_options *o,
                      const struct explore_options *eo, unsigned asked) {
  const struct {
    bool asked;
    const char *name;
  } others[] = {{c->symbolic, "--engine dd"},
                {o->swarm, "--swarm"},
                {o->disk, "--disk"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i].asked)
      return host_say(h, "%s is for one process: start it without mpirun",
                      others[i].name);
  struct text why = {0};
  const bool refuses = spread_refuses(c->model, eo, &why);
  if (refuses)
    host_say(h, "not by several ranks: %s", text_str(&why));
  text_free(&why);
  return !refuses && !(asked && lost_kinds(c, h, "a search by several ranks"));
}

bool check_run(struct check *c, const struct host *h,
               const struct check_options *o) {
  uint64_t jobs = o->jobs ? o->jobs : default_jobs(o);
  const unsigned asked = c->find;
  c->jobs = jobs > JOBS_MOST ? JOBS_MOST : (unsigned)jobs;
  c->find = explore_find(c->model, c->find);
  if (!inputs_enumerable(h, c->model) || !engine_fits(c, h, o) ||
      !choose(c, h, o) || !keeps_well(c, h, o) || !saves_well(c, h, o, asked))
    return false;
  const struct explore_saving saving = {.folder = o->disk ? o->disk : o->save,
                                        .disk = o->disk,
                                        .resume = o->resume,
                                        .every = o->every,
                                        .build = o->disk || o->save
                                                     ? build_digest()
                                                     : 0};
  struct explore_options eo = {.strategy = c->strategy,
                               .find = c->find,
                               .depth_first = o->depth_first,
                               .fair = o->fair,
                               .first_only = o->first_only,
                               .jobs = c->jobs,
                               .seconds = o->seconds,
                               .memory = o->memory ? o->memory
                                                   : default_memory(o),
                               .states = o->states,
                               .depth = o->depth,
                               .findings_kept = o->findings,
                               .keep_edges = o->graph || o->edges,
                               .keep = o->compact ? KEEP_HASHES
                                       : o->bitstate || o->swarm
                                           ? KEEP_BITS
                                           : KEEP_STATES,
                               .hashes = (unsigned)o->hashes,
                               .seed = o->seed,
                               .ranks = o->ranks,
                               .saving = saving.folder ? &saving : NULL,
                               .table = o->memory < UINT64_MAX /* no limit */
                                            ? o->memory / 2
                                            : 0};
  if (o->ranks && !ranks_fit(c, h, o, &eo, asked))
    return false;
  struct progress progress;
  host_progress_begin(h, &progress);
  eo.progress = &progress;
  struct engine_trial trial;
  engine_try(&trial, c, o, &eo);
  if (c->symbolic)
    engine_sets(c, &eo);
  else
    c->result = o->swarm ? explore_swarm(c->model, &eo, (unsigned)o->swarm)
                         : explore(c->model, &eo);
  host_progress_end(h, &progress);
  if (c->result->yielded)
    engine_take(&trial, c->result);
  if (c->symbolic)
    return true;
  if (c->result->refused)
    return host_say(h, "%s", text_str(&c->result->disk));
  if (c->result->disk.len && c->result->stopped != STOP_DISK)
    host_say(h, "the search could not be saved: %s",
             text_str(&c->result->disk));
  c->hashed = eo.keep != KEEP_STATES;
  c->shortest = (c->strategy == &strategy_full ||
                 c->strategy == &strategy_sleep || /* see asleep.h */
                 c->strategy->fold) &&
                !o->depth_first && !eo.keep;
  return true;
}

bool check_exact(const struct check *c, enum finding_kind kind) {
  if (c->result->counts[kind] == UINT64_MAX)
    return false;
  if (c->symbolic)
    return !c->result->stopped &&
           (sets_tells(c->model) >> kind & 1 ||
            !strategy_relevant(c->model, 1u << kind));
  return !c->result->stopped && !c->hashed &&
         (strategy_tells(c->strategy, kind) == TELLS_EXACT ||
          !strategy_relevant(c->model, 1u << kind));
}

bool check_relief(const struct check *c, const struct host *h,
                  struct text *out) {
  struct diag d = host_diag(h);
  const bool ok = relief_write(c->model, c->model->file, out, &d);
  host_said(h, &d);
  return ok;
}

void check_close(struct check *c) {
  if (c->result)
    explore_result_free(c->result);
  text_free(&c->sets.states);
  c->result = NULL;
}
