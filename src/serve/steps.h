/* steps: models that are stepped through by hand (model/stepping.h).
 *
 * Each is a text that was sent, read once, and a place in a run of it.  So many
 * are kept; the one that was not asked for the longest goes.  One request at a
 * time: a step takes less than the way to it. */
#ifndef SERVE_STEPS_H
#define SERVE_STEPS_H

enum { STEPS_KEPT = 16, STEPS_LONGEST = 5000 };

struct steps;
struct steps *steps_open(void);
void steps_close(struct steps *all);

#endif
