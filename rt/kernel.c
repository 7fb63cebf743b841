#include "rt/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rt/aside.h"
#include "rt/call.h"
#include "rt/inputs.h"
#include "rt/rt.h"
#include "rt/stream.h"

enum { FILES = 1024 };

static uint64_t objects[FILES]; /* of descriptors; 0: not known */
static bool objects_known TOUCHED;      /* one of them, in this run */

/* --- objects ------------------------------------------------------------ */

/* Numbers are made of the text, so that they are the same in every run.  Two
 * may have the same: then their calls depend on each other for nothing. */
static uint64_t object_of(const char *text) {
  uint64_t number =
      WIRE_FILES + 16 + label_number(text) % (WIRE_FILES_SIZE / 16 - 1) * 16;
  rt_label_put(number, text);
  return number;
}

/* "log.txt" rather than the whole path, where that is below the folder that
 * the process is in. */
static uint64_t object_of_path(const char *path) {
  char here[PATH_MAX], text[WIRE_LABEL_LEN];
  size_t len = getcwd(here, sizeof here) ? strlen(here) : 0;
  if (len > 1 && !strncmp(path, here, len) && path[len] == '/')
    path += len + 1;
  size_t n = strlen(path), most = sizeof text - 8;
  snprintf(text, sizeof text, "'%s'", n > most ? path + n - most : path);
  return object_of(text);
}

/* From the root; the last name may be a link, or not there. */
static void bare_path(const char *path, char out[PATH_MAX]) {
  char folder[PATH_MAX];
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1,
           slash ? path : ".");
  if (!realpath(*folder ? folder : "/", out))
    snprintf(out, PATH_MAX, "%s", folder);
  size_t len = strlen(out);
  snprintf(out + len, PATH_MAX - len, "/%s", name);
}

/* Without links, and from the root, even when it is not there. */
static void whole_path(const char *path, char out[PATH_MAX]) {
  if (!realpath(path, out))
    bare_path(path, out);
}

/* Of what has no name that would be the same in every run. */
static uint64_t object_of_descriptor(int file) {
  char text[32];
  snprintf(text, sizeof text, "descriptor-%d", file);
  return object_of(text);
}

/* What goes into one descriptor may come out of another, and orders what both
 * sides do: all of them are one object, so that nothing that is ordered seems
 * to race. */
static bool is_connected(const char *link) {
  return !strncmp(link, "pipe:", 5) || !strncmp(link, "socket:", 7);
}

/* A file that has several names, or was opened by one that it has no longer, is
 * known by none: what is done to it concerns all files. */
static bool has_names(const struct stat *s) {
  return S_ISREG(s->st_mode) && s->st_nlink > 1;
}

static uint64_t file_object(int file) {
  char link[64], path[PATH_MAX];
  struct stat s;
  if (file < 0)
    return 0;
  bool known = !fstat(file, &s);
  if (known && has_names(&s))
    return WIRE_FILES;
  if (file < FILES && objects[file])
    return objects[file];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t len = readlink(link, path, sizeof path - 1);
  uint64_t object;
  if (file == STDIN_FILENO) {
    object = object_of("stdin");
  } else if (len > 0 && path[0] == '/') {
    path[len] = 0;
    char *gone = strstr(path, " (deleted)");
    if (gone)
      *gone = 0;
    bool nameless = gone && strstr(path, "/#"); /* O_TMPFILE */
    if (gone && known && s.st_nlink)
      return WIRE_FILES;
    object = !strncmp(path, "/dev/null", 9) ? 0
             : nameless ? object_of_descriptor(file)
                        : object_of_path(path);
  } else {
    path[len > 0 ? len : 0] = 0;
    object = is_connected(path) ? object_of("pipes-and-sockets")
                                : object_of_descriptor(file);
  }
  if (file < FILES) {
    objects[file] = object;
    objects_known = true;
  }
  return object;
}

void rt_file_forget(int file) {
  if (file >= 0 && file < FILES)
    objects[file] = 0;
}

