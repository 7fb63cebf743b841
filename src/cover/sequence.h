/* sequence: orders of events that cover every order of any t of them.
 *
 *     Events: open, read, write, close       the events; lines add up
 *     open BEFORE read;                       always, in every test
 *
 * A test is all events in some order (Kuhn, Higdon, Lawrence, Kacker, Lei
 * 2012).  It covers the sequence a, b, c when a comes before b and b before c,
 * whatever lies between.  A sequence is possible when no rule, nor what
 * follows from several, wants one of its events before an earlier one: with
 * the closure of the rules nothing else can contradict it.
 *
 * Tests are made one after the other.  Each begins with a sequence that is
 * not covered yet; the other events are inserted, each where most that is
 * uncovered becomes covered; of several such tests the best is taken.  At the
 * end tests go that add nothing. */
#ifndef COVER_SEQUENCE_H
#define COVER_SEQUENCE_H

#include "base/diag.h"
#include "base/map.h"
#include "cover/halt.h"
#include "cover/tests.h"

struct sequence {
  struct names events;
  bool *before; /* [event][event]: comes first, by the rules */
};

/* False when there were errors; to be freed either way. */
bool sequence_parse(struct sequence *s, const char *file, const char *text,
                    size_t len, struct diag *diag);
void sequence_free(struct sequence *s);

struct sequence_result {
  struct tests tests; /* cells are events, in their order */
  uint64_t possible, covered, impossible;
  uint32_t bound; /* no set is smaller */
  bool cut_off;   /* a halt came before everything was covered */
};

/* False after an error: more sequences than can be counted. */
bool sequence_generate(const struct sequence *s, uint32_t strength,
                       uint64_t seed, struct halt *halt, struct diag *diag,
                       struct sequence_result *out);
/* Gets a sequence of `strength` events that no test has; false: no more. */
typedef bool sequence_visit(void *user, const cell *events);
/* What tests cover; a test may lack events (CELL_NONE at its end).  `visit` may
 * be NULL. */
bool sequence_measure(const struct sequence *s, uint32_t strength,
                      const struct tests *tests, struct diag *diag,
                      sequence_visit *visit, void *user,
                      struct sequence_result *out);
/* Tests as sequence_generate's are written: one a line, events separated by
 * tabs, or commas where there is no tab; a first line that names no event at
 * its beginning is a heading.  A test that has an unknown event, one
 * twice or breaks a rule is warned about and left out. */
void sequence_read_tests(const struct sequence *s, const char *file,
                         const char *text, size_t len, struct diag *diag,
                         struct tests *out);

#endif
