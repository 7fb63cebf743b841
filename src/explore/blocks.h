/* blocks: a file that is written at its end, block by block, and read block
 * by block from anywhere.
 *
 * A block says how many bytes and entries it has and in which layout they
 * are, and has a sum over all of this: what comes back is what was written, or
 * the file is damaged.  Between blocks there is nothing, so that a file that
 * was cut off within one is whole again when it is cut before it.
 *
 * Failures stick in the file; `why` says what it was, for people. */
#ifndef EXPLORE_BLOCKS_H
#define EXPLORE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stress.h"
#include "base/text.h"
#include "base/vec.h"

enum { BLOCK_BYTES = STRESSED(48, 16 << 10) }; /* at least, but for the last */

struct blocks {
  int fd;
  char name[16];
  uint64_t end; /* bytes */
  bool failed;
  bool synced; /* all of it is on the disk */
  struct text why;
};

/* A block being filled, or one that was read. */
struct file_block {
  VEC(uint8_t) bytes;
  uint32_t count, layout;
};

bool blocks_create(struct blocks *b, int folder, const char *name);
/* One of which `end` bytes are meant: what is behind them is cut off. */
bool blocks_open(struct blocks *b, int folder, const char *name, uint64_t end);
void blocks_close(struct blocks *b);
bool blocks_sync(struct blocks *b);

/* Writes the block at the end and empties it; nothing if it is empty. */
bool blocks_put(struct blocks *b, struct file_block *from);
/* The block that begins here; the place of the next, or 0: failed. */
uint64_t blocks_get(struct blocks *b, uint64_t at, struct file_block *to);

void file_block_free(struct file_block *b);

#endif
