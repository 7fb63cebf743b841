#include "exec/binary.h"

#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "rt/wire.h"

static bool map_file(const char *path, struct binary_image *out) {
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
    if (ok)
      *out = (struct binary_image){at, (size_t)s.st_size};
  }
  int error = errno;
  close(file);
  errno = error;
  return ok;
}

/* len bytes at an offset, or NULL. */
static const void *bytes(const struct binary_image *i, uint64_t offset,
                         uint64_t len) {
  return offset <= i->len && len <= i->len - offset ? i->at + offset : NULL;
}

static bool is_elf(const struct binary_image *i) {
  const Elf64_Ehdr *h = bytes(i, 0, sizeof *h);
  return h && !memcmp(h->e_ident, ELFMAG, SELFMAG) &&
         h->e_ident[EI_CLASS] == ELFCLASS64 && h->e_machine == EM_X86_64;
}

static uint64_t padded(uint64_t n) {
  return (n + 3) & ~UINT64_C(3);
}

/* The version in our note among the notes of a segment, or 0. */
static uint32_t version_in(const struct binary_image *i, const Elf64_Phdr *p) {
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

static uint32_t version_of(const struct binary_image *i) {
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
  struct binary_image i = {0};
  if (!map_file(path, &i)) {
    text_printf(error, "cannot read '%s': %s", path, strerror(errno));
    return false;
  }
  uint32_t version = is_elf(&i) ? version_of(&i) : 0;
  if (!version)
    text_printf(error,
                "'%s' was not built with heddle cc, and was not started: "
                "'heddle cc' builds it from its sources, 'make CC=heddle-cc' "
                "a project",
                path);
  else if (version != WIRE_VERSION)
    text_printf(error,
                "'%s' was not built with this heddle's cc but with that "
                "of another version: build it again",
                path);
  else if (access(path, X_OK))
    text_printf(error, "cannot run '%s': %s", path, strerror(errno));
  binary_release(&i);
  return !error->len;
}

/* --- what addresses mean -------------------------------------------------- */

static const Elf64_Shdr *section(const struct binary_image *i,
                                 uint64_t number) {
  const Elf64_Ehdr *h = bytes(i, 0, sizeof *h);
  return number < h->e_shnum ? bytes(i, h->e_shoff + number * h->e_shentsize,
                                     sizeof(Elf64_Shdr))
                             : NULL;
}

/* A name of a table of strings that ends inside it, or NULL. */
static const char *name_at(const struct binary_image *i,
                           const Elf64_Shdr *table, uint64_t offset) {
  const char *all = table ? bytes(i, table->sh_offset, table->sh_size) : NULL;
  return all && offset < table->sh_size &&
                 memchr(all + offset, 0, table->sh_size - offset)
             ? all + offset
             : NULL;
}

static const char *function_in(const struct binary_image *i,
                               const Elf64_Shdr *s, uint64_t address) {
  const Elf64_Sym *rows = bytes(i, s->sh_offset, s->sh_size);
  for (uint64_t k = 0; rows && k < s->sh_size / sizeof *rows; k++)
    if (rows[k].st_value == address &&
        ELF64_ST_TYPE(rows[k].st_info) == STT_FUNC)
      return name_at(i, section(i, s->sh_link), rows[k].st_name);
  return NULL;
}

static const char *function_at(const struct binary_image *i, uint64_t address) {
  const Elf64_Ehdr *h = bytes(i, 0, sizeof *h);
  const char *name = NULL;
  for (unsigned k = 0; k < h->e_shnum && !name; k++) {
    const Elf64_Shdr *s = section(i, k);
    if (s && s->sh_type == SHT_SYMTAB)
      name = function_in(i, s, address);
  }
  return name;
}

/* Where nobody writes; the text may be empty. */
static const char *text_at(const struct binary_image *i, uint64_t address) {
  const Elf64_Ehdr *h = bytes(i, 0, sizeof *h);
  for (unsigned k = 0; k < h->e_phnum; k++) {
    const Elf64_Phdr *p =
        bytes(i, h->e_phoff + (uint64_t)k * h->e_phentsize, sizeof *p);
    if (!p || p->p_type != PT_LOAD || p->p_flags & (PF_W | PF_X) ||
        address < p->p_vaddr || address - p->p_vaddr >= p->p_filesz)
      continue;
    uint64_t left = p->p_filesz - (address - p->p_vaddr);
    const char *at = bytes(i, p->p_offset + (address - p->p_vaddr), left);
    return at && memchr(at, 0, left) ? at : NULL;
  }
  return NULL;
}

static bool is_words(const char *s) {
  while (isprint((unsigned char)*s) || *s == '\n' || *s == '\t')
    s++;
  return !*s;
}

/* As C writes it; of a long one the beginning. */
static void add_string(const char *s, struct text *out) {
  enum { MOST = 24 };
  text_char(out, '"');
  for (size_t n = 0; s[n] && n < MOST; n++)
    if (s[n] == '\n' || s[n] == '\t')
      text_add(out, s[n] == '\n' ? "\\n" : "\\t");
    else
      text_printf(out, s[n] == '"' || s[n] == '\\' ? "\\%c" : "%c", s[n]);
  text_add(out, strlen(s) > MOST ? "\".." : "\"");
}

/* Whether the file has something there when it is loaded. */
static bool is_loaded(const struct binary_image *i, uint64_t address) {
  const Elf64_Ehdr *h = bytes(i, 0, sizeof *h);
  for (unsigned k = 0; k < h->e_phnum; k++) {
    const Elf64_Phdr *p =
        bytes(i, h->e_phoff + (uint64_t)k * h->e_phentsize, sizeof *p);
    if (p && p->p_type == PT_LOAD && address >= p->p_vaddr &&
        address - p->p_vaddr < p->p_filesz)
      return true;
  }
  return false;
}

bool binary_meaning(struct binary_image *kept, const char *path,
                    uint64_t address, struct text *out) {
  if (!kept->at && (!map_file(path, kept) || !kept->at))
    return false;
  const Elf64_Ehdr *h = is_elf(kept) ? bytes(kept, 0, sizeof *h) : NULL;
  bool there = h && h->e_type == ET_EXEC && is_loaded(kept, address);
  const char *function = there ? function_at(kept, address) : NULL;
  const char *words = there && !function ? text_at(kept, address) : NULL;
  bool ok = function || (words && is_words(words));
  if (function)
    text_add(out, function);
  else if (ok)
    add_string(words, out);
  return ok;
}

void binary_release(struct binary_image *kept) {
  if (kept->at)
    munmap((void *)kept->at, kept->len);
  *kept = (struct binary_image){0};
}
