#include "read/relief.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "read/reader.h"

enum { PROCESSES_MAX = 255, STATES_MAX = 100000, NUMBER_MAX = 1000000000 };
enum { BOUND_DEFAULT = 2, BOUND_MAX = 65535 };

struct relief {
  const char *at, *end;
  const char *line_start;
  uint32_t line;
  const char *file;
  struct diag *diag;
  /* the token that was taken last */
  const char *token;
  size_t len;
  struct diag_at place;
  VEC(uint32_t) processes;
  VEC(uint32_t) states; /* of the machine that is being read */
  VEC(uint64_t) links;  /* channels: sender and receiver */
  struct text hed;
  uint32_t hed_line;
};

/* --- tokens ---------------------------------------------------------------- */

static bool take(struct relief *r) {
  while (r->at < r->end && isspace((unsigned char)*r->at)) {
    if (*r->at++ == '\n') {
      r->line++;
      r->line_start = r->at;
    }
  }
  r->token = r->at;
  while (r->at < r->end && !isspace((unsigned char)*r->at))
    r->at++;
  r->len = (size_t)(r->at - r->token);
  r->place = (struct diag_at){r->file, r->line,
                              (uint32_t)(r->token - r->line_start) + 1,
                              r->len ? (uint32_t)r->len : 1};
  return r->len > 0;
}

static bool wrong(struct relief *r, const char *expected) {
  if (!r->len)
    return diag_error(r->diag, r->place, "expected %s, found the end of the file",
                      expected);
  return diag_error(r->diag, r->place, "expected %s, found '%.*s'", expected,
                    (int)(r->len < 40 ? r->len : 40), r->token);
}

static bool take_number(struct relief *r, const char *what, uint32_t most,
                        uint32_t *out) {
  uint64_t n = 0;
  take(r);
  for (size_t i = 0; i < r->len; i++) {
    if (!isdigit((unsigned char)r->token[i]) || n > most)
      return wrong(r, what);
    n = n * 10 + (uint64_t)(r->token[i] - '0');
  }
  *out = (uint32_t)n;
  return (r->len && n <= most) || wrong(r, what);
}

static bool is_name(const char *s, size_t len) {
  bool ok = len > 0 && (isalpha((unsigned char)*s) || *s == '_');
  for (size_t i = 0; i < len; i++)
    ok &= isalnum((unsigned char)s[i]) || s[i] == '_';
  return ok;
}

static bool has(const uint32_t *at, size_t count, uint32_t n) {
  for (size_t i = 0; i < count; i++)
    if (at[i] == n)
      return true;
  return false;
}

/* --- into Heddle's own language ------------------------------------------- */

/* The next line of the text in that language is the one where the last token
 * stands, so that places in the one are places in the other. */
static void go_to_line(struct relief *r) {
  do
    text_char(&r->hed, '\n');
  while (++r->hed_line < r->place.line);
}

static void add_link(struct relief *r, uint32_t from, uint32_t to) {
  const uint64_t link = (uint64_t)from << 32 | to;
  vec_each(&r->links, l) if (*l == link) return;
  vec_push(&r->links, link);
}

static void add_channels(struct relief *r) {
  vec_each(&r->links, l)
    text_printf(&r->hed, "\nchannel P%u -> P%u [bound]",
                (unsigned)(*l >> 32), (unsigned)(uint32_t)*l);
  text_printf(&r->hed, "\nparam bound = %d\n", (int)BOUND_DEFAULT);
}

/* --- the file --------------------------------------------------------------- */

static bool read_transition(struct relief *r, uint32_t process) {
  uint32_t peer, next;
  take(r);
  if (!is_name(r->token, r->len))
    return wrong(r, "the name of a message");
  const char *message = r->token;
  const size_t len = r->len;
  go_to_line(r);
  take(r);
  if (r->len != 1 || !strchr("+-", *r->token))
    return wrong(r, "'-' (it is sent) or '+' (received)");
  const bool sends = *r->token == '-';
  if (!take_number(r, "the number of a process", NUMBER_MAX, &peer))
    return false;
  if (!has(r->processes.at, r->processes.len, peer) || peer == process)
    return diag_error(r->diag, r->place, "%u is not the number of another process",
                      peer);
  if (!take_number(r, "the number of the next state", NUMBER_MAX, &next))
    return false;
  if (!has(r->states.at, r->states.len, next))
    return diag_error(r->diag, r->place, "process %u has no state %u", process,
                      next);
  text_printf(&r->hed, "P%u%c%.*s -> %u", peer, sends ? '!' : '?', (int)len,
              message, next);
  add_link(r, sends ? process : peer, sends ? peer : process);
  return true;
}

