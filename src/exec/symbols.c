#include "exec/symbols.h"

#include <string.h>

#include "base/hash.h"
#include "base/text.h"

static const void *at(const struct symbols *s, uint64_t offset) {
  return (const char *)s->shared + offset;
}

/* A string of the table that ends inside it. */
static const char *name(const struct symbols *s, uint32_t offset) {
  const char *names = at(s, s->shape->names);
  if (offset >= s->shape->names_cap)
    return "?";
  const char *text = names + offset;
  return memchr(text, 0, s->shape->names_cap - offset) ? text : "?";
}

static uint32_t bounded(uint32_t n, uint32_t cap) {
  return n < cap ? n : cap;
}

static uint32_t sites_len(const struct symbols *s) {
  return bounded(s->shared->sites_len, s->shape->sites_cap);
}

static uint32_t globals_len(const struct symbols *s) {
  return bounded(s->shared->globals_len, s->shape->globals_cap);
}

struct spot symbols_place(const struct symbols *s, uint32_t site) {
  if (!site || site > sites_len(s))
    return (struct spot){0};
  return symbols_spot(s, (const struct wire_site *)at(s, s->shape->sites) +
                             site - 1);
}

/* As it can be read from here. */
static const char *file_name(const struct symbols *s, uint32_t offset) {
  const char *path = name(s, offset);
  size_t len = s->here ? strlen(s->here) : 0;
  return len > 1 && !strncmp(path, s->here, len) && path[len] == '/' &&
                 path[len + 1]
             ? path + len + 1
             : path;
}

struct spot symbols_spot(const struct symbols *s, const struct wire_site *row) {
  return (struct spot){file_name(s, row->file), name(s, row->function),
                       row->line, row->column, name(s, row->values)};
}

static bool ends_with(const char *path, const char *file) {
  size_t n = strlen(path), m = strlen(file);
  if (m > 2 && file[0] == '.' && file[1] == '/')
    file += 2, m -= 2;
  return n >= m && !strcmp(path + n - m, file) &&
         (n == m || path[n - m - 1] == '/' || file[0] == '/');
}

uint32_t symbols_site(const struct symbols *s, const char *path,
                      uint32_t line) {
  const struct wire_site *rows = at(s, s->shape->sites);
  for (uint32_t i = 0; i < sites_len(s); i++)
    if (rows[i].line == line && ends_with(path, name(s, rows[i].file)))
      return i + 1;
  return 0;
}

void symbols_thread(const struct symbols *s, unsigned thread,
                    struct text *out) {
  unsigned path[THREADS_MAX], len = 0;
  if (thread && thread <= s->shape->ranks) {
    text_printf(out, "rank %u", thread - 1);
    return;
  }
  while (thread > s->shape->ranks && thread < THREADS_MAX &&
         len < THREADS_MAX) {
    path[len++] = s->shared->threads[thread].index + 1u;
    thread = s->shared->threads[thread].parent;
  }
  if (!len) {
    text_add(out, "main");
    return;
  }
  text_add(out, "thread ");
  while (len--)
    text_printf(out, "%u%s", path[len], len ? "." : "");
  if (thread)
    text_printf(out, " of rank %u", thread - 1);
}

/* ".head", ".items[2].key" of a place in an element of variable g; what is
 * left is how far it is from the beginning of that. */
static uint64_t add_member(const struct symbols *s,
                           const struct wire_global *rows, uint32_t g,
                           uint64_t rest, struct text *out) {
  const struct wire_global *best = NULL;
  for (uint32_t i = g + 1; i < globals_len(s) && rows[i].member; i++) {
    uint64_t from = rows[i].member - 1;
    if (rest >= from && rest - from < rows[i].size &&
        (!best || rows[i].size <= best->size))
      best = &rows[i];
  }
  if (!best)
    return rest;
  rest -= best->member - 1;
  text_add(out, name(s, best->name));
  if (best->element && best->element < best->size) {
    text_printf(out, "[%lu]", (unsigned long)(rest / best->element));
    rest %= best->element;
  }
  return rest;
}

