#include "cover/sequence.h"

#include <ctype.h>
#include <strings.h>

#include "base/rng.h"
#include "base/sound.h"
#include "base/text.h"
#include "cover/decode.h"

enum { STRENGTH_MOST = 6, EVENTS_MOST = 400, NUMBERS_MOST = 1 << 26 };

/* --- reading -------------------------------------------------------------- */

struct reader {
  struct sequence *s;
  struct diag *diag;
  const char *file, *line_start;
  uint32_t line;
  VEC(uint32_t) rules; /* pairs of events */
};

struct piece {
  const char *at, *end;
};

static struct piece trimmed(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at))
    at++;
  while (at < end && isspace((unsigned char)end[-1]))
    end--;
  return (struct piece){at, end};
}

static struct diag_at place(const struct reader *r, struct piece p) {
  return (struct diag_at){r->file, r->line,
                          (uint32_t)(p.at - r->line_start) + 1,
                          (uint32_t)(p.end > p.at ? p.end - p.at : 1)};
}

static bool add_event(struct reader *r, struct piece name) {
  size_t before = r->s->events.at.len;
  if (name.at == name.end)
    return diag_error(r->diag, place(r, name), "expected the name of an event");
  names_add(&r->s->events, name.at, (size_t)(name.end - name.at));
  if (r->s->events.at.len == before)
    return diag_error(r->diag, place(r, name), "event '%.*s' is named twice",
                      (int)(name.end - name.at), name.at);
  return r->s->events.at.len <= EVENTS_MOST ||
         diag_error(r->diag, place(r, name), "more than %d events",
                    (int)EVENTS_MOST);
}

static bool add_events(struct reader *r, struct piece line) {
  const char *colon = memchr(line.at, ':', (size_t)(line.end - line.at));
  bool ok = true;
  for (const char *at = colon ? colon + 1 : line.at; ok;) {
    const char *cut = memchr(at, ',', (size_t)(line.end - at));
    ok = add_event(r, trimmed(at, cut ? cut : line.end));
    if (!cut)
      break;
    at = cut + 1;
  }
  return ok;
}

static bool find_event(struct reader *r, struct piece name, uint32_t *out) {
  if (name.end - name.at > 1 && *name.at == '[' && name.end[-1] == ']')
    name = trimmed(name.at + 1, name.end - 1);
  *out = names_find(&r->s->events, name.at, (size_t)(name.end - name.at));
  return *out != NAMES_NONE ||
         diag_error(r->diag, place(r, name), "unknown event '%.*s'",
                    (int)(name.end - name.at), name.at);
}

/* "a BEFORE b;" */
static bool add_rule(struct reader *r, struct piece line) {
  struct piece all = trimmed(line.at, line.end - 1);
  for (const char *at = all.at; at + 8 < all.end; at++) {
    if (!isspace((unsigned char)at[0]) || strncasecmp(at + 1, "BEFORE", 6) ||
        !isspace((unsigned char)at[7]))
      continue;
    uint32_t a, b;
    if (!find_event(r, trimmed(all.at, at), &a) ||
        !find_event(r, trimmed(at + 8, all.end), &b))
      return false;
    vec_push(&r->rules, a);
    vec_push(&r->rules, b);
    return true;
  }
  return diag_error_hint(r->diag, place(r, line), "expected 'a BEFORE b;'",
                         "cannot understand this rule");
}

/* Everything that follows; false when an event had to be before itself. */
static bool close_rules(struct reader *r) {
  struct sequence *s = r->s;
  size_t n = s->events.at.len;
  s->before = alloc_zero(n * n, sizeof *s->before);
  for (size_t i = 0; i < r->rules.len; i += 2)
    s->before[r->rules.at[i] * n + r->rules.at[i + 1]] = true;
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n && s->before[i * n + k]; j++)
        s->before[i * n + j] |= s->before[k * n + j];
  for (size_t i = 0; i < n; i++)
    if (s->before[i * n + i])
      return diag_error(r->diag, (struct diag_at){r->file, 0, 0, 0},
                        "by the rules '%s' comes before itself",
                        s->events.at.at[i]);
  return true;
}

