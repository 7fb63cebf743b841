/* chart: what a part of a model is drawn as, where its processes are not what
 * was written: a proctype of Promela, of which processes are made, or a net,
 * whose transitions have become processes.
 *
 * It is for people only.  Nodes and edges have the places that they have in the
 * text; line 0: they have none in this file. */
#ifndef MODEL_CHART_H
#define MODEL_CHART_H

#include "model/model.h"

enum chart_shape {
  CHART_STATE,
  CHART_PLACE,     /* of a net */
  CHART_TRANSITION /* of a net */
};

struct chart_node {
  const char *name; /* of a state: no other of the chart has it */
  enum chart_shape shape;
  bool first; /* where it begins; a place with tokens */
  bool final; /* where it may end */
  struct place place;
};

struct chart_edge {
  uint32_t from, to; /* nodes */
  const char *text;  /* what is done; "" for an arc of a net */
  struct place place;
};

struct chart {
  const char *name;
  uint32_t copies; /* processes of it at the beginning */
  struct place place;
  uint32_t node_count;
  const struct chart_node *nodes;
  uint32_t edge_count;
  const struct chart_edge *edges;
};

#endif
