/* face: the side of a channel or port that a process can see.
 *
 * What a process can do with a queue depends only on its frontier and on
 * whether it is full; many contents have the same face.  So moves are
 * remembered by face (moves.h), with what happens to the contents as an
 * operation (send this, receive that); the contents after an operation do
 * not depend on the process's own state, and are remembered by contents and
 * operation.  Without this, a process of a thousand values and a queue of a
 * thousand contents would be a million pairs.
 *
 * The words of a face: for each object of the part (one, or all ports of a
 * causal net): full (0 or 1), how many can be received, and for each of
 * these: choice, message, payload.... */
#ifndef EXPLORE_FACE_H
#define EXPLORE_FACE_H

#include "explore/moves.h"

/* The number of the face of a value of a queue. */
value_id face_of(struct mover *mv, struct hand *h, part_id part,
                 value_id value);
/* What can be received from the object; payload indices are into the words
 * of the face.  Returns whether the object is full. */
bool face_look(const struct mover *mv, part_id part, object_id o,
               const struct words *face, struct frontier_list *out);

/* Operations on queues, by number. */
uint32_t face_send(struct mover *mv, object_id o, process_id sender,
                   message_id message, const int32_t *payload);
uint32_t face_receive(struct mover *mv, object_id o, process_id receiver,
                      int32_t choice);
/* The value of the part after the operation. */
value_id face_after(struct mover *mv, struct hand *h, part_id part,
                    uint32_t operation, value_id value);

#endif
