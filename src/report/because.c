#include "report/because.h"

void because_put(struct json *j, const struct heddle_because *b) {
  json_open(j, '{');
  json_put_string(j, "why", b->why);
  if (b->name)
    json_put_string(j, "name", b->name);
  if (b->file) {
    json_put_string(j, "file", b->file);
    json_put_uint(j, "line", b->line);
  }
  if (b->count)
    json_put_uint(j, "count", b->count);
  json_close(j);
}

void because_json(struct json *j, const struct reasons *r) {
  json_key(j, "because");
  json_open(j, '[');
  vec_each(&r->at, b)
      because_put(j, &(struct heddle_because){why_key(b->why), b->name, b->file,
                                              b->line, b->count});
  json_close(j);
}

void under_json(struct json *j, unsigned under) {
  json_key(j, "under");
  json_open(j, '[');
  for (unsigned i = 0; i < UNDER_COUNT; i++)
    if (under >> i & 1)
      json_string(j, under_texts[i]);
  json_close(j);
}
