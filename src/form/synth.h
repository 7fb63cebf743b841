/* synth: the table of a set of protocols that was made (job/synth.h). */
#ifndef FORM_SYNTH_H
#define FORM_SYNTH_H

#include "job/synth.h"

/* What its processes are like, by their number; reads the files.  False after
 * a message. */
bool synth_text(const struct synth_set *s, const struct host *h,
                struct text *out);

#endif
