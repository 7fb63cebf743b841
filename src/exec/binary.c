#include "exec/binary.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "rt/wire.h"

/* A file as it is; everything in it is checked against its length. */
struct image {
  const char *at;
  size_t len;
};

static bool map_file(const char *path, struct image *out) {
  struct stat s;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  bool ok = !fstat(file, &s);
  if (ok && !S_ISREG(s.st_mode)) {
    errno = S_ISDIR(s.st_mode) ? EISDIR : EINVAL;
    ok = false;
  }
  if (ok && s.st_size > 0) {
    void *at = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    ok = at != MAP_FAILED;
    *out = (struct image){at, (size_t)s.st_size};
  }
  int error = errno;
  close(file);
  errno = error;
  return ok;
}

/* len bytes at an offset, or NULL. */
static const void *bytes(const struct image *i, uint64_t offset,
                         uint64_t len) {
  return offset <= i->len && len <= i->len - offset ? i->at + offset : NULL;
}

static bool is_elf(const struct image *i) {
  const Elf64_Ehdr *h = bytes(i, 0, sizeof *h);
  return h && !memcmp(h->e_ident, ELFMAG, SELFMAG) &&
         h->e_ident[EI_CLASS] == ELFCLASS64 && h->e_machine == EM_X86_64;
}

static uint64_t padded(uint64_t n) { return (n + 3) & ~UINT64_C(3); }

/* The version in our note among the notes of a segment, or 0. */
static uint32_t version_in(const struct image *i, const Elf64_Phdr *p) {
  uint64_t at = p->p_offset, end = p->p_offset + p->p_filesz;
  const Elf64_Nhdr *n;
  while (at < end && (n = bytes(i, at, sizeof *n))) {
    uint64_t name = at + sizeof *n, desc = name + padded(n->n_namesz);
    const char *text = bytes(i, name, n->n_namesz);
    const uint32_t *version = bytes(i, desc, n->n_descsz);
    if (!text || !version)
      return 0;
    if (n->n_namesz == sizeof WIRE_NOTE && n->n_descsz == sizeof *version &&
        !memcmp(text, WIRE_NOTE, sizeof WIRE_NOTE))
      return *version;
    at = desc + padded(n->n_descsz);
  }
  return 0;
}

static uint32_t version_of(const struct image *i) {
  const Elf64_Ehdr *h = bytes(i, 0, sizeof *h);
  uint32_t version = 0;
  for (unsigned k = 0; k < h->e_phnum && !version; k++) {
    const Elf64_Phdr *p =
        bytes(i, h->e_phoff + (uint64_t)k * h->e_phentsize, sizeof *p);
    if (p && p->p_type == PT_NOTE)
      version = version_in(i, p);
  }
  return version;
}

bool binary_is_ours(const char *path, struct text *error) {
  struct image i = {0};
  if (!map_file(path, &i)) {
    text_printf(error, "cannot read '%s': %s", path, strerror(errno));
    return false;
  }
  uint32_t version = is_elf(&i) ? version_of(&i) : 0;
  if (!version)
    text_printf(error,
                "'%s' was not built with heddle cc, and was not started: "
                "'heddle cc' builds it from its sources, 'make CC=heddle-cc' "
                "a project", path);
  else if (version != WIRE_VERSION)
    text_printf(error, "'%s' was not built with this heddle's cc but with that "
                       "of another version: build it again", path);
  else if (access(path, X_OK))
    text_printf(error, "cannot run '%s': %s", path, strerror(errno));
  if (i.at)
    munmap((void *)i.at, i.len);
  return !error->len;
}
