/* telling: the story of a finding (story/story.h), for the commands that
 * print it: test, replay, show.
 *
 *     struct telling t;
 *     telling_open(&t, target, &finding, NULL);
 *     telling_text(&t, (struct story_style){0}, &out);
 *     telling_close(&t);
 */
#ifndef JOB_TELLING_H
#define JOB_TELLING_H

#include "base/text.h"
#include "job/target.h"
#include "sched/minimise.h"
#include "sched/sched.h"
#include "story/story.h"

struct telling {
  struct listings sources;
  struct story story;
  bool brief; /* one of many: less is told of a long run */
  bool bare;  /* of its run nothing: what it is, and where */
  VEC(struct event) excerpt;
  struct text after;
};

/* "after": ["pipe"], where there is something. */
void telling_after_json(const struct sched_finding *f, struct json *j);
/* m: what is known about its run (the verified switch), or NULL. */
void telling_open(struct telling *t, const struct target *target,
                  const struct sched_finding *f, const struct minimised *m);
/* The same for a t that was all zero, and has perhaps further places to look
 * for source text in t->sources, and is brief or bare. */
void telling_make(struct telling *t, const struct target *target,
                  const struct sched_finding *f, const struct minimised *m);
void telling_close(struct telling *t);

void telling_text(const struct telling *t, struct story_style style,
                  struct text *out);
void telling_html(struct telling *t, const char *title, struct text *out);

#endif
