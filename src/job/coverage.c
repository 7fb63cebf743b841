#include "job/coverage.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "job/events.h"

/* --- collecting --------------------------------------------------------- */

static void watch(void *user, const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  struct coverage *c = user;
  const struct run *r = &b->runs[i];
  pairs_add(&c->pairs, b->events + r->events, r->events_len);
}

void coverage_begin(struct coverage *c, const struct target *t,
                    struct sched_options *o) {
  c->target = t;
  o->watch = watch;
  o->watch_user = c;
}

static int compare(const void *a, const void *b) {
  const struct coverage_row *x = a, *y = b;
  int order = strcmp(x->file, y->file);
  if (order)
    return order;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  if (x->branch != y->branch)
    return x->branch ? 1 : -1;
  return x->column < y->column ? -1 : x->column > y->column;
}

/* A line has been run when one of its blocks has; each branch of a line is
 * one by itself. */
static bool same(const struct coverage_row *a, const struct coverage_row *b) {
  return a->line == b->line && a->branch == b->branch &&
         !strcmp(a->file, b->file) && (!a->branch || a->column == b->column);
}

static void merge(struct coverage *c) {
  size_t kept = 0;
  if (c->rows.len)
    qsort(c->rows.at, c->rows.len, sizeof *c->rows.at, compare);
  for (size_t i = 0; i < c->rows.len; i++) {
    struct coverage_row *row = &c->rows.at[i];
    if (kept && same(&c->rows.at[kept - 1], row))
      c->rows.at[kept - 1].seen |= row->seen;
    else
      c->rows.at[kept++] = *row;
  }
  c->rows.len = kept;
}

static void count(struct coverage *c) {
  vec_each(&c->rows, r) {
    if (r->branch) {
      c->ways += 2;
      c->ways_seen += (r->seen & 1u) + (r->seen >> 1 & 1u);
    } else {
      c->lines++;
      c->lines_seen += r->seen != 0;
    }
  }
  vec_each(&c->pairs.at, p) c->both += p->orders == (PAIR_FORTH | PAIR_BACK);
}

/* What the executor counts, with what was seen before; to be freed. */
static struct covered *ask(const struct coverage *c, size_t *count) {
  struct executor *x = c->target->executor;
  size_t n = x->covers ? x->covers(x, NULL, 0) : 0;
  struct covered *all = alloc_zero(n + 1, sizeof *all);
  if (n)
    n = x->covers(x, all, n);
  for (size_t i = 0; i < n && i < c->before.len; i++)
    all[i].seen |= c->before.at[i];
  *count = n;
  return all;
}

void coverage_save(const struct coverage *c, struct text *out) {
  size_t n;
  struct covered *all = ask(c, &n);
  pack_uint(out, n);
  for (size_t i = 0; i < n; i++)
    pack_uint(out, all[i].seen);
  free(all);
  pack_uint(out, c->pairs.at.len);
  vec_each(&c->pairs.at, p) {
    pack_uint(out, p->a);
    pack_uint(out, p->b);
    pack_uint(out, p->orders);
  }
}

bool coverage_load(struct coverage *c, struct unpack *in) {
  for (uint32_t n = unpack_count(in); n && !in->bad; n--)
    vec_push(&c->before,
             (uint8_t)unpack_uint(in, COVERED_YES | COVERED_NO));
  for (uint32_t n = unpack_count(in); n && !in->bad; n--) {
    struct pair p = {(uint32_t)unpack_uint(in, UINT32_MAX), 0, 0};
    p.b = (uint32_t)unpack_uint(in, UINT32_MAX);
    p.orders = (uint8_t)unpack_uint(in, PAIR_FORTH | PAIR_BACK);
    pairs_put(&c->pairs, &p);
  }
  return !in->bad;
}

void coverage_end(struct coverage *c) {
  size_t n;
  struct covered *all = ask(c, &n);
  for (size_t i = 0; i < n; i++) {
    struct coverage_row row = {all[i].at.file, all[i].at.function,
                               all[i].at.line, all[i].at.col, all[i].branch,
                               all[i].seen};
    if (row.file && row.line)
      vec_push(&c->rows, row);
  }
  free(all);
  merge(c);
  count(c);
}

void coverage_free(struct coverage *c) {
  pairs_free(&c->pairs);
  vec_free(&c->rows);
  vec_free(&c->before);
}

/* --- text --------------------------------------------------------------- */

static void share(struct text *out, size_t some, size_t all,
                  const char *what) {
  EXPECTS(some <= all);
  text_count(out, some);
  text_add(out, " of ");
  text_count(out, all);
  text_printf(out, " %s", what);
  if (all)
    text_printf(out, " (%zu %%)", some * 100 / all);
}

static const char *base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* "  never run: queue.c 31-33, 40", a line for each file. */
static void add_never(const struct coverage *c, struct text *out) {
  const char *file = NULL;
  for (size_t i = 0; i < c->rows.len; i++) {
    const struct coverage_row *r = &c->rows.at[i];
    if (r->branch || r->seen)
      continue;
    bool fresh = !file || strcmp(file, r->file);
    if (fresh)
      text_printf(out, "%s  never run: %s ", file ? "\n" : "", base(r->file));
    file = r->file;
    size_t last = i;
    for (size_t k = i + 1;
         k < c->rows.len && !strcmp(c->rows.at[k].file, file); k++) {
      if (c->rows.at[k].branch)
        continue;
      if (c->rows.at[k].seen)
        break;
      last = k;
    }
    text_printf(out, "%s%u", fresh ? "" : ", ", r->line);
    if (c->rows.at[last].line != r->line)
      text_printf(out, "-%u", c->rows.at[last].line);
    i = last;
  }
  if (file)
    text_char(out, '\n');
}

