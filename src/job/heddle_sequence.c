/* The parts of heddle.h that find what makes tests fail, and that cover orders
 * of events. */
#include <stdlib.h>

#include "cover/locate.h"
#include "cover/sequence.h"
#include "job/cover_inside.h"

/* --- locating ------------------------------------------------------------- */

struct heddle_cover_locate {
  struct locate *at;
  struct listener *listener;
};

static struct heddle_cover_locate *
do_locate_open(struct heddle_cover *m, unsigned strength, uint64_t seed) {
  struct locate *at =
      locate_open(&m->model, strength, seed, &m->halt, &m->diag);
  if (!at)
    return NULL;
  struct heddle_cover_locate *l = alloc_zero(1, sizeof *l);
  l->at = at;
  l->listener = &m->listener;
  return l;
}

struct heddle_cover_locate *heddle_cover_locate_open(struct heddle_cover *m,
                                                     unsigned strength,
                                                     uint64_t seed) {
  GUARDED(struct heddle_cover_locate *, NULL, &m->listener,
          do_locate_open(m, strength, seed));
}

void heddle_cover_locate_close(struct heddle_cover_locate *l) {
  if (l)
    locate_close(l->at);
  free(l);
}

void heddle_cover_locate_add(struct heddle_cover_locate *l,
                             const uint16_t *test, bool failed) {
  GUARDED_VOID(l->listener, locate_add(l->at, test, failed));
}

bool heddle_cover_locate_next(struct heddle_cover_locate *l, uint16_t *test) {
  GUARDED(bool, false, l->listener, locate_next(l->at, test));
}

void heddle_cover_locate_defer(struct heddle_cover_locate *l) {
  GUARDED_VOID(l->listener, locate_defer(l->at));
}

static void visit_combinations(const combinations *list,
                               heddle_cover_visit *visit, void *user) {
  vec_each(list, c) {
    struct heddle_cover_tuple t = {c->size, c->params, c->values, 0};
    if (!visit(user, &t))
      return;
  }
}

void heddle_cover_locate_guilty(struct heddle_cover_locate *l,
                                heddle_cover_visit *visit, void *user) {
  GUARDED_VOID(l->listener,
               visit_combinations(locate_guilty(l->at), visit, user));
}

static void do_locate_suspects(struct heddle_cover_locate *l,
                               heddle_cover_visit *visit, void *user) {
  combinations list = {0};
  locate_suspects(l->at, &list);
  visit_combinations(&list, visit, user);
  vec_free(&list);
}

void heddle_cover_locate_suspects(struct heddle_cover_locate *l,
                                  heddle_cover_visit *visit, void *user) {
  GUARDED_VOID(l->listener, do_locate_suspects(l, visit, user));
}

size_t heddle_cover_locate_unexplained(struct heddle_cover_locate *l) {
  GUARDED(size_t, 0, l->listener, locate_unexplained(l->at));
}

/* --- sequences ------------------------------------------------------------ */

struct heddle_cover_sequence {
  struct sequence at;
  struct diag diag;
  struct halt halt;
  struct listener listener;
};

static struct heddle_cover_sequence *
do_sequence_read(const char *file, const char *text, size_t len,
                 heddle_report *report, void *user) {
  struct heddle_cover_sequence *s = alloc_zero(1, sizeof *s);
  s->listener = (struct listener){report, user};
  s->diag = (struct diag){.sink = listener_say, .user = &s->listener};
  if (sequence_parse(&s->at, file, text, len, &s->diag))
    return s;
  heddle_cover_sequence_free(s);
  return NULL;
}

struct heddle_cover_sequence *
heddle_cover_sequence_read(const char *file, const char *text, size_t len,
                           heddle_report *report, void *user) {
  struct listener l = {report, user};
  GUARDED(struct heddle_cover_sequence *, NULL, &l,
          do_sequence_read(file, text, len, report, user));
}

void heddle_cover_sequence_free(struct heddle_cover_sequence *s) {
  if (s)
    sequence_free(&s->at);
  free(s);
}

size_t heddle_cover_events(const struct heddle_cover_sequence *s) {
  return s->at.events.at.len;
}
const char *heddle_cover_event(const struct heddle_cover_sequence *s,
                               size_t event) {
  return s->at.events.at.at[event];
}

static bool do_sequence_generate(struct heddle_cover_sequence *s,
                                 unsigned strength, uint64_t seed,
                                 double seconds,
                                 const volatile sig_atomic_t *stop,
                                 struct heddle_cover_orders *out) {
  struct halt outer = {.stop = stop};
  s->halt = halt_within(&outer, seconds);
  struct sequence_result r;
  if (!sequence_generate(&s->at, strength, seed, &s->halt, &s->diag, &r))
    return false;
  *out = (struct heddle_cover_orders){.tests = outward(&r.tests),
                                      .possible = r.possible,
                                      .covered = r.covered,
                                      .impossible = r.impossible,
                                      .bound = r.bound};
  return true;
}

bool heddle_cover_sequence_generate(struct heddle_cover_sequence *s,
                                    unsigned strength, uint64_t seed,
                                    double seconds,
                                    const volatile sig_atomic_t *stop,
                                    struct heddle_cover_orders *out) {
  GUARDED(bool, false, &s->listener,
          do_sequence_generate(s, strength, seed, seconds, stop, out));
}

static void do_sequence_tests(struct heddle_cover_sequence *s, const char *file,
                              const char *text, size_t len,
                              struct heddle_cover_tests *tests) {
  struct tests t = {0};
  sequence_read_tests(&s->at, file, text, len, &s->diag, &t);
  *tests = outward(&t);
}

void heddle_cover_sequence_tests(struct heddle_cover_sequence *s,
                                 const char *file, const char *text, size_t len,
                                 struct heddle_cover_tests *tests) {
  *tests = (struct heddle_cover_tests){0};
  GUARDED_VOID(&s->listener, do_sequence_tests(s, file, text, len, tests));
}

static bool do_sequence_measure(struct heddle_cover_sequence *s,
                                unsigned strength,
                                const struct heddle_cover_tests *tests,
                                heddle_cover_visit_order *visit, void *user,
                                struct heddle_cover_orders *out) {
  struct sequence_result r;
  struct tests t = inward(tests);
  if (!sequence_measure(&s->at, strength, &t, &s->diag, visit, user, &r))
    return false;
  *out = (struct heddle_cover_orders){
      .possible = r.possible, .covered = r.covered, .impossible = r.impossible};
  return true;
}

bool heddle_cover_sequence_measure(struct heddle_cover_sequence *s,
                                   unsigned strength,
                                   const struct heddle_cover_tests *tests,
                                   heddle_cover_visit_order *visit, void *user,
                                   struct heddle_cover_orders *out) {
  GUARDED(bool, false, &s->listener,
          do_sequence_measure(s, strength, tests, visit, user, out));
}
