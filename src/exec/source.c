#include "exec/source.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/* The line that starts there, without the blanks around it. */
static const char *trimmed(const struct source_text *s, uint32_t start,
                           size_t *len) {
  const char *from = s->text.at + start, *all = s->text.at + s->text.len;
  const char *end = memchr(from, '\n', (size_t)(all - from));
  end = end ? end : all;
  while (from < end && is_blank(*from))
    from++;
  while (end > from && is_blank(end[-1]))
    end--;
  *len = (size_t)(end - from);
  return from;
}

bool source_read(struct source_text *s, const char *path) {
  *s = (struct source_text){0};
  if (!text_read_file(&s->text, path))
    return false;
  s->digest = hash_bytes(text_str(&s->text), s->text.len);
  for (size_t at = 0; at < s->text.len && at < UINT32_MAX;) {
    size_t len;
    vec_push(&s->starts, (uint32_t)at);
    const char *line = trimmed(s, (uint32_t)at, &len);
    vec_push(&s->marks, (uint16_t)(hash_bytes(line, len) >> 48));
    const char *stop = memchr(s->text.at + at, '\n', s->text.len - at);
    at = stop ? (size_t)(stop - s->text.at) + 1 : s->text.len;
  }
  return true;
}

void source_line(const struct source_text *s, uint32_t line, struct text *out) {
  size_t len;
  if (!line || line > s->starts.len)
    return;
  const char *from = trimmed(s, s->starts.at[line - 1], &len);
  text_add_n(out, from, len);
}

void source_free(struct source_text *s) {
  text_free(&s->text);
  vec_free(&s->starts);
  vec_free(&s->marks);
}

/* --- differences ----------------------------------------------------------
 *
 * The furthest point of each diagonal is kept for each number of edits, and
 * the path followed back.  Beyond EDITS_MOST the middle is one change. */

enum { EDITS_MOST = 1000 };

struct edit {
  const uint16_t *then, *now;
  int then_len, now_len;
  int **furthest; /* [edits][edits + diagonal]: line of `then` reached */
};

static int slide(const struct edit *e, int x, int diagonal) {
  while (x < e->then_len && x - diagonal < e->now_len &&
         e->then[x] == e->now[x - diagonal])
    x++;
  return x;
}

/* Whether the way to `diagonal` with d edits comes from above (a line of now
 * was added) rather than from the left (a line of then was taken away). */
static bool comes_down(const int *before, int d, int diagonal) {
  if (diagonal == -d)
    return true;
  return diagonal != d &&
         before[d - 1 + diagonal - 1] < before[d - 1 + diagonal + 1];
}

/* The number of edits, or -1 when there are too many. */
static int forward(struct edit *e) {
  for (int d = 0; d <= EDITS_MOST; d++) {
    int *row = e->furthest[d] = alloc_zero(2 * (size_t)d + 1, sizeof *row);
    for (int k = -d; k <= d; k += 2) {
      int x = 0;
      if (d) {
        const int *before = e->furthest[d - 1];
        x = comes_down(before, d, k) ? before[d - 1 + k + 1]
                                     : before[d - 1 + k - 1] + 1;
      }
      row[d + k] = x =
          x > e->then_len || x - k > e->now_len ? x : slide(e, x, k);
      if (k == e->then_len - e->now_len && x >= e->then_len)
        return d;
    }
  }
  return -1;
}

/* Marks the lines that are in one of them only. */
static void backward(const struct edit *e, int d, bool *gone, bool *added) {
  int k = e->then_len - e->now_len;
  for (; d > 0; d--) {
    const int *before = e->furthest[d - 1];
    bool down = comes_down(before, d, k);
    int from = down ? k + 1 : k - 1;
    int x = before[d - 1 + from];
    if (down)
      added[x - from] = true;
    else
      gone[x] = true;
    k = from;
  }
}

static void collect(const struct edit *e, size_t offset, const bool *gone,
                    const bool *added, source_changes *out) {
  int x = 0, y = 0;
  while (x < e->then_len || y < e->now_len) {
    struct source_change c = {(uint32_t)(offset + 1 + (size_t)x), 0,
                              (uint32_t)(offset + 1 + (size_t)y), 0};
    while (x < e->then_len && gone[x])
      x++, c.then_len++;
    while (y < e->now_len && added[y])
      y++, c.now_len++;
    if (c.then_len || c.now_len)
      vec_push(out, c);
    else
      x++, y++;
  }
}

static void diff_middle(struct edit *e, size_t offset, source_changes *out) {
  e->furthest = alloc_zero(EDITS_MOST + 1, sizeof *e->furthest);
  int edits = forward(e);
  if (edits < 0) {
    struct source_change all = {(uint32_t)offset + 1, (uint32_t)e->then_len,
                                (uint32_t)offset + 1, (uint32_t)e->now_len};
    vec_push(out, all);
  } else {
    bool *gone = alloc_zero((size_t)e->then_len + 1, 1);
    bool *added = alloc_zero((size_t)e->now_len + 1, 1);
    backward(e, edits, gone, added);
    collect(e, offset, gone, added, out);
    free(gone);
    free(added);
  }
  for (int i = 0; i <= EDITS_MOST; i++)
    free(e->furthest[i]);
  free(e->furthest);
}

void source_diff(const uint16_t *then, size_t then_len, const uint16_t *now,
                 size_t now_len, source_changes *out) {
  size_t same = 0, tail = 0;
  while (same < then_len && same < now_len && then[same] == now[same])
    same++;
  while (tail < then_len - same && tail < now_len - same &&
         then[then_len - 1 - tail] == now[now_len - 1 - tail])
    tail++;
  struct edit e = {.then = then + same,
                   .now = now + same,
                   .then_len = (int)(then_len - same - tail),
                   .now_len = (int)(now_len - same - tail)};
  if (e.then_len || e.now_len)
    diff_middle(&e, same, out);
}
