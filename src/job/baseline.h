/* baseline: findings that are known, each with a reason.
 *
 *     struct baseline b = {0};
 *     if (!baseline_read(&b, "known.txt", &diag)) ...
 *     baseline_begin(&b, target, &options);  the search goes on past them
 *     sched_run ...
 *     baseline_take(&b, &s);                 they leave s->findings
 *     baseline_close(&b);
 *
 * One finding is one line; '#' begins a comment:
 *
 *     race counter.c worker "total++;" because only a statistic, see #17
 *     race q.c push "q->n++;" with q.c pop "q->n--;" because ...
 *     deadlock eat.c eat "lock(&fork[i]);" in dining because ...
 *
 * A kind, a place (the last part of the file's name, the function or '-', the
 * text of the line without regard to its spaces), for a race perhaps the
 * other place, perhaps the program, and why it is known: a line without a
 * reason is an error.  Line numbers are not part of it, so that a baseline
 * survives edits elsewhere in the file.  A deadlock is at every place where a
 * thread waits. */
#ifndef JOB_BASELINE_H
#define JOB_BASELINE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "job/target.h"
#include "sched/sched.h"
#include "story/listing.h"

struct baseline_place {
  const char *file, *function, *text; /* file NULL: not given */
};

struct baseline_entry {
  uint8_t kind; /* enum found */
  struct baseline_place place, other;
  const char *program; /* or NULL: any */
  const char *reason;
  uint32_t line;
  bool seen;
};

struct baseline_known {
  struct sched_finding finding;
  size_t entry;
};

struct baseline {
  const char *file;
  VEC(struct baseline_entry) entries;
  VEC(struct baseline_known) known; /* taken from the search */
  struct arena arena;
  struct listings sources;
  const struct target *target;
};

bool baseline_read(struct baseline *b, const char *path, struct diag *diag);
/* Lets the search go on past what is known; also without entries. */
void baseline_begin(struct baseline *b, const struct target *t,
                    struct sched_options *o);
void baseline_take(struct baseline *b, struct sched *s);
/* What was known and seen, and what was not seen in a search that covered
 * everything. */
void baseline_text(const struct baseline *b, const struct sched *s,
                   struct text *out);
/* The findings as a baseline whose reasons are to be filled in. */
void baseline_write(struct baseline *b, const struct sched *s,
                    struct text *out);
void baseline_close(struct baseline *b);

#endif
