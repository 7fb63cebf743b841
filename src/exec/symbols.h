/* symbols: the tables a tested process left in shared memory, as words for
 * people: places, threads, variables.
 *
 * The process may have overwritten any of it since: `shape` is our own copy
 * of the layout, and every number read from `shared` is checked against
 * it. */
#ifndef EXEC_SYMBOLS_H
#define EXEC_SYMBOLS_H

#include "exec/executor.h"
#include "rt/wire.h"

struct symbols {
  const struct wire *shape, *shared;
  const char *here; /* the folder we are in: files in it are told without it */
};

struct spot symbols_spot(const struct symbols *s, const struct wire_site *row);
struct spot symbols_place(const struct symbols *s, uint32_t site);
/* The site of a line, when some site has it: the file ends like this path;
 * else 0. */
uint32_t symbols_site(const struct symbols *s, const char *path, uint32_t line);
/* "main", "thread 2", "thread 2.1" */
void symbols_thread(const struct symbols *s, unsigned thread, struct text *out);
/* "total", "table[3]", "heap block 2 of thread 1" */
void symbols_object(const struct symbols *s, const struct event *e,
                    struct text *out);
/* A hash of the places and variables, without the folders they are in. */
uint64_t symbols_identity(const struct symbols *s);

#endif
