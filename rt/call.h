/* call: a call of the C library as steps.
 *
 *     struct rt_call k;
 *     rt_call_open(&k, heddle_here);
 *     rt_call_text(&k, 3, name, SIZE_MAX, 1);   one step: it is read
 *     rt_call_room(&k, 0, buf, size);           it may be written
 *     rt_call_enter(&k);
 *     n = snprintf(buf, size, "%s", name);
 *     rt_call_leave(&k);
 *     rt_call_wrote(&k, 0, buf, n + 1);         one step: it is written
 *     rt_call_close(&k);
 *
 * A call that reads one thing, reads another and writes a third is as many
 * steps, and others may go between them; libc's function, however, does all
 * of it at once.  So what was read is kept, and put in its place for the call
 * when somebody has written there since; and what was written is taken back
 * after the call until its own step comes.  Each step then sees and does what
 * its event says, and independent steps can be swapped.  (Whoever comes
 * between has a data race with the call; with --no-races that is allowed.)
 *
 * Within a step bytes are read or written at once: that a text can be seen
 * half copied is left to the data race that this is.
 *
 * Memory is named together with the argument of the call that points to it:
 * where cc/ knows that nobody else can reach it, there is no step.  Alone, or
 * in an atomic block, nothing is kept and nothing taken back.  That accesses
 * are within bounds is always checked. */
#ifndef RT_CALL_H
#define RT_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rt/abi.h"
#include "rt/extent.h"

struct rt_call {
  heddle_at site;
  size_t mark; /* where what it keeps begins */
  bool steps;  /* it is not alone */
  bool sink;   /* what is read goes nowhere: inputs need not be known */
  bool follows; /* the function follows inputs itself (follow.h) */
};

/* In place of an argument: memory that is reached in another way. */
enum { NO_ARGUMENT = 255 };

void rt_call_open(struct rt_call *k, heddle_at site);
void rt_call_read(struct rt_call *k, unsigned argument, const void *p,
                  uint64_t len);
/* As far as the extent goes when the step is taken; how far. */
uint64_t rt_call_extent(struct rt_call *k, unsigned argument,
                        const struct rt_extent *x);
/* Elements of `size` bytes up to the first that is 0, at most `most`. */
void rt_call_text(struct rt_call *k, unsigned argument, const void *p,
                  uint64_t most, uint32_t size);
/* At most `len` bytes from p on may be written by the call. */
void rt_call_room(struct rt_call *k, unsigned argument, void *p, uint64_t len);
/* What was read is in its place, up to rt_call_leave; */
void rt_call_see(struct rt_call *k);
void rt_call_enter(struct rt_call *k); /* and errno is that of libc. */
void rt_call_leave(struct rt_call *k);
void rt_call_wrote(struct rt_call *k, unsigned argument, void *p,
                   uint64_t len);
/* What the call has left at p, which may have been taken back. */
const void *rt_call_new(const struct rt_call *k, const void *p);
/* Whether that is something else than was there before. */
bool rt_call_changed(const struct rt_call *k, const void *p);
void rt_call_close(struct rt_call *k);
void rt_call_reset(void); /* of the whole run */

/* A step on what the library or the kernel keeps.  `plain`: two of them that
 * nothing orders are a data race. */
void rt_state_use(uint64_t object, bool changes, bool plain, heddle_at site);
/* The same, of a function that is safe: nothing races, and nothing is ordered
 * (C11 7.22.2: calls of rand synchronise with nothing). */
void rt_state_turn(uint64_t object, heddle_at site);
/* The same on `size` bytes that other code can see, plainly. */
void rt_variable_use(uint64_t object, uint32_t size, bool changes,
                     heddle_at site);

/* What an allocation puts into its block is written as by the program: who is
 * told of it by an access that orders nothing races with that. */
void rt_heap_fills(void *p, uint64_t len, heddle_at site);

/* Nobody's: NULL, constants. */
bool rt_is_nobodys(const void *p);
/* Bytes of a text with its end, at most `most` elements. */
uint64_t rt_text_size(const void *p, uint64_t most, uint32_t size);

#endif
