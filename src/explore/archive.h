/* archive: one file that is written and read by the same code.
 *
 *     archive_create(&a, folder, "search", &head);   or archive_open(...)
 *     archive_number(&a, &n);                        saves n, or loads it
 *     archive_list(&a, &some_vec);
 *     ok = archive_commit(&a);                       or archive_close(&a)
 *
 * Whoever writes describes what there is once; in an archive that is being
 * loaded the same calls fill it in.  So the two cannot disagree.
 *
 * A file is there whole or not at all: it is written under another name,
 * brought to the disk, and renamed then, so that whoever is killed in between
 * leaves the one before.  It begins with a head that says to what it belongs,
 * and ends with a sum over everything; that is looked at before anything is
 * taken from it.
 *
 * Failures stick: after the first all calls do nothing, loaded numbers are 0
 * and lists empty; `why` says what it was, for people. */
#ifndef EXPLORE_ARCHIVE_H
#define EXPLORE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

/* Changes with what is written, and with what is made of it. */
enum { ARCHIVE_VERSION = 3 };

struct archive_head {
  uint64_t build;   /* of the program that has written it */
  uint64_t model;   /* its digest */
  uint64_t options; /* those that a search cannot go on without */
  uint64_t kind;    /* what follows: of the caller */
  uint64_t more;    /* of the caller, who asks for it before the rest */
};

struct archive {
  int folder, fd; /* fd -1: closed */
  bool loading, failed;
  int error; /* errno of the failure; 0: it was none of the system's */
  const char *name;
  uint64_t size, at; /* bytes of the file, and where we are */
  uint64_t sum;
  VEC(uint8_t) buffer;
  size_t next; /* in the buffer, when it is read */
  struct text why;
};

/* folder: an open directory.  The name lives as long as the archive. */
bool archive_create(struct archive *a, int folder, const char *name,
                    const struct archive_head *head);
/* False: a->why says why; a->error is ENOENT where there is none. */
bool archive_open(struct archive *a, int folder, const char *name,
                  struct archive_head *head);
/* Of one that was created: it is on the disk now, in place of the one before.
 * Closes it. */
bool archive_commit(struct archive *a);
/* Drops one that was created; ends one that was opened. */
void archive_close(struct archive *a);

void archive_bytes(struct archive *a, void *at, size_t len);
void archive_number(struct archive *a, uint64_t *n);
/* How many elements of this size follow: len, or what is in the file, if so
 * many can be there. */
size_t archive_count(struct archive *a, size_t len, size_t size);

#define archive_list(a, v)                                                     \
  do {                                                                         \
    size_t count_ = archive_count((a), (v)->len, sizeof *(v)->at);             \
    vec_resize((v), count_);                                                   \
    archive_bytes((a), (v)->at, count_ * sizeof *(v)->at);                     \
  } while (0)

/* What the folder holds is on the disk. */
bool archive_sync_folder(int folder);

#endif
