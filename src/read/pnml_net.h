/* pnml_net: a net between its XML (pnml_xml.c) and its model (pnml_model.c). */
#ifndef READ_PNML_NET_H
#define READ_PNML_NET_H

#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "model/model.h"

/* A place or a transition; `id` is its number in pnml_net.ids. */
struct pnml_node {
  uint32_t id;
  const char *name; /* NULL: none was given */
  bool transition;
  int32_t tokens; /* at first */
  struct place place;
};

struct pnml_arc {
  const char *from, *to; /* ids */
  int32_t weight;
  struct place place;
};

struct pnml_net {
  const char *file;
  bool safe;                   /* so it says */
  struct names ids;            /* of nodes, in order */
  VEC(struct pnml_node) nodes; /* by number of the id */
  VEC(struct pnml_arc) arcs;
  struct arena arena; /* texts */
};

/* n->file is set; false after an error. */
bool pnml_net_read(struct pnml_net *n, const char *text, size_t len,
                   struct diag *d);

/* Ids that arcs name: false after an error. */
bool pnml_check(const struct pnml_net *n, struct diag *d);

/* The net with these claims as a model, or NULL after an error. */
struct model *pnml_build(const struct pnml_net *n, const char *const *never,
                         size_t never_count, struct diag *d);

static inline struct diag_at pnml_at(const struct pnml_net *n, struct place p) {
  return (struct diag_at){
      .file = n->file, .line = p.line, .col = p.col, .len = 1};
}

#endif
