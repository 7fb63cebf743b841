#include "form/cover_write.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "report/because.h"
#include "report/csv.h"

static void write_tsv(const struct cover_write *w, struct text *out);
static void write_csv(const struct cover_write *w, struct text *out);
static void write_markdown(const struct cover_write *w, struct text *out);
static void write_pict_json(const struct cover_write *w, struct text *out);

const struct cover_format cover_formats[] = {
    {"tsv", "tab-separated, as PICT prints", write_tsv},
    {"csv", "comma-separated (RFC 4180)", write_csv},
    {"json", "the whole report, the same as --json", cover_json},
    {"pict-json", "as pict /f:json, negative prefixes kept",
     write_pict_json},
    {"markdown", "a table", write_markdown},
    {"html", "a page with a heat map", cover_html},
    {"pytest", "parameters for pytest", cover_pytest},
    {"junit", "a source of arguments for JUnit 5", cover_junit},
    {"ctest", "tests for CMake and CTest", cover_ctest},
    {0}};

void cover_cell(const struct cover_write *w, struct text *out, size_t param,
                unsigned value, size_t nth) {
  if (heddle_cover_negative(w->m, param, value))
    text_char(out, w->negative_prefix);
  text_add(out, heddle_cover_alias(w->m, param, value, nth));
}

void cover_tuple(const struct heddle_cover *m, struct text *out,
                 const struct heddle_cover_tuple *t) {
  for (size_t i = 0; i < t->size; i++) {
    const char *name = heddle_cover_param(m, t->params[i]);
    text_add(out, i ? ", " : "");
    if (heddle_cover_absent(m, t->params[i], t->values[i]))
      text_printf(out, "no %s", name);
    else
      text_printf(out, "%s=%s", name,
                  heddle_cover_value(m, t->params[i], t->values[i]));
  }
}

void cover_reasons(const struct heddle_cover_result *r, struct reasons *out) {
  for (size_t i = 0; i < r->because_count; i++)
    for (enum why why = 0; why < WHY_COUNT; why++)
      if (!strcmp(why_key(why), r->because[i].why))
        reasons_add(out, (struct because){.why = why});
}

void cover_noun(struct text *out, unsigned strength, uint64_t count) {
  static const char *const nouns[] = {"", "value", "pair", "triple"};
  if (strength < 4)
    text_add(out, nouns[strength]);
  else
    text_printf(out, "%u-tuple", strength);
  if (count != 1)
    text_char(out, 's');
}

/* --- tables --------------------------------------------------------------- */

size_t cover_columns(const struct cover_write *w) {
  return w->tests->params + (w->from ? heddle_cover_carried(w->m) : 0) +
         (w->results != NULL);
}

const char *cover_column(const struct cover_write *w, size_t column) {
  size_t params = w->tests->params;
  if (w->results && column + 1 == cover_columns(w))
    return "result";
  return column < params ? heddle_cover_param(w->m, column)
                         : heddle_cover_carried_name(w->m, column - params);
}

struct cover_turns cover_turns_begin(const struct cover_write *w) {
  struct cover_turns t = {0};
  for (size_t p = 0; p < w->tests->params; p++)
    if (heddle_cover_values(w->m, p) > t.most)
      t.most = heddle_cover_values(w->m, p);
  t.nth = alloc_zero(w->tests->params * t.most, sizeof *t.nth);
  return t;
}

void cover_turns_end(struct cover_turns *t) { free(t->nth); }

bool cover_text(const struct cover_write *w, struct cover_turns *turns,
                size_t test, size_t column, struct text *out) {
  size_t params = w->tests->params;
  if (w->results && column + 1 == cover_columns(w)) {
    text_add(out, w->results[test]);
    return *w->results[test];
  }
  if (column >= params) {
    size_t from = w->from[test];
    const char *s = from == SIZE_MAX ? "" : heddle_cover_carried_text(
                                                w->m, column - params, from);
    text_add(out, s);
    return *s;
  }
  unsigned v = heddle_cover_cell(w->tests, test, column);
  if (v == HEDDLE_COVER_OPEN) {
    text_add(out, w->open ? w->open : "");
    return w->open;
  }
  size_t nth = turns ? turns->nth[column * turns->most + v]++ : 0;
  cover_cell(w, out, column, v, nth);
  return !heddle_cover_absent(w->m, column, v);
}

