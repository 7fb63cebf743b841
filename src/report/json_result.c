/* A result as JSON: "schema" is "heddle.COMMAND/1", what all commands say has
 * the same names in each, and its details follow. */
#include <string.h>

#include "report/because.h"
#include "report/forms.h"
#include "report/json.h"

static void put_text(struct json *j, const char *key, const char *text) {
  if (text)
    json_put_string(j, key, text);
}

static void put_because(struct json *j, const struct heddle_result *r) {
  json_key(j, "because");
  json_open(j, '[');
  for (size_t i = 0; i < r->because_count; i++)
    because_put(j, &r->because[i]);
  json_close(j);
  if (!r->under)
    return;
  json_key(j, "under");
  json_open(j, '[');
  for (size_t i = 0; r->under[i]; i++)
    json_string(j, r->under[i]);
  json_close(j);
}

/* How many were found; what was searched is among the details. */
static void put_counts(struct json *j, const struct heddle_result *r) {
  json_key(j, "counts");
  json_open(j, '{');
  for (size_t i = 0; i < r->count_count; i++)
    if (r->counts[i].found)
      json_put_uint(j, r->counts[i].name, r->counts[i].value);
  json_close(j);
  json_key(j, "exact");
  json_open(j, '{');
  for (size_t i = 0; i < r->count_count; i++)
    if (r->counts[i].found)
      json_put_bool(j, r->counts[i].name, r->counts[i].exact);
  json_close(j);
}

static void put_place(struct json *j, struct heddle_place at) {
  if (!at.line)
    return;
  put_text(j, "file", at.file);
  put_text(j, "function", at.function);
  json_put_uint(j, "line", at.line);
  if (at.column)
    json_put_uint(j, "column", at.column);
}

/* The file of a step is said where it is not that of the finding. */
static void put_step(struct json *j, const struct heddle_finding *f,
                     const struct heddle_step *s) {
  json_open(j, '{');
  json_put_string(j, "process", s->process);
  json_put_string(j, "step", s->text);
  put_text(j, "edge", s->edge);
  if (s->at.line) {
    if (s->at.file && (!f->file || strcmp(s->at.file, f->file)))
      json_put_string(j, "file", s->at.file);
    json_put_uint(j, "line", s->at.line);
  }
  put_text(j, "object", s->object);
  put_text(j, "sender", s->sender);
  json_details(j, s->changed);
  json_close(j);
}

static void put_run(struct json *j, const struct heddle_finding *f) {
  json_put_uint(j, "length", f->length);
  if (f->for_ever) {
    json_put_uint(j, "stem", f->length - f->circle);
    json_put_uint(j, "circle", f->circle);
  }
  json_key(j, "run");
  json_open(j, '[');
  for (size_t i = 0; i < f->length; i++)
    put_step(j, f, &f->run[i]);
  json_close(j);
}

static void put_finding(struct json *j, const struct heddle_finding *f) {
  json_open(j, '{');
  json_put_string(j, "kind", f->key);
  put_text(j, "process", f->process);
  put_text(j, "state", f->state);
  put_text(j, "message", f->message);
  put_text(j, "object", f->object);
  put_text(j, "property", f->property);
  put_place(j, (struct heddle_place){f->file, NULL, f->line, f->column});
  if (f->other.line) {
    json_key(j, "other");
    json_open(j, '{');
    put_place(j, f->other);
    json_close(j);
  }
  json_put_string(j, "where", f->where);
  json_details(j, f->details);
  if (f->run)
    put_run(j, f);
  json_close(j);
}

void json_render(struct text *out, const struct heddle_result *r) {
  struct json j = {.out = out};
  struct text schema = {0};
  text_printf(&schema, "heddle.%s/1", r->command);
  json_begin(&j, text_str(&schema));
  text_free(&schema);
  json_put_string(&j, "name", r->name);
  json_put_string(&j, "verdict", verdict_names[r->verdict]);
  put_because(&j, r);
  json_details(&j, r->details);
  put_counts(&j, r);
  json_key(&j, "findings");
  json_open(&j, '[');
  for (size_t i = 0; i < r->finding_count; i++)
    put_finding(&j, &r->findings[i]);
  json_close(&j);
  json_end(&j);
}
