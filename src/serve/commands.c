#include "serve/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/path.h"

enum { WORDS_MOST = 200, WORD_MOST = 4096 };

/* Lists of names have blanks around each. */
static const struct row {
  const char *command;
  const char *always;  /* an option that each job has */
  const char *options; /* those that may be asked for */
  const char *reads;   /* those whose value is a file of the folder */
  const char *writes;  /* those that write a file: they are true */
  const char *texts;   /* with one of these it prints no JSON */
  const char *out;     /* always among what it writes */
  bool arguments;      /* it takes those of a program */
  bool nothing;        /* it needs no files, and prints nothing */
  bool folders;        /* it takes folders, too */
  bool
      address_space; /* not programs, which have their memory at fixed places */
} rows[] = {
    {.command = "check",
     .options = " strategy find define never scheme first all depth-first fair "
                "jobs time memory compact bitstate hashes swarm seed states "
                "depth findings warnings ",
     .writes = " html record dot graph svg relief sarif markdown junit ",
     .address_space = true},
    {.command = "test",
     .arguments = true,
     .always = "--record=none",
     .options = " strategy all first time runs steps threads memory seed depth "
                "preemptions delays input symbolic branches races same-output "
                "spurious malloc-may-fail partial-io minimise test each "
                "coverage jobs define scheme volatile library warnings ",
     .writes = " html record svg coverage-page lcov sarif markdown junit "},
    {.command = "replay",
     .options = " try runs time times move ",
     .writes = " record "},
    {.command = "show", .writes = " html svg sarif markdown junit "},
    {.command = "derive",
     .options = " strategy engine mode mutate verify all-tests first matrix "
                "jobs time memory warnings ",
     .reads = " equal ",
     .writes = " tests tap c html sarif markdown junit write ",
     .address_space = true},
    {.command = "cover",
     .options = " strength time steps seed strategy explain sequence submodels "
                "missing dont-care memory delimiter alias negative "
                "case-sensitive fresh warnings format convert ",
     .reads = " keep measure rank minimise locate ",
     .texts = " format convert ",
     .address_space = true},
    {.command = "synth",
     .options = " processes count seed topology partners messages capacity "
                "omit states global extended scheme values jobs time ",
     .out = "out",
     .nothing = true,
     .address_space = true},
    {.command = "study",
     .options = " strategy find by define scheme time memory states jobs "
                "tables each warnings ",
     .writes = " html csv ",
     .out = "out",
     .folders = true,
     .address_space = true},
};

enum { ROWS = sizeof rows / sizeof *rows };

static void add(struct job_line *l, const char *word) {
  char *copy = strdup(word);
  if (!copy)
    alloc_leave();
  vec_push(&l->words, copy);
}

struct making {
  const struct row *row;
  struct job_line *line;
  int folder;
  struct text *why;
};

static bool in(const char *list, const char *name) {
  char padded[64];
  if (!list || !*name || strchr(name, ' ') ||
      snprintf(padded, sizeof padded, " %s ", name) >= (int)sizeof padded)
    return false;
  return strstr(list, padded) != NULL;
}

/* A file, or a folder where these are taken. */
static bool is_there(const struct making *m, const char *path) {
  int is = path_open_file(m->folder, path);
  if (is < 0 && m->row->folders)
    is = path_open_folder(m->folder, path);
  if (is >= 0)
    close(is);
  return is >= 0;
}

/* --NAME=PLACE/NAME */
static bool add_written(struct making *m, const char *name) {
  struct job_line *l = m->line;
  if (!l->place[0] && !outcome_make(l->place)) {
    text_printf(m->why, "no place for what it writes: %s", strerror(errno));
    return false;
  }
  struct text word = {0};
  text_printf(&word, "--%s=%s/%s", name, l->place, name);
  add(l, text_str(&word));
  text_free(&word);
  return true;
}

static bool refuse(struct making *m, const char *name, const char *what) {
  text_printf(m->why, "option '%.80s' %s", name, what);
  return false;
}