static bool read_state(struct relief *r, uint32_t process, uint32_t state) {
  uint32_t count;
  if (!take_number(r, "how many transitions a state has", STATES_MAX, &count))
    return false;
  go_to_line(r);
  text_printf(&r->hed, "%u:", state);
  for (uint32_t i = 0; i < count; i++)
    if (!read_transition(r, process))
      return false;
  return true;
}

/* `out`, if all are different. */
static bool read_numbers(struct relief *r, const char *what, uint32_t count,
                         uint32_t *out) {
  for (uint32_t i = 0; i < count; i++) {
    if (!take_number(r, what, NUMBER_MAX, &out[i]))
      return false;
    if (has(out, i, out[i]))
      return diag_error(r->diag, r->place, "%u is there twice", out[i]);
  }
  return true;
}

static bool read_machine(struct relief *r, uint32_t process) {
  uint32_t count;
  if (!take_number(r, "how many states a process has", STATES_MAX, &count))
    return false;
  if (!count)
    return wrong(r, "a number of states above 0");
  go_to_line(r);
  text_printf(&r->hed, "process P%u {", process);
  vec_resize(&r->states, count);
  if (!read_numbers(r, "the number of a state", count, r->states.at))
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!read_state(r, process, r->states.at[i]))
      return false;
  text_add(&r->hed, " }");
  return true;
}

static bool read_protocol(struct relief *r) {
  uint32_t number, count;
  if (!take_number(r, "the number of the protocol", NUMBER_MAX, &number) ||
      !take_number(r, "how many processes there are", PROCESSES_MAX, &count))
    return false;
  if (count < 2)
    return diag_error(r->diag, r->place, "a protocol has two processes or more");
  vec_resize(&r->processes, count);
  if (!read_numbers(r, "the number of a process", count, r->processes.at))
    return false;
  vec_each(&r->processes, p)
    if (!read_machine(r, *p))
      return false;
  if (take(r))
    return wrong(r, "the end of the file behind the last process");
  add_channels(r);
  return true;
}

/* What is wrong with what it means is said of the whole line: the text in
 * Heddle's language has the same lines, and other columns. */
struct whole_lines {
  const char *text;
  struct diag *diag;
};

static void say_line(void *user, enum diag_level level, struct diag_at at,
                     const char *msg, const char *hint) {
  const struct whole_lines *w = user;
  const char *line = w->text;
  for (uint32_t n = 1; n < at.line && strchr(line, '\n'); n++)
    line = strchr(line, '\n') + 1;
  const size_t blank = strspn(line, " \t");
  at.col = (uint32_t)blank + 1;
  at.len = (uint32_t)strcspn(line + blank, "\r\n");
  w->diag->sink(w->diag->user, level, at, msg, hint);
}

static struct model *read_hed(const char *file, const char *text,
                              const struct text *hed,
                              const struct lang_options *options,
                              struct diag *diag) {
  struct whole_lines w = {text, diag};
  struct diag lines = {.sink = say_line, .user = &w};
  struct model *m = lang_read(file, text_str(hed), hed->len, options, &lines);
  diag->errors += lines.errors;
  diag->warnings += lines.warnings;
  return m;
}

/* Channels are not in the file, so what is wrong with them is nowhere in it. */
static bool bound_fits(const char *file, const struct lang_options *o,
                       struct diag *diag) {
  for (size_t i = 0; o && i < o->param_count; i++)
    if (!strcmp(o->params[i].name, "bound") &&
        (o->params[i].value < 1 || o->params[i].value > BOUND_MAX))
      return diag_error_hint(diag, (struct diag_at){.file = file},
                             "expected 1 to 65535", "a bound of %" PRId64,
                             o->params[i].value);
  return true;
}

static struct model *relief_read(const char *file, const char *text, size_t len,
                                 const struct lang_options *options,
                                 struct diag *diag) {
  struct relief r = {.at = text, .end = text + len, .line_start = text,
                     .line = 1, .file = file, .diag = diag, .hed_line = 1};
  struct model *m = NULL;
  if (bound_fits(file, options, diag) && read_protocol(&r))
    m = read_hed(file, text, &r.hed, options, diag);
  vec_free(&r.processes);
  vec_free(&r.states);
  vec_free(&r.links);
  text_free(&r.hed);
  return m;
}

/* A number, a number n and n numbers, a number. */
static bool sniff(const char *text, size_t len) {
  char *at;
  if (!isdigit((unsigned char)*text) || strlen(text) != len)
    return false;
  strtoul(text, &at, 10);
  unsigned long count = *at == '\n' || *at == '\r' ? strtoul(at, &at, 10) : 0;
  bool ok = count > 1 && count <= PROCESSES_MAX;
  for (unsigned long i = 0; ok && i <= count; i++) {
    char *before = at;
    strtoul(at, &at, 10);
    ok = at > before;
  }
  return ok;
}

