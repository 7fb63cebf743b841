#include "study/study.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/map.h"
#include "ranks/ranks.h"
#include "study/team.h"

void study_add_strategy(struct study *s, const struct strategy *strategy) {
  if (!s->limits_text)
    s->limits_text =
        arena_printf(&s->arena, "time %g memory %llu states %llu",
                     s->limits.seconds, (unsigned long long)s->limits.memory,
                     (unsigned long long)s->limits.states);
  vec_each(&s->strategies, known) if (*known == strategy) return;
  vec_push(&s->strategies, strategy);
}

static void count_edges(const struct model *m, struct study_model *out) {
  for (process_id p = 0; p < m->process_count; p++)
    for (edge_id e = 0; e < m->processes[p].edge_count; e++) {
      out->edges++;
      out->receptions += m->processes[p].edges[e].action == ACT_RECEIVE;
    }
}

bool study_add_model(struct study *s, const char *path, const char *name,
                     const char *text, size_t len,
                     const struct lang_options *options, struct diag *diag) {
  struct model *m = read_model(path, text, len, options, diag);
  if (!m)
    return false;
  struct study_model added = {
      .path = arena_string(&s->arena, path, strlen(path)),
      .name = arena_string(&s->arena, name, strlen(name)),
      .options = *options,
      .digest = m->digest,
      .processes = m->process_count,
      .outcomes = arena_array(&s->arena, struct outcome, s->strategies.len)};
  count_edges(m, &added);
  profile_add(&added.profile, m);
  model_free(m);
  vec_push(&s->models, added);
  return true;
}

/* --- resuming ------------------------------------------------------------- */

static struct outcome *place_for(struct study *s,
                                 const struct study_model *model,
                                 const struct outcome *o) {
  for (size_t k = 0; k < s->strategies.len; k++)
    if (!strcmp(s->strategies.at[k]->name, o->strategy))
      return &model->outcomes[k];
  return NULL;
}

static bool usable(const struct study *s, const struct outcome *o) {
  return o->find == s->find &&
         (o->status == OUTCOME_DONE || o->status == OUTCOME_REFUSED ||
          !strcmp(o->limits, s->limits_text));
}

static size_t finished(const struct study *s) {
  size_t count = 0;
  vec_each(&s->models, model) {
    for (size_t k = 0; k < s->strategies.len; k++)
      count += model->outcomes[k].status != OUTCOME_NONE;
  }
  return count;
}

size_t study_resume(struct study *s, const char *text, size_t len) {
  struct map by_digest = {0};
  /* Two models may be the same text: the chain goes on in `next`. */
  VEC(size_t) next = {0};
  for (size_t i = 0; i < s->models.len; i++) {
    uint64_t *first = map_at(&by_digest, s->models.at[i].digest, &(bool){0});
    vec_push(&next, (size_t)*first);
    *first = i + 1;
  }
  for (const char *line = text, *end = text + len; line < end;) {
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    if (!stop)
      break; /* torn */
    struct outcome o;
    uint64_t *first = NULL;
    if (outcome_parse(&o, line, (size_t)(stop - line), &s->arena) &&
        usable(s, &o))
      first = map_get(&by_digest, o.digest);
    for (size_t i = first ? *first : 0; i; i = next.at[i - 1]) {
      struct outcome *place = place_for(s, &s->models.at[i - 1], &o);
      if (place)
        *place = o;
    }
    line = stop + 1;
  }
  map_free(&by_digest);
  vec_free(&next);
  return finished(s);
}

/* --- running -------------------------------------------------------------- */

typedef VEC(uint32_t) job_list; /* model * strategies + strategy */

struct runs {
  struct study *study;
  job_list jobs;
  int fd;
};

static bool append(const struct runs *r, const struct study_model *model,
                   struct outcome *o) {
  struct text line = {0};
  o->digest = model->digest;
  o->find = r->study->find;
  o->limits = r->study->limits_text;
  outcome_print(o, model->name, &line);
  bool ok = write(r->fd, text_str(&line), line.len) == (ssize_t)line.len;
  text_free(&line);
  return ok;
}

static struct model *read_again(const struct study_model *model) {
  struct text source = {0};
  struct diag silent = {0};
  struct model *m = NULL;
  if (text_read_file(&source, model->path))
    m = read_model(model->path, text_str(&source), source.len, &model->options,
                   &silent);
  text_free(&source);
  if (m && m->digest != model->digest) {
    model_free(m);
    m = NULL;
  }
  return m;
}

static bool run_one(struct team *t, size_t job) {
  struct runs *r = t->ctx;
  size_t width = r->study->strategies.len;
  const struct study_model *model =
      &r->study->models.at[r->jobs.at[job] / width];
  const struct strategy *strategy =
      r->study->strategies.at[r->jobs.at[job] % width];
  struct model *m = read_again(model);
  if (!m) {
    struct text why = {0};
    text_printf(&why, "'%s' has changed or cannot be read", model->path);
    team_say(t, text_str(&why));
    text_free(&why);
    return false;
  }
  struct arena arena = {0};
  struct outcome o = {0};
  bool ok = measure(m, strategy, r->study->find, &r->study->limits, t->progress,
                    &arena, &o);
  if (ok && !append(r, model, &o)) {
    char said[128];
    snprintf(said, sizeof said, "cannot write the results: %s",
             strerror(errno));
    team_say(t, said);
    ok = false;
  }
  arena_free(&arena);
  model_free(m);
  return ok;
}

