/* notes: findings that belong to a local situation, each counted once.
 *
 * One per (kind, process, location, message, channel or port) for unspecified
 * receptions and overflows, one per place for assertions and ranges.  A note
 * is numbered when it first comes up; the search reports it the first time it
 * meets it in the order of exploration. */
#ifndef EXPLORE_NOTES_H
#define EXPLORE_NOTES_H

#include <pthread.h>

#include "base/map.h"
#include "base/vec.h"
#include "model/model.h"

typedef uint32_t note_id;

struct note {
  enum finding_kind kind;
  process_id process;
  location_id location;
  message_id message;
  object_id object;
  enum fail_reason failure;
  struct place place;
};

struct notes {
  pthread_mutex_t lock;
  VEC(struct note) at;
  struct names keys;
};

void notes_open(struct notes *n);
void notes_close(struct notes *n);
note_id notes_number(struct notes *n, const struct note *note);
/* A copy: the list may move while other workers add to it. */
struct note notes_get(struct notes *n, note_id id);

#endif
