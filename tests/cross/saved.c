/* saved: searches on the disk, and searches that are cut off and go on, against
 * those in memory that are never cut off.
 *
 *     saved [MODELS [FIRST_SEED]]
 *
 * On random models, with buffers so small that every level is many files:
 * the figures, the findings in their order, and every step of every run must
 * be the same, whatever the number of workers; so must those of a search, on
 * the disk or in memory, breadth first or depth first, with every strategy,
 * that is cut off again and again and goes on with other workers each time.
 * Then bytes of its files are changed, and files cut short: that must be
 * noticed, and nothing be said to hold. */
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/stress.h"
#include "explore/disk.h"
#include "explore/strategy.h"
#include "random_model.h"
#include "random_system.h"
#include "same.h"

#if defined(__SANITIZE_ADDRESS__) || defined(STRESS)
enum { MODELS = 30 };
#else
enum { MODELS = 150 };
#endif
enum { STATE_LIMIT = 20000, MEMORY_STEP = STRESSED(4000, 60000) };

struct tally {
  uint64_t passed, failed, refused, too_large, cuts, refusals, findings,
      damaged;
};

struct trial {
  struct tally *t;
  const struct model *m;
  uint64_t seed;
  const char *what;
  char folder[64];
  const struct explore_result *wanted;
};

static bool differ(struct trial *x, const char *how) {
  if (x->t->failed++ < 3)
    printf("seed %" PRIu64 ", %s: %s\n", x->seed, x->what, how);
  return false;
}

static bool same_result(struct trial *x, const struct explore_result *r) {
  const char *where = results_differ(x->wanted, r);
  if (r->disk.len || where)
    return differ(x, r->disk.len ? text_str(&r->disk) : where);
  x->t->findings += r->findings.len;
  x->t->passed++;
  return true;
}

/* --- cut off, and on again ------------------------------------------------ */

/* With ever higher limits, of states or of memory, until it comes to its end;
 * false: it differs. */
static bool go_on(struct trial *x, struct explore_options o,
                  struct explore_saving saving, enum stop_reason why,
                  uint64_t step) {
  struct explore_result *r = NULL;
  unsigned jobs = o.jobs;
  o.saving = &saving;
  for (uint64_t limit = step;; limit += step) {
    if (why == STOP_STATES)
      o.states = limit;
    else
      o.memory = limit;
    o.jobs = o.depth_first ? 1 : 1 + (jobs + (unsigned)(limit / step)) % 3;
    explore_result_free(r);
    r = explore(x->m, &o);
    if (r->stopped != why)
      break;
    x->t->cuts++;
    x->t->refusals += why == STOP_MEMORY;
    saving.resume = true;
  }
  bool ok = same_result(x, r);
  explore_result_free(r);
  return ok;
}

/* --- damage --------------------------------------------------------------- */

/* Changes a byte of a file, or cuts it short. */
static bool harm(const struct trial *x, const char *name, struct rng *rng) {
  char path[400];
  struct stat st;
  snprintf(path, sizeof path, "%s/%s", x->folder, name);
  int fd = open(path, O_RDWR);
  bool done = false;
  if (fd >= 0 && !fstat(fd, &st) && st.st_size > 0) {
    off_t at = (off_t)rng_below(rng, (uint32_t)st.st_size);
    uint8_t byte;
    done = true;
    if (rng_below(rng, 4) == 0)
      done = !ftruncate(fd, at);
    else if (pread(fd, &byte, 1, at) == 1)
      done = byte ^= (uint8_t)(1u << rng_below(rng, 8)),
      pwrite(fd, &byte, 1, at) == 1;
  }
  if (fd >= 0)
    close(fd);
  return done;
}

static void empty(const struct trial *x, bool one, struct rng *rng,
                  char *chosen) {
  DIR *dir = opendir(x->folder);
  unsigned count = 0;
  char path[400];
  for (struct dirent *e; dir && (e = readdir(dir));) {
    if (e->d_name[0] == '.')
      continue;
    if (one && rng_below(rng, ++count) == 0)
      snprintf(chosen, 256, "%s", e->d_name);
    snprintf(path, sizeof path, "%s/%s", x->folder, e->d_name);
    if (!one)
      unlink(path);
  }
  if (dir)
    closedir(dir);
}

static void try_damage(struct trial *x, struct explore_options o,
                       struct explore_saving saving) {
  struct rng rng = rng_seed(x->seed);
  char name[256] = "";
  o.saving = &saving;
  o.states = 2;
  struct explore_result *r = explore(x->m, &o);
  bool cut = r->stopped == STOP_STATES;
  explore_result_free(r);
  if (cut) {
    empty(x, true, &rng, name);
    if (harm(x, name, &rng)) {
      saving.resume = true;
      o.states = 0;
      r = explore(x->m, &o);
      x->t->damaged++;
      if (!r->disk.len || r->stopped != STOP_DISK ||
          r->verdict == VERDICT_HOLDS)
        differ(x, name);
      explore_result_free(r);
    }
  }
  empty(x, false, &rng, name);
}

