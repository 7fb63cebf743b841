/* past: what the events so far have left behind: who wrote what, who holds
 * which lock, who waits for a signal.
 *
 *     struct past p = {0};
 *     for each event: past_add(&p, events, i);
 *
 * Events are known by their numbers in the run, + 1; 0 is "none". */
#ifndef STORY_PAST_H
#define STORY_PAST_H

#include "base/map.h"
#include "exec/event.h"

struct past_hold {
  uint16_t thread;
  uint8_t class_;
  bool shared; /* a reader's */
  uint64_t object;
  uint32_t event; /* since */
};

struct past {
  const struct event *events;
  struct map wrote;  /* 8 bytes of memory -> last change */
  struct map read;   /* the same and a thread -> its last read */
  struct map freed;  /* likewise -> when it was freed */
  struct map passed; /* a lock, semaphore, condition -> its last unlock ... */
  VEC(struct past_hold) holds;
  uint32_t waits[THREADS_MAX];   /* its WAIT, until it is chosen */
  uint32_t chosen[THREADS_MAX];  /* the signal that chose it */
  uint32_t created[THREADS_MAX]; /* CREATE of it */
  uint32_t ended[THREADS_MAX];   /* EXIT of it */
  uint32_t last[THREADS_MAX];    /* its last event but START, EXIT, NOTE */
};

/* Event number i happens; pending ones do not. */
void past_add(struct past *p, const struct event *events, uint32_t i);
/* The last change of any of the bytes that e touches. */
uint32_t past_writer(const struct past *p, const struct event *e);
/* The last read of them by a thread. */
uint32_t past_reader(const struct past *p, const struct event *e,
                     unsigned thread);
uint32_t past_free(const struct past *p, const struct event *e);
/* The last event of that class on that object that may let others go on:
 * unlock, V, send. */
uint32_t past_passed(const struct past *p, const struct event *e);
/* By which event somebody holds the lock of e, preferring another thread
 * than that of e. */
uint32_t past_holder(const struct past *p, const struct event *e);
void past_free_all(struct past *p);

#endif
