/* Programs that misbehave: the search survives, says what it saw, and goes
 * on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

static const struct {
  const char *name, *argument;
  uint8_t kind;       /* of the finding wanted, or FOUND_NONE */
  const char *notice; /* part of a notice or a reason wanted, or NULL */
  /* where a run made no step any more: the line, and the call it is blocked
   * in, if it is; 0: none did */
  uint32_t line;
  const char *call;
} rows[] = {
    {"hang", NULL, FOUND_NONE, NULL, 16, NULL},
    {"trample", NULL, FOUND_NONE, NULL},
    {"killed", NULL, FOUND_CRASH, NULL},
    {"talkative", NULL, FOUND_NONE, NULL},
    {"escape", NULL, FOUND_NONE, "a process of its own"},
    {"leaves", NULL, FOUND_EXIT, NULL},
    {"blocked", NULL, FOUND_NONE, "inotify_init at blocked.c", 19, "read"},
    {"greedy", NULL, FOUND_NONE, NULL},
    {"arguments", "argument", FOUND_NONE, NULL},
    {"assembly", NULL, FOUND_NONE, "assembly at assembly.c"},
    {"signals", NULL, FOUND_NONE, NULL},
    {"streams", "-ab", FOUND_NONE, NULL},
    {"startup", NULL, FOUND_NONE, NULL},
    {"shutdown", NULL, FOUND_ASSERTION, NULL},
};

static bool noticed(const struct search *r, const char *part) {
  const char *line;
  bool found = false;
  struct text reason = {0};
  while ((line = r->x->notice(r->x)))
    found |= strstr(line, part) != NULL;
  vec_each(&r->sched.claim.because.at, b) {
    text_clear(&reason);
    because_text(b, &reason);
    found |= strstr(text_str(&reason), part) != NULL;
  }
  text_free(&reason);
  return found;
}

static bool has(const struct sched *s, uint8_t kind) {
  for (size_t i = 0; i < s->findings.len; i++)
    if (s->findings.at[i].kind == kind)
      return true;
  return false;
}

/* What that looks like is anybody's guess. */
static bool is_trampled(size_t i) { return !strcmp(rows[i].name, "trample"); }

/* A run that makes no step any more is a limit, never a finding, and told by
 * its place. */
static void stuck(struct suite *s, size_t i, struct search *r) {
  struct stuck at = {0};
  size_t n = r->x->stuck(r->x, &at, 1);
  if (is_trampled(i))
    return;
  suite_check(s, !n == !rows[i].line, "%s: stuck in %zu places", rows[i].name,
              n);
  if (!rows[i].line)
    return;
  suite_check(s, r->sched.verdict == VERDICT_INCOMPLETE,
              "%s: stuck, and the verdict is %d", rows[i].name,
              r->sched.verdict);
  suite_check(s, at.at.line == rows[i].line, "%s: stuck at line %u",
              rows[i].name, at.at.line);
  suite_check(s, at.thread && !strcmp(at.thread, "main"), "%s: stuck in %s",
              rows[i].name, at.thread);
  suite_check(s, at.blocked == (rows[i].call != NULL) &&
                     (!rows[i].call ||
                      (at.call && !strcmp(at.call, rows[i].call))),
              "%s: stuck in a call of %s", rows[i].name, at.call);
}

static void survive(struct suite *s, size_t i) {
  char source[128];
  snprintf(source, sizeof source, "tests/programs/robust/%s.c", rows[i].name);
  char *binary = suite_build(s, source);
  struct search r;
  struct search_options o = {.strategy = "dpor", .runs = 100,
                             .argument = rows[i].argument};
  if (binary && suite_search(s, &r, binary, &o)) {
    suite_check(s, r.sched.verdict != VERDICT_BROKEN &&
                       (r.sched.finished || rows[i].line || is_trampled(i)),
                "%s: the search does not survive", source);
    stuck(s, i, &r);
    if (rows[i].kind != FOUND_NONE)
      suite_check(s, has(&r.sched, rows[i].kind), "%s: no '%s'", source,
                  found_key(rows[i].kind));
    else if (!is_trampled(i))
      suite_check(s, !r.sched.findings.len, "%s: false alarm '%s'", source,
                  found_key(r.sched.findings.len
                                ? r.sched.findings.at[0].kind
                                : FOUND_NONE));
    else
      suite_check(s, r.sched.findings.len || r.x->stuck(r.x, NULL, 0),
                  "%s: nothing was noticed", source);
    if (rows[i].notice)
      suite_check(s, noticed(&r, rows[i].notice), "%s: no notice '%s'",
                  source, rows[i].notice);
    else if (!is_trampled(i))
      suite_check(s, !noticed(&r, "a process of its own"),
                  "%s: the reset does not reach everything", source);
    suite_search_end(&r);
  }
  free(binary);
}

/* A crash is told at its own line, not at the last operation's. */
static void crash_line(struct suite *s) {
  char *binary = suite_build(s, "tests/programs/divide.c");
  struct search r;
  struct search_options o = {.strategy = "optimal"};
  if (binary && suite_search(s, &r, binary, &o)) {
    struct spot at = {0};
    if (r.sched.findings.len)
      at = r.x->place(r.x, r.sched.findings.at[0].site);
    suite_check(s, at.line == 19, "divide.c: crash at line %u", at.line);
    suite_search_end(&r);
  }
  free(binary);
}

/* Spurious wake-ups come when they are asked for, and only then. */
static void spurious(struct suite *s) {
  char *binary = suite_build(s, "tests/programs/spurious.c");
  for (int asked = 0; asked < 2 && binary; asked++) {
    struct search r;
    struct search_options o = {.strategy = "optimal", .spurious = asked};
    if (!suite_search(s, &r, binary, &o))
      continue;
    suite_check(s, has(&r.sched, FOUND_ASSERTION) == asked &&
                       r.sched.finished,
                "spurious wake-ups: asked %d, found %zu", asked,
                r.sched.findings.len);
    suite_search_end(&r);
  }
  free(binary);
}

void suite_robust(struct suite *s) {
  crash_line(s);
  spurious(s);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    survive(s, i);
}
