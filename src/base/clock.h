/* clock: time and memory of this process. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

double clock_wall(void);       /* seconds since some fixed moment, monotonic */
double clock_cpu(void);        /* CPU seconds of all threads of this process */
double clock_thread_cpu(void); /* of the calling thread alone */
uint64_t clock_rss(void);      /* resident bytes now, 0 if unknown */
uint64_t clock_rss_peak(void); /* most resident bytes so far */
unsigned clock_cores(void);    /* cores this process may use, at least 1 */
/* Nobody waits for a core, as far as the system says: no more threads are at
 * work, whosever they are, than there are cores for this process. */
bool clock_has_room(void);

#endif
