/* A result as SARIF 2.1.0, which code hosts and editors read.
 *
 * A kind of finding is a rule, a finding a result with its place, the other
 * side of a data race is a related place, and the run a code flow.  Why a
 * verdict is incomplete is told as notifications of the invocation. */
#include "report/forms.h"

#include <string.h>

#include "base/sound.h"
#include "report/json.h"

/* The file as a reference of URIs: relative to where heddle was started, or
 * from the root on. */
static void put_uri(struct json *j, const char *file) {
  struct text uri = {0};
  if (*file == '/')
    text_add(&uri, "file://");
  for (; *file; file++) {
    unsigned char c = (unsigned char)*file;
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                 (c >= '0' && c <= '9') || strchr("/-._~", c);
    if (plain)
      text_char(&uri, (char)c);
    else
      text_printf(&uri, "%%%02X", c);
  }
  json_put_string(j, "uri", text_str(&uri));
  text_free(&uri);
}

static void put_text(struct json *j, const char *key, const char *text) {
  json_key(j, key);
  json_open(j, '{');
  json_put_string(j, "text", text);
  json_close(j);
}

static void put_physical(struct json *j, struct heddle_place at) {
  if (!at.file)
    return;
  json_key(j, "physicalLocation");
  json_open(j, '{');
  json_key(j, "artifactLocation");
  json_open(j, '{');
  put_uri(j, at.file);
  json_close(j);
  if (at.line) {
    json_key(j, "region");
    json_open(j, '{');
    json_put_uint(j, "startLine", at.line);
    if (at.column)
      json_put_uint(j, "startColumn", at.column);
    json_close(j);
  }
  json_close(j);
}

static void put_location(struct json *j, struct heddle_place at,
                         const char *message) {
  json_open(j, '{');
  put_physical(j, at);
  if (message)
    put_text(j, "message", message);
  json_close(j);
}

static void put_flow(struct json *j, const struct heddle_finding *f) {
  struct text step = {0};
  json_key(j, "codeFlows");
  json_open(j, '[');
  json_open(j, '{');
  json_key(j, "threadFlows");
  json_open(j, '[');
  json_open(j, '{');
  json_key(j, "locations");
  json_open(j, '[');
  for (size_t i = 0; i < f->length; i++) {
    text_clear(&step);
    text_printf(&step, "%s: %s", f->run[i].process, f->run[i].text);
    json_open(j, '{');
    json_key(j, "location");
    put_location(j, f->run[i].at, text_str(&step));
    json_close(j);
  }
  for (int open = 0; open < 5; open++)
    json_close(j);
  text_free(&step);
}

/* Rules are the kinds that were found, in the order of their findings. */
static size_t rule_of(const struct heddle_result *r, size_t finding) {
  EXPECTS(finding < r->finding_count);
  size_t rule = 0;
  for (size_t i = 0; i <= finding; i++) {
    size_t first = 0;
    while (strcmp(r->findings[first].key, r->findings[i].key))
      first++;
    if (!strcmp(r->findings[i].key, r->findings[finding].key))
      return rule;
    rule += first == i;
  }
  return rule;
}

static void put_rules(struct json *j, const struct heddle_result *r) {
  json_key(j, "rules");
  json_open(j, '[');
  for (size_t i = 0, next = 0; i < r->finding_count; i++) {
    if (rule_of(r, i) != next)
      continue;
    next++;
    json_open(j, '{');
    json_put_string(j, "id", r->findings[i].key);
    put_text(j, "shortDescription", r->findings[i].key);
    json_close(j);
  }
  json_close(j);
}

static void put_tool(struct json *j, const struct heddle_result *r) {
  json_key(j, "tool");
  json_open(j, '{');
  json_key(j, "driver");
  json_open(j, '{');
  json_put_string(j, "name", "heddle");
  put_rules(j, r);
  json_close(j);
  json_close(j);
}

static void put_invocation(struct json *j, const struct heddle_result *r) {
  struct text why = {0};
  json_key(j, "invocations");
  json_open(j, '[');
  json_open(j, '{');
  json_put_bool(j, "executionSuccessful", true);
  json_key(j, "toolExecutionNotifications");
  json_open(j, '[');
  for (size_t i = 0; i < r->because_count; i++) {
    const struct heddle_because *b = &r->because[i];
    text_clear(&why);
    text_printf(&why, "incomplete: %s%s%s", b->why, b->name ? " " : "",
                b->name ? b->name : "");
    json_open(j, '{');
    json_put_string(j, "level", "warning");
    put_text(j, "message", text_str(&why));
    if (b->file) {
      json_key(j, "locations");
      json_open(j, '[');
      put_location(j, (struct heddle_place){.file = b->file, .line = b->line},
                   NULL);
      json_close(j);
    }
    json_close(j);
  }
  json_close(j);
  json_close(j);
  json_close(j);
  text_free(&why);
}

static void put_result(struct json *j, const struct heddle_result *r,
                       size_t i) {
  EXPECTS(i < r->finding_count);
  const struct heddle_finding *f = &r->findings[i];
  struct heddle_place at = {f->file ? f->file : r->name, NULL, f->line,
                            f->column};
  json_open(j, '{');
  json_put_string(j, "ruleId", f->key);
  json_put_uint(j, "ruleIndex", rule_of(r, i));
  json_put_string(j, "level", "error");
  put_text(j, "message", f->where);
  json_key(j, "locations");
  json_open(j, '[');
  put_location(j, at, NULL);
  json_close(j);
  if (f->other.file) {
    json_key(j, "relatedLocations");
    json_open(j, '[');
    put_location(j, f->other, "the other side");
    json_close(j);
  }
  if (f->length)
    put_flow(j, f);
  json_close(j);
}

void sarif_render(struct text *out, const struct heddle_result *r) {
  struct json j = {.out = out};
  json_open(&j, '{');
  json_put_string(&j, "$schema",
                  "https://json.schemastore.org/sarif-2.1.0.json");
  json_put_string(&j, "version", "2.1.0");
  json_key(&j, "runs");
  json_open(&j, '[');
  json_open(&j, '{');
  put_tool(&j, r);
  put_invocation(&j, r);
  json_key(&j, "results");
  json_open(&j, '[');
  for (size_t i = 0; i < r->finding_count; i++)
    put_result(&j, r, i);
  json_close(&j);
  json_close(&j);
  json_close(&j);
  json_end(&j);
}
