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
} rows[] = {
    {"hang", NULL, FOUND_LIVELOCK, NULL},
    {"trample", NULL, FOUND_NONE, NULL},
    {"killed", NULL, FOUND_CRASH, NULL},
    {"talkative", NULL, FOUND_NONE, NULL},
    {"escape", NULL, FOUND_NONE, "a process of its own"},
    {"leaves", NULL, FOUND_EXIT, NULL},
    {"blocked", NULL, FOUND_NONE, "pipe at blocked.c"},
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

static void survive(struct suite *s, size_t i) {
  char source[128];
  snprintf(source, sizeof source, "tests/programs/robust/%s.c", rows[i].name);
  char *binary = suite_build(s, source);
  struct search r;
  struct search_options o = {.strategy = "dpor", .runs = 100,
                             .argument = rows[i].argument};
  if (binary && suite_search(s, &r, binary, &o)) {
    suite_check(s, r.sched.verdict != VERDICT_BROKEN && r.sched.finished,
                "%s: the search does not survive", source);
    bool trampled = !strcmp(rows[i].name, "trample");
    if (rows[i].kind != FOUND_NONE)
      suite_check(s, has(&r.sched, rows[i].kind), "%s: no '%s'", source,
                  found_key(rows[i].kind));
    else if (!trampled) /* what that looks like is anybody's guess */
      suite_check(s, !r.sched.findings.len, "%s: false alarm '%s'", source,
                  found_key(r.sched.findings.len
                                ? r.sched.findings.at[0].kind
                                : FOUND_NONE));
    else
      suite_check(s, r.sched.findings.len, "%s: nothing was noticed", source);
    if (rows[i].notice)
      suite_check(s, noticed(&r, rows[i].notice), "%s: no notice '%s'",
                  source, rows[i].notice);
    else if (!trampled)
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
