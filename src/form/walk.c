#include "form/walk.h"

#include "job/chart.h"
#include "report/json.h"

const char *walk_end(const struct stepping *s) {
  const char *error = stepping_error(s);
  if (error)
    return error;
  return stepping_end(s) == STEPPING_TERMINATED ? "everything has ended" : NULL;
}

void walk_draw(const struct stepping *s, unsigned width, bool colour,
               struct text *out) {
  struct recording r;
  struct chart chart;
  struct text why = {0};
  stepping_record(s, &r);
  if (chart_make(&chart, &r, s->m, &why))
    run_render_text(
        out, &chart.run,
        (struct run_style){.width = width, .indent = 2, .colour = colour});
  else
    text_printf(out, "  (a bug in heddle: %s)\n", text_str(&why));
  chart_free(&chart);
  recording_free(&r);
  text_free(&why);
}

void walk_record(const struct stepping *s, struct text *out) {
  struct recording r;
  stepping_record(s, &r);
  recording_write(&r, out);
  recording_free(&r);
}

void walk_json(const struct stepping *s, uint64_t seed, struct text *out) {
  struct json j = {.out = out};
  struct text state = {0};
  struct recording r;
  const char *end = walk_end(s);
  stepping_record(s, &r);
  json_begin(&j, "heddle.run/1");
  json_put_string(&j, "model", s->m->file);
  json_put_uint(&j, "seed", seed);
  json_put_string(&j, "end", end ? end : "it could go on");
  json_put_bool(&j, "error", stepping_error(s) != NULL);
  interp_print_state(s->in, stepping_state(s), &state);
  json_put_string(&j, "state", text_str(&state));
  json_put_uint(&j, "length", r.steps.len);
  json_key(&j, "run");
  json_open(&j, '[');
  for (size_t i = 0; i < r.steps.len; i++) {
    json_open(&j, '{');
    json_put_string(&j, "process", s->m->processes[r.steps.at[i].process].name);
    json_put_string(&j, "step", r.texts.at[i]);
    json_close(&j);
  }
  json_close(&j);
  json_end(&j);
  recording_free(&r);
  text_free(&state);
}
