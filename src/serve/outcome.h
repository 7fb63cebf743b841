/* outcome: the files that a job writes: a recording, a page, a table.
 *
 * They are in a folder of its own, beside the served one's, with the system's
 * temporary files; whoever forgets the job drops the folder. */
#ifndef SERVE_OUTCOME_H
#define SERVE_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

enum { OUTCOME_PLACE = 256 };

/* A new folder; false with errno. */
bool outcome_make(char place[OUTCOME_PLACE]);
/* The folder with all that is in it; "" is fine. */
void outcome_drop(const char *place);

/* Its files, and those of the folders in it ("out/p1.hed"), by name. */
typedef void outcome_visit(void *user, const char *name, uint64_t size);
void outcome_each(const char *place, outcome_visit *visit, void *user);
/* One of them for reading, or -1. */
int outcome_open(const char *place, const char *name);

#endif
