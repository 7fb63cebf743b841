/* heddle study: strategies compared on a set of models. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/study_programs.h"
#include "cli/together.h"
#include "form/study.h"
#include "job/budget.h"
#include "ranks/ranks.h"

struct study_command {
  const char *strategies, *find, *by, *scheme, *results;
  const char *csv, *html;
  struct operands defines, operands;
  uint64_t memory, states, jobs;
  double seconds, budget;
  bool json, quiet, brief, fresh, each, tables;
  struct study study;
  struct study_view view;
};

static const struct usage usage = {
    .command = "study",
    .synopsis = "[options] DIR | MODEL.hed... | PROGRAM.c...",
    .summary =
        "Runs every strategy on every model, checks that what a strategy "
        "promises to find\nis found, and prints what each is worth.  What is "
        "finished is kept in a file and\nnot run again.  Of programs: "
        "executions, redundant ones, steps, time and memory of\nthe "
        "strategies of heddle test, which must agree.",
    .more =
        "exit code: 0 done, 1 a sound strategy misses something, 2 bad "
        "input, 3 a limit\nwas reached or the study interrupted, 4 a run "
        "crashed\n\n"
        "  heddle synth --count 400 --out protocols\n"
        "  heddle study protocols --strategy full,lra,fra,era --html "
        "study.html\n"
        "  heddle study models/leader.hed -D N=3..6 --strategy full,bsra "
        "--each\n"
        "  heddle study programs --strategy optimal,dpor,unfold --html "
        "programs.html\n",
};

/* --- what is asked -------------------------------------------------------- */

/* The next word of a list with commas; false at its end. */
static bool next_word(const char **list, char *word, size_t size) {
  size_t len = strcspn(*list, ",");
  if (!**list)
    return false;
  snprintf(word, size, "%.*s", (int)len, *list);
  *list += len + ((*list)[len] == ',');
  return true;
}

static bool choose_strategies(struct study_command *c) {
  char word[64];
  VEC(const char *) names = {0};
  bool ok = true;
  for (const struct strategy *const *s = strategies; *s; s++)
    vec_push(&names, (*s)->name);
  study_add_strategy(&c->study, &strategy_full);
  for (const char *list = c->strategies; ok && list;) {
    if (!next_word(&list, word, sizeof word))
      break;
    const struct strategy *s = strategy_find(word);
    if (s)
      study_add_strategy(&c->study, s);
    else
      ok = usage_unknown(&usage, "strategy", word, names.at, names.len);
  }
  if (c->strategies && !*c->strategies)
    ok = usage_unknown(&usage, "strategy", "", names.at, names.len);
  if (!c->strategies)
    for (const struct strategy *const *s = strategies; *s; s++)
      study_add_strategy(&c->study, *s);
  vec_free(&names);
  return ok;
}

static bool choose_find(struct study_command *c) {
  char word[64];
  for (const char *list = c->find; next_word(&list, word, sizeof word);) {
    int kind = 0;
    while (finding_kind_names[kind] && strcmp(finding_kind_names[kind], word))
      kind++;
    if (kind == FINDING_KINDS)
      return usage_unknown(&usage, "kind of finding", word, finding_kind_names,
                     FINDING_KINDS);
    c->study.find |= 1u << kind;
  }
  if (!c->study.find)
    usage_error(&usage, "--find needs a kind, such as deadlock");
  return c->study.find != 0;
}

static bool choose_by(struct study_command *c) {
  char word[64];
  for (const char *list = c->by; next_word(&list, word, sizeof word);) {
    int by = 0;
    while (study_by_names[by] && strcmp(study_by_names[by], word))
      by++;
    if (by == BY_COUNT)
      return usage_unknown(&usage, "grouping", word, study_by_names, BY_COUNT);
    c->view.by[by] = true;
  }
  return true;
}

/* --- models --------------------------------------------------------------- */

/* "-D N=3..6": the model once for each number. */
struct sweep {
  const char *name;
  int64_t low, high;
};

static bool parse_sweep(const char *s, struct arena *arena,
                        struct sweep *out) {
  const char *dots = strstr(s, "..");
  struct lang_param p;
  char *end;
  if (!lang_param_parse(dots ? arena_string(arena, s, (size_t)(dots - s)) : s,
                        arena, &p)) {
    usage_error(&usage, "'-D %s': expected NAME=NUMBER or NAME=3..6", s);
    return false;
  }
  *out = (struct sweep){p.name, p.value, p.value};
  if (dots)
    out->high = strtoll(dots + 2, &end, 10);
  if (dots && (end == dots + 2 || *end || out->high < out->low ||
               out->high - out->low > 10000)) {
    usage_error(&usage, "'-D %s': expected a span such as N=3..6", s);
    return false;
  }
  return true;
}

