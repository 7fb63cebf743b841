#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cli/backstop.h"
#include "cli/cli.h"
#include "form/walk.h"
#include "job/forms.h"
#include "job/telling.h"

void term_message(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  fputs("heddle: ", stderr);
  vfprintf(stderr, fmt, args);
  fputc('\n', stderr);
  va_end(args);
}

const char *term_reason(void) {
  static char why[128];
  snprintf(why, sizeof why, "%s",
           errno == ENOENT ? "no such file" : strerror(errno));
  if (why[0] >= 'A' && why[0] <= 'Z' && !(why[1] >= 'A' && why[1] <= 'Z'))
    why[0] = (char)(why[0] | 0x20);
  return why;
}

const char *term_unwritten(const char *path) {
  return errno != ENOENT ? term_reason()
         : *path         ? "no such folder"
                         : "that is no name";
}

bool term_print(const struct text *t) {
  if (fwrite(text_str(t), 1, t->len, stdout) == t->len && !fflush(stdout))
    return true;
  term_message("cannot write to standard output: %s", term_reason());
  return false;
}

bool term_write(const struct text *t, const char *path) {
  if (!strcmp(path, "-"))
    return term_print(t);
  if (text_write_file(t, path))
    return true;
  term_message("cannot write '%s': %s", path, term_unwritten(path));
  return false;
}

bool term_forms_wanted(const char *const *files) {
  for (size_t i = 0; i < FORM_COUNT; i++)
    if (files[i])
      return true;
  return false;
}

struct result_wish term_wish(struct print p, const char *const *files) {
  struct result_wish wish = forms_wish(files);
  if (p.json)
    return result_wish_both(wish, forms[FORM_json].wish);
  if (p.quiet)
    return wish;
  wish = result_wish_both(wish, forms[p.brief ? FORM_line : FORM_text].wish);
  if (p.every)
    wish.listed = wish.pictures = SIZE_MAX;
  return wish;
}

bool term_result(const struct heddle_result *r, struct print p) {
  struct text out = {0};
  const bool colour = isatty(STDOUT_FILENO);
  if (p.json)
    forms[FORM_json].render(&out, r);
  else if (p.brief && !p.quiet)
    forms[FORM_line].render(&out, r);
  else if (!p.quiet)
    forms_text(&out, r, term_width(1, UINT_MAX), colour, p.every);
  bool ok = term_print(&out);
  text_free(&out);
  return ok;
}

bool term_forms(const struct heddle_result *r, const char *const *files) {
  struct text out = {0};
  bool ok = true;
  for (size_t i = 0; i < FORM_COUNT; i++) {
    if (!files[i])
      continue;
    text_clear(&out);
    forms[i].render(&out, r);
    ok &= term_write(&out, files[i]);
  }
  text_free(&out);
  return ok;
}

bool term_read(struct text *t, const char *path) {
  if (text_read_file(t, path))
    return true;
  term_message("cannot read '%s': %s", path, term_reason());
  text_free(t);
  return false;
}

/* --- diagnostics ---------------------------------------------------------- */

enum { SHOWN_MOST = 100 }; /* messages about one input; the rest is counted */

static struct terminal {
  unsigned shown;
  struct text source; /* of the file last quoted */
  char *source_name;
} terminal;

static const char *colour(const char *code) {
  return isatty(STDERR_FILENO) ? code : "";
}

static const char *line_at(const struct text *source, uint32_t line,
                           size_t *len) {
  const char *at = text_str(source), *end = at + source->len;
  for (; line > 1 && at < end; line--) {
    const char *next = memchr(at, '\n', (size_t)(end - at));
    if (!next)
      return NULL;
    at = next + 1;
  }
  const char *stop = memchr(at, '\n', (size_t)(end - at));
  *len = (size_t)((stop ? stop : end) - at);
  return at;
}

enum { QUOTED_MOST = 160 }; /* of a line */

/* The line that is meant, or NULL where there is nothing to be seen. */
static const char *quotable(struct diag_at at, size_t *len) {
  struct terminal *d = &terminal;
  if (!d->source_name || strcmp(d->source_name, at.file)) {
    free(d->source_name);
    d->source_name = strdup(at.file);
    text_clear(&d->source);
    if (!strcmp(at.file, "-") || !text_read_file(&d->source, at.file))
      text_clear(&d->source);
  }
  const char *line = line_at(&d->source, at.line, len);
  return line && *len && at.col && at.col <= *len + 1 ? line : NULL;
}

/* The line and a caret under the column; tabs stay tabs so that it aligns, of
 * a long line the part around the column. */
static void quote(struct diag_at at, const char *line, size_t len,
                  const char *hint) {
  size_t from = at.col > QUOTED_MOST ? at.col - QUOTED_MOST / 2 : 0;
  while (from && (line[from] & 0xc0) == 0x80)
    from--;
  fprintf(stderr, "%5u | ", at.line);
  for (size_t i = from; i < len && i < from + QUOTED_MOST; i++) {
    unsigned char c = (unsigned char)line[i];
    fputc((c < 32 && c != '\t') || c == 127 ? ' ' : c, stderr);
  }
  fputs("\n      | ", stderr);
  for (size_t i = from; i + 1 < at.col; i++)
    fputc(line[i] == '\t' ? '\t' : ' ', stderr);
  fputs(colour("\033[1;32m"), stderr);
  fputc('^', stderr);
  for (uint32_t i = 1; i < at.len && at.col + i <= len && i < 60; i++)
    fputc('~', stderr);
  fprintf(stderr, "%s%s%s\n", colour("\033[0m"), hint ? " " : "",
          hint ? hint : "");
}

