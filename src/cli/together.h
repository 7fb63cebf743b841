/* together: a command that mpirun has started as several ranks.
 *
 *     if (!together_begin("check", true)) return EXIT_USAGE;
 *     ... if (!together_ready(loaded, digest)) return EXIT_USAGE; ...
 *     return together_end(status);
 *
 * One speaks for all: rank 0 prints and writes files; what others print goes
 * nowhere, and what they complain of is kept until all meet, so that rank 0
 * can say it.  Without mpirun every function here does nothing. */
#ifndef CLI_TOGETHER_H
#define CLI_TOGETHER_H

#include <stdbool.h>
#include <stdint.h>

struct ranks;

/* able: the command can be done by several.  False after a message. */
bool together_begin(const char *command, bool able);
/* NULL: this process is alone. */
struct ranks *together_ranks(void);
/* Is this the one that speaks? */
bool together_speaks(void);
/* Everybody says whether it is ready, and for what (a digest of its input):
 * false if somebody is not, or for something else, after a message. */
bool together_ready(bool ready, uint64_t digest);
/* The exit code of this process. */
int together_end(int status);

#endif
