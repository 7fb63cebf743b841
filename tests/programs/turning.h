/* turning: the operations of tests/programs/turning.c; 0 ends a program.
 * Each is on objects number 0 or 1 of its kind, and most tell what they
 * saw. */
#ifndef TESTS_PROGRAMS_TURNING_H
#define TESTS_PROGRAMS_TURNING_H

enum { TURNING_BASE = 6, TURNING_THREADS = 3, TURNING_OPS = 5 };

enum {
  TURN_END,
  TURN_READ,     /* tells the value */
  TURN_ONE,      /* x = 1 */
  TURN_TWO,      /* x = 2 */
  TURN_ZERO,     /* x = 0 */
  TURN_SWAP,     /* x = 2, tells what was there */
  TURN_RAISE,    /* x++ by compare-and-swap; tells what was there */
  TURN_IS_ONE,   /* until x == 1 */
  TURN_IS_TWO,   /* until x == 2 */
  TURN_SET,      /* until x, which it tells */
  TURN_ANY,      /* until x or the other one */
  TURN_BOTH,     /* until x and the other one */
  TURN_SAME,     /* until x is the other one; tells it */
  TURN_STEADY,   /* reads x, the other one, x again until that is the same;
                    tells both */
  TURN_TAKE,     /* until a test-and-set takes the flag */
  TURN_TRY_TAKE, /* until the flag is free and a test-and-set takes it */
  TURN_DROP,     /* the flag */
  TURN_LOCK,     /* a mutex */
  TURN_UNLOCK,
  TURN_TRY,      /* for the mutex, and gives it back; tells whether */
  TURN_SPIN,     /* until a try takes the mutex; gives it back */
  TURN_POLL,     /* until x, read under the mutex */
  TURN_POLL_TRY, /* the same, in turns that could take it at once */
  TURN_RD_POLL,  /* until x, read under the read-write lock */
  TURN_WR_POLL,  /* the same, locked for writing */
  TURN_TRY_WR,   /* tells whether */
  TURN_TRY_RD,
  TURN_SEM_POLL, /* until x, read with the token of a semaphore */
  TURN_SEM_TRY,  /* tells whether */
  TURN_SEM_VALUE, /* tells it */
  TURN_V,        /* of another semaphore, that is 0 at first */
  TURN_SPIN_P,   /* until a try has it; tells what errno is then */
  TURN_NAP,      /* until x, and sleeps; tells for how long it slept */
  TURN_COUNT
};

#endif
