/* cache: searches on disk, so that the next one of an unchanged program goes
 * on where the last one ended.
 *
 *     struct cache c;
 *     cache_open(&c, folder, resume, target, &options);
 *     sched_open(&s, ...);
 *     if (cache_load(&c, &s)) ...      s is the saved search, to be run on
 *     sched_run(&s, ...);
 *     cache_save(&c, &s);
 *     cache_close(&c);
 *
 * A search has one file.  Its name is made of what the user asked for: the
 * program, its arguments, the strategy and the options that decide what is
 * run; so searches with other options live side by side.  Inside are, besides,
 * the digest of the program as it was run (the binary; of a model its text)
 * and of this heddle: when they do not match, or the file is damaged, the
 * search starts anew and a line says why.  Limits (--time, --runs, --memory,
 * --budget), --jobs, --all and reports do not matter.
 *
 * Files are written as a whole or not at all.  When one is written and a folder
 * then holds more than it may, the oldest go, but never the one just written.
 *
 * Where: `--cache DIR`; or $HEDDLE_CACHE ("none" or empty: nowhere); or
 * heddle/ in $XDG_CACHE_HOME or ~/.cache.  With --cache or --resume a search
 * is taken up and always saved; without, one that a limit or Ctrl-C cut off
 * after a second or more is saved, so that --resume can follow. */
#ifndef JOB_CACHE_H
#define JOB_CACHE_H

#include "base/text.h"
#include "job/target.h"
#include "sched/sched.h"

struct coverage;

#define CACHE_ENDING ".search"
#define CACHE_MOST ((uint64_t)512 << 20)

struct cache {
  const struct host *host;
  bool resume;       /* asked for by the user */
  uint64_t most;     /* bytes that a folder may hold */
  struct text path;  /* empty: no cache */
  struct text asked; /* what the file must say, line by line */
  struct text tool, program;
  struct text content;       /* of the file */
  size_t at, len;            /* the search in it */
  bool fork;                 /* it ran a process for each run */
  struct coverage *coverage; /* saved with the search; or NULL */
};

/* What the user asked for; `folder` may be NULL.  After target_open. */
void cache_open(struct cache *c, const char *folder, bool resume,
                const struct target *t, const struct sched_options *o);
/* Whether there is a search to be taken up; says so when there is one that
 * cannot be. */
bool cache_find(struct cache *c);
/* Into a search just opened; false with a message: open it anew. */
bool cache_load(struct cache *c, struct sched *s);
/* $HEDDLE_CACHE or what stands for it, as above; false: nowhere. */
bool cache_folder(struct text *out);
/* Every folder on the way to a file; what cannot be made shows when the file
 * is written. */
void cache_make_folders(const char *path);
/* Writing a search takes about so long for each byte of its strategy. */
#define CACHE_BYTE_SECONDS 10e-9
/* Where it is worth it, and, unless it was asked for, where it can be done in
 * `seconds`.  Whether there is now a search for --resume. */
bool cache_save(const struct cache *c, const struct target *t,
                const struct sched *s, double seconds);
/* Removes the oldest files beside this one that end as it does (.search,
 * .rec) until they are not more than so many bytes. */
void cache_prune(const char *path, uint64_t most);
void cache_close(struct cache *c);

#endif
