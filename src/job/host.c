#include "job/host.h"

#include <errno.h>
#include <string.h>

#include "report/json.h"

static void tell(const struct host *h, const struct text *message) {
  if (h->say)
    h->say(h->user, DIAG_ERROR, (struct diag_at){0}, text_str(message), NULL);
}

bool host_say(const struct host *h, const char *fmt, ...) {
  struct text message = {0};
  va_list args;
  va_start(args, fmt);
  text_vprintf(&message, fmt, args);
  va_end(args);
  tell(h, &message);
  text_free(&message);
  return false;
}

/* Lower case, as the rest of the message. */
static void add_reason(struct text *out, int error) {
  const char *why = error == ENOENT ? "no such file" : strerror(error);
  bool word =
      why[0] >= 'A' && why[0] <= 'Z' && !(why[1] >= 'A' && why[1] <= 'Z');
  text_char(out, word ? (char)(why[0] | 0x20) : why[0]);
  text_add(out, why + 1);
}

bool host_fail(const struct host *h, const char *fmt, ...) {
  struct text message = {0};
  int error = errno;
  va_list args;
  va_start(args, fmt);
  text_vprintf(&message, fmt, args);
  va_end(args);
  text_add(&message, ": ");
  add_reason(&message, error);
  tell(h, &message);
  text_free(&message);
  return false;
}

struct diag host_diag(const struct host *h) {
  return (struct diag){.sink = h->say, .user = h->user};
}

void host_said(const struct host *h, const struct diag *d) {
  if (h->said)
    h->said(h->user, d->errors, d->warnings);
}

bool host_stopped(const struct host *h) {
  return h->stop && *h->stop;
}

bool host_read(const struct host *h, struct text *t, const char *path) {
  if (text_read_file(t, path))
    return true;
  host_fail(h, "cannot read '%s'", path);
  text_free(t);
  return false;
}

bool host_write(const struct host *h, const struct text *t, const char *path) {
  return text_write_file(t, path) || host_fail(h, "cannot write '%s'", path);
}

/* json.h writes a member a line; what it writes has no other line ends. */
void host_figures(struct text *out, const char *job, double seconds,
                  const struct progress_figure *figures, size_t count) {
  struct text lines = {0};
  struct json j = {.out = &lines};
  json_open(&j, '{');
  json_put_string(&j, "job", job);
  json_put_real(&j, "seconds", seconds);
  for (size_t i = 0; i < count; i++)
    json_put_uint(&j, figures[i].name, figures[i].value);
  json_close(&j);
  for (size_t i = 0; i < lines.len; i++)
    if (lines.at[i] != '\n')
      text_char(out, lines.at[i]);
  text_char(out, '\n');
  text_free(&lines);
}

void host_progress_begin(const struct host *h, struct progress *p) {
  *p = (struct progress){.show = h->show, .user = h->user, .stop = h->stop};
}

void host_progress_end(const struct host *h, struct progress *p) {
  if (p->show && p->started && h->shown)
    h->shown(h->user);
  p->show = NULL;
}
