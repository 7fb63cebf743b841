#include "story/naming.h"

#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "exec/value.h"
#include "story/expression.h"

void naming_begin(struct naming *n, struct executor *x, struct listings *s,
                  const struct cast *cast, struct arena *arena) {
  *n = (struct naming){.x = x, .sources = s, .cast = cast, .arena = arena};
}

/* What the executor calls it. */
static void given_name(struct naming *n, const struct event *e,
                       struct text *out) {
  if (n->x->object_name)
    n->x->object_name(n->x, e, out);
}

/* Names of variables have no spaces; descriptions of places do. */
static bool is_name(const struct text *t) {
  return t->len && !strchr(t->at, ' ') && strncmp(t->at, "0x", 2);
}

/* A condition wait gives its second argument back and takes it again. */
static unsigned argument_of(const struct event *e, const char *line,
                            size_t len) {
  bool waits = false;
  for (size_t i = 0; i + 4 <= len; i++)
    waits |= !strncmp(line + i, "wait", 4);
  return waits && OP_CLASS(e->kind) == CLASS_LOCK;
}

static bool written_name(struct naming *n, const struct event *e,
                         struct text *out) {
  struct spot at = {0};
  size_t len = 0;
  if (n->x->place && e->site)
    at = n->x->place(n->x, e->site);
  if (!at.file || !n->sources)
    return false;
  const struct listing *f = listings_find(n->sources, at.file);
  const char *line = f->newer ? NULL : listing_line(f, at.line, &len);
  return line &&
         expression_at(line, len, at.col, argument_of(e, line, len), out);
}

/* "p->next", then "p->next #2" for another object of that name. */
static void add_number(struct naming *n, struct text *t) {
  uint32_t id = names_add(&n->taken, text_str(t), t->len);
  while (n->uses.len <= id)
    vec_push(&n->uses, 0);
  if (++n->uses.at[id] > 1)
    text_printf(t, " #%u", n->uses.at[id]);
}

/* Words for what has no name: a program's threads have names here. */
static void describe(struct naming *n, struct text *t) {
  char *of = t->len ? strstr(t->at, " of ") : NULL;
  if (!of)
    return;
  struct text own = {0};
  for (unsigned i = 0; i < THREADS_MAX; i++) {
    text_clear(&own);
    if (!n->cast->names[i] || !n->x->thread_name)
      continue;
    n->x->thread_name(n->x, i, &own);
    if (own.len && !strcmp(of + 4, text_str(&own))) {
      t->len = (size_t)(of + 4 - t->at);
      text_add(t, n->cast->names[i]);
      break;
    }
  }
  text_free(&own);
}

/* A block that is freed has another name than its first member. */
enum { BLOCK = 64 };

static uint64_t key_of(const struct event *e) {
  unsigned class_ = e->kind == OP_FREE    ? BLOCK
                    : e->kind == OP_TOUCH ? CLASS_LOCK /* most often */
                                          : OP_CLASS(e->kind);
  return hash_pair(class_, e->object);
}

/* "old+4": inside a block that has a name. */
static bool block_name(struct naming *n, const struct event *e,
                       struct text *out) {
  for (size_t i = 0; i < n->blocks.len; i++) {
    const struct naming_block *b = &n->blocks.at[i];
    if (e->object - b->at >= b->size || e->kind == OP_FREE)
      continue;
    text_clear(out);
    text_printf(out, "%s+%llu", b->name,
                (unsigned long long)(e->object - b->at));
    return true;
  }
  return false;
}

const char *naming_object(struct naming *n, const struct event *e) {
  unsigned class_ = OP_CLASS(e->kind);
  if (class_ <= CLASS_LOCAL || class_ == CLASS_GLOBAL)
    return "";
  bool added;
  uint64_t *slot = map_at(&n->known, key_of(e), &added);
  if (!added)
    return n->names.at[*slot - 1];
  struct text t = {0}, words = {0};
  given_name(n, e, &t);
  if (!is_name(&t) && n->cast->program) {
    if (written_name(n, e, &words)) {
      bool block = e->kind == OP_FREE && words.at[0] == '*';
      text_clear(&t);
      text_add(&t, text_str(&words) + block);
      add_number(n, &t);
    } else if (!block_name(n, e, &t)) {
      describe(n, &t);
    }
  }
  if (!t.len)
    text_printf(&t, "%#" PRIx64, e->object);
  const char *name = arena_string(n->arena, text_str(&t), t.len);
  vec_push(&n->names, name);
  *slot = n->names.len;
  text_free(&t);
  text_free(&words);
  return name;
}

void naming_blocks(struct naming *n, const struct event *events, size_t count) {
  EXPECTS(events || !count);
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (e->kind != OP_FREE)
      continue;
    struct naming_block b = {e->object, e->size, naming_object(n, e)};
    if (!strchr(b.name, ' '))
      vec_push(&n->blocks, b);
  }
}

/* An address as what lies there: "&total"; of "*block" it is "block". */
static bool add_pointer(struct naming *n, uint64_t value, struct text *out) {
  struct event e = {.object = value, .size = 1, .kind = OP_FREE};
  uint64_t *slot = map_get(&n->known, key_of(&e));
  if (slot) {
    text_add(out, n->names.at[*slot - 1]);
    return true;
  }
  e.kind = OP_READ;
  slot = map_get(&n->known, key_of(&e));
  if (slot) {
    const char *name = n->names.at[*slot - 1];
    text_printf(out, *name == '*' ? "%s" : "&%s",
                *name == '*' ? name + 1 : name);
    return true;
  }
  struct text t = {0};
  given_name(n, &e, &t);
  bool ok = t.len && strncmp(t.at, "0x", 2);
  if (ok && is_name(&t)) {
    text_printf(out, "&%s", text_str(&t));
  } else if (ok) {
    describe(n, &t);
    text_add(out, text_str(&t));
  }
  text_free(&t);
  return ok;
}

bool naming_value(struct naming *n, const struct event *e, struct text *out) {
  int64_t v = value_number(e);
  if (n->cast->program && value_named(n->x, e, out))
    return true;
  if (n->cast->program && value_is_bytes(n->x, e) &&
      (e->size <= 8 || value_is_text(n->x, e))) {
    value_bytes(e, out);
    return true;
  }
  if (e->size > 8)
    return false;
  if (n->cast->program && e->size == 8 && (v < 0 || v > 65535) &&
      ((n->x->meaning && n->x->meaning(n->x, e->value, out)) ||
       add_pointer(n, e->value, out)))
    return true;
  if (n->cast->program && e->size == 8 && (v >> 53) != 0 && v >> 53 != -1)
    text_printf(out, "%#" PRIx64, e->value);
  else if (n->cast->program && e->size == 1 && v > 32 && v < 127)
    text_printf(out, "'%c'", (char)v);
  else
    text_printf(out, "%" PRId64, v);
  return true;
}

void naming_end(struct naming *n) {
  map_free(&n->known);
  vec_free(&n->names);
  names_free(&n->taken);
  vec_free(&n->uses);
  vec_free(&n->blocks);
}
