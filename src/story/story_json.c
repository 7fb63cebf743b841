/* A story for machines. */
#include "story/story.h"

static void put_text(struct json *j, const char *key, const char *text) {
  if (text && *text)
    json_put_string(j, key, text);
}

static void threads_json(const struct story *s, struct json *j) {
  json_key(j, "threads");
  json_open(j, '[');
  for (unsigned i = 0; i < THREADS_MAX; i++) {
    const struct story_thread *t = &s->threads[i];
    if (!t->name)
      continue;
    json_open(j, '{');
    json_put_uint(j, "thread", i);
    json_put_string(j, "name", t->name);
    put_text(j, "holds", t->holds);
    put_text(j, "waits_for", t->waits);
    if (t->waits_for)
      json_put_uint(j, "waits_for_thread", t->waits_for - 1);
    put_text(j, "ends", t->ends);
    json_close(j);
  }
  json_close(j);
}

static void ops_json(const struct story *s, const struct story_step *step,
                     struct json *j) {
  json_key(j, "operations");
  json_open(j, '[');
  for (uint32_t i = 0; i < step->op_count; i++) {
    const struct story_op *op = &s->ops.at[step->first_op + i];
    json_open(j, '{');
    json_put_uint(j, "event", op->event);
    json_put_string(j, "kind", op_text(op->kind));
    put_text(j, "object", op->object);
    put_text(j, "value", op->value);
    json_close(j);
  }
  json_close(j);
}

static void step_json(const struct story *s, const struct story_step *step,
                      struct json *j) {
  static const char *const kinds[] = {"step", "failure", "waits", "folded"};
  json_open(j, '{');
  json_put_string(j, "kind", kinds[step->kind]);
  json_put_uint(j, "thread", step->thread);
  put_text(j, "file", step->at.file);
  if (step->at.line) {
    json_put_uint(j, "line", step->at.line);
    json_put_uint(j, "column", step->at.col);
  }
  put_text(j, "source", step->source);
  json_put_string(j, "what", step->what);
  put_text(j, "note", step->note);
  put_text(j, "before", step->before);
  put_text(j, "locks", step->locks);
  json_put_uint(j, "events", step->events);
  if (step->folded)
    json_put_uint(j, "steps", step->folded);
  if (step->cause)
    json_put_uint(j, "after", step->cause - 1);
  if (step->fails || step->marked)
    json_put_bool(j, "fails", true);
  if (step->op_count)
    ops_json(s, step, j);
  json_close(j);
}

void story_json(const struct story *s, struct json *j) {
  json_put_string(j, "headline", s->headline);
  put_text(j, "where", s->where);
  put_text(j, "decisive", s->decisive);
  if (s->round != STORY_NONE)
    json_put_uint(j, "round", s->round);
  json_key(j, "evidence");
  json_open(j, '[');
  for (size_t i = 0; i < s->evidence.len; i++)
    json_string(j, s->evidence.at[i]);
  json_close(j);
  threads_json(s, j);
  json_key(j, "steps");
  json_open(j, '[');
  for (size_t i = 0; i < s->steps.len; i++)
    step_json(s, &s->steps.at[i], j);
  json_close(j);
}
