#include "job/synth.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/sound.h"
#include "read/reader.h"
#include "study/team.h"

/* The smaller ones first. */
static unsigned processes_of(const struct synth_set *s, size_t i) {
  return s->low + (unsigned)(i * (s->high - s->low + 1) / s->count);
}

static void path_of(const struct synth_set *s, size_t i, struct text *path) {
  int digits = snprintf(NULL, 0, "%" PRIu64, s->count);
  text_clear(path);
  text_printf(path, "%s/n%u-%0*zu.hed", s->out, processes_of(s, i),
              digits < 3 ? 3 : digits, i + 1);
}

/* In a worker, whose words go to the parent. */
static bool make_one(struct team *t, size_t i) {
  EXPECTS(i < t->count);
  const struct synth_set *s = t->ctx;
  struct synth_made made = {0};
  struct text why = {0}, path = {0};
  path_of(s, i, &path);
  bool ok = synth_protocol(&s->synth, processes_of(s, i), i + 1, t->progress,
                           &made, &why);
  if (ok && !text_write_file(&made.source, text_str(&path))) {
    text_printf(&why, "cannot write '%s': %s", text_str(&path),
                errno == ENOENT ? "no such file" : strerror(errno));
    ok = false;
  }
  if (why.len)
    team_say(t, text_str(&why));
  text_free(&made.source);
  text_free(&why);
  text_free(&path);
  return ok;
}

/* A folder that is new, or has no models that would get mixed up with ours. */
static bool make_folder(const struct host *h, const char *path) {
  if (mkdir(path, 0777) && errno != EEXIST)
    return host_fail(h, "cannot make the folder '%s'", path);
  DIR *dir = opendir(path);
  if (!dir)
    return host_fail(h, "cannot read '%s'", path);
  bool clean = true;
  for (struct dirent *e; clean && (e = readdir(dir));) {
    size_t len = strlen(e->d_name);
    clean = len < 4 || strcmp(e->d_name + len - 4, ".hed");
  }
  closedir(dir);
  return clean ||
         host_say(h, "'%s' has models already: choose a new folder", path);
}

static enum synth_end judge(const struct team *t, const struct host *h,
                            bool started) {
  if (!started)
    host_fail(h, "cannot start a worker");
  else if (t->said[0])
    host_say(h, "%s", t->said);
  else if (t->crashed.len)
    host_say(h, "protocol %zu crashed its worker", t->crashed.at[0] + 1);
  return !started || t->said[0] ? SYNTH_FAILED
         : t->crashed.len       ? SYNTH_BROKEN
         : t->stopped           ? SYNTH_STOPPED
                                : SYNTH_DONE;
}

enum synth_end synth_set_make(struct synth_set *s, const struct host *h) {
  if (!make_folder(h, s->out))
    return SYNTH_FAILED;
  struct progress progress;
  host_progress_begin(h, &progress);
  struct team team = {.workers = (unsigned)(s->jobs > 256 ? 256 : s->jobs),
                      .count = s->count,
                      .work = make_one,
                      .ctx = s,
                      .name = "synth",
                      .unit = "protocols",
                      .progress = &progress};
  bool started = team_run(&team);
  host_progress_end(h, &progress);
  s->made = team.done;
  enum synth_end end = judge(&team, h, started);
  team_free(&team);
  return end;
}

static bool profile_file(const struct host *h, struct profile *p,
                         const char *path) {
  struct text source = {0};
  struct diag silent = {0};
  if (!host_read(h, &source, path))
    return false;
  struct model *m =
      read_model(path, text_str(&source), source.len, NULL, &silent);
  if (m)
    profile_add(p, m);
  text_free(&source);
  model_free(m);
  return true;
}

bool synth_set_profile(const struct synth_set *s, const struct host *h,
                       struct profile *profiles) {
  struct text path = {0};
  bool ok = true;
  for (size_t i = 0; ok && i < s->count; i++) {
    path_of(s, i, &path);
    ok = profile_file(h, &profiles[processes_of(s, i) - s->low],
                      text_str(&path));
  }
  text_free(&path);
  return ok;
}
