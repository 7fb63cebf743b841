/* watch: the loops that a thread is in, as far as their turns may only wait
 * (rt/wait.c). */
#ifndef RT_WATCH_H
#define RT_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Those a thread is in, the innermost last, and what their turns have read so
 * far.  An effect is one of all turns under way, so those without are the
 * innermost: from pure_from on. */
enum { WATCH_LOOPS = 8, WATCH_PLACES = 32, WATCH_LOCKS = 4 };
/* In place of how many places of a turn were read as part of it. */
enum { TAKEN_UNKNOWN = UINT8_MAX };
struct watch_loop {
  uint64_t frame;         /* of the function it is in */
  uint32_t depth;         /* among the loops of that function */
  uint32_t turns;         /* that looked at the clock */
  uint32_t naps;          /* turns that only slept, as far as they count */
  uint32_t places, locks; /* where those of its turn begin */
  int saved_errno;        /* when its turn began */
  uint64_t reopened;      /* a mutex that it gave back for a while, or 0 */
};
struct watch_place {
  uint64_t object, value;
  uint32_t size;
  uint32_t event; /* those from here on came after */
  uint8_t kind;   /* READ, or an attempt */
};
struct watch {
  uint32_t loops_len, pure_from;
  uint32_t clocked; /* turns of loops before this one have seen the clock */
  uint32_t napped;  /* and of those before this one have slept */
  uint32_t places_len, locks_len;
  uint32_t first; /* of the places that a parked thread waits for */
  bool attempt;   /* its last step may have failed: not looked at yet; */
  uint64_t found; /* what was there before it */
  bool again;     /* the next turn is one of the same loop */
  bool stores;    /* its next step is an ordinary write */
  bool aside;     /* its next steps are looked at as a whole */
  struct watch_loop loops[WATCH_LOOPS];
  uint64_t locks[WATCH_LOCKS]; /* taken in turns under way, as they came */
  struct watch_place places[WATCH_PLACES];
};

/* The running thread has waited for a condition with this mutex, up to the limit
 * in time (wait.c). */
void rt_wait_reopened(uint64_t lock);

#endif