static void note_crashes(struct runs *r, const struct team *t) {
  size_t width = r->study->strategies.len;
  vec_each(&t->crashed, job) {
    uint32_t run = r->jobs.at[*job];
    struct outcome o = {.status = OUTCOME_CRASHED,
                        .why = "its worker died",
                        .concurrency = -1,
                        .strategy = r->study->strategies.at[run % width]->name};
    append(r, &r->study->models.at[run / width], &o);
  }
  r->study->crashed = t->crashed.len;
}

/* These of the runs that are left. */
static bool run_team(struct runs *r, unsigned workers, size_t already,
                     struct progress *progress) {
  struct study *s = r->study;
  struct team t = {.workers = workers,
                   .count = r->jobs.len,
                   .work = run_one,
                   .ctx = r,
                   .name = "study",
                   .unit = "runs",
                   .already = already,
                   .progress = progress};
  bool ok = team_run(&t);
  note_crashes(r, &t);
  s->stopped |= t.stopped;
  if (t.said[0])
    s->said = arena_string(&s->arena, t.said, strlen(t.said));
  team_free(&t);
  return ok;
}

static void list_jobs(const struct study *s, job_list *jobs) {
  size_t width = s->strategies.len;
  for (size_t i = 0; i < s->models.len; i++)
    for (size_t k = 0; k < width; k++)
      if (s->models.at[i].outcomes[k].status == OUTCOME_NONE)
        vec_push(jobs, (uint32_t)(i * width + k));
}

/* --- by several ranks ----------------------------------------------------- */

enum { EACH = 16 }; /* runs of a rank, until all meet */

struct told { /* by a rank, after some runs; then the lines it has written */
  uint64_t crashed;
  bool ok, stopped;
  char said[512];
};

/* Rank 0's list is everybody's. */
static void share_jobs(struct ranks *r, job_list *jobs) {
  struct ranks_all all = {0};
  size_t len;
  ranks_share(r, jobs->at, r->rank ? 0 : jobs->len * sizeof *jobs->at, &all);
  const void *first = ranks_given(&all, 0, &len);
  vec_resize(jobs, len / sizeof *jobs->at);
  if (len)
    memcpy(jobs->at, first, len);
  ranks_all_free(&all);
}

/* What was written since *from, which then is the end. */
static void written(int fd, off_t *from, struct bytes *to) {
  uint8_t buffer[4096];
  ssize_t n;
  while ((n = pread(fd, buffer, sizeof buffer, *from)) > 0) {
    bytes_add(to, buffer, (size_t)n);
    *from += n;
  }
}

/* What all have told; rank 0 keeps their lines. */
static bool hear(struct runs *r, const struct ranks_all *all) {
  struct study *s = r->study;
  bool ok = true;
  s->crashed = 0;
  for (unsigned i = 0; i < s->ranks->count; i++) {
    struct told t;
    size_t len;
    const uint8_t *at = ranks_given(all, i, &len);
    memcpy(&t, at, sizeof t);
    ok &= t.ok;
    s->stopped |= t.stopped;
    s->crashed += t.crashed;
    if (t.said[0] && !s->said)
      s->said = arena_string(&s->arena, t.said, strlen(t.said));
    len -= sizeof t;
    if (i && !s->ranks->rank && len &&
        write(r->fd, at + sizeof t, len) != (ssize_t)len && !s->said)
      s->said = "cannot write the results";
  }
  return ok && !s->stopped && !s->said;
}

static void tell(const struct study *s, bool ok, uint64_t crashed, int fd,
                 off_t *from, struct ranks_all *all) {
  struct told t = {.crashed = crashed, .ok = ok, .stopped = s->stopped};
  struct bytes out = {0};
  snprintf(t.said, sizeof t.said, "%s", s->said ? s->said : "");
  bytes_add(&out, &t, sizeof t);
  if (s->ranks->rank)
    written(fd, from, &out);
  ranks_share(s->ranks, out.at, out.len, all);
  bytes_free(&out);
}

static bool run_together(struct study *s, int fd, unsigned workers,
                         struct progress *progress) {
  struct ranks *ranks = s->ranks;
  const int mine = ranks->rank ? memfd_create("study", MFD_CLOEXEC) : fd;
  struct runs r = {.study = s, .fd = mine};
  struct ranks_all all = {0};
  job_list jobs = {0};
  const size_t already = finished(s);
  off_t from = 0;
  uint64_t crashed = 0;
  bool ok = mine >= 0, more = true;
  list_jobs(s, &jobs);
  share_jobs(ranks, &jobs);
  for (size_t next = 0; more && next < jobs.len;) {
    const size_t end = next + (size_t)EACH * ranks->count;
    vec_clear(&r.jobs);
    for (size_t i = next + ranks->rank; i < jobs.len && i < end;
         i += ranks->count)
      vec_push(&r.jobs, jobs.at[i]);
    s->crashed = 0;
    ok = ok && run_team(&r, workers, already + next, progress);
    crashed += s->crashed;
    tell(s, ok, crashed, mine, &from, &all);
    more = hear(&r, &all);
    next = end;
  }
  ranks_all_free(&all);
  vec_free(&r.jobs);
  vec_free(&jobs);
  if (ranks->rank && mine >= 0)
    close(mine);
  return ok;
}

bool study_run(struct study *s, int fd, unsigned jobs,
               struct progress *progress) {
  s->stopped = false;
  if (s->ranks)
    return run_together(s, fd, jobs, progress);
  struct runs r = {.study = s, .fd = fd};
  list_jobs(s, &r.jobs);
  bool ok = run_team(&r, jobs, finished(s), progress);
  vec_free(&r.jobs);
  return ok;
}

void study_free(struct study *s) {
  vec_free(&s->models);
  vec_free(&s->strategies);
  arena_free(&s->arena);
}
