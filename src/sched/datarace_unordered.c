#include "sched/datarace.h"

/* Whether its thread may learn by it what another has done, and is not ordered
 * after that. */
static bool learns_unordered(const struct event *e) {
  bool failed = e->flags & EVENT_FAILED;
  switch (e->kind) {
  case OP_READ:
    return e->order & ORDER_NO_ACQUIRE;
  case OP_WRITE:
    return e->order & ORDER_NO_RELEASE && !(e->flags & EVENT_PLAIN);
  case OP_UPDATE:
  case OP_CAS:
    return e->order & ORDER_RELAXED;
  case OP_TRYLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
  case OP_SEM_TRYP:
  case OP_UNLOCK:
  case OP_SEM_V:
    return failed;
  case OP_SEM_VALUE:
  case OP_STREAM_WRITE:
  case OP_STREAM_CLOSE:
    return true;
  default:
    return false;
  }
}

bool datarace_unordered(const struct event *events, size_t count) {
  bool unordered = false, plain = false;
  for (size_t i = 0; i < count; i++) {
    unordered |= learns_unordered(&events[i]);
    plain |= (OP_CLASS(events[i].kind) == CLASS_ACCESS &&
              events[i].flags & EVENT_PLAIN) ||
             event_makes(&events[i]);
  }
  return unordered && plain;
}
