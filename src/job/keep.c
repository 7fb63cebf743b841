#include "job/keep.h"

#include <string.h>
#include <unistd.h>

#include "job/cache.h"

bool keep_path(struct text *path, const char *name) {
  text_clear(path);
  if (!cache_folder(path))
    return false;
  text_printf(path, "/%s", name);
  return true;
}

bool keep_write(const struct text *recording, const char *path) {
  cache_make_folders(path);
  if (!text_write_file(recording, path))
    return false;
  cache_prune(path, KEEP_MOST);
  return true;
}

const char *keep_find(const char *name, struct text *path) {
  bool here = strchr(name, '/') || !access(name, F_OK);
  return !here && keep_path(path, name) && !access(text_str(path), F_OK)
             ? text_str(path)
             : name;
}
