/* /api/read: what is wrong with a text, under which line; the names in it; and
 * its machines, drawn.  Nothing is run, and nothing is written. */
#include <string.h>

#include "base/map.h"
#include "read/reader.h"
#include "serve/body.h"
#include "serve/exchange.h"
#include "serve/machines.h"

enum { MESSAGES_MOST = 100, NAMES_MOST = 2000 };

struct reading {
  struct json *j;
  const char *path;
  unsigned said;
};

static void put_message(void *user, enum diag_level level, struct diag_at at,
                        const char *message, const char *hint) {
  struct reading *r = user;
  if (r->said++ >= MESSAGES_MOST)
    return;
  /* In a file that this one includes: it has no line here. */
  bool elsewhere = at.file && strcmp(at.file, r->path);
  struct text said = {0};
  if (elsewhere)
    text_printf(&said, "%s:%u: ", at.file, at.line);
  text_add(&said, message);
  json_open(r->j, '{');
  json_put_string(r->j, "level", level == DIAG_ERROR ? "error" : "warning");
  json_put_uint(r->j, "line", elsewhere ? 0 : at.line);
  json_put_uint(r->j, "column", at.col);
  json_put_uint(r->j, "length", at.len);
  json_put_string(r->j, "text", text_str(&said));
  text_free(&said);
  if (hint)
    json_put_string(r->j, "hint", hint);
  json_close(r->j);
}

/* --- names -----------------------------------------------------------------
 */

/* Up to an index: "fork" of "fork[2]". */
static void name(struct names *all, const char *s) {
  size_t len = s ? strcspn(s, "[-. (") : 0;
  if (len && all->at.len < NAMES_MOST)
    names_add(all, s, len);
}

static void put_names(struct json *j, const struct model *m) {
  struct names all = {0};
  for (uint32_t p = 0; p < m->process_count; p++) {
    const struct process *q = &m->processes[p];
    name(&all, q->base);
    for (uint32_t i = 0; i < q->slot_count; i++)
      if (!q->slots[i].temporary)
        name(&all, q->slots[i].name);
    for (uint32_t i = 0; i < q->location_count && !q->thread; i++)
      name(&all, q->locations[i].name);
  }
  for (uint32_t i = 0; i < m->object_count; i++)
    name(&all, m->objects[i].name);
  for (uint32_t i = 0; i < m->message_count; i++)
    name(&all, m->messages[i].name);
  for (uint32_t i = 0; i < m->parameter_count; i++)
    name(&all, m->parameters[i].name);
  json_key(j, "names");
  json_open(j, '[');
  vec_each(&all.at, n) json_string(j, *n);
  json_close(j);
  names_free(&all);
}

/* --- the text --------------------------------------------------------------
 */

/* One that cannot be read (yet) is still one, if it says so. */
static bool has_machines(const char *text) {
  for (const char *at = text; at; at = strchr(at, '\n')) {
    at += strspn(at, " \t\r\n");
    if (!strncmp(at, "machine ", 8))
      return true;
  }
  return false;
}

static bool is_network(const char *path, const char *text, size_t len) {
  struct diag quiet = {0};
  struct network n = {0};
  bool ok = read_network(&n, path, text, len, &quiet);
  network_free(&n);
  return ok;
}

/* Messages of whichever language it is in; the model, if it is one, or the
 * network. */
static struct model *look(const char *folder, const char *path,
                          const char *text, size_t len, struct diag *d,
                          const char **kind, struct network *net) {
  struct lang_options here = {.folder = folder};
  const struct reader *row = reader_of(path, text, len);
  const char *command = row && row->command ? row->command : "";
  *kind = row == &reader_promela       ? "promela"
          : !strcmp(command, "test")   ? "program"
          : !strcmp(command, "replay") ? "recording"
                                       : "text";
  if (!row)
    return NULL;
  if (row == &reader_promela)
    return read_model(path, text, len, &here, d);
  if (row->model &&
      !(row->network && (has_machines(text) || is_network(path, text, len)))) {
    *kind = "model";
    return read_model(path, text, len, &here, d);
  }
  if (row->network) {
    *kind = "network";
    read_network(net, path, text, len, d);
  } else if (row->space) {
    struct cover_model space = {0};
    struct parse_options usual = {0};
    *kind = "space";
    read_space(&space, path, text, len, &usual, d);
    cover_model_free(&space);
  }
  return NULL;
}

void read_post(struct server *s, const struct request *r, struct reply *a) {
  const char *why, *kind;
  struct body *b = body_read(r->body, r->len, &why);
  size_t path_len = 0, len = 0;
  const char *path = b ? body_string(b, "path", &path_len) : NULL;
  const char *text = b ? body_string(b, "text", &len) : NULL;
  if (!b)
    answer_error(a, 400, "the body is no JSON object: %s", why);
  else if (!path || !text || strlen(path) != path_len)
    answer_error(a, 400, "'path' and 'text' are strings");
  else {
    struct json j = {.out = &a->body};
    struct reading reading = {.j = &j, .path = path};
    struct diag d = {.sink = put_message, .user = &reading};
    struct network net = {0};
    json_begin(&j, "heddle.read/1");
    json_key(&j, "messages");
    json_open(&j, '[');
    struct model *m =
        look(server_parts(s)->name, path, text, len, &d, &kind, &net);
    json_close(&j);
    json_put_string(&j, "kind", kind);
    const struct reader *row = reader_of(path, text, len);
    if (row)
      json_put_string(&j, "language", row->name);
    json_put_uint(&j, "errors", d.errors);
    json_put_uint(&j, "warnings", d.warnings);
    if (m) {
      put_names(&j, m);
      machines_of_model(&j, m);
    } else if (net.machines.len && !d.errors) {
      machines_of_network(&j, &net);
    }
    json_end(&j);
    network_free(&net);
    model_free(m);
  }
  body_free(b);
}
