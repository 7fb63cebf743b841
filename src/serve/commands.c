#include "serve/commands.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "serve/path.h"

enum { WORDS_MOST = 200, WORD_MOST = 4096 };

static const struct row {
  const char *command;
  const char *always;  /* options that each job has */
  const char *options; /* those that may be asked for, with blanks around */
  bool address_space; /* not `test`: a program has its memory at fixed places */
} rows[] = {
    {"check", NULL,
     " strategy find define never scheme first all depth-first fair jobs time "
     "memory compact bitstate hashes swarm seed states depth findings "
     "warnings ",
     true},
    {"test", "--record=none",
     " strategy all first time runs steps threads memory seed depth "
     "preemptions delays input symbolic branches races same-output spurious "
     "malloc-may-fail partial-io minimise test each coverage jobs define "
     "scheme volatile warnings ",
     false},
    {"derive", NULL,
     " strategy engine mode mutate verify all-tests first jobs time memory "
     "warnings ",
     true},
    {"cover", NULL,
     " strength time steps seed strategy explain sequence submodels missing "
     "dont-care memory delimiter alias negative case-sensitive warnings ",
     true},
};

static void add(struct job_line *l, const char *word) {
  char *copy = strdup(word);
  if (!copy)
    alloc_leave();
  vec_push(&l->words, copy);
}

struct making {
  const struct row *row;
  struct job_line *line;
  struct text *why;
};

static bool allowed(const struct row *row, const char *name) {
  char padded[64];
  if (strchr(name, ' ') ||
      snprintf(padded, sizeof padded, " %s ", name) >= (int)sizeof padded)
    return false;
  return strstr(row->options, padded) != NULL;
}

static bool add_option(void *user, const char *name, const char *value,
                       bool off, bool wrong) {
  struct making *m = user;
  struct text word = {0};
  bool fine = !wrong && *name && allowed(m->row, name) &&
              m->line->words.len < WORDS_MOST &&
              (!value || strlen(value) < WORD_MOST);
  if (!fine)
    text_printf(m->why,
                wrong ? "option '%.80s' wants true, false, a number, "
                        "a string, or a list of such"
                      : "'%.80s' is no option that a job may have",
                name);
  text_printf(&word, "--%s%s", off ? "no-" : "", name);
  if (value && !off)
    text_printf(&word, "=%s", value);
  if (fine)
    add(m->line, text_str(&word));
  text_free(&word);
  return fine;
}

static bool add_files(const struct body *b, int folder, struct job_line *l,
                      unsigned *status, struct text *why) {
  bool wrong = false;
  const char *path;
  for (size_t n = 0; (path = body_item(b, "files", n, &wrong)); n++) {
    int file = path_open_file(folder, path);
    if (file < 0) {
      *status = 404;
      text_printf(why, "no file '%.200s' in the folder", path);
      return false;
    }
    close(file);
    if (l->words.len >= WORDS_MOST) {
      text_add(why, "too many files");
      return false;
    }
    add(l, path);
    l->files++;
  }
  if (!wrong && l->files)
    return true;
  text_add(why, "'files' is a list of files of the folder");
  return false;
}

bool command_line(const struct body *b, int folder, struct job_line *out,
                  unsigned *status, struct text *why) {
  size_t len;
  const char *name = body_string(b, "command", &len);
  struct making m = {.line = out, .why = why};
  *status = 400;
  for (size_t i = 0; name && i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i].command, name))
      m.row = &rows[i];
  if (!m.row) {
    text_add(why, "'command' is check, test, derive or cover");
    return false;
  }
  out->address_space = m.row->address_space;
  add(out, "heddle");
  add(out, m.row->command);
  add(out, "--json");
  if (m.row->always)
    add(out, m.row->always);
  if (!body_each(b, "options", add_option, &m))
    return false;
  add(out, "--");
  return add_files(b, folder, out, status, why);
}
