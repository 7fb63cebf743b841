/* properties: what a program promises of its states, and which runs break it.
 *
 * The runtime looks (rt/property.c) and tells of a run which of its properties
 * it violates, with a remark where it does; here that becomes findings, listed
 * as those of a model are (executor.h, run_found).  The place of a finding is
 * that of the property, so that it is one finding wherever it is violated. */
#ifndef EXEC_PROPERTIES_H
#define EXEC_PROPERTIES_H

#include "base/vec.h"
#include "exec/crash.h"
#include "rt/wire.h"

struct properties {
  uint32_t count;
  struct {
    char text[WIRE_LABEL_LEN]; /* "never x > y" */
    uint32_t site;
    uint64_t terms[WIRE_TERMS][WIRE_EXPR_SIZE / 8];
  } at[WIRE_PROPERTIES];
  VEC(char *) texts; /* of other findings of such runs */
};

/* As the process has told; sites are numbered here, and x says what there is. */
void properties_open(struct properties *p, struct executor *x,
                     const struct wire *w, struct crash_places *c);
/* The findings of run i of the batch are listed, if it violates something. */
void properties_list(struct properties *p, struct batch *b, uint32_t i);
void properties_free(struct properties *p);

#endif
