/* replay_report: a recording of a program that was run again (job/replay.h),
 * for a person and for a machine. */
#ifndef FORM_REPLAY_REPORT_H
#define FORM_REPLAY_REPORT_H

#include "job/replay.h"
#include "story/story.h"

/* Whether the finding came again: one line; with the story; as JSON. */
void replay_report_line(const struct replay *r, struct text *out);
void replay_report_text(const struct replay *r, struct story_style style,
                        struct text *out);
void replay_report_json(const struct replay *r, struct text *out);

/* The story alone, for machines. */
void replay_story_json(const struct replay *r, struct text *out);

/* What came of looking near the old schedule; without a style not the story
 * of what was found. */
void retry_report_text(const struct retry *t, const struct story_style *style,
                       struct text *out);
void retry_report_json(const struct retry *t, struct text *out);

#endif
