#include "form/study.h"
#include "report/json.h"

static void put_outcome(struct json *j, const struct study_model *m,
                        const struct strategy *s, const struct outcome *o) {
  json_open(j, '{');
  json_put_string(j, "strategy", s->name);
  json_put_string(j, "status", outcome_status_names[o->status]);
  if (o->why && *o->why)
    json_put_string(j, "why", o->why);
  if (o->status == OUTCOME_DONE || o->status == OUTCOME_LIMIT) {
    json_put_uint(j, "states", o->states);
    json_put_uint(j, "transitions", o->transitions);
    json_put_uint(j, "bytes", o->bytes);
    json_put_real(j, "seconds", o->seconds);
    json_put_real(j, "cpu_seconds", o->cpu_seconds);
    json_key(j, "counts");
    json_open(j, '{');
    for (int k = 0; k < FINDING_KINDS; k++)
      if (o->known >> k & 1)
        json_put_uint(j, finding_kind_names[k], o->counts[k]);
    json_close(j);
  }
  struct text why = {0};
  if (!measure_agrees(&m->outcomes[0], o, s, &why))
    json_put_string(j, "misses", text_str(&why));
  text_free(&why);
  json_close(j);
}

static void put_models(struct json *j, const struct study *s) {
  json_key(j, "models");
  json_open(j, '[');
  vec_each(&s->models, m) {
    json_open(j, '{');
    json_put_string(j, "model", m->name);
    json_put_uint(j, "processes", m->processes);
    if (m->outcomes[0].status == OUTCOME_DONE)
      json_put_real(j, "concurrency", m->outcomes[0].concurrency);
    json_key(j, "outcomes");
    json_open(j, '[');
    for (size_t k = 0; k < s->strategies.len; k++)
      put_outcome(j, m, s->strategies.at[k], &m->outcomes[k]);
    json_close(j);
    json_close(j);
  }
  json_close(j);
}

static void put_table(struct json *j, const struct table *table) {
  json_open(j, '{');
  json_put_string(j, "title", table->title);
  json_put_string(j, "columns", table->columns);
  json_key(j, "names");
  json_open(j, '[');
  vec_each(&table->names, name) json_string(j, *name);
  json_close(j);
  json_key(j, "rows");
  json_open(j, '[');
  const char *label = "";
  vec_each(&table->rows, row) {
    label = *row->label ? row->label : label;
    json_open(j, '{');
    json_put_string(j, "label", label);
    if (*row->detail)
      json_put_string(j, "detail", row->detail);
    json_key(j, "values");
    json_open(j, '[');
    for (size_t i = 0; i < table->names.len; i++)
      json_real(j, row->values[i]);
    json_close(j);
    json_close(j);
  }
  json_close(j);
  json_close(j);
}

void study_json(const struct study_view *v, struct text *out) {
  struct json j = {.out = out};
  struct tables t = {0};
  study_overview(v->study, &t);
  for (int by = 0; by < BY_COUNT; by++)
    if (v->by[by])
      study_tables(v->study, (enum study_by)by, &t);
  json_begin(&j, "heddle.study/1");
  json_put_string(&j, "name", v->name);
  json_put_bool(&j, "complete", !v->study->stopped);
  put_models(&j, v->study);
  json_key(&j, "tables");
  json_open(&j, '[');
  vec_each(&t.at, table) put_table(&j, *table);
  json_close(&j);
  json_end(&j);
  tables_free(&t);
}
