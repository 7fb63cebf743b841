/* script: the codes of tests/programs/script.c; 0 ends a program. */
#ifndef TESTS_PROGRAMS_SCRIPT_H
#define TESTS_PROGRAMS_SCRIPT_H

enum {
  SCRIPT_END,
  SCRIPT_READ,
  SCRIPT_WRITE,
  SCRIPT_ADD,
  SCRIPT_AWAIT,     /* until the variable is not 0 */
  SCRIPT_LOCK,
  SCRIPT_UNLOCK,
  SCRIPT_TRY,       /* and unlock when it was taken */
  SCRIPT_P,         /* semaphores begin at 0 */
  SCRIPT_V,
  SCRIPT_RDLOCK,
  SCRIPT_WRLOCK,
  SCRIPT_RWUNLOCK,
  SCRIPT_WAIT,      /* lock, wait, unlock */
  SCRIPT_SIGNAL,
  SCRIPT_BROADCAST,
  SCRIPT_BARRIER,   /* of two threads */
  SCRIPT_SPIN,      /* a lock made of test-and-set */
  SCRIPT_CLEAR,     /* and its end */
  SCRIPT_ANY,       /* until this variable or the other one is not 0 */
  SCRIPT_BOTH,      /* until this variable and the other one are not 0 */
  SCRIPT_POLL,      /* until the variable is not 0, read under a lock */
};

#endif
