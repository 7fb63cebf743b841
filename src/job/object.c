#include "job/object.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

/* An object file that was read; `count` 0: it is none. */
struct object {
  struct text file;
  const Elf64_Shdr *sections;
  size_t count;
};

/* A table of symbols with its names. */
struct symbols {
  const Elf64_Sym *at;
  uint64_t len;
  const char *text;
  uint64_t text_len;
};

/* `count` things of `size` bytes at `at` of the file, or NULL. */
static const void *part(const struct object *o, uint64_t at, uint64_t count,
                        uint64_t size) {
  return at <= o->file.len && count <= (o->file.len - at) / size
             ? o->file.at + at
             : NULL;
}

static void object_read(struct object *o, const char *path) {
  *o = (struct object){0};
  if (!text_read_file(&o->file, path))
    return;
  const Elf64_Ehdr *head = part(o, 0, 1, sizeof *head);
  if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) ||
      head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_type != ET_REL)
    return;
  o->sections = part(o, head->e_shoff, head->e_shnum, sizeof *o->sections);
  o->count = o->sections ? head->e_shnum : 0;
}

static void object_free(struct object *o) {
  text_free(&o->file);
}

static struct symbols symbols_of(const struct object *o,
                                 const Elf64_Shdr *table) {
  struct symbols s = {0};
  if (table->sh_link >= o->count)
    return s;
  const Elf64_Shdr *texts = &o->sections[table->sh_link];
  s.len = table->sh_size / sizeof *s.at;
  s.at = part(o, table->sh_offset, s.len, sizeof *s.at);
  s.text_len = texts->sh_size;
  s.text = part(o, texts->sh_offset, s.text_len, 1);
  if (!s.at || !s.text)
    s.len = 0;
  return s;
}

static bool is_named(const struct symbols *s, uint64_t index,
                     const char *name) {
  size_t len = strlen(name) + 1;
  uint64_t where = s->at[index].st_name;
  return where < s->text_len && s->text_len - where >= len &&
         !memcmp(s->text + where, name, len);
}

/* Do these relocations call the symbol?  Calls alone go through the table of
 * procedures; an address that is only taken may be that of a variable. */
static bool section_calls(const struct object *o, const Elf64_Shdr *section,
                          const char *name) {
  uint64_t n = section->sh_size / sizeof(Elf64_Rela);
  const Elf64_Rela *at = part(o, section->sh_offset, n, sizeof *at);
  if (section->sh_link >= o->count || !at)
    return false;
  struct symbols s = symbols_of(o, &o->sections[section->sh_link]);
  for (uint64_t i = 0; i < n; i++) {
    uint64_t index = ELF64_R_SYM(at[i].r_info);
    if (ELF64_R_TYPE(at[i].r_info) == R_X86_64_PLT32 && index < s.len &&
        s.at[index].st_shndx == SHN_UNDEF && is_named(&s, index, name))
      return true;
  }
  return false;
}

bool object_calls(const char *path, const char *name) {
  struct object o;
  bool called = false;
  object_read(&o, path);
  for (size_t i = 0; i < o.count && !called; i++)
    called = o.sections[i].sh_type == SHT_RELA &&
             section_calls(&o, &o.sections[i], name);
  object_free(&o);
  return called;
}

static bool section_defines(const struct object *o, const Elf64_Shdr *section,
                            const char *name) {
  struct symbols s = symbols_of(o, section);
  for (uint64_t i = 0; i < s.len; i++)
    if (ELF64_ST_BIND(s.at[i].st_info) != STB_LOCAL &&
        s.at[i].st_shndx != SHN_UNDEF && is_named(&s, i, name))
      return true;
  return false;
}

bool object_may_define(const char *path, const char *name) {
  struct object o;
  object_read(&o, path);
  bool may = o.count == 0;
  for (size_t i = 0; i < o.count && !may; i++)
    may = o.sections[i].sh_type == SHT_SYMTAB &&
          section_defines(&o, &o.sections[i], name);
  object_free(&o);
  return may;
}