static void use(uint64_t object, bool changes, heddle_at site) {
  if (UNLIKELY(object == WIRE_FILES))
    rt_names_use(site);
  else
    rt_state_use(object, changes, false, site);
}

void rt_file_use(int file, heddle_at site) {
  int error = errno;
  const char *call = rt.current->calls;
  if (rt_end_escapes(file, call ? call : "a call", site))
    return;
  rt.outside = true;
  rt_block_blur();
  uint64_t object = rt_alone() ? 0 : file_object(file);
  if (object)
    use(object, true, site);
  errno = error;
}

/* Every run has an empty one: what others would do with is not looked at. */
void rt_input_use(heddle_at site) {
  if (rt_inputs_stdin())
    return;
  rt_escape(WHY_UNMODELLED, "standard input, which is empty here", site);
}

/* Whoever goes without the lock races with others who do; what they do to the
 * stream is ordered with everybody's all the same. */
void rt_stream_use(FILE *f, bool plain, heddle_at site) {
  if (!f || f == stdout || f == stderr)
    return;
  int error = errno;
  rt.outside = true;
  rt_block_blur();
  if (f == stdin)
    rt_input_use(site);
  if (!rt_alone()) {
    uint64_t object = file_object(fileno(f));
    if (plain)
      rt_state_use((uint64_t)f, true, true, site);
    use(object ? object : (uint64_t)f, true, site);
  }
  if (rt_in_heap((uint64_t)f)) /* it may have been closed */
    rt_heap_check((uint64_t)f, 1, true, site);
  errno = error;
}

static const char OTHERS[] = "files that another test changes";

void rt_name_use(const char *path, bool changes, heddle_at site) {
  char whole[PATH_MAX];
  struct stat s;
  int error = errno;
  rt.outside = true;
  rt_block_blur();
  if (!rt_aside_look())
    rt_escape(WHY_UNMODELLED, OTHERS, site);
  if (path && !rt_alone()) {
    whole_path(path, whole);
    bool several = !stat(whole, &s) && has_names(&s);
    use(several ? WIRE_FILES : object_of_path(whole), changes, site);
  }
  errno = error;
}

void rt_names_use(heddle_at site) {
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  rt.outside = true;
  rt_block_blur();
  if (!rt_aside_look())
    rt_escape(WHY_UNMODELLED, OTHERS, site);
  rt_label_put(WIRE_FILES, "names-of-files");
  rt_visible(OP_UPDATE, WIRE_FILES, WIRE_FILES_SIZE, 0, site);
}

/* --- what a run leaves behind ------------------------------------------- */

enum { CREATED = 4096 };

static char *created[CREATED]; /* paths, in the order they came into being */
static unsigned created_len TOUCHED;
static char coming[PATH_MAX]; /* by the call under way */
static bool comes TOUCHED;    /* there was one in this run */
extern bool rt_direct;

static bool is_created(const char *path) {
  for (unsigned i = 0; i < created_len; i++)
    if (!strcmp(created[i], path))
      return true;
  return false;
}

/* It is there, or below, that the user wants to have what runs leave; then each
 * finds what those before it left. */
static bool is_real(const char *path) {
  const char *real = rt.wire->real_files;
  size_t len = strlen(real);
  return len && !strncmp(path, real, len) &&
         (!path[len] || path[len] == '/' || real[len - 1] == '/');
}