bool sequence_parse(struct sequence *s, const char *file, const char *text,
                    size_t len, struct diag *diag) {
  *s = (struct sequence){0};
  struct reader r = {.s = s, .diag = diag, .file = file};
  struct text decoded = {0};
  decode_text(text, len, &decoded);
  const char *end = text_str(&decoded) + decoded.len;
  bool ok = true;
  for (const char *at = text_str(&decoded); at < end;) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    struct piece line = trimmed(at, stop ? stop : end);
    r.line++;
    r.line_start = at;
    if (line.at < line.end && *line.at != '#')
      ok = (line.end[-1] == ';' ? add_rule(&r, line) : add_events(&r, line)) &&
           ok;
    at = stop ? stop + 1 : end;
  }
  text_free(&decoded);
  if (ok && !s->events.at.len)
    ok = diag_error_hint(diag, (struct diag_at){file, 0, 0, 0},
                         "expected a line such as 'Events: open, close'",
                         "no events");
  ok = ok && close_rules(&r);
  vec_free(&r.rules);
  return ok;
}

void sequence_free(struct sequence *s) {
  names_free(&s->events);
  free(s->before);
  *s = (struct sequence){0};
}

/* --- counting ------------------------------------------------------------- */

struct work {
  const struct sequence *s;
  uint32_t n, t;
  uint16_t *count; /* by number of a sequence: tests that have it */
  uint8_t *need;   /* 1: possible */
  struct halt *halt;
  struct rng rng;
  uint64_t open;
};

/* A sequence is a number with t digits to the base n. */
static bool open_work(struct work *w, const struct sequence *s, uint32_t t,
                      struct diag *diag, struct sequence_result *out) {
  double numbers = 1;
  *w = (struct work){.s = s, .n = (uint32_t)s->events.at.len, .t = t};
  *out = (struct sequence_result){.tests.params = w->n};
  for (uint32_t i = 0; i < t; i++)
    numbers *= w->n;
  if (!t || t > w->n || t > STRENGTH_MOST)
    return diag_error(diag, (struct diag_at){0},
                      "strength %u is impossible with %u events", t, w->n);
  if (numbers > NUMBERS_MOST)
    return diag_error(diag, (struct diag_at){0},
                      "too many sequences: %u events at strength %u", w->n, t);
  w->count = alloc_zero((size_t)numbers, sizeof *w->count);
  w->need = alloc_zero((size_t)numbers, 1);
  for (uint32_t number = 0; number < (uint32_t)numbers; number++) {
    cell e[STRENGTH_MOST];
    bool distinct = true, possible = true;
    for (uint32_t i = t, rest = number; i-- > 0; rest /= w->n)
      e[i] = (cell)(rest % w->n);
    for (uint32_t i = 0; i < t; i++)
      for (uint32_t j = 0; j < i; j++) {
        distinct = distinct && e[i] != e[j];
        possible = possible && !s->before[(size_t)e[i] * w->n + e[j]];
      }
    w->need[number] = distinct && possible;
    out->possible += distinct && possible;
    out->impossible += distinct && !possible;
  }
  w->open = out->possible;
  return true;
}

static void close_work(struct work *w) {
  free(w->count);
  free(w->need);
}

/* Adds `by` to the count of every sequence of the test that contains the event
 * at place `with` (UINT32_MAX: every sequence); returns how many possible ones
 * had the count `when` before. */
