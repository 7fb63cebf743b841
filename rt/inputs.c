#include "rt/inputs.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/expression.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

enum { FILES = 32, LONGEST = 1 << 16, NAME = 64 };

struct inputs_file {
  char name[NAME];
  int memory; /* its descriptor */
  dev_t device;
  ino_t node;
  uint64_t size;
  uint32_t *bytes; /* of this run: expressions, or 0 */
};

static struct inputs_file files[FILES];
static unsigned files_len;
static bool has_stdin;
static int *lengths; /* by argument: of one that is an input, or 0 */
static int least = -1, first_optional; /* of --sym-args */

/* --- one byte after the other ------------------------------------------- */

static int64_t input(const char *name, int64_t low, int64_t high, uint32_t *e) {
  heddle_at site = heddle_here;
  uint64_t label = label_number(name);
  rt_label_put(label, name);
  heddle_sym_ret = 0;
  int64_t value = rt_input(&(struct rt_input){name, label, low, high, 0, false},
                           (void *)input);
  heddle_here = site;
  *e = heddle_sym_from == (void *)input ? heddle_sym_ret : 0;
  heddle_sym_from = NULL;
  heddle_sym_ret = 0;
  return value;
}

/* Nobody else sees `to` yet, or the caller has said that it is written. */
static void fill_bytes(const char *name, uint8_t *to, uint64_t size,
                       uint32_t *bytes, heddle_at site) {
  char each[NAME + 24];
  for (uint64_t i = 0; i < size; i++) {
    uint32_t e;
    snprintf(each, sizeof each, "%.63s[%lu]", name, i);
    to[i] = (uint8_t)input(each, 0, 255, &e);
    e = e ? rt_sym_resize(e, 8) : 0;
    if (bytes)
      bytes[i] = e;
    else
      heddle_sym_store(to + i, 1, e, site);
  }
}

void rt_inputs_fill(const char *name, void *to, uint64_t size, bool whole,
                    heddle_at site) {
  bool number = size == 1 || size == 2 || size == 4 || size == 8;
  if (size > LONGEST)
    rt_misuse("%lu bytes of input %s: at most %d", size, name, LONGEST);
  if (!whole || !number) {
    fill_bytes(name, to, size, NULL, site);
    return;
  }
  uint32_t e;
  int64_t most = (int64_t)(sym_mask((unsigned)size * 8) >> 1);
  int64_t value = input(name, -most - 1, most, &e);
  memcpy(to, &value, size);
  heddle_sym_store(to, (uint32_t)size,
                   e ? rt_sym_resize(e, (unsigned)size * 8) : 0, site);
}

/* --- words among the arguments ------------------------------------------ */

static void add_file(const char *name, const char *size) {
  struct stat s;
  long len = atol(size);
  struct inputs_file *f = &files[files_len];
  if (files_len == FILES || len < 0 || len > LONGEST)
    return;
  snprintf(f->name, sizeof f->name, "%s", name);
  f->size = (uint64_t)len;
  f->memory = memfd_create(name, MFD_CLOEXEC);
  f->bytes = calloc(f->size + 1, sizeof *f->bytes);
  if (f->memory < 0 || !f->bytes || fstat(f->memory, &s))
    abort();
  f->device = s.st_dev;
  f->node = s.st_ino;
  files_len++;
}

static void add_stdin(const char *size) {
  add_file("stdin", size);
  has_stdin = files_len && !strcmp(files[files_len - 1].name, "stdin") &&
              dup2(files[files_len - 1].memory, STDIN_FILENO) >= 0;
}

/* The arguments as they will be. */
struct taking {
  char **to;
  int count;
};

static void add_argument(struct taking *t, const char *size) {
  long len = atol(size);
  len = len < 0 ? 0 : len > LONGEST ? LONGEST : len;
  char *text = malloc((size_t)len + 1);
  if (!text)
    abort();
  memset(text, 'A', (size_t)len);
  text[len] = 0;
  lengths[t->count] = (int)len;
  t->to[t->count++] = text;
}

/* How many words were taken, 0: this is none of them. */
static int take(struct taking *t, char **words, int left) {
  const char *word = words[0];
  if (strncmp(word, "--sym-", 6) && strncmp(word, "-sym-", 5))
    return 0;
  word += word[1] == '-' ? 6 : 5;
  if (!strcmp(word, "arg") && left > 1) {
    add_argument(t, words[1]);
    return 2;
  }
  if (!strcmp(word, "args") && left > 3 && least < 0) {
    least = atoi(words[1]);
    first_optional = t->count;
    for (int i = 0; i < atoi(words[2]) && i < 64; i++)
      add_argument(t, words[3]);
    return 4;
  }
  if (!strcmp(word, "stdin") && left > 1)
    return add_stdin(words[1]), 2;
  if (!strcmp(word, "file") && left > 2)
    return add_file(words[1], words[2]), 3;
  if (!strcmp(word, "files") && left > 2) {
    for (int i = 0; i < atoi(words[1]) && i < 26; i++)
      add_file((char[]){(char)('A' + i), 0}, words[2]);
    return 3;
  }
  return 0;
}

