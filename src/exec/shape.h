/* shape: where things are in the memory that a tested process shares with the
 * explorer, and how much room there is for each (rt/wire.h). */
#ifndef EXEC_SHAPE_H
#define EXEC_SHAPE_H

#include "rt/wire.h"

/* The offsets, capacities and size; `steps`: of the longest run. */
void shape_lay_out(struct wire *w, uint32_t steps);

#endif