static bool add_one(struct study_command *c, const char *path,
                    const struct text *source, const struct sweep *sweeps,
                    const int64_t *values, size_t count) {
  struct arena *arena = &c->study.arena;
  struct lang_param *params = arena_array(arena, struct lang_param, count);
  struct lang_options o = {.params = params, .param_count = count};
  struct text name = {0};
  const char *slash = strrchr(path, '/');
  const char *base = slash ? slash + 1 : path;
  text_add_n(&name, base, reader_stem(base));
  for (size_t i = 0; i < count; i++) {
    params[i] = (struct lang_param){sweeps[i].name, values[i]};
    text_printf(&name, " %s=%lld", sweeps[i].name, (long long)values[i]);
  }
  const struct host *host = term_host();
  struct diag d = host_diag(host);
  struct diag silent = {0};
  lang_scheme_parse(c->scheme, &o, &silent); /* it was looked at before */
  bool ok = study_add_model(&c->study, path, text_str(&name),
                            text_str(source), source->len, &o, &silent);
  if (!ok) { /* once more, to say what is wrong */
    host->source(host->user, path, source);
    study_add_model(&c->study, path, text_str(&name), text_str(source),
                    source->len, &o, &d);
    host_said(host, &d);
  }
  text_free(&name);
  return ok;
}

