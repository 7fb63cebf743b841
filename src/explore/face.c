#include "explore/face.h"

#include <string.h>

#include "base/sound.h"

enum operation { SEND, RECEIVE };

static void add_face(const struct model *m, object_id o,
                     const struct words *contents,
                     struct frontier_list *frontier, struct words *face) {
  EXPECTS(o < m->object_count);
  uint32_t capacity = m->objects[o].capacity;
  words_push(face,
             capacity != UNBOUNDED && queue_count(m, o, contents) >= capacity);
  queue_frontier(m, o, contents, frontier);
  words_push(face, (int32_t)frontier->at.len);
  vec_each(&frontier->at, p) {
    words_push(face, p->choice);
    words_push(face, (int32_t)p->message);
    for (uint32_t k = 0; k < m->messages[p->message].arity; k++)
      words_push(face, contents->at[p->payload + k]);
  }
}

static value_id derive_face(struct mover *mv, struct hand *h, part_id part,
                            value_id value) {
  EXPECTS(part < mv->parts->count);
  struct parts *ps = mv->parts;
  struct words face = {0}, contents = {0};
  parts_words(ps, part, value, &contents);
  for (object_id o = 0; o < ps->model->object_count; o++)
    if (ps->of_object[o] == part)
      add_face(ps->model, o, &contents, &h->frontier, &face);
  value_id id = parts_number(ps, ps->faces, face.at, face.len);
  words_free(&face);
  words_free(&contents);
  return id;
}

value_id face_of(struct mover *mv, struct hand *h, part_id part,
                 value_id value) {
  EXPECTS(part <= mv->parts->last);
  uint64_t face = rows_get(&mv->faces[part], value);
  if (face)
    return (value_id)(face - 1);
  value_id made = derive_face(mv, h, part, value);
  alloc_lock(&mv->lock);
  rows_set(&mv->faces[part], value, (uint64_t)made + 1);
  alloc_unlock(&mv->lock);
  return made;
}

bool face_look(const struct mover *mv, part_id part, object_id o,
               const struct words *face, struct frontier_list *out) {
  EXPECTS(part < mv->parts->count && o < mv->model->object_count && out);
  const struct parts *ps = mv->parts;
  size_t at = 0;
  for (object_id i = ps->at[part].index;; i++) {
    if (ps->of_object[i] != part)
      continue;
    bool full = face->at[at++];
    int32_t count = face->at[at++];
    vec_clear(&out->at);
    for (; count > 0; count--) {
      struct queue_pending p = {face->at[at], (message_id)face->at[at + 1],
                                at + 2};
      at += 2 + ps->model->messages[p.message].arity;
      vec_push(&out->at, p);
    }
    if (i == o)
      return full;
  }
}

uint32_t face_send(struct mover *mv, object_id o, process_id sender,
                   message_id message, const int32_t *payload) {
  EXPECTS(o < mv->model->object_count && sender < mv->model->process_count);
  EXPECTS(message < mv->model->message_count);
  uint32_t arity = mv->model->messages[message].arity;
  int32_t words[4 + arity];
  words[0] = SEND;
  words[1] = (int32_t)o;
  words[2] = (int32_t)sender;
  words[3] = (int32_t)message;
  for (uint32_t k = 0; k < arity; k++)
    words[4 + k] = payload[k];
  return parts_number(mv->parts, mv->parts->operations, words, 4 + arity);
}

uint32_t face_receive(struct mover *mv, object_id o, process_id receiver,
                      int32_t choice) {
  EXPECTS(o < mv->model->object_count);
  EXPECTS(receiver < mv->model->process_count);
  int32_t words[] = {RECEIVE, (int32_t)o, (int32_t)receiver, choice};
  return parts_number(mv->parts, mv->parts->operations, words, 4);
}

static value_id derive_after(struct mover *mv, struct hand *h, part_id part,
                             uint32_t operation, value_id value) {
  EXPECTS(part < mv->parts->count);
  struct parts *ps = mv->parts;
  struct words op = {0}, contents = {0};
  parts_words(ps, ps->operations, operation, &op);
  parts_words(ps, part, value, &contents);
  object_id o = (object_id)op.at[1];
  process_id p = (process_id)op.at[2];
  if (op.at[0] == SEND) {
    queue_send(mv->model, o, &contents, p, (message_id)op.at[3], op.at + 4);
  } else {
    queue_frontier(mv->model, o, &contents, &h->frontier);
    const struct queue_pending *taken = h->frontier.at.at;
    while (taken->choice != op.at[3])
      taken++;
    queue_receive(mv->model, o, &contents, taken, p);
  }
  value_id after = parts_number(ps, part, contents.at, contents.len);
  words_free(&op);
  words_free(&contents);
  return after;
}

value_id face_after(struct mover *mv, struct hand *h, part_id part,
                    uint32_t operation, value_id value) {
  EXPECTS(part <= mv->parts->last);
  value_id after;
  if (afters_get(&mv->afters, part, operation, value, &after))
    return after;
  return afters_keep(&mv->afters, part, operation, value,
                     derive_after(mv, h, part, operation, value));
}
