/* /api/files: folders listed, files read and written. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "read/reader.h"
#include "serve/exchange.h"
#include "serve/path.h"
#include "serve/save.h"

/* Entries of a folder that are looked at, and of them the first that are
 * listed. */
enum { LOOKED_AT = 50000, LISTED = 5000 };

struct entry {
  char name[256];
  struct stat is;
};

static int by_name(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  bool first = S_ISDIR(x->is.st_mode), second = S_ISDIR(y->is.st_mode);
  return first != second ? second - first : strcmp(x->name, y->name);
}

/* The command that takes such a file is said, so that a page can offer it. */
static void list_entry(struct json *j, const struct entry *e) {
  json_open(j, '{');
  json_put_string(j, "name", e->name);
  json_put_string(j, "type", S_ISDIR(e->is.st_mode) ? "folder" : "file");
  if (S_ISREG(e->is.st_mode)) {
    const struct reader *r = reader_by_name(e->name);
    json_put_uint(j, "size", (uint64_t)e->is.st_size);
    if (r && r->command)
      json_put_string(j, "command", r->command);
    if (!strchr(e->name, '.') && e->is.st_mode & S_IXUSR)
      json_put_bool(j, "binary", true);
  }
  json_close(j);
}

/* Somebody has removed it while it was served. */
static bool gone(int folder) {
  struct stat is;
  return fstat(folder, &is) || !is.st_nlink;
}

static void list(int folder, const char *path, struct reply *a) {
  DIR *open_folder = fdopendir(folder);
  VEC(struct entry) entries = {0};
  bool more = false;
  for (struct dirent *d; open_folder && (d = readdir(open_folder));) {
    struct entry e = {0};
    if (!path_part_fine(d->d_name, strlen(d->d_name)) ||
        fstatat(folder, d->d_name, &e.is, AT_SYMLINK_NOFOLLOW) ||
        !(S_ISREG(e.is.st_mode) || S_ISDIR(e.is.st_mode)))
      continue;
    more = entries.len == LOOKED_AT;
    if (more)
      break;
    strcpy(e.name, d->d_name);
    vec_push(&entries, e);
  }
  if (entries.len)
    qsort(entries.at, entries.len, sizeof *entries.at, by_name);
  if (entries.len > LISTED) {
    more = true;
    entries.len = LISTED;
  }
  struct json j = {.out = &a->body};
  json_begin(&j, "heddle.folder/1");
  json_put_string(&j, "path", path);
  json_put_bool(&j, "more", more);
  json_key(&j, "entries");
  json_open(&j, '[');
  vec_each(&entries, e) list_entry(&j, e);
  json_close(&j);
  json_end(&j);
  vec_free(&entries);
  if (open_folder)
    closedir(open_folder);
  else
    close(folder);
}

void files_get(struct server *s, const struct request *r, struct reply *a) {
  const struct server_parts *p = server_parts(s);
  struct text path = {0};
  text_add(&path, r->path);
  if (path.len && path.at[path.len - 1] == '/')
    text_cut(&path, path.len - 1);
  int folder = path_open_folder(p->folder, text_str(&path));
  int file = folder < 0 ? path_open_file(p->folder, r->path) : -1;
  if (folder >= 0 && gone(folder)) {
    answer_error(a, 404, "the folder is not there any more");
    close(folder);
  } else if (folder >= 0)
    list(folder, text_str(&path), a);
  else if (file < 0)
    answer_error(a, 404, "no file '%s' in the folder", r->path);
  else if (!save_read(file, &a->body))
    answer_error(a, errno == EFBIG ? 413 : 500, "cannot read '%s': %s", r->path,
                 strerror(errno));
  else {
    a->type = "text/plain; charset=utf-8";
    save_tag(text_str(&a->body), a->body.len, a->etag);
  }
  if (file >= 0)
    close(file);
  text_free(&path);
}

void files_put(struct server *s, const struct request *r, struct reply *a) {
  const struct server_parts *p = server_parts(s);
  char tag[48] = "";
  switch (save_file(p->saves, p->folder, r->path, r->body, r->len, r->if_match,
                    r->if_none_match, tag)) {
  case SAVE_NOWHERE:
    answer_error(a, 404, "no place for '%s' in the folder", r->path);
    return;
  case SAVE_FAILED:
    answer_error(a, 500, "cannot write '%s': %s", r->path, strerror(errno));
    return;
  case SAVE_CONFLICT:
    answer_error(a, 409, "%s",
                 !tag[0] ? "the file is no longer there"
                 : r->if_match
                     ? "the file has changed on the disk since it was read"
                     : "there is such a file: If-Match says which content may "
                       "be replaced");
    memcpy(a->etag, tag, sizeof tag);
    return;
  case SAVE_CREATED:
    a->status = 201;
    break;
  case SAVE_REPLACED:
    break;
  }
  memcpy(a->etag, tag, sizeof tag);
  struct json j = {.out = &a->body};
  json_begin(&j, "heddle.saved/1");
  json_put_string(&j, "path", r->path);
  json_put_uint(&j, "size", r->len);
  json_end(&j);
}