/* Calls `cell` for the header and every cell. */
static void
each_cell(const struct cover_write *w, struct text *out,
          void (*cell)(struct text *out, const char *s, size_t column,
                       bool last)) {
  size_t columns = cover_columns(w);
  for (size_t i = 0; i < columns; i++)
    cell(out, cover_column(w, i), i, i + 1 == columns);
  struct cover_turns turns = cover_turns_begin(w);
  struct text t = {0};
  for (size_t test = 0; test < w->tests->count; test++)
    for (size_t i = 0; i < columns; i++) {
      text_clear(&t);
      cover_text(w, &turns, test, i, &t);
      cell(out, text_str(&t), i, i + 1 == columns);
    }
  text_free(&t);
  cover_turns_end(&turns);
}

static void tsv_cell(struct text *out, const char *s, size_t param,
                     bool last) {
  (void)param;
  text_add(out, s);
  text_char(out, last ? '\n' : '\t');
}

static void write_tsv(const struct cover_write *w, struct text *out) {
  each_cell(w, out, tsv_cell);
}

static void csv_cell(struct text *out, const char *s, size_t param,
                     bool last) {
  (void)param;
  csv_field(out, s);
  text_char(out, last ? '\n' : ',');
}

static void write_csv(const struct cover_write *w, struct text *out) {
  each_cell(w, out, csv_cell);
}

static void markdown_cell(struct text *out, const char *s, size_t param,
                          bool last) {
  text_add(out, param ? " " : "| ");
  for (; *s; s++) {
    if (*s == '|' || *s == '\\')
      text_char(out, '\\');
    text_char(out, *s);
  }
  text_add(out, last ? " |\n" : " |");
}

static void write_markdown(const struct cover_write *w, struct text *out) {
  struct text all = {0};
  each_cell(w, &all, markdown_cell);
  size_t header = strcspn(text_str(&all), "\n") + 1;
  text_add_n(out, text_str(&all), header);
  for (size_t p = 0; p < cover_columns(w); p++)
    text_add(out, p ? "---|" : "|---|");
  text_char(out, '\n');
  text_add(out, text_str(&all) + header);
  text_free(&all);
}

/* --- json ----------------------------------------------------------------- */

static void json_cell(const struct cover_write *w, struct json *j,
                      size_t test, size_t column) {
  struct text t = {0};
  if (cover_text(w, NULL, test, column, &t))
    json_string(j, text_str(&t));
  else
    json_null(j);
  text_free(&t);
}

static void write_pict_json(const struct cover_write *w, struct text *out) {
  struct json j = {.out = out};
  json_open(&j, '[');
  for (size_t i = 0; i < w->tests->count; i++) {
    json_open(&j, '[');
    for (size_t p = 0; p < cover_columns(w); p++) {
      json_open(&j, '{');
      json_put_string(&j, "key", cover_column(w, p));
      json_key(&j, "value");
      json_cell(w, &j, i, p);
      json_close(&j);
    }
    json_close(&j);
  }
  json_close(&j);
  text_char(out, '\n');
}

enum { LISTED_MOST = 100000 };

void cover_json_tuple(const struct heddle_cover *m, struct json *j,
                      const struct heddle_cover_tuple *t) {
  for (size_t i = 0; i < t->size; i++) {
    json_key(j, heddle_cover_param(m, t->params[i]));
    if (heddle_cover_absent(m, t->params[i], t->values[i]))
      json_null(j);
    else
      json_string(j, heddle_cover_value(m, t->params[i], t->values[i]));
  }
}

struct listing {
  const struct heddle_cover *m;
  struct json *j;
  size_t count;
};

