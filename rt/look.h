/* look: what is known of steps and turns that are tried before they are taken
 * (trial.c, turn.c). */
#ifndef RT_LOOK_H
#define RT_LOOK_H

#include <stdbool.h>
#include <stdint.h>

/* What a turn would come to, and what it would read on its way there
 * (rt/trial.c). */
enum look_result { LOOK_VAIN, LOOK_PASSES, LOOK_OTHER };
enum { LOOK_READS = 12 };
struct look_read {
  uint64_t object, content;
  uint32_t size;
  bool plain;
};
struct turn_look {
  uint8_t result; /* enum look_result */
  uint8_t len;
  struct look_read reads[LOOK_READS];
};
/* What a turn that is tried finds in a place after it has read the others;
 * false: it is not known. */
struct rt_contents {
  bool (*of)(const struct rt_contents *c, const struct turn_look *so_far,
             uint64_t object, uint32_t size, uint64_t *content);
  bool over; /* the run is: places may have been freed since */
};

/* What came of trying the step that a thread is parked at: with what is there,
 * by the content of its one place, or by all that it read. */
enum { TRIALS_KEPT = 8, TRIALS_LOOKS = 4 };
struct trials {
  uint32_t len, pure_from;
  uint32_t passes; /* a bit for each content */
  uint32_t looks_len, looks_next;
  uint64_t content[TRIALS_KEPT];
  struct turn_look looks[TRIALS_LOOKS];
};

#endif
