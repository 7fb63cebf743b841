/* foresee: plans that are chosen where they are run (exec/executor.h). */
#ifndef RT_FORESEE_H
#define RT_FORESEE_H

#include <stdbool.h>
#include <stdint.h>

/* Gives plan i of the batch its prefix; false: there is none. */
bool rt_foresee(uint32_t i);
/* Plan i was run, and others may begin with it. */
void rt_foresee_from(uint32_t i);

#endif
