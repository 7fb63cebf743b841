/* Files of sequences, read strictly: every line is what the one before lets it
 * be, and what is wrong is said with its place. */
#include <ctype.h>
#include <string.h>

#include "job/sequences.h"

enum { WORDS = 9 }; /* one more than a line can have */

struct reader {
  struct sequences *s;
  struct diag *d;
  const char *file;
  uint32_t line;
  const char *words[WORDS];
  uint32_t columns[WORDS];
  unsigned count;
  unsigned done[THREADS_MAX]; /* events of each thread in this sequence */
};

static struct diag_at at_word(const struct reader *r, unsigned w) {
  if (w < r->count)
    return (struct diag_at){r->file, r->line, r->columns[w],
                            (uint32_t)strlen(r->words[w])};
  uint32_t last = r->count ? r->columns[r->count - 1] +
                                 (uint32_t)strlen(r->words[r->count - 1])
                           : 1;
  return (struct diag_at){r->file, r->line, last, 1};
}

/* The words of the line; false at the end of the text. */
static bool next_line(struct reader *r, const char **text) {
  const char *at = *text;
  r->count = 0;
  do {
    if (!*at)
      return false;
    size_t len = strcspn(at, "\n");
    const char *end = at + len, *begin = at;
    r->line++;
    while (at < end && r->count < WORDS) {
      while (at < end && isspace((unsigned char)*at))
        at++;
      size_t n = 0;
      while (at + n < end && !isspace((unsigned char)at[n]))
        n++;
      if (n) {
        r->columns[r->count] = (uint32_t)(at - begin) + 1;
        r->words[r->count++] = arena_printf(&r->s->arena, "%.*s", (int)n, at);
      }
      at += n;
    }
    at = *end ? end + 1 : end;
  } while (!r->count);
  *text = at;
  return true;
}

static bool is(const struct reader *r, unsigned w, const char *text) {
  return w < r->count && !strcmp(r->words[w], text);
}

/* A number that is nothing else. */
static bool number(const struct reader *r, const char *text, unsigned w,
                   uint32_t *out) {
  uint64_t n = 0;
  const char *c = text;
  for (; isdigit((unsigned char)*c) && n <= UINT32_MAX; c++)
    n = n * 10 + (unsigned)(*c - '0');
  if (c == text || *c || n >= UINT32_MAX)
    return diag_error(r->d, at_word(r, w), "'%s' is no number", text);
  *out = (uint32_t)n;
  return true;
}

/* THREAD.NUMBER */
static bool event_name(const struct reader *r, unsigned w, unsigned *thread,
                       unsigned *count) {
  const char *dot = w < r->count ? strrchr(r->words[w], '.') : NULL;
  if (!dot)
    return diag_error_hint(r->d, at_word(r, w), "as in M1.2",
                           "expected the name of an event, THREAD.NUMBER");
  uint32_t n;
  if (!number(r, dot + 1, w, &n))
    return false;
  *count = n;
  size_t len = (size_t)(dot - r->words[w]);
  for (unsigned t = 0; t < r->s->threads.len; t++) {
    const char *name = r->s->threads.at[t];
    *thread = t;
    if (strlen(name) == len && !memcmp(name, r->words[w], len))
      return true;
  }
  return diag_error_hint(r->d, at_word(r, w), "'thread' lines say them",
                         "there is no thread '%.*s'", (int)len, r->words[w]);
}

static bool read_event(struct reader *r, struct syn_sequence *q) {
  struct sequence_event e = {.choice = SEQUENCE_NONE, .at = at_word(r, 0)};
  unsigned w = 3;
  if (!event_name(r, 0, &e.thread, &e.number))
    return false;
  unsigned want = r->done[e.thread] + 1;
  if (e.number != want)
    return diag_error(r->d, at_word(r, 0), "event %u of '%s', and %u is next",
                      e.number, r->s->threads.at[e.thread], want);
  if (r->count < 3)
    return diag_error(r->d, at_word(r, r->count),
                      "expected an operation and its object");
  e.operation = r->words[1];
  e.object = r->words[2];
  if (is(r, w, "from")) {
    if (!event_name(r, w + 1, &e.from, &e.from_number))
      return false;
    w += 2;
  }
  if (is(r, w, "choice")) {
    if (w + 1 >= r->count || !number(r, r->words[w + 1], w + 1, &e.choice))
      return w + 1 < r->count ||
             diag_error(r->d, at_word(r, w + 1), "expected a number");
    w += 2;
  }
  if (is(r, w, "never")) {
    e.never = true;
    w++;
  }
  if (w < r->count)
    return diag_error_hint(r->d, at_word(r, w),
                           "'from EVENT', 'choice NUMBER' or 'never', in this "
                           "order, may follow an operation",
                           "unexpected '%s'", r->words[w]);
  r->done[e.thread] = e.never ? SEQUENCE_NONE - 1 : e.number;
  vec_push(&q->events, e);
  return true;
}

