/* findings: what `heddle check` found, in words and as recordings. */
#ifndef JOB_FINDINGS_H
#define JOB_FINDINGS_H

#include "explore/explore.h"
#include "model/recording.h"

/* "P1 at 2, P2 at 1, P1->P2 holds m3", "P2 at 0 cannot receive m3 from P1",
 * "counter.hed:12:3: assertion failed in thread a". */
void finding_where(const struct finding *f, const struct model *m,
                   struct text *out);
/* The text of the property that it is about, and its place. */
const char *finding_property(const struct finding *f, const struct model *m,
                             struct place *place);
/* Its run goes on for ever: f->circle steps again and again. */
bool finding_for_ever(const struct finding *f, const struct model *m);
/* A word for the first column: "never taken" for unexecutable. */
const char *finding_word(enum finding_kind kind);
/* The finding with its run; free with recording_free. */
void finding_record(const struct finding *f, const struct model *m,
                    struct recording *out);

#endif
