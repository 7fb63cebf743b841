/* crew: workers that do one phase after the other together.
 *
 *     crew_run(&crew, expand_phase, ctx);    returns when all are done
 *
 * With one worker everything happens in the caller's thread; when threads
 * cannot be had there are fewer.
 *
 * Phases are short and follow each other closely, so who waits first spins
 * for a while: being put to sleep and woken costs tens of microseconds. */
#ifndef BASE_CREW_H
#define BASE_CREW_H

#include <pthread.h>
#include <stdbool.h>

#include "base/alloc.h"

typedef void crew_phase(void *ctx, unsigned worker);

struct crew {
  unsigned count;
  pthread_t *threads; /* of workers 1 .. count - 1 */
  pthread_mutex_t lock;
  pthread_cond_t work, done;
  struct alloc_guard *guard; /* over whoever runs it */
  struct alloc_undo undo;
  _Atomic bool lacked; /* memory, one of them */
  crew_phase *phase;
  void *ctx;
  _Atomic unsigned long round; /* of work handed out */
  _Atomic unsigned busy;
  bool ending;
};

void crew_open(struct crew *c, unsigned count);
void crew_run(struct crew *c, crew_phase *phase, void *ctx);
void crew_close(struct crew *c);

#endif
