#include "outcomes.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *outcomes_why_not(const struct program *p, const struct code *c,
                             const struct brute *b, bool races) {
  for (unsigned i = 0; i < c->fails; i++)
    if (b->may_fail >> i & 1 && c->fail[i].kind != FAIL_ASSERTION &&
        c->fail[i].kind != FAIL_ABORT)
      return "what a misused lock or freed memory does is undefined";
  if (program_uses(p, S_ATOMIC))
    return "atomic blocks are Heddle's";
  for (unsigned k = 0; k < MUTEXES; k++)
    if (mutex_is_robust(p->mutex_kind[k]) && program_uses(p, S_TRYLOCK))
      return "glibc 2.36 keeps a lock that it says cannot be recovered, and "
             "has "
             "EDEADLK where POSIX has EBUSY (pthread_mutex_trylock.c)";
  if (races && p->c11)
    return "ThreadSanitizer does not see the threads and locks of C11";
  if (races && program_uses(p, S_FENCE))
    return "ThreadSanitizer does not know fences";
  for (unsigned k = 0; races && k < MUTEXES; k++)
    if (mutex_is_robust(p->mutex_kind[k]))
      return "ThreadSanitizer does not see that a thread ends with a mutex";
  return NULL;
}

static bool has_code(const uint64_t *set, unsigned code) {
  return code < 256 && set[code / 64] >> code % 64 & 1;
}

/* --- failures ----------------------------------------------------------- */

/* A failure of this kind at this place, or (PLACE_NONE) anywhere: whether it
 * was told, or is one of several that may be. */
static bool is_told(const struct outcomes *o, unsigned kind, unsigned place) {
  const struct code *c = o->code;
  for (unsigned i = 0; i < o->answer->fails_len; i++) {
    struct fail f = o->answer->fails[i];
    if (f.kind == kind && (place == PLACE_NONE || f.place == place))
      return true;
  }
  for (unsigned i = 0; o->answer->fails_len && i < c->fails; i++)
    if (o->brute->may_fail >> i & 1 && c->fail[i].kind == kind &&
        (place == PLACE_NONE || c->fail[i].place == place))
      return true;
  return false;
}

/* Whether a real run may wait for ever.  Where conditions may wake by
 * themselves no search says so, since one that does may always help; real ones
 * seldom do. */
static bool may_be_stuck(const struct outcomes *o) {
  return o->answer->stuck || o->code->program->spurious;
}

static bool is_possible(const struct outcomes *o, const char *line) {
  unsigned n = 0;
  if (!strcmp(line, "assumed") || !strcmp(line, "round"))
    return true;
  if (!strcmp(line, "stuck"))
    return may_be_stuck(o);
  if (sscanf(line, "assert %u", &n) == 1)
    return is_told(o, FAIL_ASSERTION, code_place(o->code, n));
  if (sscanf(line, "signal %u", &n) == 1)
    return n == SIGABRT && is_told(o, FAIL_ABORT, PLACE_NONE);
  if (sscanf(line, "exit %u", &n) == 1)
    return n ? has_code(o->answer->exits, n) : o->brute->ends_well;
  return false;
}

/* Threads that seem to wait are looked at until it is sure; where it would be a
 * difference, for so long that no busy machine explains it. */
enum { SURE = 4, SURE_OF_DIFFERENCE = 100 };

static FILE *start(const char *settings, const char *binary, unsigned number,
                   unsigned runs, uint64_t seed, unsigned sure) {
  char command[300];
  snprintf(command, sizeof command, "%s '%s' %u %u %" PRIu64 " %u 2>&1",
           settings, binary, number, runs, seed & 0xffffff, sure);
  return popen(command, "r");
}

bool outcomes_starts(const char *binary) {
  char line[200] = "";
  FILE *f = start("", binary, 0, 0, 0, SURE);
  bool done = f && fgets(line, sizeof line, f) && !strcmp(line, "done\n");
  while (f && fgets(line, sizeof line, f))
    ;
  return f && pclose(f) == 0 && done;
}

bool outcomes_run(struct outcomes *o, const char *binary, unsigned number,
                  unsigned runs, uint64_t seed) {
  char line[200];
  bool done = false;
  FILE *f = start("", binary, number, runs, seed,
                  may_be_stuck(o) ? SURE : SURE_OF_DIFFERENCE);
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    done = !strcmp(line, "done");
    o->runs += !done;
    if (!done && !is_possible(o, line))
      text_printf(o->why, "  a real run came to: %s\n", line);
  }
  return f && pclose(f) == 0 && done;
}

/* --- races -------------------------------------------------------------- */

static bool has_race(const struct brute_race *set, unsigned len, uint16_t a,
                     uint16_t b) {
  for (unsigned i = 0; i < len; i++)
    if ((set[i].first == a && set[i].second == b) ||
        (set[i].first == b && set[i].second == a))
      return true;
  return false;
}

static void take_race(struct outcomes *o, const unsigned *lines) {
  const struct answer *a = o->answer;
  const struct brute *b = o->brute;
  uint16_t x = (uint16_t)code_place(o->code, lines[0]);
  uint16_t y = (uint16_t)code_place(o->code, lines[1]);
  o->races++;
  if (!has_race(a->races, a->races_len, x, y) &&
      !(a->races_len && has_race(b->may_race, b->may_races, x, y)))
    text_printf(o->why, "  real threads raced at lines %u and %u\n", lines[0],
                lines[1]);
}

bool outcomes_race(struct outcomes *o, const char *binary, unsigned number,
                   unsigned runs, uint64_t seed) {
  char line[500];
  unsigned seen = 0, lines[2];
  bool report = false; /* of a race: two stacks, */
  bool stack = false;  /* of which the first line of the program counts */
  FILE *f = start("TSAN_OPTIONS='exitcode=0 atexit_sleep_ms=0'", binary, number,
                  runs, seed, SURE);
  while (f && fgets(line, sizeof line, f)) {
    const char *at = strstr(line, ".c:");
    if (strstr(line, "WARNING: ThreadSanitizer")) {
      report = strstr(line, "data race") != NULL;
      seen = 0;
      stack = false;
    } else if (report && strstr(line, "failed to restore")) {
      report = false;
    } else if (report && strstr(line, " of size ")) {
      stack = true;
    } else if (report && stack && at) {
      stack = false;
      lines[seen++] = (unsigned)atoi(at + strlen(".c:"));
      if (seen == 2) {
        take_race(o, lines);
        report = false;
      }
    }
  }
  return f && pclose(f) == 0;
}
