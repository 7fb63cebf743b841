/* findings: what `heddle check` found, in words and as recordings. */
#ifndef JOB_FINDINGS_H
#define JOB_FINDINGS_H

#include "explore/explore.h"
#include "model/recording.h"

/* "P1 at 2, P2 at 1, P1->P2 holds m3", "P2 at 0 cannot receive m3 from P1",
 * "counter.hed:12:3: assertion failed in thread a". */
void finding_where(const struct finding *f, const struct model *m,
                   struct text *out);
/* The same for one whose run was walked along: `end` is the state it ends in, as
 * interp_print_state says it. */
void finding_where_end(const struct finding *f, const struct model *m,
                       const char *end, struct text *out);
/* The text of the property that it is about, and its place. */
const char *finding_property(const struct finding *f, const struct model *m,
                             struct place *place);
/* Its run goes on for ever: f->circle steps again and again. */
bool finding_for_ever(const struct finding *f, const struct model *m);
/* A word for the first column: "never taken" for unexecutable. */
const char *finding_word(enum finding_kind kind);
/* The finding with its run; free with recording_free.  finding_steps takes
 * no walk along it, and leaves the words (texts, where) out. */
void finding_steps(const struct finding *f, const struct model *m,
                   struct recording *out);
void finding_record(const struct finding *f, const struct model *m,
                    struct recording *out);
/* As a file to be replayed, and as a picture of its run. */
void finding_write(const struct finding *f, const struct model *m,
                   struct text *out);
void finding_draw(const struct finding *f, const struct model *m,
                  struct text *out);

#endif
