/* locate: which combinations of values make tests fail.
 *
 *     struct locate *l = locate_open(&model, 2, seed, halt, diag);
 *     locate_add(l, test, failed);            for every test with a result
 *     while (locate_next(l, test))            a test that is worth running
 *       locate_add(l, test, run(test));
 *     ... locate_guilty, locate_suspects ...
 *
 * The assumption: a test fails exactly when it contains one of some guilty
 * combinations of at most `strength` values.  A combination of a failing test
 * is a candidate while no passing test contains it.  One failing test after
 * the other is looked at: a new test that keeps some of its values, so that
 * about half of the candidates are in it, leaves half of them whatever its
 * result (the adaptive halving of Zhang and Zhang, ISSTA 2011, on candidates
 * rather than parameters).  The other values come from passing tests, where
 * they did no harm.  The last candidate is guilty when it is of full strength
 * and explains a failing test alone; otherwise it has to fail three times more
 * in other company. */
#ifndef COVER_LOCATE_H
#define COVER_LOCATE_H

#include "cover/oracle.h"
#include "cover/tests.h"

struct locate;

/* NULL after an error.  The model and the halt are the caller's. */
struct locate *locate_open(const struct cover_model *m, uint32_t strength,
                           uint64_t seed, struct halt *halt, struct diag *diag);
void locate_close(struct locate *l);
/* Open cells are in no combination. */
void locate_add(struct locate *l, const cell *test, bool failed);
/* A test whose result says more; false when there is none. */
bool locate_next(struct locate *l, cell *test);
/* The result of that test will not come: the next one is about another
 * failing test. */
void locate_defer(struct locate *l);

struct combination {
  uint32_t size;
  uint32_t params[16];
  cell values[16];
};
typedef VEC(struct combination) combinations;

const combinations *locate_guilty(const struct locate *l);
/* Of the failing tests without a guilty one: the smallest candidates. */
void locate_suspects(struct locate *l, combinations *out);
/* Failing tests in which no combination of this strength can be guilty. */
uint32_t locate_unexplained(struct locate *l);

#endif
