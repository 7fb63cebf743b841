/* pages: a large array that grows without being copied.
 *
 * Memory comes from the system in whole pages and becomes resident when it
 * is touched; growing remaps it.  All-zero is empty; new memory is zero.
 * Unlike vec, running out is an answer: the caller makes a verdict of it. */
#ifndef EXPLORE_PAGES_H
#define EXPLORE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct pages {
  void *at;
  size_t bytes; /* mapped */
  bool small;   /* in small pages, however large it is */
};

/* At least `bytes` mapped; false when the system refuses. */
bool pages_reserve(struct pages *p, size_t bytes);
/* From now on: for what is written and read in order, and dropped behind. */
void pages_small(struct pages *p);
/* Makes these bytes resident at once, when all will be used: a page that
 * is read before it is written is mapped twice, and the second time every
 * other core is interrupted. */
void pages_touch(struct pages *p, size_t from, size_t end);
/* Gives what is between back to the system, as far as it is whole pages; it is
 * zero then. */
void pages_drop(struct pages *p, size_t from, size_t end);
void pages_free(struct pages *p);

#endif
