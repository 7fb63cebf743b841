/* save: a file as a whole, or not at all.
 *
 * What is written goes into a file beside it, to the disk, and then takes its
 * name: whoever looks, at any moment, sees the old content or the new one,
 * also after the server was killed.  One save at a time, so that of two that
 * were made from the same version one is told of the other. */
#ifndef SERVE_SAVE_H
#define SERVE_SAVE_H

#include <stdbool.h>

#include "base/text.h"

enum { SAVE_MOST = 16 << 20 }; /* bytes of a file */

struct saves;
struct saves *saves_open(void);
void saves_close(struct saves *s);

/* Of a content: the same for the same, in quotes as HTTP has it. */
void save_tag(const char *content, size_t len, char tag[48]);

enum save_end {
  SAVE_CREATED,
  SAVE_REPLACED,
  SAVE_CONFLICT, /* tag is what is there; "": nothing is */
  SAVE_NOWHERE,  /* no such folder, or it is no regular file */
  SAVE_FAILED,   /* errno says why */
};
/* if_match: only over this content ("*": over any); if_none_match "*": only
 * where nothing is, which is also what neither of them means. */
enum save_end save_file(struct saves *s, int folder, const char *path,
                        const char *content, size_t len, const char *if_match,
                        const char *if_none_match, char tag[48]);
/* The whole of an open file; false with errno, EFBIG when it is too large. */
bool save_read(int file, struct text *out);

#endif
