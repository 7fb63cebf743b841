#include "serve/path.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int hex(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

bool path_decode(const char *raw, struct text *out) {
  for (; *raw; raw++) {
    if (*raw != '%') {
      text_char(out, *raw);
      continue;
    }
    int high = hex(raw[1]), low = high < 0 ? -1 : hex(raw[2]);
    if (low < 0 || !(high | low))
      return false;
    text_char(out, (char)(high << 4 | low));
    raw += 2;
  }
  return true;
}

bool path_part_fine(const char *part, size_t len) {
  if (!len || len > 255 || part[0] == '.')
    return false;
  for (size_t i = 0; i < len; i++)
    if ((unsigned char)part[i] < ' ' || part[i] == 127)
      return false;
  return true;
}

int path_open_parent(int folder, const char *path, const char **last) {
  int at = fcntl(folder, F_DUPFD_CLOEXEC, 3);
  for (const char *slash; at >= 0 && (slash = strchr(path, '/'));
       path = slash + 1) {
    char part[256];
    size_t len = (size_t)(slash - path);
    int next = -1;
    if (path_part_fine(path, len)) {
      memcpy(part, path, len);
      part[len] = 0;
      next = openat(at, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
    close(at);
    at = next;
  }
  *last = path;
  if (at >= 0 && !path_part_fine(path, strlen(path))) {
    close(at);
    return -1;
  }
  return at;
}

int path_open_folder(int folder, const char *path) {
  if (!*path) /* opened anew: its own place in the list of entries */
    return openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const char *last;
  int parent = path_open_parent(folder, path, &last);
  if (parent < 0)
    return -1;
  int at =
      openat(parent, last, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  close(parent);
  return at;
}

int path_open_file(int folder, const char *path) {
  const char *last;
  int parent = path_open_parent(folder, path, &last);
  if (parent < 0)
    return -1;
  /* O_NONBLOCK: a pipe that nobody writes to would be waited for. */
  int file =
      openat(parent, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  close(parent);
  struct stat is;
  if (file >= 0 && (fstat(file, &is) || !S_ISREG(is.st_mode))) {
    close(file);
    file = -1;
  }
  return file;
}