static bool add_option(void *user, const char *name, const char *value,
                       bool off, bool wrong) {
  struct making *m = user;
  const struct row *row = m->row;
  if (wrong)
    return refuse(m, name,
                  "wants true, false, a number, a string, or a list "
                  "of such");
  if (m->line->words.len >= WORDS_MOST || (value && strlen(value) >= WORD_MOST))
    return refuse(m, name, "is too much");
  if (in(row->writes, name)) {
    if (value && !off)
      return refuse(m, name, "writes a file of the job's own: it wants true");
    return off || add_written(m, name);
  }
  bool reads = in(row->reads, name);
  if (reads && (!value || off || !is_there(m, value)))
    return refuse(m, name, "names a file of the folder");
  if (!reads && !in(row->options, name))
    return refuse(m, name, "is none that a job may have");
  m->line->text |= in(row->texts, name) && !off;
  struct text word = {0};
  text_printf(&word, "--%s%s", off ? "no-" : "", name);
  if (value && !off)
    text_printf(&word, "=%s", value);
  add(m->line, text_str(&word));
  text_free(&word);
  return true;
}

/* "12/record": what another job has written. */
static bool add_others(struct making *m, const struct body *b, struct jobs *all,
                       unsigned *status) {
  bool wrong = false;
  const char *name;
  for (size_t n = 0; (name = body_item(b, "written", n, &wrong)); n++) {
    char *slash = NULL;
    struct job *j = jobs_find(all, strtoull(name, &slash, 10));
    const char *place = j && *slash == '/' ? job_line(j)->place : "";
    int file = outcome_open(place, *slash ? slash + 1 : "");
    struct text path = {0};
    text_printf(&path, "%s%s", place, slash);
    if (j)
      job_release(j);
    if (file >= 0) {
      close(file);
      add(m->line, text_str(&path));
      m->line->files++;
    }
    text_free(&path);
    if (file < 0 || m->line->words.len >= WORDS_MOST) {
      *status = 404;
      text_printf(m->why, "no job has written '%.200s'", name);
      return false;
    }
  }
  if (wrong)
    text_add(m->why, "'written' is a list of names, each 'ID/NAME'");
  return !wrong;
}

static bool add_files(struct making *m, const struct body *b,
                      unsigned *status) {
  struct job_line *l = m->line;
  bool wrong = false;
  const char *path;
  for (size_t n = 0; (path = body_item(b, "files", n, &wrong)); n++) {
    if (!is_there(m, path)) {
      *status = 404;
      text_printf(m->why, "no file '%.200s' in the folder", path);
      return false;
    }
    if (l->words.len >= WORDS_MOST) {
      text_add(m->why, "too many files");
      return false;
    }
    /* "--" would not do: what follows it are the arguments of a program. */
    struct text word = {0};
    text_printf(&word, "%s%s", *path == '-' ? "./" : "", path);
    add(l, text_str(&word));
    text_free(&word);
    l->files++;
  }
  if (!wrong && (l->files || m->row->nothing))
    return true;
  text_add(m->why, "'files' is a list of files of the folder");
  return false;
}

/* Of the program that is tested. */
static bool add_arguments(struct making *m, const struct body *b) {
  bool wrong = false;
  const char *word;
  for (size_t n = 0; (word = body_item(b, "arguments", n, &wrong)); n++) {
    if (!m->row->arguments || m->line->words.len + 1 >= WORDS_MOST)
      wrong = true;
    if (wrong)
      break;
    if (!n)
      add(m->line, "--");
    add(m->line, word);
    m->line->after++;
  }
  m->line->after += m->line->after > 0;
  if (wrong)
    text_add(m->why, "'arguments' is a list of strings, of 'test' only");
  return !wrong;
}

bool command_line(const struct body *b, int folder, struct jobs *all,
                  struct job_line *out, unsigned *status, struct text *why) {
  size_t len;
  const char *name = body_string(b, "command", &len);
  struct making m = {.line = out, .folder = folder, .why = why};
  *status = 400;
  for (size_t i = 0; name && i < ROWS; i++)
    if (!strcmp(rows[i].command, name))
      m.row = &rows[i];
  if (!m.row) {
    text_add(why, "'command' is");
    for (size_t i = 0; i < ROWS; i++)
      text_printf(why, "%s %s",
                  !i             ? ""
                  : i + 1 < ROWS ? ","
                                 : " or",
                  rows[i].command);
    return false;
  }
  out->address_space = m.row->address_space;
  out->text = m.row->nothing;
  add(out, "heddle");
  add(out, m.row->command);
  if (m.row->always)
    add(out, m.row->always);
  if ((m.row->out && !add_written(&m, m.row->out)) ||
      !body_each(b, "options", add_option, &m))
    return false;
  if (!out->text)
    add(out, "--json");
  return add_others(&m, b, all, status) && add_files(&m, b, status) &&
         add_arguments(&m, b);
}
