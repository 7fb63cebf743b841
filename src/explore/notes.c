#include "explore/notes.h"

#include <stdio.h>

#include "base/sound.h"

void notes_open(struct notes *n) {
  *n = (struct notes){0};
  pthread_mutex_init(&n->lock, NULL);
}

void notes_close(struct notes *n) {
  pthread_mutex_destroy(&n->lock);
  vec_free(&n->at);
  names_free(&n->keys);
}

note_id notes_number(struct notes *n, const struct note *note) {
  EXPECTS(note->kind < FINDING_KINDS && note->failure < FAILURES);
  char key[96];
  bool by_place =
      note->kind == FINDING_ASSERTION || note->kind == FINDING_RANGE;
  int len = by_place ? snprintf(key, sizeof key, "%d at %u:%u", note->kind,
                                note->place.line, note->place.col)
                     : snprintf(key, sizeof key, "%d by %u %u %u on %u",
                                note->kind, note->process, note->location,
                                note->message, note->object);
  alloc_lock(&n->lock);
  note_id id = names_add(&n->keys, key, (size_t)len);
  if (id == n->at.len)
    vec_push(&n->at, *note);
  alloc_unlock(&n->lock);
  return id;
}

struct note notes_get(struct notes *n, note_id id) {
  EXPECTS(id < n->at.len);
  alloc_lock(&n->lock);
  struct note note = n->at.at[id];
  alloc_unlock(&n->lock);
  return note;
}
