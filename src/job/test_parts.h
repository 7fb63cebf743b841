/* What each part of a search did (sched.h, struct sched_part), who found the
 * first finding, and how much that is new still comes.  Nothing for a search
 * that has one part. */
#ifndef JOB_TEST_PARTS_H
#define JOB_TEST_PARTS_H

struct sched;
struct text;

void test_parts_text(const struct sched *s, struct text *out);

#endif
