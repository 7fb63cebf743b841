/* test_stuck: what the report of a search says of runs that made no step any
 * more when they were given up. */
#ifndef JOB_TEST_STUCK_H
#define JOB_TEST_STUCK_H

struct stuck;
struct target;
struct text;

/* "worker spins at line 12", "worker is blocked in read() at line 4: not
 * modelled"; with the file where it is not the one that is tested. */
void test_stuck_words(const struct target *t, const struct stuck *s,
                      struct text *out);
/* Nothing when there were none. */
void test_stuck_text(const struct target *t, struct text *out);

#endif