bool *term_warnings(void) {
  static bool wanted = true;
  return &wanted;
}

static void show(void *user, enum diag_level level, struct diag_at at,
                 const char *msg, const char *hint) {
  (void)user;
  bool hushed = level == DIAG_WARNING && !*term_warnings();
  if (hushed || (at.file && terminal.shown == SHOWN_MOST))
    return;
  terminal.shown += at.file != NULL;
  const char *word = level == DIAG_ERROR ? "error" : "warning";
  const char *paint = level == DIAG_ERROR ? "\033[1;31m" : "\033[1;35m";
  if (!at.file) {
    fprintf(stderr, "heddle: %s%s%s\n", msg, hint ? ": " : "",
            hint ? hint : "");
    return;
  }
  size_t len = 0;
  const char *line = at.line ? quotable(at, &len) : NULL;
  bool beside = hint && !line; /* there is no line to put it under */
  fputs(at.file, stderr);
  if (at.line)
    fprintf(stderr, ":%u:%u", at.line, at.col);
  fprintf(stderr, ": %s%s:%s %s%s%s%s\n", colour(paint), word,
          colour("\033[0m"), msg, beside ? " (" : "", beside ? hint : "",
          beside ? ")" : "");
  if (line)
    quote(at, line, len, hint);
}

static void take_source(void *user, const char *file,
                        const struct text *source) {
  (void)user;
  free(terminal.source_name);
  terminal.source_name = strdup(file);
  text_clear(&terminal.source);
  text_add_n(&terminal.source, text_str(source), source->len);
}

static void tally(void *user, unsigned errors, unsigned warnings) {
  (void)user;
  if (!*term_warnings())
    warnings = 0;
  if (terminal.shown == SHOWN_MOST && errors + warnings > SHOWN_MOST)
    fprintf(stderr, "... and %u more\n", errors + warnings - SHOWN_MOST);
  if (errors)
    fprintf(stderr, "%u error%s%s", errors, errors == 1 ? "" : "s",
            warnings ? ", " : "\n");
  if (warnings)
    fprintf(stderr, "%u warning%s\n", warnings, warnings == 1 ? "" : "s");
  text_free(&terminal.source);
  free(terminal.source_name);
  terminal = (struct terminal){0};
}

/* --- progress ------------------------------------------------------------- */

static void figure(struct text *t, const struct progress_figure *f,
                   double seconds, bool first) {
  if (!strcmp(f->name, "memory")) {
    text_printf(t, "   %llu MB", (unsigned long long)(f->value >> 20));
    return;
  }
  text_add(t, "   ");
  if (first) {
    text_count(t, f->value);
    text_printf(t, " %s", f->name);
    double rate = seconds > 0 ? (double)f->value / seconds : 0;
    if (rate >= 1e6)
      text_printf(t, "   %.1f M/s", rate / 1e6);
    else
      text_printf(t, "   %.0f/s", rate);
    return;
  }
  text_printf(t, "%s ", f->name);
  text_count(t, f->value);
}

static void draw(void *user, const char *job, double seconds,
                 const struct progress_figure *figures, size_t count) {
  (void)user;
  struct text t = {0};
  text_printf(&t, "\r%s", job);
  for (size_t i = 0; i < count; i++)
    figure(&t, &figures[i], seconds, i == 0);
  text_printf(&t, "   %d:%02d\033[K", (int)seconds / 60, (int)seconds % 60);
  fputs(text_str(&t), stderr);
  fflush(stderr);
  text_free(&t);
}

static void undraw(void *user) {
  (void)user;
  fputs("\r\033[K", stderr);
}

/* Whoever started the command may want its figures, a line of JSON each, on a
 * descriptor that HEDDLE_PROGRESS names; what the command starts in turn is
 * not to write there. */
static int figures_to(void) {
  static int to = -2; /* not yet asked for */
  const char *wanted = to == -2 ? getenv("HEDDLE_PROGRESS") : NULL;
  if (to == -2)
    to = -1;
  if (wanted && *wanted >= '3' && *wanted <= '9' && !wanted[1] &&
      !fcntl(*wanted - '0', F_SETFD, FD_CLOEXEC))
    to = *wanted - '0';
  if (wanted)
    unsetenv("HEDDLE_PROGRESS");
  return to;
}

static void write_figures(void *user, const char *job, double seconds,
                          const struct progress_figure *figures, size_t count) {
  (void)user;
  struct text line = {0};
  host_figures(&line, job, seconds, figures, count);
  ssize_t ignored = write(figures_to(), text_str(&line), line.len);
  (void)ignored;
  text_free(&line);
}

const struct host *term_host(void) {
  static struct host host;
  bool machine = figures_to() >= 0;
  host = (struct host){.say = show,
                       .source = take_source,
                       .said = tally,
                       .show = machine                 ? write_figures
                               : isatty(STDERR_FILENO) ? draw
                                                       : NULL,
                       .shown = machine ? NULL : undraw,
                       .stop = backstop_stop(),
                       .scratch = backstop_scratch()};
  return &host;
}

unsigned term_width(unsigned least, unsigned most) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col < least ||
      size.ws_col > most || !size.ws_col)
    return 100;
  return size.ws_col;
}

struct story_style term_style(void) {
  return (struct story_style){.width = term_width(60, 100),
                              .colour = isatty(STDOUT_FILENO)};
}

bool term_write_run(const struct stepping *s, const char *path) {
  struct text out = {0};
  walk_record(s, &out);
  bool ok = term_write(&out, path);
  text_free(&out);
  return ok;
}
