/* test_inputs: what the report of a search says of symbolic inputs. */
#ifndef JOB_TEST_INPUTS_H
#define JOB_TEST_INPUTS_H

struct target;
struct text;

/* Nothing when the inputs were not symbolic. */
void test_inputs_text(const struct target *t, struct text *out);

#endif
