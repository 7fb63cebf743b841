#include "ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "exec/program.h"
#include "sched/sched.h"
#include "sched/strategy.h"

/* More than any run has that does not go round. */
enum { STEPS = 200 };
/* A machine under load may have no room for a process now. */
enum { TRIES = 4 };

struct executor *ask_open(const char *binary, unsigned number, bool spurious,
                          char *error, unsigned room) {
  struct text why = {0};
  char argument[16];
  const char *args[] = {argument};
  snprintf(argument, sizeof argument, "%u", number);
  struct executor *x = NULL;
  for (unsigned i = 0; !x && i < TRIES; i++) {
    if (i)
      sleep(i);
    text_clear(&why);
    x = program_executor_open(&(struct program_options){.path = binary,
                                                        .args = args,
                                                        .args_len = 1,
                                                        .steps_max = STEPS,
                                                        .spurious = spurious},
                              &why);
  }
  if (!x)
    snprintf(error, room, "%s", text_str(&why));
  text_free(&why);
  return x;
}

void ask_close(struct executor *x) {
  x->close(x);
}

static uint16_t place_of(struct executor *x, const struct code *c,
                         uint32_t site) {
  return (uint16_t)code_place(c, x->place(x, site).line);
}

static void take(struct executor *x, const struct code *c,
                 const struct sched_finding *f, struct answer *out) {
  uint16_t at = place_of(x, c, f->site), other;
  static const uint8_t kinds[FAIL_KINDS] = {FOUND_ASSERTION, FOUND_MISUSE,
                                            FOUND_ABORT, FOUND_USE_AFTER_FREE,
                                            FOUND_DOUBLE_FREE};
  out->findings++;
  for (unsigned k = 0; k < FAIL_KINDS; k++)
    if (kinds[k] == f->kind) {
      if (out->fails_len < ANSWER_FAILS)
        out->fails[out->fails_len++] = (struct fail){(uint8_t)k, at};
      return;
    }
  switch (f->kind) {
  case FOUND_DEADLOCK:
  case FOUND_LIVELOCK:
    out->stuck = true;
    break;
  case FOUND_EXIT: /* each code is taken from its run, below */
    break;
  case FOUND_RACE:
    other = place_of(x, c, f->other_site);
    if (out->races_len < RACES_MAX)
      out->races[out->races_len++] = at < other
                                         ? (struct brute_race){at, other}
                                         : (struct brute_race){other, at};
    break;
  default:
    snprintf(out->other, sizeof out->other, "%s at line %u: %s",
             found_key(f->kind), x->place(x, f->site).line,
             f->text ? f->text : "");
  }
}

/* A run that ended with a code that is not 0. */
static void watch(void *user, const struct batch *b, uint32_t i) {
  struct answer *out = user;
  const struct run *r = &b->runs[i];
  if (r->finding != FOUND_EXIT || r->end != RUN_FAILED ||
      r->text >= b->text_len)
    return;
  const char *digits = strpbrk(b->text + r->text, "0123456789");
  unsigned code = digits ? (unsigned)atoi(digits) & 255 : 0;
  out->exits[code / 64] |= UINT64_C(1) << code % 64;
}

void ask(struct executor *x, const struct code *c, const char *strategy,
         uint64_t runs, uint64_t seed, struct answer *out) {
  struct sched s;
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .no_values = seed % 3 == 0,
                            .seed = seed,
                            .all = true,
                            .runs = runs,
                            .depth = 3,
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .watch = watch,
                            .watch_user = out};
  struct progress progress = {0};
  *out = (struct answer){0};
  sched_open(&s, x, &o);
  sched_run(&s, &progress);
  out->holds = s.verdict == VERDICT_HOLDS;
  out->incomplete = !sched_covered(&s);
  out->cut = runs && s.stats.executions >= runs;
  out->broken = s.verdict == VERDICT_BROKEN;
  if (out->broken)
    snprintf(out->other, sizeof out->other, "%s", s.error ? s.error : "?");
  out->runs = s.stats.executions;
  vec_each(&s.findings, f) take(x, c, f, out);
  sched_close(&s);
}
