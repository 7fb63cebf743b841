/* switch: from one stack to another, and stacks to switch to. */
#ifndef RT_SWITCH_H
#define RT_SWITCH_H

#include <stddef.h>

/* Leaves the running stack, of which the top is stored, for another. */
void rt_switch(void **from, void *to);

/* A stack on which a switch enters `entry`, aligned as after a call, with a
 * frame pointer of zero where walks of the stack end. */
static inline void *rt_stack_make(void *top, void (*entry)(void)) {
  enum { REGISTERS = 6 }; /* that a switch takes from the stack */
  void **sp = top;
  *--sp = NULL;
  *--sp = (void *)entry;
  for (int i = 0; i < REGISTERS; i++)
    *--sp = NULL;
  return sp;
}

#endif
