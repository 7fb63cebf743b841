#include "job/record.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sound.h"
#include "exec/source.h"
#include "exec/tape.h"
#include "job/cc.h"
#include "job/events.h"
#include "job/host.h"

/* Marks are kept of files with at most so many lines. */
enum { LINES_MOST = 20000, SOURCES_MOST = 1000, SITES_MOST = 1 << 18 };

/* A source as the tape has it, and its text while the tape is made. */
struct recorder {
  struct tape tape;
  const struct target *target;
  VEC(struct source_text) texts; /* beside tape.sources */
  const char *name;         /* of the last place looked up */
  uint32_t found;           /* its source */
};

static const char *absolute(struct arena *a, const char *path) {
  char full[PATH_MAX];
  const char *s = realpath(path, full) ? full : path;
  return arena_string(a, s, strlen(s));
}

/* --- sources -------------------------------------------------------------- */

/* A name in the program, as the compiler was given it: from here, or from
 * where the program is. */
static bool locate(const struct recorder *k, const char *name,
                   char path[PATH_MAX]) {
  char beside[PATH_MAX];
  if (realpath(name, path))
    return true;
  const char *program = k->target->files.at[0];
  const char *slash = strrchr(program, '/');
  int folder = slash ? (int)(slash - program) + 1 : 0;
  int len = snprintf(beside, sizeof beside, "%.*s%s", folder, program, name);
  return len < (int)sizeof beside && realpath(beside, path);
}

/* The number of the source with this name, read if it is new; UINT32_MAX
 * when there is no such file. */
static uint32_t source_of(struct recorder *k, const char *name) {
  struct tape *r = &k->tape;
  char path[PATH_MAX];
  struct source_text s;
  if (!locate(k, name, path))
    return UINT32_MAX;
  for (uint32_t i = 0; i < r->sources.len; i++)
    if (!strcmp(r->sources.at[i].path, path))
      return i;
  if (r->sources.len == SOURCES_MOST || !source_read(&s, path))
    return UINT32_MAX;
  struct tape_source row = {.path = arena_string(&r->arena, path, strlen(path)),
                            .digest = s.digest};
  vec_push(&r->sources, row);
  vec_push(&k->texts, s);
  return (uint32_t)r->sources.len - 1;
}

/* "a.o: a.c b.h \\\n c.h": what a compiler says a unit is made of. */
static void add_depends(struct recorder *k, char *s) {
  s = strchr(s, ':');
  for (bool more = s != NULL; more;) {
    char *to = ++s;
    const char *name = to;
    for (; *s && *s != ' ' && *s != '\n'; s++)
      if (*s == '\\' && (s[1] == '\n' || s[1] == ' '))
        *to++ = *++s == '\n' ? 0 : *s;
      else
        *to++ = *s;
    more = *s;
    *to = 0;
    if (*name)
      source_of(k, name);
  }
}

/* Headers are asked for only when there are any of the user's own. */
static bool may_have_headers(const struct recorder *k, uint32_t source) {
  EXPECTS(source != UINT32_MAX);
  vec_each(&k->target->flags, f) if (!strncmp(*f, "-I", 2) ||
                                     !strncmp(*f, "-i", 2)) return true;
  const char *text = text_str(&k->texts.at[source].text);
  for (const char *p = text; (p = strstr(p, "include")); p++) {
    const char *q = p + 7 + strspn(p + 7, " \t");
    if (*q != '<')
      return true;
  }
  return false;
}

static void ask_compiler(struct recorder *k, const char *file) {
  char path[] = "/tmp/heddle-depends-XXXXXX";
  int made = mkstemp(path);
  if (made < 0)
    return;
  close(made);
  VEC(char *) argv = {0};
  vec_push(&argv, (char *)"-MM");
  vec_push(&argv, (char *)"-MF");
  vec_push(&argv, path);
  vec_push(&argv, (char *)"-Wno-unused-command-line-argument");
  vec_each(&k->target->flags, f) vec_push(&argv, (char *)*f);
  vec_push(&argv, (char *)file);
  vec_push(&argv, NULL);
  struct text answer = {0};
  if (!cc_run(k->target->host, CC_C, (int)argv.len - 1, argv.at, 0) &&
      text_read_file(&answer, path) && answer.len)
    add_depends(k, answer.at);
  text_free(&answer);
  vec_free(&argv);
  unlink(path);
}

/* The files given, the headers they include, and whatever places are in. */
static void add_sources(struct recorder *k, struct executor *x) {
  const struct target *t = k->target;
  if (t->kind != TAPE_BINARY)
    vec_each(&t->files, f) source_of(k, *f);
  size_t given = k->tape.sources.len;
  for (uint32_t i = 0; i < given && t->kind == TAPE_SOURCES; i++)
    if (may_have_headers(k, i))
      ask_compiler(k, k->tape.sources.at[i].path);
  const char *last = "";
  for (uint32_t site = 1; site < SITES_MOST && x->place; site++) {
    struct spot at = x->place(x, site);
    if (!at.file)
      break;
    if (strcmp(at.file, last))
      source_of(k, at.file);
    last = at.file;
  }
  for (size_t i = 0; i < k->texts.len; i++) {
    const struct source_text *s = &k->texts.at[i];
    if (s->marks.len <= LINES_MOST) {
      k->tape.sources.at[i].marks = s->marks.at;
      k->tape.sources.at[i].marks_len = s->marks.len;
    }
  }
}

