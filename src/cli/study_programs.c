#include "cli/study_programs.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "form/schedules.h"
#include "job/load.h"

typedef VEC(char *) paths;

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_folder(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* By its name, it is for this command. */
static bool is_for(const char *name, const char *command) {
  const char *own = load_command(name);
  return own && !strcmp(own, command);
}

/* The sources of a folder, in the order of their names; *models: there are
 * models as well. */
static void list_folder(const char *path, paths *out, bool *models) {
  DIR *dir = opendir(path);
  for (struct dirent *e; dir && (e = readdir(dir));) {
    struct text file = {0};
    *models |= is_for(e->d_name, "check");
    text_printf(&file, "%s/%s", path, e->d_name);
    if (is_for(e->d_name, "test"))
      vec_push(out, strdup(text_str(&file)));
    text_free(&file);
  }
  if (dir)
    closedir(dir);
  if (out->len)
    qsort(out->at, out->len, sizeof *out->at, by_name);
}

static void free_paths(paths *p) {
  vec_each(p, path) free(*path);
  vec_free(p);
}

bool study_is_of_programs(const struct operands *operands) {
  const char *first = operands->at.at[0];
  if (!is_folder(first))
    return is_for(first, "test");
  paths sources = {0};
  bool models = false;
  list_folder(first, &sources, &models);
  const bool any = sources.len && !models;
  free_paths(&sources);
  return any;
}

static bool add_strategies(const struct study_programs *o,
                           struct schedules *s) {
  VEC(const char *) names = {0};
  bool ok = true;
  for (const struct sched_strategy *const *k = sched_strategies; *k; k++) {
    vec_push(&names, (*k)->name);
    if (!o->strategies && schedules_exhaustive(*k) && !(*k)->repeats)
      schedules_add_strategy(s, *k);
  }
  for (const char *list = o->strategies; ok && list && *list;) {
    char word[64] = "";
    const size_t len = strcspn(list, ",");
    memcpy(word, list, len < sizeof word ? len : sizeof word - 1);
    list += len + (list[len] == ',');
    const struct sched_strategy *k = sched_strategy_find(word);
    if (k)
      schedules_add_strategy(s, k);
    else
      ok = usage_unknown(o->usage, "strategy", word, names.at, names.len);
  }
  vec_free(&names);
  if (ok && !s->strategies.len)
    usage_error(o->usage, "--strategy needs a name, such as optimal");
  return ok && s->strategies.len;
}

static bool add_programs(const struct study_programs *o, struct schedules *s) {
  bool ok = true;
  vec_each(&o->operands->at, path) {
    paths sources = {0};
    bool models = false;
    if (is_folder(*path))
      list_folder(*path, &sources, &models);
    else
      vec_push(&sources, strdup(*path));
    vec_each(&sources, file) {
      ok = ok && schedules_add_program(s, term_host(), *file);
    }
    free_paths(&sources);
  }
  return ok;
}

static bool write_form(void (*form)(const struct schedules_view *,
                                    struct text *),
                       const struct schedules_view *v, const char *path) {
  struct text out = {0};
  if (!path)
    return true;
  form(v, &out);
  bool ok = term_write(&out, path);
  text_free(&out);
  return ok;
}

static int status_of(const struct schedules *s) {
  bool wrong = false, cut = s->stopped;
  vec_each(&s->programs, p) {
    for (size_t k = 0; k < s->strategies.len; k++) {
      wrong |= schedules_differs(s, p, k) != NULL;
      cut |= p->outcomes[k].ran && !p->outcomes[k].finished;
    }
  }
  return s->crashed ? EXIT_BUG
         : wrong    ? EXIT_FINDINGS
         : cut      ? EXIT_INCOMPLETE
                    : EXIT_HOLDS;
}

static int report(const struct study_programs *o, const struct schedules *s) {
  struct schedules_view v = {s, o->name, term_width(60, 200),
                             isatty(STDOUT_FILENO)};
  bool ok = true;
  if (o->json)
    ok = write_form(schedules_json, &v, "-");
  else if (!o->quiet)
    ok = write_form(o->brief ? schedules_line : schedules_text, &v, "-");
  ok = write_form(schedules_csv, &v, o->csv) && ok;
  ok = write_form(schedules_html, &v, o->html) && ok;
  if (s->crashed)
    term_message("%zu runs crashed", s->crashed);
  if (s->stopped)
    term_message("the study was interrupted");
  return ok ? status_of(s) : EXIT_USAGE;
}

int study_programs(const struct study_programs *o) {
  struct schedules s = {.seconds = o->seconds > 0 ? o->seconds : -1,
                        .memory = o->memory};
  int status = EXIT_USAGE;
  if (add_strategies(o, &s) && add_programs(o, &s) &&
      schedules_run(&s, term_host(), (unsigned)(o->jobs > 256 ? 256 : o->jobs)))
    status = report(o, &s);
  schedules_close(&s);
  return status;
}
