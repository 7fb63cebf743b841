#include "story/listing.h"

#include <string.h>
#include <sys/stat.h>

enum { LARGEST = 16 << 20 };

const char *listing_base(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  return slash ? slash + 1 : path;
}

void listings_hint(struct listings *s, const char *path) {
  vec_push(&s->hints, arena_string(&s->arena, path, strlen(path)));
}

/* A device that a #line directive names would never end. */
static bool readable(const char *path, struct stat *st) {
  return !stat(path, st) && S_ISREG(st->st_mode) && st->st_size < LARGEST;
}

static bool same_base(const char *a, const char *b) {
  return !strcmp(listing_base(a), listing_base(b));
}

/* The path itself where it is the hint's; else beside the hint. */
static const char *beside(struct listings *s, const char *hint,
                          const char *name, struct stat *st) {
  if (same_base(hint, name) && readable(hint, st))
    return hint;
  int folder = (int)(listing_base(hint) - hint);
  const char *path = arena_printf(&s->arena, "%.*s%s", folder, hint, name);
  if (name[0] != '/' && readable(path, st))
    return path;
  path = arena_printf(&s->arena, "%.*s%s", folder, hint, listing_base(name));
  return readable(path, st) ? path : NULL;
}

static const char *locate(struct listings *s, const char *name,
                          struct stat *st) {
  if (readable(name, st))
    return name;
  for (size_t i = 0; i < s->hints.len; i++) {
    const char *path = beside(s, s->hints.at[i], name, st);
    if (path)
      return path;
  }
  return NULL;
}

static void split(struct listing *f) {
  const char *text = text_str(&f->text);
  uint32_t from = 0, end = (uint32_t)f->text.len;
  for (uint32_t i = 0; i < end; i++)
    if (text[i] == '\n') {
      vec_push(&f->lines, from);
      from = i + 1;
    }
  if (from < end) { /* a last line that does not end */
    vec_push(&f->lines, from);
    vec_push(&f->lines, end + 1);
  } else if (f->lines.len) {
    vec_push(&f->lines, from);
  }
}

const struct listing *listings_find(struct listings *s, const char *name) {
  for (size_t i = 0; i < s->files.len; i++)
    if (!strcmp(s->files.at[i]->name, name))
      return s->files.at[i];
  struct listing *f = arena_new(&s->arena, struct listing);
  struct stat st = {0};
  f->name = arena_string(&s->arena, name, strlen(name));
  const char *path = locate(s, name, &st);
  if (path && text_read_file(&f->text, path)) {
    f->path = arena_string(&s->arena, path, strlen(path));
    f->newer = s->built && st.st_mtime > s->built;
    split(f);
  }
  vec_push(&s->files, f);
  return f;
}

uint32_t listing_lines(const struct listing *f) {
  return f->lines.len ? (uint32_t)f->lines.len - 1 : 0;
}

const char *listing_line(const struct listing *f, uint32_t n, size_t *len) {
  *len = 0;
  if (!f || !n || n > listing_lines(f))
    return NULL;
  const char *at = text_str(&f->text) + f->lines.at[n - 1];
  *len = f->lines.at[n] - f->lines.at[n - 1] - 1;
  if (*len && at[*len - 1] == '\r')
    --*len;
  return at;
}

const char *listing_trimmed(const struct listing *f, uint32_t n,
                            struct arena *arena) {
  size_t len;
  const char *at = listing_line(f, n, &len);
  if (!at)
    return NULL;
  while (len && (*at == ' ' || *at == '\t'))
    at++, len--;
  while (len && (at[len - 1] == ' ' || at[len - 1] == '\t'))
    len--;
  return arena_string(arena, at, len);
}

void listings_free(struct listings *s) {
  for (size_t i = 0; i < s->files.len; i++) {
    text_free(&s->files.at[i]->text);
    vec_free(&s->files.at[i]->lines);
  }
  vec_free(&s->files);
  vec_free(&s->hints);
  arena_free(&s->arena);
  *s = (struct listings){0};
}
