#include "serve/body.h"

#include <json-c/json.h>
#include <limits.h>
#include <string.h>

struct body {
  struct json_object *root;
};

static struct json_object *parse(const char *text, size_t len, int depth,
                                 const char **why) {
  *why = "it is too large";
  if (len > INT_MAX)
    return NULL;
  struct json_tokener *t = json_tokener_new_ex(depth);
  *why = "no memory";
  if (!t)
    return NULL;
  json_tokener_set_flags(t, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
  struct json_object *root = json_tokener_parse_ex(t, text, (int)len);
  enum json_tokener_error error = json_tokener_get_error(t);
  size_t end = json_tokener_get_parse_end(t);
  json_tokener_free(t);
  *why = error == json_tokener_success    ? "it is no object"
         : error == json_tokener_continue ? "it ends too early"
                                          : json_tokener_error_desc(error);
  bool all = end + strspn(text + end, " \t\r\n") == len;
  if (error == json_tokener_success && all &&
      json_object_is_type(root, json_type_object))
    return root;
  json_object_put(root);
  return NULL;
}

struct body *body_read(const char *text, size_t len, const char **why) {
  struct json_object *root = parse(text, len, BODY_DEPTH, why);
  struct body *b = root ? calloc(1, sizeof *b) : NULL;
  if (b)
    b->root = root;
  else
    json_object_put(root);
  return b;
}

bool body_fine(const char *text, size_t len) {
  const char *why;
  struct json_object *root = parse(text, len, 64, &why);
  json_object_put(root);
  return root != NULL;
}

void body_free(struct body *b) {
  if (b)
    json_object_put(b->root);
  free(b);
}

static struct json_object *member(const struct body *b, const char *key) {
  struct json_object *o = NULL;
  json_object_object_get_ex(b->root, key, &o);
  return o;
}

/* A string without a NUL in it. */
static const char *whole(struct json_object *o) {
  if (!json_object_is_type(o, json_type_string))
    return NULL;
  const char *s = json_object_get_string(o);
  return strlen(s) == (size_t)json_object_get_string_len(o) ? s : NULL;
}

const char *body_string(const struct body *b, const char *key, size_t *len) {
  struct json_object *o = member(b, key);
  if (!json_object_is_type(o, json_type_string))
    return NULL;
  *len = (size_t)json_object_get_string_len(o);
  return json_object_get_string(o);
}

const char *body_item(const struct body *b, const char *key, size_t n,
                      bool *wrong) {
  struct json_object *o = member(b, key);
  *wrong = o && !json_object_is_type(o, json_type_array);
  if (!o || *wrong || n >= json_object_array_length(o))
    return NULL;
  const char *s = whole(json_object_array_get_idx(o, n));
  *wrong = !s;
  return s;
}

static bool visit_value(const char *name, struct json_object *v, bool in_list,
                        body_visit *visit, void *user) {
  switch (json_object_get_type(v)) {
  case json_type_boolean:
    return json_object_get_boolean(v) ? visit(user, name, NULL, false, in_list)
                                      : visit(user, name, "", true, in_list);
  case json_type_int:
  case json_type_double:
    return visit(user, name, json_object_get_string(v), false, false);
  case json_type_string: {
    const char *s = whole(v);
    return visit(user, name, s, false, !s);
  }
  default:
    return visit(user, name, NULL, false, true);
  }
}

bool body_each(const struct body *b, const char *key, body_visit *visit,
               void *user) {
  struct json_object *o = member(b, key);
  if (!o)
    return true;
  if (!json_object_is_type(o, json_type_object))
    return visit(user, key, NULL, false, true);
  json_object_object_foreach(o, name, v) {
    if (!json_object_is_type(v, json_type_array)) {
      if (!visit_value(name, v, false, visit, user))
        return false;
      continue;
    }
    for (size_t i = 0; i < json_object_array_length(v); i++)
      if (!visit_value(name, json_object_array_get_idx(v, i), true, visit,
                       user))
        return false;
  }
  return true;
}
