#include "report/because.h"

void because_json(struct json *j, const struct reasons *r) {
  json_key(j, "because");
  json_open(j, '[');
  vec_each(&r->at, b) {
    json_open(j, '{');
    json_put_string(j, "why", why_key(b->why));
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