static uint64_t count(struct work *w, const cell *test, uint32_t len,
                      uint32_t with, int by, uint32_t when) {
  EXPECTS(by == 1 || by == -1 || !by);
  uint32_t at[STRENGTH_MOST];
  uint64_t n = 0;
  if (len < w->t)
    return 0;
  for (uint32_t i = 0; i < w->t; i++)
    at[i] = i;
  for (;;) {
    uint32_t number = 0;
    bool in = with == UINT32_MAX;
    for (uint32_t i = 0; i < w->t; i++) {
      number = number * w->n + test[at[i]];
      in |= at[i] == with;
    }
    if (in) {
      n += w->need[number] && w->count[number] == when;
      w->count[number] = (uint16_t)(w->count[number] + by);
    }
    uint32_t i = w->t;
    while (i && at[i - 1] == len - w->t + i - 1)
      i--;
    if (!i)
      return n;
    at[i - 1]++;
    for (; i < w->t; i++)
      at[i] = at[i - 1] + 1;
  }
}

/* --- making --------------------------------------------------------------- */

static void insert(cell *test, uint32_t len, uint32_t at, cell event) {
  EXPECTS(at <= len);
  memmove(test + at + 1, test + at, (len - at) * sizeof *test);
  test[at] = event;
}

/* Puts the event where most becomes covered that the rules allow. */
static void place_event(struct work *w, cell *test, uint32_t len, cell event) {
  EXPECTS(len < w->s->events.at.len);
  uint32_t low = 0, high = len, best = 0, ties = 0;
  uint64_t most = 0;
  for (uint32_t i = 0; i < len; i++) {
    if (w->s->before[(size_t)test[i] * w->n + event])
      low = i + 1;
    if (high == len && w->s->before[(size_t)event * w->n + test[i]])
      high = i;
  }
  for (uint32_t at = low; at <= high; at++) {
    insert(test, len, at, event);
    uint64_t gain = count(w, test, len + 1, at, 0, 0) + 1;
    memmove(test + at, test + at + 1, (len - at) * sizeof *test);
    if (gain > most)
      ties = 0;
    if (gain >= most && !rng_below(&w->rng, ++ties)) {
      most = gain;
      best = at;
    }
  }
  insert(test, len, best, event);
}

/* A test that has the sequence `number`. */
static void build(struct work *w, uint32_t number, cell *test) {
  cell *rest = alloc_zero(w->n, sizeof *rest);
  bool *in = alloc_zero(w->n, sizeof *in);
  uint32_t len = w->t, others = 0;
  for (uint32_t i = w->t; i-- > 0; number /= w->n) {
    test[i] = (cell)(number % w->n);
    in[test[i]] = true;
  }
  for (uint32_t e = 0; e < w->n; e++)
    if (!in[e]) {
      uint32_t at = rng_below(&w->rng, others + 1);
      rest[others++] = rest[at];
      rest[at] = (cell)e;
    }
  for (uint32_t i = 0; i < others; i++)
    place_event(w, test, len++, rest[i]);
  free(rest);
  free(in);
}

static uint32_t random_open(struct work *w, uint32_t numbers) {
  uint32_t number = rng_below(&w->rng, numbers);
  while (!w->need[number] || w->count[number])
    number = number + 1 == numbers ? 0 : number + 1;
  return number;
}

static uint32_t bound(const struct work *w, uint32_t numbers) {
  uint32_t most = 1, orders = 0;
  cell e[STRENGTH_MOST];
  for (uint32_t number = 0; number < numbers; number++) {
    bool rising = true;
    for (uint32_t i = w->t, rest = number; i-- > 0; rest /= w->n)
      e[i] = (cell)(rest % w->n);
    for (uint32_t i = 1; i < w->t; i++)
      rising = rising && e[i - 1] < e[i];
    if (!rising)
      continue;
    /* every order of the set e needs a test of its own */
    uint32_t factorial = 1;
    for (uint32_t i = 2; i <= w->t; i++)
      factorial *= i;
    orders = 0;
    for (uint32_t nth = 0; nth < factorial; nth++) {
      uint32_t left = nth, sequence = 0;
      cell pool[STRENGTH_MOST];
      memcpy(pool, e, sizeof pool);
      for (uint32_t i = w->t; i > 0; i--) {
        uint32_t pick = left % i;
        left /= i;
        sequence = sequence * w->n + pool[pick];
        pool[pick] = pool[i - 1];
      }
      orders += w->need[sequence];
    }
    most = orders > most ? orders : most;
    if (most == factorial)
      break;
  }
  return most;
}