void rt_name_judge(const char *path, unsigned does, const char *call,
                   heddle_at site) {
  char whole[PATH_MAX], reason[WIRE_LABEL_LEN];
  struct stat s;
  int error = errno;
  if (rt_direct || !path)
    return;
  /* who removes, or renames, does it to a link itself */
  if (does == ABI_REMOVES || !strncmp(call, "rename", 6))
    bare_path(path, whole);
  else
    whole_path(path, whole);
  bool there = !lstat(whole, &s);
  if (there && S_ISCHR(s.st_mode) && strstr(call, "open")) {
    errno = error; /* what is written to /dev/null stays nowhere */
    return;
  }
  bool real = is_real(whole);
  if (!real && !rt_aside_change(whole))
    rt_escape_end(WHY_UNMODELLED, OTHERS, site);
  there = !lstat(whole, &s);
  if (real) {
    rt_escape(WHY_UNMODELLED, "files that stay as a run leaves them", site);
  } else if (!there && does == ABI_CREATES) {
    comes = true;
    strcpy(coming, whole);
    rt_aside_coming(whole);
  } else if (there && does != ABI_CREATES && !is_created(whole) &&
             !rt_aside_keep(whole, &s, does == ABI_REMOVES)) {
    snprintf(reason, sizeof reason, "%s of what cannot be put back", call);
    if (does == ABI_REMOVES || !(S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode)))
      rt_escape_end(WHY_UNMODELLED, reason, site);
    rt_escape(WHY_UNMODELLED, reason, site);
  }
  errno = error;
}

/* Calls on names from a folder, or on what is behind a descriptor (no path). */
bool rt_name_judge_at(const char *call, const uint64_t *args, heddle_at site) {
  enum { NO_PATH = -1 };
  static const struct {
    const char *call;
    int folder, path;
    unsigned does;
  } rows[] = {
      {"unlinkat", 0, 1, ABI_REMOVES},   {"renameat", 0, 1, ABI_REMOVES},
      {"renameat", 2, 3, ABI_CHANGES},   {"renameat", 2, 3, ABI_CREATES},
      {"renameat2", 0, 1, ABI_REMOVES},  {"renameat2", 2, 3, ABI_CHANGES},
      {"renameat2", 2, 3, ABI_CREATES},  {"linkat", 2, 3, ABI_CREATES},
      {"symlinkat", 1, 2, ABI_CREATES},  {"mkdirat", 0, 1, ABI_CREATES},
      {"mkfifoat", 0, 1, ABI_CREATES},   {"mknodat", 0, 1, ABI_CREATES},
      {"fchmodat", 0, 1, ABI_CHANGES},   {"fchownat", 0, 1, ABI_CHANGES},
      {"utimensat", 0, 1, ABI_CHANGES},  {"futimesat", 0, 1, ABI_CHANGES},
      {"fchmod", 0, NO_PATH, ABI_CHANGES}, {"fchown", 0, NO_PATH, ABI_CHANGES},
      {"futimens", 0, NO_PATH, ABI_CHANGES}, {"futimes", 0, NO_PATH, ABI_CHANGES},
  };
  bool known = false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i].call, call))
      continue;
    char path[PATH_MAX];
    int folder = (int)args[rows[i].folder];
    const char *name =
        rows[i].path < 0 ? NULL : (const char *)args[rows[i].path];
    known = true;
    if (name && (folder == AT_FDCWD || *name == '/'))
      snprintf(path, sizeof path, "%s", name);
    else
      snprintf(path, sizeof path, "/proc/self/fd/%d%s%s", folder,
               name ? "/" : "", name ? name : "");
    rt_name_judge(path, rows[i].does, call, site);
  }
  return known;
}

void rt_name_done(void) {
  struct stat s;
  int error = errno;
  bool there = coming[0] && !lstat(coming, &s);
  if (coming[0] && !there)
    rt_aside_absent(coming);
  if (there && !is_created(coming)) {
    char *path = created_len < CREATED ? strdup(coming) : NULL;
    if (!path) {
      remove(coming);
      coming[0] = 0;
      rt_escape_end(WHY_UNMODELLED, "more than 4,096 new files", heddle_here);
    }
    created[created_len++] = path;
  }
  coming[0] = 0;
  errno = error;
}

void rt_names_reset(void) {
  if (comes)
    coming[0] = 0;
  comes = false;
  while (created_len) {
    char *path = created[--created_len];
    remove(path);
    free(path);
  }
  rt_aside_restore();
  if (rt_forks_reset)
    rt_forks_reset();
  if (objects_known)
    memset(objects, 0, sizeof objects);
  objects_known = false;
}