const struct reader reader_relief = {
    .name = "relief",
    .what = "a protocol of RELIEF",
    .command = "check",
    .suffix = ".relief",
    .sniff = sniff,
    .model = relief_read,
};

/* --- writing ---------------------------------------------------------------- */

struct relief_writer {
  const struct model *model;
  const char *file;
  struct diag *diag;
};

static bool lacks(const struct relief_writer *w, struct place at,
                  const char *what) {
  return diag_error(w->diag, (struct diag_at){w->file, at.line, at.col, 1},
                    "RELIEF's files have no %s", what);
}

static bool edge_fits(const struct relief_writer *w, const struct edge *e) {
  const struct model *m = w->model;
  struct place at = m->sources[e->source].place;
  if (e->action != ACT_SEND && e->action != ACT_RECEIVE)
    return lacks(w, at, "steps but sends and receptions");
  if (e->index != NONE || m->objects[e->table[0]].kind != OBJECT_CHANNEL)
    return lacks(w, at, "ports, and no partners that are computed");
  if (e->guard != NONE || e->fits != NONE || e->arg_count ||
      m->messages[e->message].arity)
    return lacks(w, at, "guards, and no messages with values");
  if (m->code[e->code].op != CODE_STOP)
    return lacks(w, at, "computations");
  if (e->fair)
    return lacks(w, at, "fairness");
  return true;
}

/* The files say nothing of capacities: one number for all goes beside them. */
static bool channels_fit(const struct relief_writer *w) {
  const struct model *m = w->model;
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].capacity != m->objects[0].capacity)
      return lacks(w, m->objects[o].place, "channels of different capacities");
  if (m->object_count && m->objects[0].capacity != BOUND_DEFAULT)
    diag_warning(w->diag, (struct diag_at){.file = w->file}, NULL,
                 "RELIEF's files have no capacities: read this one with -D "
                 "bound=%u",
                 (unsigned)m->objects[0].capacity);
  return true;
}

static bool process_fits(const struct relief_writer *w,
                         const struct process *p) {
  if (p->fair)
    return lacks(w, p->place, "fairness");
  if (p->thread || p->slot_count ||
      w->model->code[p->start].op != CODE_STOP)
    return lacks(w, p->place, "threads and no variables");
  for (uint32_t l = 0; l < p->location_count; l++)
    if (p->locations[l].final)
      return lacks(w, p->locations[l].place, "final states");
  for (edge_id e = 0; e < p->edge_count; e++)
    if (!edge_fits(w, &p->edges[e]))
      return false;
  return true;
}

/* The states have numbers: the initial one 0, the others as they come. */
static uint32_t state_number(location_id initial, location_id l) {
  return l == initial ? 0 : l < initial ? l + 1 : l;
}

static void write_state(const struct model *m, const struct process *p,
                        location_id initial, location_id l, struct text *out) {
  const struct location *at = &p->locations[l];
  text_printf(out, "%u\n", at->edge_count);
  for (edge_id i = at->first_edge; i < at->first_edge + at->edge_count; i++) {
    const struct edge *e = &p->edges[i];
    const struct object *o = &m->objects[e->table[0]];
    const bool sends = e->action == ACT_SEND;
    text_printf(out, "%s %c %u %u\n", m->messages[e->message].name,
                sends ? '-' : '+', 1 + (sends ? o->to : o->from),
                state_number(initial, e->to));
  }
}

static void write_machine(const struct model *m, const struct process *p,
                          struct text *out) {
  const location_id initial = m->code[p->start].to;
  text_printf(out, "%u", p->location_count);
  for (uint32_t l = 0; l < p->location_count; l++)
    text_printf(out, " %u", l);
  text_char(out, '\n');
  write_state(m, p, initial, initial, out);
  for (location_id l = 0; l < p->location_count; l++)
    if (l != initial)
      write_state(m, p, initial, l, out);
}

bool relief_write(const struct model *m, const char *file, struct text *out,
                  struct diag *diag) {
  struct relief_writer w = {m, file, diag};
  if (m->machine || m->process_count < 2)
    return lacks(&w, (struct place){0, 0},
                 "models but of two or more communicating machines");
  if (m->property_count)
    return lacks(&w, m->properties[0].place, "properties");
  if (m->temporal_count)
    return lacks(&w, m->temporals[0].place, "properties");
  for (process_id p = 0; p < m->process_count; p++)
    if (!process_fits(&w, &m->processes[p]))
      return false;
  if (!channels_fit(&w))
    return false;
  text_printf(out, "1\n%u", m->process_count);
  for (process_id p = 0; p < m->process_count; p++)
    text_printf(out, " %u", p + 1);
  text_char(out, '\n');
  for (process_id p = 0; p < m->process_count; p++)
    write_machine(m, &m->processes[p], out);
  return true;
}