/* --- a model -------------------------------------------------------------- */

static const struct strategy *
some_strategy(const struct model *m, unsigned find, uint64_t seed, bool disk) {
  unsigned count = 0;
  while (strategies[count])
    count++;
  const struct strategy *s = strategies[seed % count];
  struct text why = {0};
  void *self = seed % 3 && !(disk && s->sleeps) ? s->open(m, find, &why) : NULL;
  if (self)
    s->close(self);
  text_free(&why);
  return self ? s : &strategy_full;
}

static void try_disk(struct trial *x, struct explore_options o,
                     struct explore_saving saving) {
  struct text why = {0};
  o.find = EXPLORE_FIND_ALL & ~LOST_WITHOUT_STATES;
  o.strategy = some_strategy(x->m, o.find, x->seed, true);
  o.depth = x->seed % 7 == 6 ? 5 : 0;
  struct explore_result *plain = explore(x->m, &o);
  x->wanted = plain;
  if (disk_refuses(x->m, &o, &why)) {
    x->t->refused++;
  } else {
    struct explore_options small = o;
    saving.disk = true;
    saving.buffers = x->seed % 2 ? 200 : 20000;
    small.saving = &saving;
    small.jobs = 1 + (unsigned)x->seed % 3;
    x->what = "on the disk";
    struct explore_result *r = explore(x->m, &small);
    bool ok = same_result(x, r);
    explore_result_free(r);
    x->what = "on the disk, cut off";
    if (ok)
      ok = go_on(x, o, saving, STOP_STATES, 1 + plain->stats.states / 9);
    if (ok)
      ok = go_on(x, o, saving, STOP_MEMORY, MEMORY_STEP);
    x->what = "on the disk, damaged";
    if (ok && !o.depth)
      try_damage(x, o, saving);
  }
  explore_result_free(plain);
  text_free(&why);
}

static void try_memory(struct trial *x, struct explore_options o,
                       struct explore_saving saving) {
  o.find = EXPLORE_FIND_ALL;
  o.depth_first = x->seed % 4 == 0;
  o.strategy = some_strategy(x->m, o.find, x->seed / 3, false);
  o.keep_edges = x->seed % 5 == 0;
  struct explore_result *plain = explore(x->m, &o);
  x->wanted = plain;
  x->what = "in memory, cut off";
  if (go_on(x, o, saving, STOP_STATES, 1 + plain->stats.states / 9) &&
      go_on(x, o, saving, STOP_MEMORY, MEMORY_STEP)) {
    x->what = "in memory, damaged";
    try_damage(x, o, saving);
  }
  explore_result_free(plain);
}

static void try_seed(struct tally *t, uint64_t seed, const char *folder) {
  struct model *m = seed % 2 ? random_system(seed) : random_model(seed);
  struct trial x = {.t = t, .m = m, .seed = seed};
  struct explore_saving saving = {.folder = x.folder, .every = 1000};
  struct explore_options o = {.states = STATE_LIMIT, .jobs = 1};
  struct explore_result *r = explore(m, &o);
  bool small = r->stopped != STOP_STATES;
  explore_result_free(r);
  snprintf(x.folder, sizeof x.folder, "%s", folder);
  o.states = 0;
  if (small) {
    try_disk(&x, o, saving);
    try_memory(&x, o, saving);
  } else {
    t->too_large++;
  }
  model_free(m);
}

int main(int argc, char **argv) {
  uint64_t models = argc > 1 ? strtoull(argv[1], NULL, 10) : MODELS;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  struct tally t = {0};
  char folder[64];
  const char *base = getenv("TMPDIR"), *quick = "/dev/shm";
  base = access(quick, W_OK) ? base ? base : "/tmp" : quick;
  snprintf(folder, sizeof folder, "%.40s/saved-XXXXXX", base);
  if (!mkdtemp(folder)) {
    printf("saved: no folder\n");
    return 1;
  }
  for (uint64_t i = 0; i < models && t.failed < 4; i++)
    try_seed(&t, seed + i, folder);
  rmdir(folder);
  printf("  %" PRIu64 " times cut off, %" PRIu64 " of them for memory, %" PRIu64
         " findings told alike, %" PRIu64 " damaged files; %" PRIu64
         " not for the disk, %" PRIu64 " too large\n",
         t.cuts, t.refusals, t.findings, t.damaged, t.refused, t.too_large);
  if (t.cuts == t.refusals || !t.refusals || !t.damaged || !t.findings)
    t.failed++;
  printf("saved: %" PRIu64 " passed, %" PRIu64 " failed\n", t.passed, t.failed);
  return t.failed != 0;
}
