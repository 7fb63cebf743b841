/* Old searches and recordings go first. */
#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "job/cache.h"

/* What a write that was killed has left is nobody's after so long. */
enum { STALE = 3600 };

struct kept {
  char *path;
  uint64_t size;
  struct timespec used;
};
typedef VEC(struct kept) kept_list;

static bool ends_in(const char *s, const char *suffix) {
  size_t n = strlen(s), m = strlen(suffix);
  return n > m && !strcmp(s + n - m, suffix);
}

static int oldest_first(const void *a, const void *b) {
  const struct kept *x = a, *y = b;
  if (x->used.tv_sec != y->used.tv_sec)
    return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
  if (x->used.tv_nsec != y->used.tv_nsec)
    return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
  return strcmp(x->path, y->path);
}

/* The files in a folder that end so; what writes have left behind is
 * removed. */
static void list(const char *folder, const char *ending, kept_list *out) {
  DIR *d = opendir(folder);
  struct text path = {0};
  struct stat s;
  for (struct dirent *e; d && (e = readdir(d));) {
    text_clear(&path);
    text_printf(&path, "%s/%s", folder, e->d_name);
    bool ours = ends_in(e->d_name, ending);
    const char *more = strstr(e->d_name, ending);
    bool left = more && more[strlen(ending)] == '.' &&
                ends_in(e->d_name, ".tmp");
    if ((!ours && !left) || stat(text_str(&path), &s) ||
        !S_ISREG(s.st_mode))
      continue;
    struct kept k = {strdup(text_str(&path)), (uint64_t)s.st_size, s.st_mtim};
    if (ours)
      vec_push(out, k);
    else if (time(NULL) - s.st_mtime > STALE)
      unlink(k.path);
    if (!ours)
      free(k.path);
  }
  if (d)
    closedir(d);
  text_free(&path);
}

void cache_prune(const char *path, uint64_t most) {
  const char *slash = strrchr(path, '/'), *ending = strrchr(path, '.');
  struct text folder = {0};
  kept_list all = {0};
  uint64_t sum = 0;
  text_add_n(&folder, path, slash ? (size_t)(slash - path) : 0);
  assert(ending);
  list(slash ? text_str(&folder) : ".", ending, &all);
  vec_each(&all, k) sum += k->size;
  if (all.len)
    qsort(all.at, all.len, sizeof *all.at, oldest_first);
  vec_each(&all, k)
    if (sum > most && strcmp(k->path, path) && !unlink(k->path))
      sum -= k->size;
  vec_each(&all, k) free(k->path);
  vec_free(&all);
  text_free(&folder);
}
