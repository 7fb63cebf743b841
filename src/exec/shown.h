/* shown: what the properties of a model read, one thing after the other: a
 * shared variable, the length of a port, a variable of a process, whether a
 * process is at a location, or has ended.
 *
 * A run with PLAN_SHOWS says what each is at first, and what it is where a step
 * changes it (exec/event.h, SHOWS).  Of each thing, steps that may change it
 * depend on each other, or are of one thread: so what it is after a step is a
 * matter of the past of the step, and the newest change of several steps that
 * have been says what it is (Kaehkoenen 6.2, S1: a condition of a variable has
 * one value). */
#ifndef EXEC_SHOWN_H
#define EXEC_SHOWN_H

#include "base/vec.h"
#include "model/interp.h"

enum shown_kind { SHOWN_OBJECT, SHOWN_SLOT, SHOWN_AT, SHOWN_ENDED };

struct shown_thing {
  uint32_t a, b; /* the object; process and slot, or location; process */
  uint8_t kind;
};

struct shown {
  VEC(struct shown_thing) at; /* each once, in the order of the text */
};

/* Everything that some property of the model reads. */
void shown_find(struct shown *s, const struct model *m);
/* The number of a thing, which is there. */
uint32_t shown_number(const struct shown *s, unsigned kind, uint32_t a,
                      uint32_t b);
int64_t shown_value(const struct shown *s, const struct model *m,
                    const struct istate *state, uint32_t thing);
void shown_free(struct shown *s);

#endif
