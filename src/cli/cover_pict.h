/* cover_pict: pict's command line as ours.
 *
 *     /o:3 -D:tab /r /E:old.txt model.txt
 *     --strength=3 --delimiter=<tab> --random --keep=old.txt model.txt
 *
 * An option of pict is a slash or a dash, one letter in either case, and the
 * end or a colon and a value; what else there is stays as it is. */
#ifndef CLI_COVER_PICT_H
#define CLI_COVER_PICT_H

#include "base/arena.h"
#include "cli/options.h"

/* Translates in place, `*argc` may fall.  Returns -1 to go on, otherwise the
 * exit code of a usage error. */
int cover_pict(const struct usage *usage, struct arena *a, int *argc,
               char **argv);

#endif
