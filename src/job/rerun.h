/* rerun: a recording of a model and the model it ran on, to be run again on the
 * plain interpreter (model/recording.h). */
#ifndef JOB_RERUN_H
#define JOB_RERUN_H

#include "job/load.h"
#include "model/recording.h"

struct rerun {
  const char *name; /* of the recording */
  struct recording recording;
  struct loaded loaded;
};

/* The recording in `text`, and its model: by the name in the recording from
 * here, else from where the recording is, else beside the recording.  False
 * after a message, also when the model is not what it was. */
bool rerun_open(struct rerun *r, const struct host *h, const char *name,
                const struct text *text);
void rerun_close(struct rerun *r);

#endif