static void add_ways(const struct coverage *c, struct text *out) {
  enum { MOST = 10 };
  size_t n = 0;
  vec_each(&c->rows, r) {
    if (!r->branch || !r->seen || r->seen == (COVERED_YES | COVERED_NO))
      continue;
    if (n++ < MOST)
      text_printf(out, "%s%s:%u (always %s)",
                  n == 1 ? "  branches that went one way only: " : ", ",
                  base(r->file), r->line,
                  r->seen == COVERED_YES ? "true" : "false");
  }
  if (n > MOST)
    text_printf(out, " and %zu more", n - MOST);
  if (n)
    text_char(out, '\n');
}

static void add_pairs(const struct coverage *c, struct text *out) {
  enum { MOST = 10 };
  struct executor *x = c->target->executor;
  size_t n = 0;
  vec_each(&c->pairs.at, p) {
    if (p->orders == (PAIR_FORTH | PAIR_BACK))
      continue;
    if (n++ >= MOST)
      continue;
    bool forth = p->orders == PAIR_FORTH;
    text_add(out, n == 1 ? "  pairs in one order only:\n    " : "    ");
    events_place(x, forth ? p->a : p->b, out);
    text_add(out, " always before ");
    events_place(x, forth ? p->b : p->a, out);
    text_char(out, '\n');
  }
  if (n > MOST)
    text_printf(out, "    and %zu more\n", n - MOST);
}

void coverage_text(const struct coverage *c, struct text *out) {
  text_add(out, "coverage: ");
  if (c->rows.len) {
    share(out, c->lines_seen, c->lines, "lines");
    text_add(out, ", ");
    share(out, c->ways_seen, c->ways, "ways of branches");
    text_add(out, ", ");
  }
  share(out, c->both, c->pairs.at.len, "pairs of accesses in both orders");
  text_char(out, '\n');
  if (!c->rows.len && c->target->kind != TAPE_MODEL)
    text_add(out, "  " COVERAGE_HOW "\n");
  add_never(c, out);
  add_ways(c, out);
  add_pairs(c, out);
}

/* --- for machines ------------------------------------------------------- */

static void place_json(const struct coverage *c, const char *key,
                       uint32_t site, struct json *j) {
  struct executor *x = c->target->executor;
  struct spot at = x->place ? x->place(x, site) : (struct spot){0};
  json_key(j, key);
  json_open(j, '{');
  json_put_string(j, "file", at.file ? at.file : "");
  json_put_uint(j, "line", at.line);
  json_put_uint(j, "column", at.col);
  json_close(j);
}

static void rows_json(const struct coverage *c, bool branches,
                      struct json *j) {
  json_open(j, '[');
  vec_each(&c->rows, r) {
    if (r->branch != branches)
      continue;
    json_open(j, '{');
    json_put_string(j, "file", r->file);
    json_put_uint(j, "line", r->line);
    if (branches) {
      json_put_uint(j, "column", r->column);
      json_put_bool(j, "true", r->seen & COVERED_YES);
      json_put_bool(j, "false", r->seen & COVERED_NO);
    } else {
      json_put_bool(j, "run", r->seen != 0);
    }
    json_close(j);
  }
  json_close(j);
}

void coverage_json(const struct coverage *c, struct json *j) {
  json_key(j, "coverage");
  json_open(j, '{');
  json_key(j, "lines");
  rows_json(c, false, j);
  json_key(j, "branches");
  rows_json(c, true, j);
  json_key(j, "pairs");
  json_open(j, '[');
  vec_each(&c->pairs.at, p) {
    json_open(j, '{');
    place_json(c, "one", p->a, j);
    place_json(c, "other", p->b, j);
    json_put_bool(j, "one_first", p->orders & PAIR_FORTH);
    json_put_bool(j, "other_first", p->orders & PAIR_BACK);
    json_close(j);
  }
  json_close(j);
  json_close(j);
}

struct totals {
  size_t lines, hit, ways, taken;
};

static void end_record(struct text *out, const struct totals *t) {
  text_printf(out,
              "BRF:%zu\nBRH:%zu\nLF:%zu\nLH:%zu\nend_of_record\n", t->ways,
              t->taken, t->lines, t->hit);
}

/* A way that was not taken of a branch that was never reached is "-". */
static void add_ways_lcov(struct text *out, const struct coverage_row *r) {
  for (unsigned way = 0; way < 2; way++)
    text_printf(out, "BRDA:%u,%u,%u,%s\n", r->line, r->column, way,
                !r->seen               ? "-"
                : r->seen >> way & 1u ? "1"
                                      : "0");
}

void coverage_lcov(const struct coverage *c, struct text *out) {
  const char *file = NULL;
  struct totals t = {0};
  vec_each(&c->rows, r) {
    if (!file || strcmp(file, r->file)) {
      char path[PATH_MAX];
      if (file)
        end_record(out, &t);
      t = (struct totals){0};
      text_printf(out, "TN:\nSF:%s\n",
                  realpath(r->file, path) ? path : r->file);
      file = r->file;
    }
    if (r->branch) {
      add_ways_lcov(out, r);
      t.ways += 2;
      t.taken += (r->seen & 1u) + (r->seen >> 1 & 1u);
    } else {
      text_printf(out, "DA:%u,%u\n", r->line, r->seen ? 1u : 0u);
      t.lines++;
      t.hit += r->seen != 0;
    }
  }
  if (file)
    end_record(out, &t);
}
