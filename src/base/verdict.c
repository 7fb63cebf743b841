#include "base/sound.h"
#include "base/verdict.h"

#include <stdlib.h>
#include <string.h>

const char *const verdict_names[] = {"holds", "violated", "incomplete",
                                     "broken"};

static const struct {
  const char *key, *before, *words;
} rows[WHY_COUNT] = {
#define ROW(name, key, before, words) {key, before, words},
    WHYS(ROW)
#undef ROW
};

const char *const under_texts[UNDER_COUNT] = {
#define ROW(name, words) words,
    UNDERS(ROW)
#undef ROW
};

const char *why_key(enum why why) { return rows[why].key; }

/* --- reasons ------------------------------------------------------------ */

/* Order of strings that may be missing; what is missing comes last. */
static int compare(const char *a, const char *b) {
  return a && b ? strcmp(a, b) : !a - !b;
}

static int by_place(const void *left, const void *right) {
  const struct because *a = left, *b = right;
  if (a->why != b->why)
    return a->why < b->why ? -1 : 1;
  int order = compare(a->file, b->file);
  if (!order && a->line != b->line)
    return a->line < b->line ? -1 : 1;
  return order ? order : compare(a->name, b->name);
}

static const char *keep(struct arena *a, const char *s) {
  return s ? arena_string(a, s, strlen(s)) : NULL;
}

void reasons_add(struct reasons *r, struct because b) {
  EXPECTS(b.why < WHY_COUNT);
  vec_each(&r->at, known)
    if (!by_place(known, &b)) {
      known->count += b.count;
      return;
    }
  b.name = keep(&r->arena, b.name);
  b.file = keep(&r->arena, b.file);
  vec_push(&r->at, b);
}

void reasons_merge(struct reasons *to, const struct reasons *from) {
  EXPECTS(to != from);
  vec_each(&from->at, b) reasons_add(to, *b);
}

void reasons_sort(struct reasons *r) {
  if (r->at.len)
    qsort(r->at.at, r->at.len, sizeof *r->at.at, by_place);
}

bool reasons_have(const struct reasons *r, enum why why) {
  vec_each(&r->at, b)
    if (b->why == why)
      return true;
  return false;
}

void reasons_free(struct reasons *r) {
  vec_free(&r->at);
  arena_free(&r->arena);
}

void because_text(const struct because *b, struct text *out) {
  if (b->name)
    text_printf(out, "%s%s", rows[b->why].before, b->name);
  else
    text_add(out, rows[b->why].words);
  if (!b->file)
    return;
  const char *slash = strrchr(b->file, '/');
  text_printf(out, " at %s:%u", slash ? slash + 1 : b->file, b->line);
}

void reasons_text(const struct reasons *r, struct text *out) {
  if (!r->at.len)
    return;
  because_text(&r->at.at[0], out);
  if (r->at.len > 1)
    text_printf(out, ", %zu more", r->at.len - 1);
}

void reasons_line(const struct reasons *r, struct text *out) {
  if (!r->at.len)
    return;
  text_add(out, " (incomplete: ");
  reasons_text(r, out);
  text_char(out, ')');
}

/* --- standing assumptions ----------------------------------------------- */

void under_text(unsigned under, struct text *out) {
  const char *between = "";
  for (unsigned i = 0; i < UNDER_COUNT; i++)
    if (under >> i & 1) {
      text_printf(out, "%s%s", between, under_texts[i]);
      between = ", ";
    }
}

/* --- the claim ---------------------------------------------------------- */

enum verdict verdict_of(struct claim *c) {
  if (c->asked & ~c->preserved && !reasons_have(&c->because, WHY_STRATEGY))
    reasons_add(&c->because,
                (struct because){.why = WHY_STRATEGY, .name = c->strategy});
  reasons_sort(&c->because);
  return c->found           ? VERDICT_VIOLATED
         : c->because.at.len ? VERDICT_INCOMPLETE
                             : VERDICT_HOLDS;
}
