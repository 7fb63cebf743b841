/* tally: a number of values, their mean and their standard deviation (of the
 * population, as the documents print it). */
#ifndef STUDY_TALLY_H
#define STUDY_TALLY_H

#include <math.h>
#include <stdint.h>

/* By Welford's method: no cancellation, one pass. */
struct tally {
  uint64_t count;
  double mean, squares; /* squares: sum of squared distances from the mean */
};

static inline void tally_add(struct tally *t, double x) {
  double away = x - t->mean;
  t->count++;
  t->mean += away / (double)t->count;
  t->squares += away * (x - t->mean);
}

/* Both together (Chan, Golub and LeVeque 1979). */
static inline void tally_merge(struct tally *t, const struct tally *other) {
  if (!other->count)
    return;
  double a = (double)t->count, b = (double)other->count;
  double away = other->mean - t->mean;
  t->count += other->count;
  t->mean += away * b / (a + b);
  t->squares += other->squares + away * away * a * b / (a + b);
}

/* Not a number when there is none. */
static inline double tally_mean(const struct tally *t) {
  return t->count ? t->mean : NAN;
}
static inline double tally_deviation(const struct tally *t) {
  return t->count ? sqrt(t->squares / (double)t->count) : NAN;
}

#endif