/* Of a rank, which its thread tells of. */
static uint64_t without_rank(uint64_t object) {
  return object >> WIRE_RANK_SHIFT <= WIRE_RANKS
             ? object & ((UINT64_C(1) << WIRE_RANK_SHIFT) - 1)
             : object;
}

static bool global_name(const struct symbols *s, uint64_t object,
                        struct text *out) {
  object = without_rank(object);
  const struct wire_global *rows = at(s, s->shape->globals);
  for (uint32_t i = 0; i < globals_len(s); i++) {
    const struct wire_global *g = &rows[i];
    uint64_t offset = object - g->at;
    if (g->member || offset >= g->size)
      continue;
    text_add(out, name(s, g->name));
    if (g->element && g->element < g->size)
      text_printf(out, "[%lu]", (unsigned long)(offset / g->element));
    uint64_t rest = g->element ? offset % g->element : offset;
    rest = add_member(s, rows, i, rest, out);
    if (rest)
      text_printf(out, "+%lu", (unsigned long)rest);
    return true;
  }
  return false;
}

/* A file, or a pipe, is known by its name, which is a label. */
static void add_label(const struct symbols *s, uint64_t number,
                      struct text *out) {
  const struct wire_label *all = at(s, s->shape->labels);
  const struct wire_label *l = wire_label_find(all, number);
  char copy[WIRE_LABEL_LEN + 1] = "a-file";
  if (l && l->number == number)
    memcpy(copy, l->text, WIRE_LABEL_LEN);
  text_add(out, copy);
}

void symbols_object(const struct symbols *s, const struct event *e,
                    struct text *out) {
  uint64_t object = e->object;
  if (OP_CLASS(e->kind) == CLASS_ORDER || OP_CLASS(e->kind) == CLASS_LOCAL)
    return;
  if (global_name(s, object, out))
    return;
  uint64_t heap = object - WIRE_HEAPS, stack = object - WIRE_STACKS_AT;
  if (heap < WIRE_HEAP_SIZE * THREADS_MAX) {
    text_printf(out, "heap 0x%lx of ", (unsigned long)(heap % WIRE_HEAP_SIZE));
    symbols_thread(s, (unsigned)(heap / WIRE_HEAP_SIZE), out);
  } else if (stack < WIRE_STACK_SIZE * THREADS_MAX) {
    text_printf(out, "local 0x%lx of ",
                (unsigned long)(WIRE_STACK_SIZE - stack % WIRE_STACK_SIZE));
    symbols_thread(s, (unsigned)(stack / WIRE_STACK_SIZE), out);
  } else if (object - WIRE_MPI < WIRE_MPI_SIZE) {
    text_add(out, "what-comes-by-MPI");
  } else if (object - WIRE_FILES < WIRE_FILES_SIZE ||
             object - WIRE_STREAMS < WIRE_STREAMS_SIZE || object & LABEL_BIT ||
             object - PORT_OBJECTS <
                 (uint64_t)PORT_KINDS * PORTS_OF_THREAD * THREADS_MAX) {
    add_label(s, object, out);
  } else {
    text_printf(out, "0x%lx", (unsigned long)object);
  }
}

static uint64_t hash_text(uint64_t h, const char *text) {
  const char *slash = strrchr(text, '/');
  const char *base = slash ? slash + 1 : text;
  return hash_pair(h, hash_bytes(base, strlen(base)));
}

uint64_t symbols_identity(const struct symbols *s) {
  uint64_t h = sites_len(s);
  const struct wire_site *sites = at(s, s->shape->sites);
  for (uint32_t i = 0; i < sites_len(s); i++) {
    h = hash_text(h, name(s, sites[i].file));
    h = hash_text(h, name(s, sites[i].function));
    h = hash_pair(h, (uint64_t)sites[i].line << 32 | sites[i].column);
  }
  const struct wire_global *globals = at(s, s->shape->globals);
  for (uint32_t i = 0; i < globals_len(s); i++)
    h = hash_pair(hash_text(h, name(s, globals[i].name)), globals[i].size);
  return h;
}
