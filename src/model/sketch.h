/* sketch: what a part of a model is drawn as, where its processes are not what
 * was written: a proctype of Promela, of which processes are made, or a net,
 * whose transitions have become processes.
 *
 * It is for people only.  Nodes and edges have the places that they have in the
 * text; line 0: they have none in this file. */
#ifndef MODEL_SKETCH_H
#define MODEL_SKETCH_H

#include "model/model.h"

enum sketch_shape {
  SKETCH_STATE,
  SKETCH_PLACE,     /* of a net */
  SKETCH_TRANSITION /* of a net */
};

struct sketch_node {
  const char *name; /* of a state: no other of the sketch has it */
  enum sketch_shape shape;
  bool first; /* where it begins; a place with tokens */
  bool final; /* where it may end */
  struct place place;
};

struct sketch_edge {
  uint32_t from, to; /* nodes */
  const char *text;  /* what is done; "" for an arc of a net */
  struct place place;
};

struct sketch {
  const char *name;
  uint32_t copies; /* processes of it at the beginning */
  struct place place;
  uint32_t node_count;
  const struct sketch_node *nodes;
  uint32_t edge_count;
  const struct sketch_edge *edges;
};

#endif
