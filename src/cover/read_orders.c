/* Reads tests that are orders of events. */
#include "base/text.h"
#include "cover/decode.h"
#include "cover/parse.h"
#include "cover/sequence.h"

struct reader {
  const struct sequence *s;
  struct diag *diag;
  const char *file, *line_start;
  uint32_t line;
  struct tests *out;
};

static bool unusable(struct reader *r, struct span s, const char *why) {
  struct diag_at at = {r->file, r->line, (uint32_t)(s.at - r->line_start) + 1,
                       (uint32_t)(s.end > s.at ? s.end - s.at : 1)};
  diag_warning(r->diag, at, "the test is not counted", "%s", why);
  return false;
}

static uint32_t find(const struct reader *r, struct span s) {
  return names_find(&r->s->events, s.at, (size_t)(s.end - s.at));
}

/* The next event of the test; false when it cannot follow the others. */
static bool add_event(struct reader *r, cell *test, uint32_t len,
                      struct span s) {
  uint32_t n = (uint32_t)r->s->events.at.len, event = find(r, s);
  if (event == NAMES_NONE)
    return unusable(r, s, "unknown event");
  for (uint32_t i = 0; i < len; i++) {
    if (test[i] == event)
      return unusable(r, s, "it has this event twice");
    if (r->s->before[(size_t)event * n + test[i]])
      return unusable(r, s,
                      "by the rules this event comes before an earlier "
                      "one");
  }
  test[len] = (cell)event;
  return true;
}

static void add_test(struct reader *r, struct span line, char separator) {
  cell *test = tests_add(r->out);
  uint32_t len = 0;
  bool ok = true;
  for (const char *at = line.at; ok && at <= line.end;) {
    const char *cut = memchr(at, separator, (size_t)(line.end - at));
    struct span s = parse_trim(at, cut ? cut : line.end);
    if (s.at < s.end)
      ok = add_event(r, test, len++, s);
    at = cut ? cut + 1 : line.end + 1;
  }
  r->out->len -= !ok;
}

void sequence_read_tests(const struct sequence *s, const char *file,
                         const char *text, size_t len, struct diag *diag,
                         struct tests *out) {
  struct reader r = {.s = s, .diag = diag, .file = file, .out = out};
  struct text decoded = {0};
  decode_text(text, len, &decoded);
  const char *end = text_str(&decoded) + decoded.len;
  char separator = memchr(text_str(&decoded), '\t', decoded.len) ? '\t' : ',';
  out->params = (uint32_t)s->events.at.len;
  for (const char *at = text_str(&decoded); at < end;) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    struct span line = parse_trim(at, stop ? stop : end);
    const char *cut = memchr(line.at, separator, (size_t)(line.end - line.at));
    r.line++;
    r.line_start = at;
    struct span first = parse_trim(line.at, cut ? cut : line.end);
    bool heading = r.line == 1 && find(&r, first) == NAMES_NONE;
    if (line.at < line.end && !heading)
      add_test(&r, line, separator);
    at = stop ? stop + 1 : end;
  }
  text_free(&decoded);
}