static bool read_thread(struct reader *r) {
  uint32_t n;
  if (r->count != 3)
    return diag_error(r->d, at_word(r, r->count < 3 ? r->count : 3),
                      "expected 'thread NUMBER NAME'");
  if (!number(r, r->words[1], 1, &n))
    return false;
  if (n != r->s->threads.len || n >= THREADS_MAX)
    return diag_error(r->d, at_word(r, 1), "thread %u, and %zu is next", n,
                      r->s->threads.len);
  vec_each(&r->s->threads, t) if (!strcmp(*t, r->words[2])) return diag_error(
      r->d, at_word(r, 2), "'%s' is a thread already", *t);
  vec_push(&r->s->threads, r->words[2]);
  return true;
}

static bool read_sequence(struct reader *r) {
  uint32_t n;
  struct syn_sequence q = {.at = at_word(r, 0)};
  if (r->count != 3)
    return diag_error(r->d, at_word(r, r->count < 3 ? r->count : 3),
                      "expected 'sequence NUMBER END'");
  if (!number(r, r->words[1], 1, &n))
    return false;
  q.end = r->words[2];
  memset(r->done, 0, sizeof r->done);
  vec_push(&r->s->all, q);
  return true;
}

/* The end, which says how many there were; nothing comes after it. */
static bool read_end(struct reader *r, const char *rest) {
  uint32_t n;
  if (r->count != 2)
    return diag_error(r->d, at_word(r, 1), "expected 'end NUMBER'");
  if (!number(r, r->words[1], 1, &n))
    return false;
  if (n != r->s->all.len)
    return diag_error(r->d, at_word(r, 1), "%u sequences, and %zu are there", n,
                      r->s->all.len);
  return !next_line(r, &rest) ||
         diag_error(r->d, at_word(r, 0), "'%s' after the end", r->words[0]);
}

static bool read_head(struct reader *r, const char **text) {
  if (!next_line(r, text) || r->count != 3 || !is(r, 0, "heddle") ||
      !is(r, 1, "sequences"))
    return diag_error_hint(r->d, (struct diag_at){r->file, 1, 1, 1},
                           "heddle test --sequences writes them",
                           "this is no file of sequences");
  if (!is(r, 2, "1"))
    return diag_error(r->d, at_word(r, 2), "version '%s' is not known",
                      r->words[2]);
  if (!next_line(r, text) || !is(r, 0, "of") || r->count < 2)
    return diag_error(r->d, at_word(r, 0), "expected 'of FILE'");
  r->s->of = r->words[1];
  return true;
}

bool sequences_read(struct sequences *s, const char *file, const char *text,
                    struct diag *d) {
  struct reader r = {.s = s, .d = d, .file = file};
  if (!read_head(&r, &text))
    return false;
  while (next_line(&r, &text)) {
    bool ok;
    if (is(&r, 0, "end"))
      return read_end(&r, text);
    if (is(&r, 0, "sequence"))
      ok = read_sequence(&r);
    else if (is(&r, 0, "thread") && !s->all.len)
      ok = read_thread(&r);
    else if (s->all.len)
      ok = read_event(&r, vec_last(&s->all));
    else
      ok = diag_error_hint(d, at_word(&r, 0), "'thread', 'sequence' or 'end'",
                           "unexpected '%s'", r.words[0]);
    if (!ok)
      return false;
  }
  return diag_error_hint(d, (struct diag_at){file, r.line + 1, 1, 1},
                         "its last line is 'end NUMBER'", "it was cut off");
}
