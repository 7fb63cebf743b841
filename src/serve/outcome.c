#include "serve/outcome.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/path.h"

enum { NAME_MOST = 512, HANDLES = 8 };

bool outcome_make(char place[OUTCOME_PLACE]) {
  const char *in = getenv("TMPDIR");
  int len = snprintf(place, OUTCOME_PLACE, "%s/heddle-serve-XXXXXX",
                     in && *in ? in : "/tmp");
  if (len < OUTCOME_PLACE && mkdtemp(place))
    return true;
  if (len >= OUTCOME_PLACE)
    errno = ENAMETOOLONG;
  place[0] = 0;
  return false;
}

static int drop_one(const char *path, const struct stat *is, int type,
                    struct FTW *at) {
  (void)is;
  (void)type;
  (void)at;
  remove(path);
  return 0;
}

void outcome_drop(const char *place) {
  if (place[0])
    nftw(place, drop_one, HANDLES, FTW_DEPTH | FTW_PHYS);
}

static int open_folder(const char *place) {
  return place[0] ? open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
}

/* Takes the open folder. */
static void each_in(int folder, const char *prefix, bool deeper,
                    outcome_visit *visit, void *user) {
  struct dirent **all = NULL;
  int count = folder < 0 ? 0 : scandirat(folder, ".", &all, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    char name[NAME_MOST];
    struct stat is;
    const char *part = all[i]->d_name;
    bool fine = path_part_fine(part, strlen(part)) &&
                !fstatat(folder, part, &is, AT_SYMLINK_NOFOLLOW) &&
                snprintf(name, sizeof name, "%s%s", prefix, part) <
                    (int)sizeof name - 1;
    if (fine && S_ISREG(is.st_mode))
      visit(user, name, (uint64_t)is.st_size);
    else if (fine && deeper && S_ISDIR(is.st_mode)) {
      int inner = path_open_folder(folder, part);
      strcat(name, "/");
      each_in(inner, name, false, visit, user);
    }
    free(all[i]);
  }
  free(all);
  if (folder >= 0)
    close(folder);
}

void outcome_each(const char *place, outcome_visit *visit, void *user) {
  each_in(open_folder(place), "", true, visit, user);
}

int outcome_open(const char *place, const char *name) {
  int folder = open_folder(place);
  int file = folder < 0 ? -1 : path_open_file(folder, name);
  if (folder >= 0)
    close(folder);
  return file;
}
