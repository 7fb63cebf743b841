/* /api/read: what is wrong with a text, under which line; the names in it; and
 * its machines, drawn.  Nothing is run, and nothing is written. */
#include <string.h>

#include "base/map.h"
#include "read/reader.h"
#include "report/graph.h"
#include "serve/body.h"
#include "serve/exchange.h"

enum {
  MESSAGES_MOST = 100,
  NAMES_MOST = 2000,
  MACHINES_MOST = 40, /* that are listed */
  DRAWN_STATES = 60,  /* more of them say less than their table */
  DRAWN_EDGES = 120
};

struct reading {
  struct json *j;
  unsigned said;
};

static void put_message(void *user, enum diag_level level, struct diag_at at,
                        const char *message, const char *hint) {
  struct reading *r = user;
  if (r->said++ >= MESSAGES_MOST)
    return;
  json_open(r->j, '{');
  json_put_string(r->j, "level", level == DIAG_ERROR ? "error" : "warning");
  json_put_uint(r->j, "line", at.line);
  json_put_uint(r->j, "column", at.col);
  json_put_uint(r->j, "length", at.len);
  json_put_string(r->j, "text", message);
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

/* --- machines --------------------------------------------------------------
 */

/* Where the start code normally ends. */
static location_id initial(const struct model *m, const struct process *p) {
  code_id c = p->start;
  while (c < m->code_count && m->code[c].op != CODE_STOP)
    c++;
  return c < m->code_count ? m->code[c].to : 0;
}

static void put_drawing(struct json *j, const struct model *m,
                        const struct process *p) {
  if (p->location_count > DRAWN_STATES || p->edge_count > DRAWN_EDGES)
    return;
  struct arena arena = {0};
  struct graph_node *nodes =
      arena_array(&arena, struct graph_node, p->location_count + 1);
  struct graph_edge *edges =
      arena_array(&arena, struct graph_edge, p->edge_count + 1);
  location_id first = initial(m, p);
  for (uint32_t i = 0; i < p->location_count; i++)
    nodes[i] = (struct graph_node){
        .label = p->locations[i].name,
        .shape = GRAPH_ROUND,
        .cls = i == first              ? GRAPH_START
               : p->locations[i].final ? GRAPH_FINAL
                                       : GRAPH_PLAIN,
        .hint = arena_printf(&arena, "%s, line %u", p->locations[i].name,
                             p->locations[i].place.line)};
  for (uint32_t i = 0; i < p->edge_count; i++) {
    const struct source *s = &m->sources[p->edges[i].source];
    const char *arrow = strstr(s->text, " -> ");
    edges[i] = (struct graph_edge){
        .from = p->edges[i].from,
        .to = p->edges[i].to,
        .label =
            arena_string(&arena, s->text,
                         arrow ? (size_t)(arrow - s->text) : strlen(s->text))};
  }
  struct text drawn = {0};
  graph_render_svg(&drawn,
                   &(struct graph){.title = p->base,
                                   .nodes = nodes,
                                   .node_count = p->location_count,
                                   .edges = edges,
                                   .edge_count = p->edge_count},
                   SVG_INLINE);
  json_put_string(j, "drawing", text_str(&drawn));
  text_free(&drawn);
  arena_free(&arena);
}

static void put_machine(struct json *j, const struct model *m,
                        const struct process *p, unsigned copies) {
  json_open(j, '{');
  json_put_string(j, "name", p->base);
  json_put_uint(j, "copies", copies);
  json_put_uint(j, "line", p->place.line);
  json_put_bool(j, "thread", p->thread);
  json_put_string(j, "initial", p->locations[initial(m, p)].name);
  json_key(j, "states");
  json_open(j, '[');
  for (uint32_t i = 0; i < p->location_count; i++) {
    json_open(j, '{');
    json_put_string(j, "name", p->locations[i].name);
    json_put_uint(j, "line", p->locations[i].place.line);
    json_put_bool(j, "final", p->locations[i].final);
    json_close(j);
  }
  json_close(j);
  json_key(j, "edges");
  json_open(j, '[');
  for (uint32_t i = 0; i < p->edge_count; i++) {
    const struct edge *e = &p->edges[i];
    const struct source *s = &m->sources[e->source];
    json_open(j, '{');
    json_put_string(j, "from", p->locations[e->from].name);
    json_put_string(j, "to", p->locations[e->to].name);
    json_put_string(j, "text", s->text);
    json_put_uint(j, "line", s->place.line);
    json_put_uint(j, "column", s->place.col);
    json_close(j);
  }
  json_close(j);
  put_drawing(j, m, p);
  json_close(j);
}

/* Processes of an array are alike: one of them stands for all. */
static void put_machines(struct json *j, const struct model *m) {
  struct names bases = {0};
  VEC(unsigned) copies = {0};
  VEC(const struct process *) first = {0};
  for (uint32_t p = 0; !m->machine && p < m->process_count; p++) {
    const struct process *q = &m->processes[p];
    uint32_t id = names_add(&bases, q->base, strlen(q->base));
    if (id == first.len) {
      vec_push(&first, q);
      vec_push(&copies, 0);
    }
    copies.at[id]++;
  }
  json_key(j, "machines");
  json_open(j, '[');
  for (size_t i = 0; i < first.len && i < MACHINES_MOST; i++)
    put_machine(j, m, first.at[i], copies.at[i]);
  json_close(j);
  vec_free(&first);
  vec_free(&copies);
  names_free(&bases);
}

/* --- the text --------------------------------------------------------------
 */

static bool is_network(const char *path, const char *text, size_t len) {
  struct diag quiet = {0};
  struct network n = {0};
  bool ok = read_network(&n, path, text, len, &quiet);
  network_free(&n);
  return ok;
}

/* Messages of whichever language it is in; the model, if it is one.  Promela
 * is left to `check`: its preprocessor is a process, and reads other files. */
static struct model *look(const char *path, const char *text, size_t len,
                          struct diag *d, const char **kind) {
  const struct reader *row = reader_by_name(path);
  const char *command = row && row->command ? row->command : "";
  *kind = row == &reader_promela       ? "promela"
          : !strcmp(command, "test")   ? "program"
          : !strcmp(command, "replay") ? "recording"
                                       : "text";
  if (!row || row == &reader_promela)
    return NULL;
  if (row->model && !(row->network && is_network(path, text, len))) {
    *kind = "model";
    return read_model(path, text, len, NULL, d);
  }
  if (row->network) {
    struct network n = {0};
    *kind = "network";
    read_network(&n, path, text, len, d);
    network_free(&n);
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
  (void)s;
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
    struct reading reading = {.j = &j};
    struct diag d = {.sink = put_message, .user = &reading};
    json_begin(&j, "heddle.read/1");
    json_key(&j, "messages");
    json_open(&j, '[');
    struct model *m = look(path, text, len, &d, &kind);
    json_close(&j);
    json_put_string(&j, "kind", kind);
    json_put_uint(&j, "errors", d.errors);
    json_put_uint(&j, "warnings", d.warnings);
    if (m) {
      put_names(&j, m);
      put_machines(&j, m);
    }
    json_end(&j);
    model_free(m);
  }
  body_free(b);
}
