/* tell: what the files that make a story share. */
#ifndef STORY_TELL_H
#define STORY_TELL_H

#include "story/naming.h"
#include "story/past.h"
#include "story/story.h"

struct teller {
  struct story *s;
  const struct story_facts *f;
  struct naming naming;
  struct past past;           /* before the event that is told */
  uint32_t last;              /* the event with which the story ends */
  const struct event *broken; /* an access that did not come about, or NULL */
};

/* words.c: an event, a place, in words that live in the arena */
const char *tell_words(struct teller *t, const struct event *e);
/* The word for an operation, short enough for a column. */
const char *tell_verb(unsigned kind);
/* The text that the object of an event is the number of, or NULL. */
const char *tell_label(struct teller *t, const struct event *e);
const char *tell_value(struct teller *t, const struct event *e);
/* "line 12", or "queue.h:12" where it is another file than most; "" when no
 * place is known. */
const char *tell_line(struct teller *t, uint32_t site);
struct spot tell_spot(struct teller *t, uint32_t site);
/* A message of the executor, with the names of threads. */
const char *tell_message(struct teller *t, const char *message);
const char *tell_name(struct teller *t, unsigned thread);
/* The locks a thread holds now: "a, b" or, `since`, "a (line 9), b (...)";
 * "" when none. */
const char *tell_locks(struct teller *t, unsigned thread, bool since);

/* notes.c: what is remarkable about event i, before it is added to the
 * past; NULL when nothing */
const char *tell_note(struct teller *t, uint32_t i);
/* The event of another thread that it follows from, + 1, or 0. */
uint32_t tell_cause(struct teller *t, uint32_t i);

/* evidence.c: after the last event */
void tell_evidence(struct teller *t);
/* Whether the pending event is of a thread that waits (for a signal, too). */
bool tell_waits(struct teller *t, const struct event *e);
/* What it waits for, "second, held by back since line 9"; *whom is 1 + the
 * thread that could let it go on, or 0. */
const char *tell_waiting(struct teller *t, const struct event *e,
                         uint32_t *whom);

/* bytes.c: whether an input is the byte after another, and a step of such. */
bool tell_next_byte(const struct teller *t, const struct event *before,
                    const struct event *e);
const char *tell_bytes(struct teller *t, const struct story_op *ops,
                       size_t count);

/* fold.c */
void tell_fold(struct story *s);

#endif