static bool list_tuple(void *user, const struct heddle_cover_tuple *t) {
  struct listing *l = user;
  json_open(l->j, '{');
  cover_json_tuple(l->m, l->j, t);
  json_close(l->j);
  return ++l->count < LISTED_MOST;
}

static void json_result(const struct cover_write *w, struct json *j) {
  const struct heddle_cover_result *r = w->result;
  struct reasons because = {0};
  cover_reasons(r, &because);
  json_put_string(j, "verdict", verdict_names[r->verdict == HEDDLE_HOLDS
                                                  ? VERDICT_HOLDS
                                                  : VERDICT_INCOMPLETE]);
  because_json(j, &because);
  reasons_free(&because);
  json_put_string(j, "strategy", r->strategy ? r->strategy : "none");
  json_key(j, "bounds");
  json_open(j, '{');
  json_put_uint(j, "lower", r->bound);
  json_put_uint(j, "upper", r->tests.count);
  json_close(j);
  json_put_uint(j, "kept", r->kept);
  json_put_uint(j, "tuples", r->tuples);
  json_put_uint(j, "covered", r->covered);
  json_put_uint(j, "infeasible_count", r->infeasible);
  json_put_uint(j, "steps", r->steps);
  json_key(j, "time");
  json_open(j, '{');
  json_put_real(j, "cpu_seconds", r->seconds);
  json_put_real(j, "first_answer", r->first_seconds);
  json_put_real(j, "best_answer", r->best_seconds);
  json_close(j);
  json_put_uint(j, "first_size", r->first);
  json_key(j, "infeasible");
  json_open(j, '[');
  struct listing l = {w->m, j, 0};
  if (r->infeasible)
    heddle_cover_infeasible(w->mutable_model, w->strength, w->memory,
                            list_tuple, &l);
  json_close(j);
}

/* By column, in the order of the tests. */
static void json_carried(const struct cover_write *w, struct json *j) {
  if (cover_columns(w) == w->tests->params)
    return;
  json_key(j, "carried");
  json_open(j, '{');
  for (size_t i = w->tests->params; i < cover_columns(w); i++) {
    json_key(j, cover_column(w, i));
    json_open(j, '[');
    for (size_t t = 0; t < w->tests->count; t++)
      json_cell(w, j, t, i);
    json_close(j);
  }
  json_close(j);
}

static void json_found(const struct cover_write *w, struct json *j) {
  json_put_uint(j, "tests_run", w->found->run);
  json_put_uint(j, "failed", w->found->failed);
  json_put_uint(j, "wanted", w->found->wanted);
  struct listing l = {w->m, j, 0};
  json_key(j, "guilty");
  json_open(j, '[');
  heddle_cover_locate_guilty(w->found->at, list_tuple, &l);
  json_close(j);
  json_key(j, "suspects");
  json_open(j, '[');
  heddle_cover_locate_suspects(w->found->at, list_tuple, &l);
  json_close(j);
  json_put_uint(j, "unexplained",
                heddle_cover_locate_unexplained(w->found->at));
}

void cover_json(const struct cover_write *w, struct text *out) {
  struct json j = {.out = out};
  json_begin(&j, "heddle.cover/1");
  json_put_string(&j, "model", w->file);
  json_put_uint(&j, "strength", w->strength);
  json_put_uint(&j, "size", w->tests->count);
  if (w->result)
    json_result(w, &j);
  if (w->found)
    json_found(w, &j);
  json_key(&j, "parameters");
  json_open(&j, '[');
  for (size_t p = 0; p < w->tests->params; p++)
    json_string(&j, heddle_cover_param(w->m, p));
  json_close(&j);
  json_key(&j, "tests");
  json_open(&j, '[');
  for (size_t i = 0; i < w->tests->count; i++) {
    json_open(&j, '[');
    for (size_t p = 0; p < w->tests->params; p++)
      json_cell(w, &j, i, p);
    json_close(&j);
  }
  json_close(&j);
  json_carried(w, &j);
  json_end(&j);
}