static void drop_redundant(struct work *w, struct tests *tests) {
  for (uint32_t i = tests->len; i-- > 0;) {
    const cell *test = tests_at(tests, i);
    if (count(w, test, w->n, UINT32_MAX, -1, 1))
      count(w, test, w->n, UINT32_MAX, 1, UINT32_MAX);
    else
      tests_remove(tests, i);
  }
}

/* So many ways to build a test are tried before the best is taken. */
enum { TRIES = 30 };

bool sequence_generate(const struct sequence *s, uint32_t strength,
                       uint64_t seed, struct halt *halt, struct diag *diag,
                       struct sequence_result *out) {
  EXPECTS(strength > 0);
  struct work w;
  if (!open_work(&w, s, strength, diag, out))
    return false;
  w.halt = halt;
  w.rng = rng_seed(seed);
  uint32_t numbers = 1;
  for (uint32_t i = 0; i < strength; i++)
    numbers *= w.n;
  cell *test = alloc_zero(w.n, sizeof *test);
  cell *best = alloc_zero(w.n, sizeof *best);
  while (w.open && !halt_look(halt)) {
    uint64_t most = 0;
    for (int i = 0; i < TRIES && !halt_look(halt); i++) {
      build(&w, random_open(&w, numbers), test);
      uint64_t gain = count(&w, test, w.n, UINT32_MAX, 0, 0);
      if (gain > most) {
        most = gain;
        memcpy(best, test, w.n * sizeof *best);
      }
    }
    if (most) {
      w.open -= count(&w, best, w.n, UINT32_MAX, 1, 0);
      tests_push(&out->tests, best);
    }
  }
  out->cut_off = w.open > 0;
  out->covered = out->possible - w.open;
  drop_redundant(&w, &out->tests);
  out->bound = out->cut_off ? 1 : bound(&w, numbers);
  free(test);
  free(best);
  close_work(&w);
  return true;
}

static void list_missing(const struct work *w, sequence_visit *visit,
                         void *user) {
  uint32_t numbers = 1;
  for (uint32_t i = 0; i < w->t; i++)
    numbers *= w->n;
  for (uint32_t number = 0; number < numbers; number++) {
    cell e[STRENGTH_MOST];
    if (!w->need[number] || w->count[number])
      continue;
    for (uint32_t i = w->t, rest = number; i-- > 0; rest /= w->n)
      e[i] = (cell)(rest % w->n);
    if (!visit(user, e))
      return;
  }
}

/* So often a sequence is counted at most: one by one, and no more. */
enum { COUNTED_MOST = UINT16_MAX - 1 };

bool sequence_measure(const struct sequence *s, uint32_t strength,
                      const struct tests *tests, struct diag *diag,
                      sequence_visit *visit, void *user,
                      struct sequence_result *out) {
  struct work w;
  if (!open_work(&w, s, strength, diag, out))
    return false;
  for (uint32_t i = 0; i < tests->len; i++) {
    const cell *test = tests_at(tests, i);
    uint32_t len = 0;
    while (len < w.n && test[len] != CELL_NONE)
      len++;
    int by = i < COUNTED_MOST; /* later ones only cover what is uncovered */
    uint64_t gain = count(&w, test, len, UINT32_MAX, by, 0);
    if (!by && gain)
      count(&w, test, len, UINT32_MAX, 1, 0);
    out->covered += gain;
  }
  if (visit)
    list_missing(&w, visit, user);
  close_work(&w);
  return true;
}