/* All combinations of the parameters, the last one fastest. */
static bool add_file(struct study_command *c, const char *path,
                     const struct sweep *sweeps, size_t count) {
  struct text source = {0};
  int64_t *values = alloc_zero(count + 1, sizeof *values);
  bool ok = term_read(&source, path), more = true;
  for (size_t i = 0; i < count; i++)
    values[i] = sweeps[i].low;
  while (ok && more) {
    ok = add_one(c, path, &source, sweeps, values, count);
    size_t i = count;
    for (more = false; i > 0 && !more; i--) {
      more = values[i - 1] < sweeps[i - 1].high;
      values[i - 1] = more ? values[i - 1] + 1 : sweeps[i - 1].low;
    }
  }
  text_free(&source);
  free(values);
  return ok;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool add_folder(struct study_command *c, const char *path,
                       const struct sweep *sweeps, size_t count) {
  DIR *dir = opendir(path);
  if (!dir) {
    term_message("cannot read '%s': %s", path, term_reason());
    return false;
  }
  VEC(const char *) files = {0};
  for (struct dirent *e; (e = readdir(dir));) {
    if (reader_has_model(e->d_name))
      vec_push(&files, arena_printf(&c->study.arena, "%s/%s", path,
                                    e->d_name));
  }
  closedir(dir);
  if (files.len)
    qsort(files.at, files.len, sizeof *files.at, by_name);
  bool ok = true;
  vec_each(&files, file) ok = ok && add_file(c, *file, sweeps, count);
  vec_free(&files);
  return ok;
}

static bool add_models(struct study_command *c) {
  VEC(struct sweep) sweeps = {0};
  bool ok = true;
  vec_each(&c->defines.at, define) {
    vec_push(&sweeps, (struct sweep){0});
    ok = ok && parse_sweep(*define, &c->study.arena, vec_last(&sweeps));
  }
  vec_each(&c->operands.at, path) {
    struct stat st;
    bool folder = !stat(*path, &st) && S_ISDIR(st.st_mode);
    ok = ok && (folder ? add_folder : add_file)(c, *path, sweeps.at,
                                                sweeps.len);
  }
  vec_free(&sweeps);
  if (ok && !c->study.models.len) {
    term_message("no models (*.hed) in '%s'", c->operands.at.at[0]);
    return false;
  }
  return ok;
}

/* --- running -------------------------------------------------------------- */

static const char *results_path(struct study_command *c) {
  struct stat st;
  const char *first = c->operands.at.at[0];
  if (c->results)
    return c->results;
  if (!stat(first, &st) && S_ISDIR(st.st_mode))
    return arena_printf(&c->study.arena, "%s/study.results", first);
  return arena_printf(&c->study.arena, "%s.results", first);
}

static bool resume(struct study *s, const char *path) {
  struct text lines = {0};
  bool ok = text_read_file(&lines, path);
  if (ok)
    study_resume(s, text_str(&lines), lines.len);
  else
    term_message("cannot read '%s': %s", path, term_reason());
  text_free(&lines);
  return ok;
}

/* A line torn by a crash must not swallow the next one. */
static bool mend(int fd) {
  char last;
  off_t end = lseek(fd, 0, SEEK_END);
  return end <= 0 || pread(fd, &last, 1, end - 1) != 1 || last == '\n' ||
         write(fd, "\n", 1) == 1;
}

/* The file of results, ready to be added to; -1 after saying why not. */
static int open_results(const struct study_command *c, const char *path) {
  int flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK;
  int fd = open(path, flags | (c->fresh ? O_TRUNC : 0), 0666);
  struct stat st;
  if (fd >= 0 && !fstat(fd, &st) && !S_ISREG(st.st_mode))
    term_message("'%s' is no ordinary file: results are read again, choose "
                 "another with --out", path);
  else if (fd >= 0 && mend(fd))
    return fd;
  else
    term_message("cannot write '%s': %s%s", path, term_unwritten(path),
                 c->results ? ""
                            : "; --out FILE keeps results elsewhere");
  if (fd >= 0)
    close(fd);
  return -1;
}

/* Each its share of the cores of this machine. */
static unsigned workers(const struct study_command *c) {
  const struct ranks *r = together_ranks();
  const unsigned cores = clock_cores();
  if (c->jobs || !r)
    return (unsigned)(c->jobs > 256 ? 256 : c->jobs);
  return cores > r->here ? cores / r->here : 1;
}

static uint64_t digest_of(const struct study *s) {
  uint64_t digest = s->models.len;
  vec_each(&s->models, m) digest = digest * 0x9e3779b97f4a7c15u + m->digest;
  return digest;
}

static bool run_with(struct study_command *c, const char *path, int fd) {
  struct progress progress;
  host_progress_begin(term_host(), &progress);
  bool ok = study_run(&c->study, fd, workers(c), &progress);
  host_progress_end(term_host(), &progress);
  if (!ok)
    term_message("cannot start a worker: %s", term_reason());
  if (ok && c->study.said)
    term_message("'%s': %s", path, c->study.said);
  return ok && !c->study.said;
}

/* Of several ranks the first keeps the results. */
static bool run_rest(struct study_command *c, bool ready) {
  const bool keeps = together_speaks();
  const char *path = ready ? results_path(c) : "";
  int fd = ready && keeps ? open_results(c, path) : -1;
  if (keeps)
    ready = ready && fd >= 0 && resume(&c->study, path);
  c->study.ranks = together_ranks();
  bool ok = together_ready(ready, ready ? digest_of(&c->study) : 0) &&
            run_with(c, path, fd);
  if (fd >= 0)
    close(fd);
  return ok && (!keeps || resume(&c->study, path));
}

static int status_of(const struct study_command *c) {
  const struct study *s = &c->study;
  struct arena arena = {0};
  bool wrong = false, cut = s->stopped;
  for (size_t k = 0; k < s->strategies.len; k++) {
    struct standing st = study_standing(s, k, &arena);
    wrong |= s->strategies.at[k]->sound && st.differ;
    cut |= st.limit > 0;
  }
  arena_free(&arena);
  return s->crashed ? EXIT_BUG
         : wrong    ? EXIT_FINDINGS
         : cut      ? EXIT_INCOMPLETE
                    : EXIT_HOLDS;
}

static bool write_form(void (*form)(const struct study_view *, struct text *),
                       const struct study_view *v, const char *path) {
  struct text out = {0};
  if (!path)
    return true;
  form(v, &out);
  bool ok = term_write(&out, path);
  text_free(&out);
  return ok;
}

/* "Study of protocols", after the first operand. */
static const char *title(struct study_command *c) {
  const char *path = c->operands.at.at[0];
  size_t len = strlen(path), from;
  while (len > 1 && path[len - 1] == '/')
    len--;
  for (from = len; from > 0 && path[from - 1] != '/';)
    from--;
  return arena_printf(&c->study.arena, "Study of %.*s%s", (int)(len - from),
                      path + from, c->operands.at.len > 1 ? " and others"
                                                          : "");
}

static int report(struct study_command *c) {
  struct study_view *v = &c->view;
  struct winsize size;
  v->study = &c->study;
  v->name = title(c);
  v->each = c->each;
  v->tables = c->tables;
  v->colour = isatty(STDOUT_FILENO);
  v->width = 200;
  if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
    v->width = size.ws_col;
  bool ok = true;
  if (c->json)
    ok = write_form(study_json, v, "-");
  else if (!c->quiet)
    ok = write_form(c->brief ? study_line : study_text, v, "-");
  ok = write_form(study_csv, v, c->csv) && ok;
  ok = write_form(study_html, v, c->html) && ok;
  if (c->study.crashed)
    term_message("%zu runs crashed; '%s' says which", c->study.crashed,
                 results_path(c));
  if (c->study.stopped)
    term_message("%s; the same command goes on where it stopped",
                 backstop_signalled() ? "interrupted"
                                      : "the budget is used up");
  return ok ? status_of(c) : EXIT_USAGE;
}

static bool known_scheme(const char *name) {
  if (!name)
    return true;
  for (int k = 0; scheme_names[k]; k++)
    if (!strcmp(scheme_names[k], name))
      return true;
  return usage_unknown(&usage, "scheme", name, scheme_names, SCHEME_MAILBOX + 1);
}

static int study_models(struct study_command *c) {
  c->study.limits = (struct study_limits){
      .seconds = c->seconds, .memory = c->memory, .states = c->states};
  if (!known_scheme(c->scheme) || !choose_strategies(c) || !choose_find(c) ||
      !choose_by(c) || !run_rest(c, add_models(c)))
    return EXIT_USAGE;
  return together_speaks() ? report(c) : EXIT_HOLDS;
}

/* What is said of models alone, of those options that were given; NULL: none. */
static const char *for_models(const struct study_command *c) {
  return c->find                ? "find"
         : c->by                ? "by"
         : c->scheme            ? "scheme"
         : c->results           ? "out"
         : c->defines.at.len    ? "define"
         : c->states            ? "states"
         : c->fresh             ? "fresh"
         : c->tables            ? "tables"
         : c->each              ? "each"
                                : NULL;
}

static int study_of(struct study_command *c) {
  if (!study_is_of_programs(&c->operands)) {
    c->find = c->find ? c->find : "deadlock,blocking";
    c->by = c->by ? c->by : "processes,concurrency";
    return study_models(c);
  }
  if (together_ranks()) {
    if (together_speaks())
      term_message("a study of programs is done by one process: start it "
                   "without mpirun");
    return EXIT_USAGE;
  }
  if (for_models(c))
    return usage_error(&usage, "--%s is about models, and '%s' is none",
                       for_models(c), c->operands.at.at[0]);
  return study_programs(&(struct study_programs){
      .usage = &usage,
      .operands = &c->operands,
      .strategies = c->strategies,
      .name = title(c),
      .csv = c->csv,
      .html = c->html,
      .seconds = c->seconds,
      .memory = c->memory,
      .jobs = c->jobs,
      .json = c->json,
      .quiet = c->quiet,
      .brief = c->brief});
}

int cmd_study(int argc, char **argv) {
  struct study_command c = {0};
  const struct option table[] = {
      {"strategy", 's', OPT_STRING, &c.strategies, "LIST",
       "names with commas (default all); full is always there (programs: not)"},
      {"strategies", 0, OPT_STRING, &c.strategies, "LIST", NULL},
      {"find", 'f', OPT_STRING, &c.find, "KINDS",
       "what is asked for (default deadlock,blocking)"},
      {"by", 0, OPT_STRING, &c.by, "LIST",
       "group models by processes, concurrency (default both)"},
      {"define", 'D', OPT_LIST, &c.defines, "N=3..6",
       "set a parameter; a span: one model for each"},
      {"scheme", 0, OPT_STRING, &c.scheme, "S",
       "async, fifo, causal or mailbox, instead of the model's"},
      {"time", 0, OPT_SECONDS, &c.seconds, "T", "limit of each run"},
      OPTION_BUDGET(&c.budget),
      {"memory", 0, OPT_SIZE, &c.memory, "SIZE", "limit of each run"},
      {"states", 0, OPT_NUMBER, &c.states, "N", "limit of each run"},
      {"jobs", 'j', OPT_NUMBER, &c.jobs, "N",
       "worker processes (default all cores)"},
      {"out", 'o', OPT_STRING, &c.results, "FILE",
       "what is finished (default DIR/study.results)"},
      {"results", 0, OPT_STRING, &c.results, "FILE", NULL},
      {"fresh", 0, OPT_FLAG, &c.fresh, NULL, "forget what is finished"},
      {"tables", 0, OPT_FLAG, &c.tables, NULL,
       "every table, with deviations, not the short ones"},
      {"each", 0, OPT_FLAG, &c.each, NULL, "a row for each model, too"},
      {"csv", 0, OPT_STRING, &c.csv, "FILE", "every run as a line"},
      {"json", 0, OPT_FLAG, &c.json, NULL, "for machines"},
      {"html", 0, OPT_STRING, &c.html, "FILE", "a page with plots"},
      OPTION_BRIEF(&c.brief),
      OPTION_QUIET(&c.quiet),
      OPTION_WARNINGS,
      {0}};
  int status = options_parse(&usage, table, argc, argv, &c.operands);
  backstop_asking(c.budget, 0);
  if (status < 0)
    status = c.operands.at.len
                 ? study_of(&c)
                 : usage_error(&usage, "which models? a folder, or files");
  study_free(&c.study);
  vec_free(&c.operands.at);
  vec_free(&c.defines.at);
  return status;
}