bool rt_inputs_take(int *argc, char ***argv) {
  struct taking t = {calloc((size_t)*argc + 65, sizeof *t.to), 0};
  lengths = calloc((size_t)*argc + 65, sizeof *lengths);
  if (!t.to || !lengths)
    abort();
  bool any = false;
  for (int i = 0, taken; i < *argc; i += taken ? taken : 1) {
    taken = i ? take(&t, *argv + i, *argc - i) : 0;
    any |= taken;
    if (!taken)
      t.to[t.count++] = (*argv)[i];
  }
  if (any) {
    *argc = t.count;
    *argv = t.to;
    return true;
  }
  free(lengths);
  lengths = NULL;
  return false;
}

/* --- a run begins ------------------------------------------------------- */

static void begin_file(struct inputs_file *f) {
  uint8_t *content = calloc(f->size + 1, 1);
  if (!content)
    abort();
  fill_bytes(f->name, content, f->size, f->bytes, NULL);
  bool put = !ftruncate(f->memory, (off_t)f->size) &&
             pwrite(f->memory, content, f->size, 0) == (ssize_t)f->size;
  free(content);
  if (!put)
    rt_escape_end(WHY_UNMODELLED, "a file of inputs", NULL);
}

/* How many arguments there are, of those that may be left out. */
static int count_arguments(int argc, char **argv) {
  uint32_t e;
  int most = first_optional;
  while (most < argc && lengths[most])
    most++;
  if (least < 0 || first_optional + least >= most)
    return argc;
  int64_t count = input("arguments", least, most - first_optional, &e);
  heddle_sym_fix(e, ABI_INDEX, NULL);
  int gone = most - first_optional - (int)count;
  memmove(argv + most - gone, argv + most,
          (size_t)(argc - most + 1) * sizeof *argv);
  return argc - gone;
}

static int begin_all(int argc, char **argv) {
  char name[NAME];
  for (unsigned i = 0; i < files_len; i++)
    begin_file(&files[i]);
  if (has_stdin)
    rewind(stdin);
  for (int i = 0; lengths && i < argc; i++)
    if (lengths[i]) {
      snprintf(name, sizeof name, "argv[%d]", i);
      fill_bytes(name, (uint8_t *)argv[i], (uint64_t)lengths[i], NULL, NULL);
    }
  return lengths ? count_arguments(argc, argv) : argc;
}

int rt_inputs_begin(int argc, char **argv) {
  heddle_here = NULL; /* they have no line */
  return UNLIKELY(files_len || has_stdin || lengths) ? begin_all(argc, argv)
                                                     : argc;
}

bool rt_inputs_stdin(void) {
  return has_stdin;
}

/* --- files -------------------------------------------------------------- */

struct inputs_file *rt_inputs_file(int file) {
  struct stat s;
  if (!files_len || fstat(file, &s))
    return NULL;
  for (unsigned i = 0; i < files_len; i++)
    if (files[i].device == s.st_dev && files[i].node == s.st_ino)
      return &files[i];
  return NULL;
}

static void lose(const struct inputs_file *f, heddle_at site) {
  for (uint64_t i = 0; i < f->size; i++)
    if (f->bytes[i])
      rt_sym_pin(f->bytes[i], site);
}

/* What is written there is nothing that is followed. */
int rt_inputs_open(const char *path, int flags) {
  for (unsigned i = 0; i < files_len; i++) {
    char link[64];
    if (strcmp(files[i].name, path))
      continue;
    if ((flags & O_ACCMODE) != O_RDONLY)
      lose(&files[i], heddle_here);
    snprintf(link, sizeof link, "/proc/self/fd/%d", files[i].memory);
    return open(link, flags & ~(O_CREAT | O_EXCL));
  }
  return -1;
}

uint32_t rt_inputs_byte(const struct inputs_file *f, uint64_t at) {
  return f && at < f->size ? f->bytes[at] : 0;
}

void rt_inputs_read(const struct inputs_file *f, uint64_t at, void *to,
                    uint64_t got, heddle_at site) {
  for (uint64_t i = 0; f && i < got; i++)
    heddle_sym_store((char *)to + i, 1, rt_inputs_byte(f, at + i), site);
}

void rt_inputs_lose(int file, heddle_at site) {
  const struct inputs_file *f = rt_inputs_file(file);
  if (f)
    lose(f, site);
}