/* --- the trail ------------------------------------------------------------ */

static struct tape_place place_of(struct recorder *k, struct executor *x,
                                  const struct event *e, struct text *line) {
  struct spot at = {0};
  text_clear(line);
  if (x->place && e->site)
    at = x->place(x, e->site);
  if (at.file && (!k->name || strcmp(at.file, k->name))) {
    k->name = at.file;
    k->found = source_of(k, at.file);
  }
  bool known = at.file && k->found != UINT32_MAX;
  if (known)
    source_line(&k->texts.at[k->found], at.line, line);
  return (struct tape_place){.kind = e->kind,
                             .source = known ? k->found : UINT32_MAX,
                             .line = known ? at.line : 0,
                             .text = text_str(line)};
}

static uint32_t place_number(struct recorder *k, const struct tape_place *p) {
  EXPECTS(p->text != NULL);
  struct tape *r = &k->tape;
  for (size_t i = r->places.len; i-- > 0;) {
    const struct tape_place *q = &r->places.at[i];
    if (q->kind == p->kind && q->source == p->source && q->line == p->line)
      return (uint32_t)i;
  }
  struct tape_place row = *p;
  row.text = arena_string(&r->arena, p->text, strlen(p->text));
  vec_push(&r->places, row);
  return (uint32_t)r->places.len - 1;
}

static void add_trail(struct recorder *k, struct executor *x,
                      const struct sched_finding *f) {
  struct text line = {0};
  struct tape *r = &k->tape;
  for (uint32_t i = 0; i < f->events_len && r->trail.len < f->choices_len;
       i++) {
    const struct event *e = &f->events[i];
    if (e->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    struct tape_place p = place_of(k, x, e, &line);
    vec_push(&r->trail, place_number(k, &p));
  }
  if (r->trail.len != f->choices_len)
    r->trail.len = r->places.len = 0;
  text_free(&line);
}

/* The text of the line where the finding is. */
static void add_quote(struct recorder *k, struct executor *x, uint32_t site) {
  struct text line = {0};
  struct event e = {.site = site};
  struct tape_place p = place_of(k, x, &e, &line);
  k->tape.quote = arena_string(&k->tape.arena, p.text, strlen(p.text));
  text_free(&line);
}

/* --- the rest ------------------------------------------------------------- */

static void add_thread_table(struct executor *x, struct tape *r) {
  uint32_t table[THREADS_MAX];
  size_t n = x->threads ? x->threads(x, table, THREADS_MAX) : 0;
  for (size_t i = 1; i < n; i++) {
    struct tape_thread t = {table[i] & 0xffff, table[i] >> 16};
    vec_push(&r->threads, t);
  }
}

static void add_target(struct tape *r, const struct target *t) {
  r->target = t->kind;
  r->identity = t->identity;
  r->build = t->executor->identity;
  r->fork = t->fork;
  r->spurious = t->spurious;
  r->malloc_fails = t->malloc_fails;
  r->partial_io = t->partial_io;
  r->ranks = t->ranks;
  r->unbuffered = t->unbuffered;
  r->mpi_leaks = t->mpi_leaks;
  r->same_output = t->same_output;
  r->steps = t->steps;
  r->memory = t->memory;
  r->threads_max = t->threads;
  for (size_t i = 0; i < t->files.len; i++)
    vec_push(&r->files, absolute(&r->arena, t->files.at[i]));
  for (size_t i = 0; i < t->flags.len; i++)
    vec_push(&r->flags, t->flags.at[i]);
  for (size_t i = 0; i < t->args.len; i++)
    vec_push(&r->args, t->args.at[i]);
}

static void recorder_free(struct recorder *k) {
  vec_each(&k->texts, s) source_free(s);
  vec_free(&k->texts);
  tape_free(&k->tape);
}

void record_text(const struct target *t, const struct plan_input *inputs,
                 size_t inputs_len, uint64_t unlike,
                 const struct sched_finding *f,
                 const struct minimise_switch *decisive, struct text *out) {
  struct recorder k = {.target = t};
  struct tape *r = &k.tape;
  struct text place = {0};
  events_place(t->executor, f->site, &place);
  r->place = text_str(&place);
  r->text = f->text;
  r->finding = f->kind;
  add_target(r, t);
  r->stops = f->stops;
  r->rounds = f->rounds;
  r->round = f->round;
  r->unlike = f->kind == FOUND_OUTPUT ? unlike : 0;
  if (f->inputs) {
    inputs = f->inputs;
    inputs_len = f->inputs_len;
  }
  for (size_t i = 0; i < inputs_len; i++)
    vec_push(&r->inputs, inputs[i]);
  for (uint32_t i = 0; i < f->choices_len; i++)
    vec_push(&r->choices, f->choices[i]);
  if (decisive)
    r->decisive = (struct tape_switch){
        decisive->change, decisive->from,
        decisive->change ? decisive->instead : decisive->always,
        decisive->change ? decisive->event : decisive->failed};
  add_thread_table(t->executor, r);
  add_sources(&k, t->executor);
  add_trail(&k, t->executor, f);
  add_quote(&k, t->executor, f->site);
  tape_write(r, out);
  recorder_free(&k);
  text_free(&place);
}
