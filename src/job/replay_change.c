#include "job/replay_change.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sound.h"
#include "exec/source.h"

enum { HUNKS_SHOWN = 10, LINES_SHOWN = 4, SITES_MOST = 1 << 18 };

static size_t folder_len(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Where a recorded source is now: moved along with the first file when it was
 * in or below its folder. */
static void path_now(const struct tape *r, const struct target *t,
                     const char *path, char out[PATH_MAX]) {
  const char *then = r->files.at[0], *now = t->files.at[0];
  size_t folder = folder_len(then);
  bool below = r->target == t->kind && !strncmp(path, then, folder);
  if (!strcmp(path, then) && r->target == t->kind)
    snprintf(out, PATH_MAX, "%s", now);
  else if (below)
    snprintf(out, PATH_MAX, "%.*s%s", (int)folder_len(now), now, path + folder);
  else
    snprintf(out, PATH_MAX, "%s", path);
}

static const char *base_name(const char *path) {
  return path + folder_len(path);
}

/* The function around a line: that of the nearest place of the file. */
static const char *function_at(struct executor *x, const char *path,
                               uint32_t line) {
  const char *found = NULL;
  uint32_t best = UINT32_MAX;
  for (uint32_t site = 1; site < SITES_MOST && x->place; site++) {
    struct spot at = x->place(x, site);
    if (!at.file)
      break;
    uint32_t far = at.line > line ? at.line - line : line - at.line;
    if (at.function && far < best &&
        !strcmp(base_name(at.file), base_name(path))) {
      best = far;
      found = at.function;
    }
  }
  return found && !strcmp(found, "heddle_user_main") ? "main" : found;
}

static void add_lines(struct text *out, uint32_t from, uint32_t len) {
  EXPECTS(from > 0);
  text_printf(out, "%u", from);
  if (len > 1)
    text_printf(out, "-%u", from + len - 1);
}

/* What the recording knows of the text of a line then. */
static const char *text_then(const struct tape *r, size_t source,
                             uint32_t line) {
  EXPECTS(source < r->sources.len);
  for (size_t i = 0; i < r->places.len; i++)
    if (r->places.at[i].source == source && r->places.at[i].line == line)
      return r->places.at[i].text;
  return NULL;
}

static void add_texts(const struct tape *r, size_t source,
                      const struct source_text *now,
                      const struct source_change *c, struct text *out) {
  EXPECTS(source < r->sources.len);
  unsigned shown = 0;
  for (uint32_t i = 0; i < c->then_len && shown < LINES_SHOWN; i++) {
    const char *text = text_then(r, source, c->then + i);
    if (text && ++shown)
      text_printf(out, "      - %s\n", text);
  }
  for (uint32_t i = 0; i < c->now_len && i < LINES_SHOWN; i++) {
    struct text line = {0};
    source_line(now, c->now + i, &line);
    if (line.len)
      text_printf(out, "      + %s\n", text_str(&line));
    text_free(&line);
  }
  if (c->now_len > LINES_SHOWN)
    text_add(out, "      + ...\n");
}

static void add_hunk(const struct tape *r, const struct target *t,
                     size_t source, const char *path,
                     const struct source_text *now,
                     const struct source_change *c, struct text *out) {
  EXPECTS(source < r->sources.len);
  uint32_t len = c->now_len ? c->now_len : c->then_len;
  text_printf(out, "    %s %s ", base_name(path), len > 1 ? "lines" : "line");
  if (c->now_len)
    add_lines(out, c->now, c->now_len);
  else
    add_lines(out, c->then, c->then_len);
  text_add(out, !c->then_len  ? " added"
                : !c->now_len ? " removed"
                              : " changed");
  const char *function = function_at(t->executor, path, c->now);
  if (function)
    text_printf(out, ", in %s", function);
  text_char(out, '\n');
  add_texts(r, source, now, c, out);
}

static void add_changes(const struct tape *r, const struct target *t,
                        size_t source, const char *path,
                        const struct source_text *now, struct text *out) {
  EXPECTS(source < r->sources.len);
  const struct tape_source *then = &r->sources.at[source];
  source_changes changes = {0};
  if (then->marks_len)
    source_diff(then->marks, then->marks_len, now->marks.at, now->marks.len,
                &changes);
  text_printf(out, "  %s has changed%s\n", path,
              !then->marks_len ? ""
              : changes.len    ? ":"
                               : " (only in blanks or in the order of "
                                 "equal lines)");
  for (size_t i = 0; i < changes.len && i < HUNKS_SHOWN; i++)
    add_hunk(r, t, source, path, now, &changes.at[i], out);
  if (changes.len > HUNKS_SHOWN)
    text_printf(out, "    and %zu more places\n", changes.len - HUNKS_SHOWN);
  vec_free(&changes);
}

/* Whether any source that can be read has changed. */
static bool sources_changed(const struct tape *r, const struct target *t,
                            struct text *out) {
  bool changed = false;
  for (size_t i = 0; i < r->sources.len; i++) {
    char path[PATH_MAX];
    struct source_text now;
    path_now(r, t, r->sources.at[i].path, path);
    if (source_read(&now, path) && now.digest != r->sources.at[i].digest) {
      changed = true;
      add_changes(r, t, i, path, &now, out);
    }
    source_free(&now);
  }
  return changed;
}

bool replay_change(const struct tape *r, const struct target *t,
                   struct text *out) {
  bool same_files = t->identity == r->identity && t->kind == r->target;
  bool same_build = r->build && r->build == t->executor->identity;
  /* a binary that is the same is the same whatever became of its sources */
  if (same_files && t->kind == TAPE_BINARY)
    return false;
  if (sources_changed(r, t, out))
    return true;
  if (same_files || (t->kind == TAPE_BINARY && same_build))
    return false;
  if (same_build && t->kind == r->target)
    text_add(out, "  the files have changed, but not their places of access "
                  "and their variables\n");
  else
    text_add(out, "  it is another program, and which lines changed is not "
                  "known: its sources are not those of the recording\n");
  return true;
}
