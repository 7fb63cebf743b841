/* switch: from one stack to another, and stacks to switch to. */
#ifndef RT_SWITCH_H
#define RT_SWITCH_H

#include <stddef.h>

/* Leaves the running stack, of which the top is stored, for another.
 *
 * It is no call, and whoever goes on there does not return to there: processors
 * foresee where a function returns to by counting calls, and would be wrong at
 * each switch, and then at each of the functions that the other stack is in. */
__attribute__((always_inline)) static inline void rt_switch(void **from,
                                                            void *to) {
  __asm__ volatile("lea 1f(%%rip),%%rax\n\t"
                   "push %%rax\n\t"
                   "jmp rt_switch_stacks\n"
                   "1:"
                   : "+D"(from), "+S"(to)
                   :
                   : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0",
                     "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
                     "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                     "xmm14", "xmm15", "cc", "memory");
}

/* There in programs that have functions for rounding and exceptions of
 * arithmetic (fenv.c): these registers are changed, too. */
extern const char rt_switches_floats __attribute__((weak));

enum { SWITCH_FLOATS = 32 }; /* bytes: fnstenv, stmxcsr */

/* A stack on which a switch enters `entry`, aligned as after a call, with a
 * frame pointer of zero where walks of the stack end. */
static inline void *rt_stack_make(void *top, void (*entry)(void)) {
  enum { REGISTERS = 6 }; /* that a switch takes from the stack */
  void **sp = top;
  *--sp = NULL;
  *--sp = (void *)entry;
  for (int i = 0; i < REGISTERS; i++)
    *--sp = NULL;
  if (__builtin_expect(&rt_switches_floats != NULL, 0)) {
    char *floats = (char *)sp - SWITCH_FLOATS; /* as here and now */
    __asm__ volatile("fnstenv (%0)\n\tfldenv (%0)\n\tstmxcsr 28(%0)"
                     :
                     : "r"(floats)
                     : "memory");
    sp = (void **)floats;
  }
  return sp;
}

#endif
